import { ArgumentError } from '../../errors.ts'
import { cutsByCount } from '../../discretizers/optimal/cuts-by-count.ts'
import { totalEntropy } from '../../measures/entropy.ts'
import type { NumberSummary } from '../../types.ts'
import { bisectLeft } from '../../util/bisect.ts'
import { check, integer, knownOptions } from '../../util/check.ts'
import { log2 } from '../../util/numbers/log2.ts'
import { random } from '../../util/random.ts'
import { resampler } from './resample-cells.ts'

/** How a curve over bins is made. */
export type BinsCurveOptions = {
  /** most bins; default 10 */
  readonly most?: number | undefined
  /** how often rows are drawn again; default 20 */
  readonly resamples?: number | undefined
  /** of the random numbers; the same gives the same answer everywhere; default 1 */
  readonly seed?: number | undefined
}

/** What was found on rows held out: the mean over the draws, and where nine of ten of them lie. */
export interface HeldOut {
  /** over the draws */
  readonly mean: number
  /** one of twenty draws gives less */
  readonly low: number
  /** one of twenty draws gives more */
  readonly high: number
}

/** So many bins: what they tell of the rows they were made from, and of rows held out. */
export interface BinsPoint {
  /** how many */
  readonly bins: number
  /** information in bits per row, or the share of the variance of a numeric target */
  readonly told: number
  /** the same of rows that were not drawn */
  readonly heldOut: HeldOut
  /** area under the ROC curve; null unless there are two classes */
  readonly auc: number | null
  /** the same on rows that were not drawn */
  readonly aucHeldOut: HeldOut | null
}

/** What a column tells with 1, 2, 3 … bins. */
export interface BinsCurve {
  /** what `told` counts: bits per row of classes, or the share of the variance of a number */
  readonly measure: 'information' | 'variance'
  /** how often rows were drawn again */
  readonly resamples: number
  /** of the random numbers */
  readonly seed: number
  /** one for each number of bins from 1 on */
  readonly points: readonly BinsPoint[]
  /** the fewest bins that tell about as much of other rows as any number does */
  readonly enough: number
}

/** Where the search for the best bins may cut: enough for a curve, few enough to be quick. */
const PLACES = 60

/**
 * More bins have to gain so much of the spread that gains have over the draws, or fewer are enough. Chosen by simulation, so
 * that of columns of noise at least 95 in 100 are left whole: docs/calibration.md has what it finds.
 */
const GAINED = 0.5

/**
 * What more bins would tell: for each number of bins the ones that tell most of the target are looked for, on the rows and
 * on rows drawn from them with replacement; the latter are tried on the rows that were not drawn. What they tell of their
 * own rows rises with every bin; what they tell of others stops rising, and that is how many bins the column is good for.
 * Needs a target and an exact summary. O(resamples · (rows + most · a search over 60 places)).
 */
export function binsCurve(summary: NumberSummary, options: BinsCurveOptions = {}): BinsCurve {
  knownOptions('binsCurve', options, { most: 1, resamples: 1, seed: 1 })
  const { most = 10, resamples = 20, seed = 1 } = options
  check('binsCurve', 'most', integer(1), most)
  check('binsCurve', 'resamples', integer(1), resamples)
  check('binsCurve', 'seed', integer(0), seed)
  const { draw } = resampler('binsCurve', summary)
  if (summary.target === null)
    throw new ArgumentError('binsCurve: needs a summary with a target, got one without', { code: 'bad-data' })
  const rolls = random(seed)
  const draws = Array.from({ length: resamples }, () => draw(rolls))
    .filter(({ left }) => left.cells.size > 0)
    .map(({ drawn, left }) => ({ drawn, left, best: cutsByCount(drawn, PLACES) }))
  const best = cutsByCount(summary, PLACES)
  const points: BinsPoint[] = []
  const told: (number | null)[][] = []
  for (let bins = 1; bins <= most; bins++) {
    const cuts = best(bins)
    if (cuts === null) break
    const tried = draws.map((one) => {
      const found = one.best(bins)
      return found === null ? null : tryBins(one.drawn, one.left, found)
    })
    if (tried.every((one) => one === null)) break
    const own = tryBins(summary, summary, cuts, true)
    const aucs = tried.flatMap((one) => one?.auc ?? [])
    told.push(tried.map((one) => one?.told ?? null))
    points.push({
      bins,
      told: own.told,
      heldOut: spread(tried.flatMap((one) => one?.told ?? [])),
      auc: own.auc,
      aucHeldOut: aucs.length === 0 ? null : spread(aucs),
    })
  }
  const measure = summary.target.kind === 'class' ? 'information' : 'variance'
  return { measure, resamples, seed, points, enough: enoughBins(points, told) }
}

