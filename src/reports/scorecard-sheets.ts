import { binCount } from '../encoders/encoder.ts'
import type { Estimate, ScoreQuality } from '../measures/predictions/judge-scores.ts'
import type { CardAssessment } from '../scorecards/assess-card.ts'
import type { CardColumn, CardSlot, Scorecard } from '../scorecards/scorecard.ts'
import { cardLines, cardWords, leftOutText, qualityWords } from './scorecard-texts.ts'
import { type Sheet, type SheetCell, type SheetColumn, sheetNames } from './sheet.ts'

/** A card and how well it does. */
interface SheetedCard {
  readonly card: Scorecard
  readonly assessment: CardAssessment
  /** how rows were kept apart, in words */
  readonly apart: string | null
}

/**
 * A scorecard as the sheets of a workbook: a summary with a line per column, how well it does, cut-offs, a sheet per column
 * with the points of its bins, and what the card is about.
 */
export function scorecardSheets({ card, assessment, apart }: SheetedCard): Sheet[] {
  const [, , , , , ...names] = sheetNames([...FIXED, ...card.columns.map(({ name }) => name)])
  const lines = card.columns.map(({ slots }, i) => cardLines(slots, binCount(card.encoder.fields[i])))
  const told = [...cardWords(card), ...qualityWords(assessment, apart), ...card.leftOut.map(leftOutText)]
  return [
    summarySheet(card.columns, names, lines),
    qualitySheet(assessment),
    bandSheet(assessment),
    cutoffSheet(assessment),
    ...lines.map((slots, i) => pointsSheet(names[i], slots)),
    { name: 'about', columns: [{ head: 'about this card', cells: told }] },
  ].filter(({ columns }) => columns[0].cells.length > 0)
}

const FIXED = ['summary', 'quality', 'bands', 'cut-offs', 'about'] as const

function summarySheet(columns: readonly CardColumn[], names: readonly string[], lines: readonly CardSlot[][]): Sheet {
  const points = (pick: (...points: number[]) => number): SheetCell[] =>
    lines.map((slots) => (slots.length === 0 ? null : pick(...slots.map((slot) => slot.points))))
  return {
    name: 'summary',
    columns: [
      { head: 'column', cells: columns.map(({ name }) => name) },
      { head: 'sheet', cells: names },
      { head: 'IV', cells: columns.map(({ iv }) => iv), format: 4 },
      { head: 'coefficient', cells: columns.map(({ coefficient }) => coefficient), format: 4 },
      { head: 'least points', cells: points(Math.min) },
      { head: 'most points', cells: points(Math.max) },
    ],
  }
}

function pointsSheet(name: string, slots: readonly CardSlot[]): Sheet {
  const total = slots.reduce((sum, { weight }) => sum + weight, 0)
  const of = (pick: (slot: CardSlot) => SheetCell): SheetCell[] => slots.map(pick)
  return {
    name,
    columns: [
      { head: 'bin', cells: of(({ label }) => label) },
      { head: 'points', cells: of(({ points }) => points) },
      { head: 'before rounding', cells: of(({ exact }) => exact), format: 4 },
      { head: 'rows', cells: of(({ weight }) => weight), format: 'count' },
      { head: 'share', cells: of(({ weight }) => (total > 0 ? weight / total : 0)), format: 'share' },
      { head: 'events', cells: of(({ events }) => events), format: 'count' },
      { head: 'event rate', cells: of(({ weight, events }) => (weight > 0 ? events / weight : null)), format: 'share' },
      { head: 'WoE', cells: of(({ woe }) => woe), format: 4 },
    ],
  }
}

/** A line per number: on rows kept apart and on those learned from, with the ends of the intervals. */
function qualitySheet({ heldOut, training }: CardAssessment): Sheet {
  const parts = [
    ...(heldOut === null ? [] : [{ name: 'kept apart', of: heldOut }]),
    { name: 'learned from', of: training },
  ]
  const measures: readonly (readonly [string, (one: ScoreQuality) => Estimate | null])[] = [
    ['Gini', ({ gini }) => gini],
    ['KS', ({ ks }) => ks],
    ['AUC', ({ auc }) => auc],
  ]
  const lines = parts.flatMap(({ name, of }) =>
    measures.map(([measure, pick]) => ({ name, measure, rows: of.rows, events: of.events, estimate: pick(of) })),
  )
  return {
    name: 'quality',
    columns: [
      { head: 'rows that were', cells: lines.map(({ name }) => name) },
      { head: 'rows', cells: lines.map(({ rows }) => rows), format: 'count' },
      { head: 'events', cells: lines.map(({ events }) => events), format: 'count' },
      { head: 'measure', cells: lines.map(({ measure }) => measure) },
      { head: 'value', cells: lines.map(({ estimate }) => estimate?.value ?? null), format: 4 },
      { head: '95 % from', cells: lines.map(({ estimate }) => estimate?.low ?? null), format: 4 },
      { head: '95 % to', cells: lines.map(({ estimate }) => estimate?.high ?? null), format: 4 },
    ],
  }
}

/** What was said and what came, by bands of scores. */
function bandSheet({ bands }: CardAssessment): Sheet {
  return {
    name: 'bands',
    columns: [
      { head: 'score from', cells: bands.map(({ from }) => from) },
      { head: 'below', cells: bands.map(({ below }) => below) },
      { head: 'rows', cells: bands.map(({ rows }) => rows), format: 'count' },
      shares('chance said', bands.map(({ said }) => said)), // prettier-ignore
      shares('rate that came', bands.map(({ came }) => came)), // prettier-ignore
    ],
  }
}

function cutoffSheet({ cutoffs }: CardAssessment): Sheet {
  return {
    name: 'cut-offs',
    columns: [
      { head: 'least score taken', cells: cutoffs.map(({ score }) => score) },
      shares('taken', cutoffs.map(({ taken }) => taken)), // prettier-ignore
      shares('event among them', cutoffs.map(({ rateTaken }) => rateTaken)), // prettier-ignore
      shares('event among the rest', cutoffs.map(({ rateRefused }) => rateRefused)), // prettier-ignore
      shares('events refused', cutoffs.map(({ eventsRefused }) => eventsRefused)), // prettier-ignore
    ],
  }
}

function shares(head: string, cells: readonly (number | null)[]): SheetColumn {
  return { head, cells, format: 'share' }
}
