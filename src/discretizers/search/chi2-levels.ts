import { chiSquareQuantileOfTail } from '../../measures/distributions/chi-square-distribution.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import {
  type Boundaries,
  byChiSquare,
  type ChiMerging,
  type ChiSquareChange,
  type MergeEnd,
  type MergeLimits,
} from '../../wasm/fast-chi-merge.ts'
import { classesPresent, type ColumnView } from '../column-view.ts'
import type { Blocks } from './blocks.ts'
import {
  bottomUp,
  byCells,
  chiSquareDifference,
  type MergeRule,
  type MergeStart,
  startBlocksOf,
  startCells,
} from './bottom-up.ts'

/** What says how much inconsistency is allowed; see the options of `chi2`. */
export interface Chi2Limit {
  readonly delta: number
  readonly absolute: boolean
}

/** How Chi2 merges; see its options. */
export interface LevelOptions extends Chi2Limit, ChiSquareChange {
  readonly startLevel: number
  readonly mergeEqual: boolean
  readonly maxBins: number | null
}

/** The levels of a common table of χ², from which a significance level is lowered step by step. */
const LEVELS: readonly number[] = [0.5, 0.25, 0.2, 0.1, 0.05, 0.025, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001]

/** By how much the bar grows where the table ends. */
const GROWTH = 1.25

/**
 * The χ² bar of each step of Chi2. Step 0 is the start level, then come the lower levels of a table down to 0.0001;
 * from there on the bar itself grows by a quarter per step, so that any two bins are merged after a few dozen steps,
 * however different they are. `classes` are those that occur; with less than two there is nothing to tell apart.
 */
export function risingBars(startLevel: number, classes: number): (step: number) => number {
  if (classes < 2) return () => Infinity
  const levels = [startLevel, ...LEVELS.filter((level) => level < startLevel)]
  const bars = levels.map((level) => chiSquareQuantileOfTail(level, classes - 1))
  return (step) => {
    while (bars.length <= step) bars.push(bars[bars.length - 1] * GROWTH)
    return bars[step]
  }
}

/** How different two neighbouring bins are. */
export function pairDifference({ classCount }: ColumnView, options: ChiSquareChange): MergeRule['difference'] {
  return chiSquareDifference(classCount, options)
}

/** Whether a pair so different is merged at this bar; the last bar merges also what is no number. */
export function isBelow(difference: number, bar: number, { mergeEqual }: Pick<LevelOptions, 'mergeEqual'>): boolean {
  return difference < bar || (mergeEqual && difference === bar) || bar === Infinity
}

/** The inconsistency that counts against delta: rows outside the largest class of their bin, less those of the raw values. */
export function countedRate(inconsistent: number, raw: number, total: number, { absolute }: Chi2Limit): number {
  return total === 0 ? 0 : (inconsistent - (absolute ? 0 : raw)) / total
}

/** Whether so much inconsistency is allowed. None at all always is, so that a delta of 0 still merges what costs nothing. */
export function isConsistent(rate: number, { delta }: Chi2Limit): boolean {
  return rate === 0 || clearlyLarger(delta, rate)
}

/** Merges down to so many bins, and further where pairs are below the bar. */
export function mergingTo(view: ColumnView, wanted: number, bar: number | null, options: LevelOptions): MergeRule {
  return {
    difference: pairDifference(view, options),
    merges: (difference, bins) => bins > wanted || (bar !== null && isBelow(difference, bar, options)),
  }
}

/** Who follows the search: told of each merge before it is made, and of each level when nothing is left to merge at it. */
export interface LevelWatch {
  readonly onMerge: NonNullable<MergeRule['onMerge']>
  readonly onLevel: (level: { step: number; bins: number; rate: number; consistent: boolean }) => void
}

/**
 * How many bins are left at the last step that keeps the bins consistent. One sequence of merges serves all steps: each
 * level merges the least different pair while that is below its bar, so a higher bar goes on where the lower one stopped.
 * The start level is kept in any case; `exceeded` is its rate where that is too high.
 */
