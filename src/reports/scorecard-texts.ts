import type { CardAssessment } from '../scorecards/assess-card.ts'
import type { ScoreQuality } from '../measures/predictions/judge-scores.ts'
import { binCount } from '../encoders/encoder.ts'
import type { CardColumn, CardSlot, LeftOutColumn, Scorecard } from '../scorecards/scorecard.ts'
import { knownOptions } from '../util/check.ts'
import { counted, countText, fixedText, NONE, percentText } from './number-text.ts'
import { printable } from './printed-text.ts'
import { estimateText, type TextTable } from './text-table.ts'

/** What there is to tell of a card besides itself. */
export type ScorecardTextsOptions = {
  /** how well it does; default nothing is said of it */
  readonly assessment?: CardAssessment | undefined
  /** how rows were kept apart, in words */
  readonly apart?: string | null | undefined
}

/** A line of a card in words. */
export interface CardLineTexts {
  /** the line itself */
  readonly slot: CardSlot
  /** points as they stand on the card */
  readonly points: string
  /** rows it was made from */
  readonly rows: string
  /** their share */
  readonly share: string
  /** rate of the event among them */
  readonly event: string
  /** weight of evidence */
  readonly woe: string
}

/** A card in words. */
export interface ScorecardTexts {
  /** what it is about, in a sentence or two */
  readonly words: readonly string[]
  /** its columns, each with the lines that rows can fall into */
  readonly columns: readonly {
    readonly name: string
    /** information value and coefficient */
    readonly facts: string
    readonly lines: readonly CardLineTexts[]
  }[]
  /** why the other columns are not on it */
  readonly leftOut: readonly string[]
  /** what the numbers of its quality must be read against; empty without an assessment */
  readonly quality: readonly string[]
}

/**
 * A scorecard in words and figures as the reports write them, for pages of your own.
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     const [age] = scorecardTexts(card).columns
 *     console.log(age?.lines.map(({ slot, points, event }) => `${slot.label}: ${points}, ${event}`))
 *     // → [ '< 30.5: 431, 87.9 %', '[30.5, 37.5): 530, 18.2 %', '≥ 37.5: 571, 5.1 %' ]
 */
export function scorecardTexts(card: Scorecard, options: ScorecardTextsOptions = {}): ScorecardTexts {
  knownOptions('scorecardTexts', options, { assessment: 1, apart: 1 })
  const { assessment, apart = null } = options
  return {
    words: cardWords(card),
    columns: card.columns.map((column, i) => ({
      name: column.name,
      facts: factsText(column),
      lines: cardLines(column.slots, binCount(card.encoder.fields[i])).map((slot) => {
        const [points, rows, share, event, woe] = slotTexts(slot, card.training.weight)
        return { slot, points, rows, share, event, woe }
      }),
    })),
    leftOut: card.leftOut.map(leftOutText),
    quality: assessment === undefined ? [] : qualityWords(assessment, apart),
  }
}

/** What a column is worth to the card. */
export function factsText({ iv, coefficient }: CardColumn): string {
  return `information value ${fixedText(iv, 3)}, coefficient ${fixedText(coefficient, 3)}`
}

/** What a card is about, in a sentence or two. */
export function cardWords({ target, scale, columns, leftOut }: Scorecard): string[] {
  const { baseScore, baseOdds, doubleOdds } = scale
  const event = printable(target.event ?? '')
  return [
    `Points against ${printable(target.name ?? 'the target')} = ${event}, from ${columns.length} of ${counted(columns.length + leftOut.length, 'column')}: the more points, the less likely ${event} is.`,
    `At ${baseScore} points the odds against it are ${baseOdds} to 1; every ${doubleOdds} points more double them.`,
  ]
}

/** Lines of the card that rows can fall into. */
export function cardLines(slots: readonly CardSlot[], bins: number): CardSlot[] {
  return slots.filter(({ weight }, i) => i < bins || weight > 0)
}

/** The cells of a line of the card: points, rows, share, rate of the event, weight of evidence. */
export function slotTexts(slot: CardSlot, total: number): string[] {
  const { points, weight, events, woe } = slot
  return [
    pointsText(points),
    countText(weight),
    percentText(total > 0 ? weight / total : 0),
    weight > 0 ? percentText(events / weight, 1) : NONE,
    fixedText(woe, 3, true).replace('-', '−'),
  ]
}

export const SLOT_HEADS: readonly string[] = ['points', 'rows', 'share', 'event', 'WoE']

