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

/** A sum over held-out rows, and what it is to be divided by. */
export interface Told {
  readonly sum: number
  readonly whole: number
}

/** What is known before any column is looked at: rows to learn from, and rows held out. */
export interface Prior {
  /** weight of one row, which is what every group is given on top, spread as all rows are */
  readonly extra: number
  /** class target: share of each class, with one extra row spread evenly */
  readonly shares: Float64Array
  /** class target: log2 of the share of each class as one group of all rows gives it */
  readonly logShares: Float64Array
  /** numeric target: mean */
  readonly mean: number
  /** weight of the rows held out, or their squared distances from the mean */
  readonly whole: number
}

/** Learns from some rows what the target is like, and measures by it the rows held out. O(rows). */
export function learnPrior(learnt: RowMarks, heldOut: RowMarks): Prior {
  const weightOf = ({ weights }: RowMarks, row: number): number => weights?.[row] ?? 1
  const classes = learnt.target?.kind === 'class' ? learnt.target.classes.length : 0
  const counts = new Float64Array(classes)
  let [weight, sum] = [0, 0]
  for (let row = 0; row < learnt.rows; row++) {
    const w = weightOf(learnt, row)
    weight += w
    if (learnt.codes !== null) counts[learnt.codes[row]] += w
    if (learnt.numbers !== null) sum += w * learnt.numbers[row]
  }
  const extra = learnt.rows === 0 ? 1 : weight / learnt.rows
  const mean = weight === 0 ? 0 : sum / weight
  const shares = counts.map((count) => (count + extra / classes) / (weight + extra))
  const logShares = counts.map((count, c) => log2((count + extra * shares[c]) / (weight + extra)))
  let whole = 0
  for (let row = 0; row < heldOut.rows; row++) {
    const away = heldOut.numbers === null ? 1 : heldOut.numbers[row] - mean
    whole += weightOf(heldOut, row) * away * away
  }
  return { extra, shares, logShares, mean, whole }
}

/**
 * What groups learnt on some rows tell about rows held out, over what is known without any column; negative where they
 * mislead. Classes: bits saved in telling the classes of the rows by the shares of their groups (less log loss). Numbers:
 * squared error taken away by the means of the groups. Every group counts one extra row that is spread as all rows are, so
 * that an empty one says what all say and a single one tells exactly nothing. O(groups · classes).
 */
export function tellHeldOut(learnt: readonly Counted[], heldOut: readonly Counted[], prior: Prior): Told {
  const one = prior.shares.length > 0 ? bitsSaved : errorSaved
  return { sum: learnt.reduce((sum, slot, i) => sum + one(slot, heldOut[i], prior), 0), whole: prior.whole }
}

function bitsSaved(learnt: Counted, heldOut: Counted, { extra, shares, logShares }: Prior): number {
  const weight = learnt.weight ?? learnt.count
  let bits = 0
  for (const [c, count] of (heldOut.classes ?? []).entries()) {
    if (count === 0) continue
    const share = ((learnt.classes?.[c] ?? 0) + extra * shares[c]) / (weight + extra)
    bits += count * (log2(share) - logShares[c])
  }
  return bits
}

/** Σw(y − m₀)² − Σw(y − m)², written so that large means do not swallow small distances. */
function errorSaved(learnt: Counted, heldOut: Counted, { extra, mean }: Prior): number {
  const weight = heldOut.weight ?? heldOut.count
  if (weight === 0) return 0
  const own = ((learnt.sum ?? 0) + extra * mean) / ((learnt.weight ?? learnt.count) + extra)
  const seen = (heldOut.sum ?? 0) / weight
  return (mean - own) * weight * (own - seen + (mean - seen))
}
