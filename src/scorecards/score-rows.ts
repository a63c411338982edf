import { slotsOf } from '../encoders/field-source.ts'
import { tableColumn, tableRows } from '../summaries/column-table.ts'
import type { LabelValue, Table } from '../types.ts'
import { calledAs } from '../util/called-as.ts'
import { check, integer, knownOptions } from '../util/check.ts'
import { chanceOfScore } from './card-scale.ts'
import { type CardColumn, mustBeCard, type Scorecard } from './scorecard.ts'

/** A bin that cost a row points. */
export interface CardReason {
  /** name of the column */
  readonly column: string
  /** the bin in words */
  readonly label: string
  /** points that the row got for it */
  readonly points: number
  /** how many fewer than in the best bin of the column */
  readonly lost: number
}

/** How rows are scored. */
export type ScoreRowsOptions = {
  /** the most reasons to give for a row; default 0 */
  readonly reasons?: number | undefined
}

/** Scores of rows. */
export interface CardScores {
  /** the sum of points of each row */
  readonly scores: Float64Array
  /** the chance of the event that the score stands for */
  readonly chances: Float64Array
  /** for each row the bins that cost it most points, the costliest first; empty where none were asked for */
  readonly reasons: readonly (readonly CardReason[])[]
}

/** The score of one row. */
export interface CardScore {
  /** the sum of its points */
  readonly score: number
  /** the chance of the event that the score stands for */
  readonly chance: number
  /** the bins that cost it most points, the costliest first */
  readonly reasons: readonly CardReason[]
}

/**
 * Scores rows: the sum of the points of their bins, the chance of the event that it stands for, and the bins that cost
 * most points. Target and weights are not needed. O(rows · columns).
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(scoreRows(card, { age: [20, 60] }).scores) // → Float64Array(2) [ 431, 571 ]
 */
export function scoreRows(card: Scorecard, table: Table, options: ScoreRowsOptions = {}): CardScores {
  mustBeCard('scoreRows', card)
  return calledAs('scoreRows', () => {
    knownOptions('scoreRows', options, { reasons: 1 })
    const { reasons = 0 } = options
    check('scoreRows', 'reasons', integer(0), reasons)
    const rows = tableRows('scoreRows', table)
    const scores = new Float64Array(rows)
    const slots = card.encoder.fields.map((field, i) => {
      const own = slotsOf(field, tableColumn('scoreRows', table, field.name))
      const points = card.columns[i].slots.map((slot) => slot.points)
      for (let row = 0; row < rows; row++) scores[row] += points[own[row]]
      return own
    })
    const best = card.columns.map(bestPoints)
    const told = reasons === 0 ? [] : Array.from(scores, (_, row) => reasonsOf(card, best, slots, { row, reasons }))
    return { scores, chances: scores.map((score) => chanceOfScore(card.scale, score)), reasons: told }
  })
}

/**
 * Scores one row, with its reasons.
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     const { score, reasons } = scoreRow(card, { age: 20 })
 *     console.log(score, reasons.map(reasonText)) // → 431 [ 'age < 30.5 (140 points lost)' ]
 *
 * @param row its values by column
 */
export function scoreRow(
  card: Scorecard,
  row: Readonly<Record<string, LabelValue>>,
  options: ScoreRowsOptions = {},
): CardScore {
  mustBeCard('scoreRow', card)
  const table = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, [value]]))
  const { reasons = card.columns.length } = options
  const { scores, chances, reasons: told } = scoreRows(card, table, { ...options, reasons })
  return { score: scores[0], chance: chances[0], reasons: told[0] ?? [] }
}

/**
 * A reason in words.
 *
 *     console.log(reasonText({ column: 'age', label: '< 30.5', points: 12, lost: 23 })) // → age < 30.5 (23 points lost)
 */
export function reasonText({ column, label, lost }: CardReason): string {
  const points = Math.round(lost * 100) / 100
  return `${column} ${label} (${points} ${points === 1 ? 'point' : 'points'} lost)`
}

/** The most points of a slot that held rows. */
function bestPoints({ slots }: CardColumn): number {
  const seen = slots.filter(({ weight }) => weight > 0)
  return Math.max(...(seen.length === 0 ? slots : seen).map(({ points }) => points))
}

function reasonsOf(
  { columns }: Scorecard,
  best: readonly number[],
  slots: readonly Int32Array[],
  { row, reasons }: { readonly row: number; readonly reasons: number },
): CardReason[] {
  const all = columns.map(({ name, slots: own }, i): CardReason => {
    const { label, points } = own[slots[i][row]]
    return { column: name, label, points, lost: best[i] - points }
  })
  return all
    .filter(({ lost }) => lost > 0)
    .toSorted((a, b) => b.lost - a.lost)
    .slice(0, reasons)
}
