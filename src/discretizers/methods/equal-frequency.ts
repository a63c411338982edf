import { DataError } from '../../errors.ts'
import type { Closed, Note, NumberSummary, Reason } from '../../types.ts'
import { integer, oneOf, orOneOf } from '../../util/check.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import {
  ADVISED_RULES,
  type AdvisedRule,
  type BinCountRule,
  type BinsChosen,
  needsTarget,
  settleBins,
} from '../bin-count/bin-count-rules.ts'
import { settleAdvised } from '../bin-count/choose-bins.ts'
import { type ColumnView, cutBetween } from '../column-view.ts'
import type { Discretizer, Found, Refinement } from '../discretizer.ts'
import { everyCell, lookAtQuantiles, lookAtRanks, worstRank } from '../refine/look-at-cells.ts'

/** The options of `equalFrequency`. */
export type EqualFrequencyOptions = {
  /** number of bins, or a rule for it; fewer come out where values repeat */
  readonly bins: number | BinCountRule | AdvisedRule
  /** gap: cut midway between two values. linear: interpolated quantiles (type 7), which may cut at a value */
  readonly quantile: 'gap' | 'linear'
}

/** What is told of the method. */
const TOLD: Omit<Discretizer<EqualFrequencyOptions>, 'run'> = {
  name: 'equal-frequency',
  about: 'Cuts so that every bin holds about the same number of rows.',
  target: 'none',
  needs: ['counts'],
  wholeWeights: { quantile: 'linear' },
  options: {
    bins: {
      rule: orOneOf(integer(1, 1_000_000), ADVISED_RULES),
      default: 10,
      about: 'Number of bins, or a rule for it; fewer come out where values repeat.',
    },
    quantile: {
      rule: oneOf('gap', 'linear'),
      default: 'gap',
      about: 'gap: cut midway between two values. linear: interpolated quantiles (type 7), which may cut at a value.',
    },
  },
  presets: { numpy: { about: 'Quantiles as numpy and scikit-learn compute them.', options: { quantile: 'linear' } } },
}

/**
 * Bins that hold about the same number of rows. Equal values never part: cut i lies midway in the first gap between
 * distinct values below which at least i·n/N rows lie, and repeated cuts are taken once. O(cells).
 *
 *     const fitted = fit(ages, { method: equalFrequency, bins: 4 })
 *     console.log(fitted.cuts, fitted.bins.map(({ count }) => count)) // → [ 29.5, 41.5, 55.5 ] [ 83, 69, 76, 72 ]
 */
export const equalFrequency: Discretizer<EqualFrequencyOptions> = {
  ...TOLD,
  run,
  refinement: { of: run, start: refine, watch: 'shares' },
}

/** The method for columns without a target. It does without the machinery for a number of bins that a target advises. */
export const equalFrequencyAlone: Discretizer<EqualFrequencyOptions> = {
  ...TOLD,
  run: runAlone,
  refinement: { of: runAlone, start: refine, watch: 'shares' },
}

function run(view: ColumnView, options: EqualFrequencyOptions, closed: Closed, summary: NumberSummary): Found {
  return cutByRank(view, options, closed, (cutsOf) => settleAdvised(summary, closed, cutsOf))
}

function runAlone(view: ColumnView, options: EqualFrequencyOptions, closed: Closed): Found {
  return cutByRank(view, options, closed, needsTarget)
}

function cutByRank(
  view: ColumnView,
  options: EqualFrequencyOptions,
  closed: Closed,
  advise: (cutsOf: (bins: number) => readonly number[]) => BinsChosen,
): Found {
  const cut = (count: number): Found =>
    options.quantile === 'gap' ? gapCuts(view, count, closed) : linearCuts(view, count)
  const { bins, notes: chosen } =
    options.bins === 'advised' ? advise((count) => cut(count).cuts) : settleBins(view, options.bins)
  const found = cut(bins)
  const notes: Note[] = [...chosen]
  if (view.size > 1 && found.cuts.length < bins - 1) {
    const message = `${bins} bins asked for, ${found.cuts.length + 1} made: ${view.size < bins ? `there are ${view.size} distinct values` : 'equal values are never parted'}`
    notes.push({ code: 'fewer-bins', message })
  }
  return { ...found, notes }
}

/** Only the cells in which ranks lie matter; a number of bins that follows from the data needs all of them. */
function refine({ bins, quantile }: EqualFrequencyOptions): Refinement | null {
  if (typeof bins !== 'number') return null
  const look = quantile === 'linear' ? lookAtQuantiles : lookAtRanks
  return { look: ({ view }) => everyCell(view) ?? look(view, bins), worstRank: (view) => worstRank(view, bins) }
}

function gapCuts(view: ColumnView, bins: number, closed: Closed): Found {
  const { size, lo, hi, weights, total } = view
  const cuts: number[] = []
  const reasons: Reason[] = []
  const cutAfter = (cell: number): number => cutBetween(hi[cell], lo[cell + 1], closed)
  // Ten weights of 0.1 must count as much as ten rows, whatever rounding does to their sum.
  const reaches = (a: number, b: number): boolean => a >= b || (view.weighted && !clearlyLarger(b, a))
  let wanted = 1 // the cut looked for next
  let below = 0
  for (let cell = 0; cell < size - 1 && wanted < bins; cell++) {
    const before = below
    below += weights[cell]
    if (!reaches(below * bins, wanted * total)) continue
    const rank = (wanted * total) / bins
    const runnerUp = cell === 0 ? null : { cut: cutAfter(cell - 1), score: before }
    cuts.push(cutAfter(cell))
    reasons.push({ measure: 'rank', score: below, bar: rank, margin: below - rank, runnerUp })
    while (wanted < bins && reaches(below * bins, wanted * total)) wanted++
  }
  return { cuts, reasons }
}

/** numpy's default quantiles (Hyndman and Fan's type 7), computed in numpy's order of operations so that bits agree. */
function linearCuts(view: ColumnView, bins: number): Found {
  const { size, lo, weights, total } = view
  if (size < 2) return { cuts: [], reasons: [] }
  if (!weights.every((weight) => Number.isInteger(weight))) {
    throw new DataError('equal-frequency: linear quantiles need whole weights, since a rank is a number of rows')
  }
  const cuts: number[] = []
  const reasons: Reason[] = []
  let cell = 0
  let through = weights[0] // rows up to and including this cell
  for (let i = 1; i < bins; i++) {
    const rank = (total - 1) * ((i * (100 / bins)) / 100)
    const index = Math.floor(rank)
    while (through <= index && cell < size - 1) through += weights[++cell]
    const a = lo[cell]
    const b = through <= index + 1 && cell < size - 1 ? lo[cell + 1] : a
    const cut = interpolate(a, b, rank - index) + 0
    // A cut on the smallest or largest value is an outer edge, and edges are unique.
    if (cut <= lo[0] || cut >= lo[size - 1] || cut <= (cuts.at(-1) ?? -Infinity)) continue
    cuts.push(cut)
    reasons.push({ measure: 'rank', score: rank, bar: null, margin: null, runnerUp: null })
  }
  return { cuts, reasons }
}

/** Between a and b as numpy does it: from the nearer end. */
export function interpolate(a: number, b: number, part: number): number {
  const span = b - a
  if (!Number.isFinite(span)) return interpolate(a / 4, b / 4, part) * 4
  return part >= 0.5 ? b - span * (1 - part) : a + span * part
}
