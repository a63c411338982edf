import { pickTable } from '../binning/use/split-rows.ts'
import { DataError } from '../errors.ts'
import type { Scored } from '../measures/predictions/scored.ts'
import { eventLabels, type LogisticModel, type TargetChoice, withEvent } from '../models/logistic-model.ts'
import { tableColumn, tableRows } from '../summaries/column-table.ts'
import { markRows } from '../summaries/mark-rows.ts'
import type { NumberValues, Table, Target } from '../types.ts'
import { calledAs } from '../util/called-as.ts'
import { check, integer, isOptions, real } from '../util/check.ts'
import { readNumbers } from '../util/data-value.ts'
import { random } from '../util/random.ts'
import { assessCard, type CardAssessment } from './assess-card.ts'
import { makeScorecard, type ScorecardOptions } from './make-scorecard.ts'
import { scoreRows } from './score-rows.ts'
import type { Scorecard } from './scorecard.ts'

/** How a card is made of a table and judged by rows kept apart. */
export type CardTrialOptions = ScorecardOptions & {
  /** share of rows that are kept apart, from 0 to below 1; default 0.3 */
  readonly test?: number | undefined
  /** by which they are drawn; default 0 */
  readonly seed?: number | undefined
}

/** A card, and how well it does on rows that had no part in it. */
export interface CardTrial {
  /** the card, made from the other rows */
  readonly card: Scorecard
  /** how well it does */
  readonly assessment: CardAssessment
  /** how rows were kept apart, in words; null where none were */
  readonly apart: string | null
}

/**
 * Makes a scorecard as `makeScorecard` does, of rows of which some are kept apart, and tells how well it does on those.
 * `kerf scorecard` keeps the same rows apart.
 *
 *     const { card, assessment } = await tryScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(card.training.rows, assessment.heldOut?.rows, assessment.heldOut?.gini?.value.toFixed(2)) // → 213 87 0.81
 */
export async function tryScorecard(table: Table, given: CardTrialOptions): Promise<CardTrial> {
  return calledAs('tryScorecard', async () => {
    isOptions('tryScorecard', given)
    const { test = 0.3, seed = 0, ...options } = given
    check('tryScorecard', 'test', real({ min: 0, below: 1 }), test)
    check('tryScorecard', 'seed', integer(0), seed)
    const { kept, apart, words } = dealCardRows(tableRows('tryScorecard', table), { test, seed })
    const card = await makeScorecard(pickTable(table, Uint32Array.from(kept)), options)
    const { name, event } = card.target
    const { weights } = options
    const target = withEvent(markTarget(table, { target: name!, event: event!, weights }))
    const assessment = judgeCard(card, table, { target, weights, kept, apart, periods: [] })
    return { card, assessment, apart: words }
  })
}

/** Which rows a card is made from and judged by, by their numbers. */
export interface CardParts {
  readonly kept: readonly number[]
  readonly apart: readonly number[]
  readonly periods: readonly { readonly name: string; readonly rows: readonly number[] }[]
}

/** Rows drawn at random, each by itself. */
export function dealCardRows(
  rows: number,
  { test, seed }: { readonly test: number; readonly seed: number },
): Omit<CardParts, 'periods'> & { readonly words: string | null } {
  const { next } = random(seed)
  const kept: number[] = []
  const apart: number[] = []
  for (let row = 0; row < rows; row++) (next() < test ? apart : kept).push(row)
  if (kept.length === 0) throw new DataError('there is no row to learn from, all were kept apart')
  return { kept, apart, words: apart.length === 0 ? null : `rows drawn at random with seed ${seed}` }
}

/** The target over all rows of a table. */
export function markTarget(table: Table, choice: TargetChoice & { readonly target: string }): Target | null {
  const { target: name, event, weights: weightsName } = choice
  const weights = weightsName === undefined ? undefined : (table[weightsName] as NumberValues)
  const marked = { target: tableColumn('scorecard', table, name), targetKind: 'class', targetName: name } as const
  return markRows(tableRows('scorecard', table), { ...marked, event, weights, weightsName }).target
}

/** How well a card does on parts of a table, beside its first column alone. */
export function judgeCard(
  card: Scorecard,
  table: Table,
  judged: CardParts & { readonly target: LogisticModel['target']; readonly weights: string | undefined },
): CardAssessment {
  const { kept, apart, periods } = judged
  const scored = scoredRows(card, table, judged)
  const first = scoredRows(firstColumn(card), table, judged)
  return assessCard(card, {
    training: scored(kept),
    heldOut: apart.length === 0 ? null : scored(apart),
    alone: { name: card.columns[0].name, ...first(apart.length === 0 ? kept : apart) },
    periods: periods.map(({ name, rows }) => ({ name, ...scored(rows) })),
  })
}

/** A card of the column that tells most alone. */
function firstColumn(card: Scorecard): Scorecard {
  const encoder = { ...card.encoder, fields: card.encoder.fields.slice(0, 1) }
  return { ...card, encoder, columns: card.columns.slice(0, 1) }
}

/** Labels, scores and weights of some rows, of those that have a label. */
function scoredRows(
  card: Scorecard,
  table: Table,
  { target, weights: name }: { readonly target: LogisticModel['target']; readonly weights: string | undefined },
): (rows: readonly number[]) => Scored {
  const { scores } = scoreRows(card, table)
  const labels = eventLabels({ target }, table[target.name!])
  const weights = name === undefined ? null : readNumbers(table[name], { where: 'scorecard', column: name })
  return (rows) => {
    const known = rows.filter((row) => !Number.isNaN(labels[row]))
    return {
      labels: known.map((row) => labels[row]),
      scores: known.map((row) => scores[row]),
      weights: weights === null ? null : known.map((row) => weights[row] || 0),
    }
  }
}