/**
 * The fewest bins that tell about as much of other rows as any number does. What the best number gains on fewer is looked
 * at draw by draw, since both were tried on the same rows.
 */
function enoughBins(points: readonly BinsPoint[], told: readonly (readonly (number | null)[])[]): number {
  let most = 0
  points.forEach(({ heldOut }, i) => (most = heldOut.mean > points[most].heldOut.mean ? i : most))
  const enough = told.findIndex((own) => {
    const gains = own.flatMap((less, i) => (less === null ? [] : [(told[most][i] ?? less) - less]))
    const mean = total(gains) / gains.length
    const variance = total(gains.map((gain) => (gain - mean) ** 2)) / gains.length
    return mean <= GAINED * Math.sqrt(variance)
  })
  return enough + 1
}

/** Sums of each bin between cuts, channel by channel. */
function binSums({ cells }: NumberSummary, cuts: readonly number[]): number[][] {
  const { channels, sums } = cells.tallies
  const bins = Array.from({ length: cuts.length + 1 }, () => Array.from({ length: channels }, () => 0))
  let bin = 0
  const ends = cuts.map((cut) => bisectLeft(cells.lo, cut))
  for (let cell = 0; cell < cells.size; cell++) {
    while (bin < ends.length && cell >= ends[bin]) bin++
    for (let c = 0; c < channels; c++) bins[bin][c] += sums[cell * channels + c]
  }
  return bins
}

/** What bins made from some rows tell of others; `same` where these are the same rows. */
function tryBins(
  made: NumberSummary,
  others: NumberSummary,
  cuts: readonly number[],
  same = false,
): { told: number; auc: number | null } {
  const [own, held] = [binSums(made, cuts), binSums(others, cuts)]
  if (made.target?.kind !== 'class') return { told: varianceTold(own, held), auc: null }
  return { told: informationTold(own, held, same), auc: made.target.classes.length === 2 ? aucOf(own, held) : null }
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
const together = (bins: readonly (readonly number[])[]): number[] => bins[0].map((_, c) => total(bins.map((bin) => bin[c]))) // prettier-ignore

/** Bits per row that knowing the bin saves; of rows held out a bin says a little of what all rows say, so that none is impossible. */
function informationTold(
  own: readonly (readonly number[])[],
  held: readonly (readonly number[])[],
  same: boolean,
): number {
  // prettier-ignore
  const all = together(own)
  const rows = total(all)
  if (same) return (totalEntropy(all, rows) - total(own.map((bin) => totalEntropy(bin, total(bin))))) / rows
  const prior = all.map((count) => (count + 0.5) / (rows + 0.5 * all.length))
  let saved = 0
  held.forEach((bin, b) => {
    const inBin = total(own[b])
    bin.forEach((count, c) => {
      if (count > 0) saved += count * (log2((own[b][c] + prior[c]) / (inBin + 1)) - log2(prior[c]))
    })
  })
  return saved / total(held.map(total))
}

/** The share of the variance of rows held out that the means of the bins explain. */
function varianceTold(own: readonly (readonly number[])[], held: readonly (readonly number[])[]): number {
  const all = together(own)
  const mean = all[1] / all[0]
  const around = ([weight, sum, squares]: readonly number[], middle: number): number => squares - 2 * middle * sum + weight * middle * middle // prettier-ignore
  const before = total(held.map((bin) => around(bin, mean)))
  const after = total(held.map((bin, b) => around(bin, own[b][0] > 0 ? own[b][1] / own[b][0] : mean)))
  return before > 0 ? 1 - after / before : 0
}

/** How often a row of the second class lies in a bin of a higher rate than one of the first; half for the same bin. */
function aucOf(own: readonly (readonly number[])[], held: readonly (readonly number[])[]): number | null {
  const rate = ([no, yes]: readonly number[]): number => (no + yes > 0 ? yes / (no + yes) : 0)
  const order = own.map((_, b) => b).toSorted((a, b) => rate(own[a]) - rate(own[b]))
  const [no, yes] = together(held)
  if (no === 0 || yes === 0) return null
  let [below, wins] = [0, 0]
  for (const b of order) {
    wins += held[b][1] * (below + held[b][0] / 2)
    below += held[b][0]
  }
  return wins / (no * yes)
}

function spread(values: readonly number[]): HeldOut {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]
  return { mean: total(values) / values.length, low: at(0.05), high: at(0.95) }
}
