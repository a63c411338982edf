import { type Binning, type Column, hasCuts, VERSION } from '../binning/binning.ts'
import { fitTable } from '../binning/fit/fit-table.ts'
import { everySlot } from '../binning/use/binning-table.ts'
import { recount } from '../binning/use/recount.ts'
import { optimal } from '../discretizers/methods/optimal.ts'
import { encodeSparse } from '../encoders/encode.ts'
import type { EncoderField } from '../encoders/encoder.ts'
import { slotsOf } from '../encoders/field-source.ts'
import { makeEncoder } from '../encoders/make-encoder.ts'
import { eventCounts, woe } from '../encoders/woe.ts'
import { ArgumentError, DataError } from '../errors.ts'
import { type EventCounts, informationValue } from '../measures/weight-of-evidence.ts'
import { labelTable, type TargetChoice, withEvent } from '../models/logistic-model.ts'
import { trainLogistic } from '../models/logistic.ts'
import type { Table } from '../types.ts'
import { calledAs } from '../util/called-as.ts'
import { flag, mustBe, type OptionRules, real, resolveOptions } from '../util/check.ts'
import { cardScale, exactPoints, wholePoints } from './card-scale.ts'
import { type Candidate, chooseCardColumns } from './choose-card-columns.ts'
import type { CardColumn, LeftOutColumn, Scorecard } from './scorecard.ts'

/** The bins of a card where none are given: optimal ones by the preset for scores. */
export const CARD_BINS: { readonly method: typeof optimal; readonly preset: string } = {
  method: optimal,
  preset: 'credit',
}

/** The options of a card that have a default. */
export type CardRules = {
  /** the score at which the odds are `baseOdds`; default 600 */
  readonly baseScore: number
  /** rows without the event per row of the event at that score; default 50 */
  readonly baseOdds: number
  /** points that double the odds; default 20 */
  readonly doubleOdds: number
  /** least information value of a column; default 0.02 */
  readonly minIv: number
  /** largest correlation with a column that tells more; default 0.8 */
  readonly maxCorrelation: number
  /** penalty of the regression, as in `trainLogistic`; default 1 */
  readonly l2: number
  /** whether points are whole numbers; default true */
  readonly round: boolean
}

/** Those options, each with its rule, default and a sentence. */
export const CARD_RULES: OptionRules<CardRules> = {
  baseScore: { rule: real(), default: 600, about: 'The score at which the odds are those of --base-odds.' },
  baseOdds: {
    rule: real({ above: 0 }),
    default: 50,
    about: 'Rows without the event per row of the event at that score.',
  },
  doubleOdds: { rule: real({ above: 0 }), default: 20, about: 'Points that double the odds.' },
  minIv: { rule: real({ min: 0 }), default: 0.02, about: 'Least information value of a column.' },
  maxCorrelation: {
    rule: real({ above: 0, max: 1 }),
    default: 0.8,
    about: 'Largest correlation with a column that tells more, by weight of evidence.',
  },
  l2: { rule: real({ min: 0 }), default: 1, about: 'Penalty of the regression.' },
  round: { rule: flag(), default: true, about: 'Whether points are whole numbers.' },
}

/** How a card is made of a table. */
export type ScorecardOptions = TargetChoice &
  Partial<CardRules> & {
    /** bins to use, counted again on the rows of the table; default optimal ones with a monotone rate */
    readonly binning?: Binning | undefined
    /** names of the columns to choose from; default all of the binning, or all but target and weights */
    readonly columns?: readonly string[] | undefined
  }

/**
 * Makes a scorecard: bins, weight of evidence, columns that tell enough and do not repeat each other, a logistic
 * regression on them, and points. A column whose coefficient has the wrong sign says the opposite of its own bins; the
 * worst is left out and the regression fitted again, until there is none.
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(card.columns[0]?.slots.map(({ label, points }) => `${label}: ${points}`))
 *     // → [ '< 30.5: 431', '[30.5, 37.5): 530', '≥ 37.5: 571', 'missing: 509' ]
 */
export async function makeScorecard(table: Table, given: ScorecardOptions): Promise<Scorecard> {
  return calledAs('makeScorecard', async () => {
    const { binning: bins, target, event, weights, columns, ...rest } = given
    const rules = resolveOptions<CardRules>('makeScorecard', CARD_RULES, rest)
    const choice = { target, event, weights }
    const binning = await binsOf(table, bins, choice, columns)
    const encoder = makeEncoder(binning, { encoding: woe, columns })
    const labelled = labelTable(table, encoder, choice)
    const worth = labelled.weights ?? new Float64Array(labelled.labels.length).fill(1)
    const candidates = encoder.fields.map((field) => candidateOf(field, binning, table))
    const choose = (from: readonly CardCandidate[]): Chosen => chooseCardColumns(from, worth, rules)
    const fitted = await fitSigned(table, binning, candidates, { labelled, l2: rules.l2, choose })
    const kept = fitted.columns
    const used = makeEncoder(binning, { encoding: woe, columns: kept.map(({ name }) => name) })
    const { baseScore, baseOdds, doubleOdds } = rules
    const scale = cardScale({ baseScore, baseOdds, doubleOdds })
    return {
      format: 'kerf-scorecard',
      version: 1,
      created: { kerf: VERSION, options: rules },
      target: labelled.target,
      scale,
      intercept: fitted.intercept,
      encoder: used,
      columns: withPoints(kept, fitted, { scale, round: rules.round }),
      leftOut: fitted.leftOut,
      training: totals(labelled.labels, worth),
    }
  })
}

