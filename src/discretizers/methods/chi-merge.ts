import { ArgumentError } from '../../errors.ts'
import { chiSquareQuantileOfTail } from '../../measures/distributions/chi-square-distribution.ts'
import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import type { Note } from '../../types.ts'
import { flag, integer, oneOf, orNull, real } from '../../util/check.ts'
import type { Blocks } from '../search/blocks.ts'
import {
  chiSquareDifference,
  foundBoundaries,
  manyBinsNotes,
  mergeByChiSquare,
  type MergeRule,
  startBlocksOf,
} from '../search/bottom-up.ts'
import { classesPresent, type ColumnView, cutBetween } from '../column-view.ts'
import { type Discretizer, withNotes } from '../discretizer.ts'

/** The options of `chiMerge`. */
export type ChiMergeOptions = {
  /** significance level: smaller gives fewer bins */
  readonly alpha: number
  /** least χ² between bins, instead of alpha */
  readonly threshold: number | null
  /** least expected count in the denominator; 0.5 gives Kerber's published table, 0 the plain χ² */
  readonly expectedFloor: number
  /** added to every count before the test */
  readonly addToCounts: number
  /** start from the intervals between class boundaries or from the distinct values */
  readonly start: 'boundaries' | 'distinct'
  /** also merge a pair whose χ² just equals the threshold */
  readonly mergeEqual: boolean
  /** stop merging at this many bins */
  readonly minBins: number
  /** go on merging down to this many bins */
  readonly maxBins: number | null
}

/**
 * ChiMerge (Kerber 1992): start with many narrow intervals and merge the neighbours whose classes differ least, until all
 * neighbours differ significantly by the χ² test. O(n log n), by a linked list and a tournament.
 *
 *     // Neighbours that may be alike are merged; a smaller alpha merges more.
 *     console.log(fit(ages, { target: bought, method: chiMerge, alpha: 0.001 }).cuts) // → [ 30.5 ]
 */
export const chiMerge: Discretizer<ChiMergeOptions> = {
  name: 'chi-merge',
  about: 'Merges neighbouring intervals until their classes differ significantly (χ² test).',
  target: 'class',
  needs: ['counts', 'exact'],
  options: {
    alpha: {
      rule: real({ above: 0, below: 1 }),
      default: 0.05,
      about: 'Significance level: smaller gives fewer bins.',
    },
    threshold: { rule: orNull(real({ min: 0 })), default: null, about: 'Least χ² between bins, instead of alpha.' },
    expectedFloor: {
      rule: real({ min: 0 }),
      default: 0.5,
      about: "Least expected count in the denominator; 0.5 gives Kerber's published table, 0 the plain χ².",
    },
    addToCounts: { rule: real({ min: 0 }), default: 0, about: 'Added to every count before the test.' },
    start: {
      rule: oneOf('boundaries', 'distinct'),
      default: 'boundaries',
      about: 'Start from the intervals between class boundaries or from the distinct values.',
    },
    mergeEqual: { rule: flag(), default: false, about: 'Also merge a pair whose χ² just equals the threshold.' },
    minBins: { rule: integer(1), default: 1, about: 'Stop merging at this many bins.' },
    maxBins: { rule: orNull(integer(1)), default: null, about: 'Go on merging down to this many bins.' },
  },
  presets: {
    r: {
      about: "As R's discretization: plain χ², 0.0001 in every cell, from distinct values, merges at equality.",
      options: { expectedFloor: 0, addToCounts: 0.0001, start: 'distinct', mergeEqual: true },
      closed: 'right',
    },
    plain: { about: 'Textbook χ² without a floor.', options: { expectedFloor: 0 } },
  },
  bestCandidate: () => ({
    ...chiMerge,
    // The cut that was merged last.
    run: (view, options, closed, summary) =>
      chiMerge.run(view, { ...options, minBins: 2, maxBins: 2 }, closed, summary),
  }),
  sort: sortCells,
  run(view, options, closed) {
    const most = options.maxBins ?? Infinity
    if (most < options.minBins) {
      throw new ArgumentError(`chi-merge: maxBins must be at least minBins (${options.minBins}), got ${most}`, {
        code: 'out-of-range',
      })
    }
    const bar = chiMergeBar(view, options)
    const { mergeEqual, minBins: fewest, start } = options
    const boundaries = mergeByChiSquare(view, start, options, { bar, mergeEqual, fewest, most })
    const found = foundBoundaries(boundaries, bar, (cell) => cutBetween(view.hi[cell - 1], view.lo[cell], closed))
    const bins = found.cuts.length + 1
    const notes: Note[] = []
    const weak = boundaries.scores.filter((score) => score < bar).length
    if (weak > 0) {
      const message = `${weak} cuts stay below the bar because of minBins ${options.minBins}`
      notes.push({ code: 'weak-cuts', message })
    }
    if (view.size > 0 && bins < options.minBins) {
      const message = `${options.minBins} bins asked for, ${bins} made: there is no more to tell apart`
      notes.push({ code: 'fewer-bins', message })
    }
    return withNotes(found, [...notes, ...manyBinsNotes(bins)])
  },
}

/** The least χ² that keeps neighbours apart. */
function chiMergeBar(view: ColumnView, { alpha, threshold }: ChiMergeOptions): number {
  const classes = classesPresent(view)
  return classes < 2 ? Infinity : (threshold ?? chiSquareQuantileOfTail(alpha, classes - 1))
}

/** What merging starts from, the least χ² that keeps neighbours apart, and which pairs are merged. */
export function chiMergeRule(
  view: ColumnView,
  options: ChiMergeOptions,
): { blocks: Blocks; bar: number; rule: MergeRule } {
  const { mergeEqual, minBins, start } = options
  const most = options.maxBins ?? Infinity
  const bar = chiMergeBar(view, options)
  const rule: MergeRule = {
    difference: chiSquareDifference(view.classCount, options),
    merges: (difference, bins) =>
      bins > minBins && (difference < bar || (mergeEqual && difference === bar) || bins > most),
  }
  return { blocks: startBlocksOf(view, start), bar, rule }
}
