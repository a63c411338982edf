import { explainedVariance } from '../../measures/explained-variance.ts'
import { gain } from '../../measures/gain.ts'
import { ASIDE, type RowMarks } from '../../summaries/tallies.ts'
import type { Closed, NumberSummary } from '../../types.ts'
import { log2 } from '../../util/numbers/log2.ts'
import type { Counted } from '../binning.ts'
import { countBins, countedSlot, numberPart } from '../count-bins.ts'

/** What cuts hold on a summary: the bins, missing values, special codes. */
export function countSlots(summary: NumberSummary, cuts: readonly number[], closed: Closed): Counted[] {
  const { aside, target, weighted, specialCodes } = summary
  const slots = [ASIDE.missing, ...specialCodes.map((_, i) => ASIDE.special + i)]
  return [...countBins(summary, cuts, closed).bins, ...slots.map((slot) => countedSlot(aside, slot, target, weighted))]
}

/** What slots tell on the rows they were counted on: gain in bits per row, or the share of the variance explained. */
export function toldBy(slots: readonly Counted[]): number {
  const tables = slots.flatMap(({ classes }) => (classes === undefined ? [] : [classes]))
  return tables.length > 0 ? gain(tables) : explainedVariance(slots.map(numberPart))
}

/** What is known of the target before any column is looked at, from the rows that are learnt from. */
export interface Prior {
  /** weight of one row, which is what every group is given on top, spread as all rows are */
  readonly extra: number
  /** class target: share of each class, with one extra row spread evenly */
  readonly shares: Float64Array
  /** class target: log2 of the share of each class as one group of all rows gives it */
  readonly logShares: Float64Array
  /** numeric target: mean */
  readonly mean: number
}

/** Learns from some rows what the target is like. O(rows). */
export function learnPrior(learnt: RowMarks): Prior {
  const classes = learnt.target?.kind === 'class' ? learnt.target.classes.length : 0
  const counts = new Float64Array(classes)
  let [weight, sum] = [0, 0]
  for (let row = 0; row < learnt.rows; row++) {
    const w = learnt.weights?.[row] ?? 1
    weight += w
    if (learnt.codes !== null) counts[learnt.codes[row]] += w
    if (learnt.numbers !== null) sum += w * learnt.numbers[row]
  }
  const extra = learnt.rows === 0 ? 1 : weight / learnt.rows
  const mean = weight === 0 ? 0 : sum / weight
  const shares = counts.map((count) => (count + extra / classes) / (weight + extra))
  const logShares = counts.map((count, c) => log2((count + extra * shares[c]) / (weight + extra)))
  return { extra, shares, logShares, mean }
}

/** What a row held out is to be judged by: its share of the whole. Classes: its weight. Numbers: w(y − mean)². */
export function wholeOf({ weights, numbers }: RowMarks, row: number, { mean }: Prior): number {
  const away = numbers === null ? 1 : numbers[row] - mean
  return (weights?.[row] ?? 1) * away * away
}

/**
 * What groups learnt on some rows say of a row held out, over what is known without any column; negative where they
 * mislead. Classes: the bits saved for each class in each group (less log loss), group by group. Every group counts one
 * extra row that is spread as all rows are, so that an empty one says what all say and a single one tells exactly
 * nothing. O(groups · classes).
 */
export function bitsSaved(learnt: readonly Counted[], { extra, shares, logShares }: Prior): Float64Array {
  const bits = new Float64Array(learnt.length * shares.length)
  for (const [slot, { count, weight = count, classes }] of learnt.entries()) {
    for (let c = 0; c < shares.length; c++) {
      const share = ((classes?.[c] ?? 0) + extra * shares[c]) / (weight + extra)
      bits[slot * shares.length + c] = log2(share) - logShares[c]
    }
  }
  return bits
}

/** Numbers: the mean that each group foretells, with the same extra row. */
export function groupMeans(learnt: readonly Counted[], { extra, mean }: Prior): Float64Array {
  return Float64Array.from(learnt, ({ count, weight = count, sum = 0 }) => (sum + extra * mean) / (weight + extra))
}