export function searchLevels(
  view: ColumnView,
  blocks: Blocks,
  options: LevelOptions,
  watch?: LevelWatch,
): { bins: number; step: number; exceeded: number | null } {
  const barOf = risingBars(options.startLevel, classesPresent(view))
  const width = view.classCount
  const raw = inconsistentRows(blocks)
  let inconsistent = raw
  let bins = blocks.size
  let step = 0
  let kept = { bins, step, exceeded: null as number | null }

  const rate = (): number => countedRate(inconsistent, raw, view.total, options)
  const endStep = (): boolean => {
    const consistent = isConsistent(rate(), options)
    watch?.onLevel({ step, bins, rate: rate(), consistent })
    if (consistent || step === 0) kept = { bins, step, exceeded: consistent ? null : rate() }
    return consistent
  }
  bottomUp(blocks, {
    difference: pairDifference(view, options),
    merges(difference) {
      for (; !isBelow(difference, barOf(step), options); step++) if (!endStep()) return false
      // Merging never makes bins more consistent, so there is no need to see the end of a step that is lost.
      return step === 0 || isConsistent(rate(), options)
    },
    onMerge(counts, a, b, difference) {
      watch?.onMerge(counts, a, b, difference)
      bins--
      for (const at of [a, b]) inconsistent += largestClass(counts, at, width)
      inconsistent -= largestOfBoth(counts, a, b, width)
    },
  })
  if (bins <= 1) endStep()
  return kept
}

/** Σw of the rows outside the largest class of their block. */
function inconsistentRows({ counts, size, classCount }: Blocks): number {
  let sum = 0
  for (let at = 0; at < counts.length; at++) sum += counts[at]
  for (let block = 0; block < size; block++) sum -= largestClass(counts, block, classCount)
  return sum
}

function largestClass(counts: Float64Array, at: number, width: number): number {
  let largest = 0
  for (let c = at * width; c < (at + 1) * width; c++) if (counts[c] > largest) largest = counts[c]
  return largest
}

function largestOfBoth(counts: Float64Array, a: number, b: number, width: number): number {
  let largest = 0
  for (let c = 0; c < width; c++) largest = Math.max(largest, counts[a * width + c] + counts[b * width + c])
  return largest
}
/** What is left of merging level by level, the bar that was reached, and the rate of the start level where that is too high. */
interface Levels {
  readonly boundaries: Boundaries
  readonly bar: number
  readonly exceeded: number | null
}

/** Merges level by level, as long as the bins stay consistent; many blocks in WebAssembly. */
export function mergeConsistently(view: ColumnView, start: MergeStart, options: LevelOptions): Levels {
  const fast = byChiSquare(startCells(view, start), options, (merging) => mergeLevels(view, merging, options))
  return fast ?? plainLevels(view, startBlocksOf(view, start), options)
}

/** Searches for the last consistent level, and merges again up to it. */
function plainLevels(view: ColumnView, blocks: Blocks, options: LevelOptions): Levels {
  const { bins, step, exceeded } = searchLevels(view, blocks, options)
  const bar = risingBars(options.startLevel, classesPresent(view))(step)
  const rule = mergingTo(view, Math.min(bins, options.maxBins ?? bins), bar, options)
  return { boundaries: byCells(blocks, bottomUp(blocks, rule)), bar, exceeded }
}

/** The same in WebAssembly, which keeps the bins of the last consistent level and goes back to them. */
function mergeLevels(view: ColumnView, merging: ChiMerging, options: LevelOptions): Levels {
  const { mergeEqual, maxBins, absolute, delta } = options
  const barOf = risingBars(options.startLevel, classesPresent(view))
  const raw = merging.inconsistent
  merging.limitTo(delta, view.total, absolute ? 0 : raw)
  let kept = { bins: merging.bins, step: 0, exceeded: null as number | null }
  for (let step = 0, end: MergeEnd = 'bar'; end === 'bar'; step++) {
    end = merging.mergeWhile({ ...barLimits(barOf(step), merging), mergeEqual, limited: step > 0 })
    if (end === 'inconsistent') break
    const rate = countedRate(merging.inconsistent, raw, view.total, options)
    const consistent = isConsistent(rate, options)
    if (!consistent && step > 0) break
    kept = { bins: merging.bins, step, exceeded: consistent ? null : rate }
    if (!consistent || end === 'fewest') break
    merging.save()
  }
  if (merging.bins < kept.bins) merging.restore()
  const bar = barOf(kept.step)
  const most = Math.min(kept.bins, maxBins ?? kept.bins)
  merging.mergeWhile({ ...barLimits(bar, merging), mergeEqual, limited: false, ...(bar === Infinity ? {} : { most }) })
  return { boundaries: merging.boundaries(), bar, exceeded: kept.exceeded }
}

/** Down to one bin as long as pairs are below the bar; the last bar merges all. */
function barLimits(bar: number, { bins }: ChiMerging): Pick<MergeLimits, 'bar' | 'fewest' | 'most'> {
  return { bar, fewest: 1, most: bar === Infinity ? 1 : bins }
}