/** The bins given, counted on these rows; or bins of their own. */
async function binsOf(
  table: Table,
  given: Binning | undefined,
  { target, event, weights }: TargetChoice,
  columns: readonly string[] | undefined,
): Promise<Binning> {
  if (given === undefined) {
    if (target === undefined)
      throw new ArgumentError('makeScorecard: target must be the name of a column, got nothing', { code: 'wrong-type' })
    return fitTable(table, { target, targetKind: 'class', event, weights, columns, all: CARD_BINS })
  }
  mustBe('makeScorecard', 'binning', given)
  const name = target ?? given.target?.name ?? undefined
  const fitted = given.target?.kind === 'class' ? given : { ...given, target: null }
  const counted = recount(fitted, table, { target: name, weights })
  const found = counted.target
  const named = found?.kind === 'class' && event !== undefined ? { ...found, event: String(event) } : found
  return { ...counted, target: withEvent(named) }
}

interface CardCandidate extends Candidate {
  readonly slotCounts: readonly (EventCounts & { readonly label: string })[]
}

function candidateOf(field: EncoderField, { columns, target }: Binning, table: Table): CardCandidate {
  const column = columns.find(({ name }) => name === field.name)!
  const slotCounts = everySlot(column).map(({ label, counted }) => ({ label, ...eventCounts(counted, target) }))
  return {
    name: field.name,
    iv: informationValue(slotCounts),
    woes: withAsides(column, field.values!),
    slots: slotsOf(field, table[field.name]),
    counts: slotCounts.map(({ event, rest }) => event + rest),
    events: slotCounts.map(({ event }) => event),
    slotCounts,
  }
}

/** By slot; what a policy sends to a bin has the number of that bin. */
function withAsides(column: Column, values: readonly number[]): number[] {
  const asides = [column.missing, ...(hasCuts(column) ? column.special : [])]
  const k = column.bins.length
  return values.map((value, slot) => values[asides[slot - k]?.bin ?? slot] ?? value)
}

type Chosen = ReturnType<typeof chooseCardColumns<CardCandidate>>

interface SignedFit {
  readonly columns: readonly CardCandidate[]
  readonly coefficients: readonly number[]
  readonly intercept: number
  readonly leftOut: readonly LeftOutColumn[]
}

/** The regression on the columns whose coefficients have the right sign: a higher weight of evidence, a likelier event. */
async function fitSigned(
  table: Table,
  binning: Binning,
  candidates: readonly CardCandidate[],
  how: {
    readonly labelled: ReturnType<typeof labelTable>
    readonly l2: number
    readonly choose: (from: readonly CardCandidate[]) => Chosen
  },
): Promise<SignedFit> {
  const { labelled, l2, choose } = how
  const wrong: LeftOutColumn[] = []
  for (let left = candidates; left.length > 0;) {
    // A column that was left out only because of one that is gone gets another chance.
    const { chosen: columns, leftOut } = choose(left)
    if (columns.length === 0) break
    const encoder = makeEncoder(binning, { encoding: woe, columns: columns.map(({ name }) => name) })
    const rows = encodeSparse(encoder, table)
    const { weights, intercept } = await trainLogistic(
      { rows, labels: labelled.labels, weights: labelled.weights },
      { l2, tolerance: 1e-8 },
    )
    const worst = weights.indexOf(Math.min(...weights))
    if (weights[worst] > 0)
      return { columns, coefficients: Array.from(weights), intercept, leftOut: [...leftOut, ...wrong] }
    wrong.push({ name: columns[worst].name, why: 'sign', value: weights[worst] + 0, limit: 0, other: null })
    left = left.filter((one) => one !== columns[worst])
  }
  throw new DataError(
    `makeScorecard: no column is left for the card: none of ${binning.columns.length} tells enough of the target; lower minIv (--min-iv), or give other columns${undivided(binning)}`,
  )
}

/** A column that tells the classes apart without fail is left whole by bins that must hold both of them. */
function undivided({ columns }: Binning): string {
  const whole = columns.filter((column) => hasCuts(column) && column.cuts.length === 0).length
  if (whole === 0) return ''
  return `; ${whole} of them ${whole === 1 ? 'has' : 'have'} one bin, as a column has whose cuts would leave a bin without one of the classes: bins of your own (--binning) may cut it`
}

function withPoints(
  columns: readonly CardCandidate[],
  { coefficients, intercept }: SignedFit,
  { scale, round }: { readonly scale: Scorecard['scale']; readonly round: boolean },
): CardColumn[] {
  const weighed = columns.map(({ woes, slotCounts }, i) => ({
    coefficient: coefficients[i],
    woes,
    weights: slotCounts.map(({ event, rest }) => event + rest),
  }))
  const exact = exactPoints(weighed, intercept, scale)
  const points = round ? wholePoints(weighed, exact) : exact
  return columns.map(({ name, iv, woes, slotCounts }, i) => ({
    name,
    coefficient: coefficients[i],
    iv,
    slots: slotCounts.map(({ label, event, rest }, slot) => ({
      label,
      points: points[i][slot],
      exact: exact[i][slot],
      woe: woes[slot],
      weight: event + rest,
      events: event,
    })),
  }))
}

function totals(labels: ArrayLike<number>, weights: Float64Array): Scorecard['training'] {
  let [rows, weight, events] = [0, 0, 0]
  for (let row = 0; row < weights.length; row++) {
    if (weights[row] === 0) continue
    rows++
    weight += weights[row]
    events += weights[row] * labels[row]
  }
  return { rows, weight, events }
}