/** Points as they stand on the card. */
export function pointsText(points: number): string {
  return Number.isInteger(points) ? String(points) : fixedText(points, 2)
}

/** Why a column is not on the card. */
export function leftOutText({ name, why, value, limit, other }: LeftOutColumn): string {
  const column = printable(name)
  if (why === 'weak') return `${column}: information value ${fixedText(value, 4)}, less than ${limit}`
  if (why === 'chance')
    return `${column}: information value ${fixedText(value, 4)}, which chance alone reaches too: in 5 of 100 cases more than ${fixedText(limit, 4)}`
  if (why === 'correlated') {
    return `${column}: correlation ${fixedText(value, 2)} with ${printable(other ?? '')}, which tells more; at most ${limit} is taken`
  }
  return `${column}: coefficient ${fixedText(value, 3).replace('-', '−')} beside the other columns, which says the opposite of its own bins`
}

/** How well the card does, beside what that must be read against. */
export function qualityTable({ training, heldOut, alone }: CardAssessment): TextTable {
  const parts = [...(heldOut === null ? [] : [heldOut]), training]
  const line = (name: string, text: (one: ScoreQuality) => string, others: readonly string[]): string[] => [
    name,
    ...parts.map(text),
    ...others,
  ]
  const best = alone === null || alone.gini === null ? null : alone.gini
  const beside = (lot: string, column: string): string[] => (best === null ? [lot] : [column, lot])
  return {
    title: 'How well it tells the event from the rest, with 95 % intervals:',
    heads: ['', ...(heldOut === null ? [] : ['kept apart']), 'learned from', ...beside('by lot', 'best column')],
    rows: [
      line('rows', ({ rows }) => countText(rows), beside('', '')),
      line('event', ({ weight, events }) => (weight > 0 ? percentText(events / weight, 1) : NONE), beside('', '')),
      line('Gini', ({ gini }) => estimateText(gini), beside('0', fixedText(best ?? 0, 4))),
      line('KS', ({ ks }) => estimateText(ks), beside('0', '')),
      line('AUC', ({ auc }) => estimateText(auc), beside('0.5', fixedText(((best ?? 0) + 1) / 2, 4))),
    ],
  }
}

/** What the numbers of the quality must be read against. */
export function qualityWords({ heldOut, alone }: CardAssessment, apart: string | null): string[] {
  const column = alone === null || alone.gini === null ? [] : [`The best column alone is ${printable(alone.name)}.`]
  return [
    ...column,
    heldOut === null || apart === null
      ? 'No rows were kept apart, so these numbers are too optimistic.'
      : `Kept apart: ${printable(apart)}.`,
  ]
}

/** The tables besides the card: calibration, stability, cut-offs. */
export function assessmentTables({ heldOut, bands, stability, cutoffs }: CardAssessment): TextTable[] {
  const rows = heldOut === null ? 'rows learned from' : 'rows kept apart'
  const share = (value: number | null): string => (value === null ? NONE : percentText(value, 1))
  const calibration: TextTable = {
    title: `Chance of the event that the score stands for, and what came, by bands of scores, ${rows}:`,
    heads: ['score', 'rows', 'said', 'came'],
    rows: bands.map((band) => [bandText(band.from, band.below), countText(band.rows), share(band.said), share(band.came)]), // prettier-ignore
  }
  const moved: TextTable = {
    title: 'Scores against those learned from (PSI; chance alone stays below the limit in 95 of 100 cases):',
    heads: ['', 'rows', 'event', 'Gini', 'PSI', 'limit'],
    rows: stability.map(({ name, rows: count, rate, gini, psi, critical }) => [
      printable(name),
      countText(count),
      share(rate),
      gini === null ? NONE : fixedText(gini, 4),
      fixedText(psi, 4),
      critical === null ? NONE : fixedText(critical, 4),
    ]),
  }
  const taken: TextTable = {
    title: `What becomes of rows when those with at least a score are taken, ${rows}:`,
    heads: ['score', 'taken', 'event among them', 'among the rest', 'events refused'],
    rows: cutoffs.map((one) => [
      String(one.score),
      share(one.taken),
      share(one.rateTaken),
      share(one.rateRefused),
      share(one.eventsRefused),
    ]),
  }
  return [calibration, moved, taken].filter((table) => table.rows.length > 0)
}

function bandText(from: number | null, below: number | null): string {
  if (from === null) return below === null ? 'all' : `below ${pointsText(below)}`
  return below === null ? `from ${pointsText(from)}` : `${pointsText(from)} to below ${pointsText(below)}`
}
