import type { Closed, Note } from '../../types.ts'
import { flag, integer, oneOf, orNull, real } from '../../util/check.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { type Boundaries, byChiSquare, type ChiMerging, type MergeEnd, type MergeLimits } from '../../wasm/fast-chi-merge.ts' // prettier-ignore
import { type Blocks, boundaryBlocks, cellBlocks, cutBefore } from '../search/blocks.ts'
import {
  boundaryLists,
  bottomUp,
  chiSquareDifference,
  foundBoundaries,
  manyBinsNotes,
  type MergeRule,
} from '../search/bottom-up.ts'
import { cutByLevels, lastHarmless, type LevelRule, mergeByLevels } from '../search/merge-by-levels.ts'
import { mixedWeight, type Precision, precisionOf } from '../search/rough-sets.ts'
import { classesPresent, type ColumnView } from '../column-view.ts'
import { type Discretizer, type Found, withNotes } from '../discretizer.ts'
import { risingBars } from '../search/rising-bars.ts'

/** The options of `chi2`. */
export type Chi2Options = {
  /** significance level to start from */
  readonly startLevel: number
  /** how much inconsistency merging may add: the share of rows outside the largest class of their bin */
  readonly delta: number
  /** count delta from zero, as in the paper, and not from what equal values already mix */
  readonly absolute: boolean
  /** least expected count in the denominator, as in chi-merge; 0 gives the plain χ² */
  readonly expectedFloor: number
  /** added to every count before the test */
  readonly addToCounts: number
  /** start from the intervals between class boundaries or from the distinct values */
  readonly start: 'boundaries' | 'distinct'
  /** also merge a pair whose χ² just equals the bar */
  readonly mergeEqual: boolean
  /** go on merging down to this many bins */
  readonly maxBins: number | null
  /** which pair is next and what ends the merging; modified and extended go by rough sets, without delta, absolute and start */
  readonly variant: 'original' | 'modified' | 'extended'
}

/**
 * Chi2 (Liu and Setiono 1995) for one column: ChiMerge whose significance level is lowered step by step, as long as the
 * bins still tell the classes apart. O(n log n): a lower level goes on with the merges of the level before.
 *
 *     console.log(fit(ages, { target: bought, method: chi2 }).cuts) // → [ 30.5 ]
 */
export const chi2: Discretizer<Chi2Options> = {
  name: 'chi2',
  about: 'Merges as chi-merge at ever lower levels, while the bins still tell the classes apart.',
  target: 'class',
  needs: ['counts', 'exact'],
  options: {
    startLevel: {
      rule: real({ above: 0, below: 1 }),
      default: 0.5,
      about: 'Significance level to start from.',
    },
    delta: {
      rule: real({ min: 0, max: 1 }),
      default: 0.05,
      about: 'How much inconsistency merging may add: the share of rows outside the largest class of their bin.',
    },
    absolute: {
      rule: flag(),
      default: false,
      about: 'Count delta from zero, as in the paper, and not from what equal values already mix.',
    },
    expectedFloor: {
      rule: real({ min: 0 }),
      default: 0.5,
      about: 'Least expected count in the denominator, as in chi-merge; 0 gives the plain χ².',
    },
    addToCounts: { rule: real({ min: 0 }), default: 0, about: 'Added to every count before the test.' },
    start: {
      rule: oneOf('boundaries', 'distinct'),
      default: 'boundaries',
      about: 'Start from the intervals between class boundaries or from the distinct values.',
    },
    mergeEqual: { rule: flag(), default: false, about: 'Also merge a pair whose χ² just equals the bar.' },
    maxBins: { rule: orNull(integer(1)), default: null, about: 'Go on merging down to this many bins.' },
    variant: {
      rule: oneOf('original', 'modified', 'extended'),
      default: 'original',
      about:
        'Which pair is next and what ends the merging; modified and extended go by rough sets, without delta, absolute and start.',
    },
  },
  presets: {
    r: {
      about: "With the χ² of R's discretization: plain, 0.0001 in every cell, from distinct values; delta from zero.",
      options: { expectedFloor: 0, addToCounts: 0.0001, start: 'distinct', mergeEqual: true, absolute: true },
      closed: 'right',
    },
    plain: { about: 'Textbook χ² without a floor.', options: { expectedFloor: 0 } },
    modified: {
      about: 'Modified Chi2 (Tay and Shen 2002): no more rows may fall into mixed bins; made for tables.',
      options: { variant: 'modified', expectedFloor: 0 },
    },
    extended: {
      about: 'Extended Chi2 (Su and Hsu 2005): no bin may become more mixed than the values are; made for tables.',
      options: { variant: 'extended', expectedFloor: 0 },
    },
  },
  bestCandidate: () => ({
    ...chi2,
    // The cut that was merged last, and the bar it was merged at.
    run: (view, options, closed) => {
      const blocks = startBlocks(view, options)
      if (options.variant !== 'original') return lastMerged(view, blocks, options, closed)
      const bar = risingBars(options.startLevel, classesPresent(view))(searchLevels(view, blocks, options).step)
      const { cuts, reasons } = cutInto(view, blocks, { bins: 2, bar: null, closed }, options)
      return { cuts, reasons: reasons.map((reason) => ({ ...reason, bar, margin: (reason.score ?? 0) - bar })) }
    },
  }),
  run(view, options, closed) {
    if (options.variant !== 'original') return runByLevels(view, options, closed)
    const blocks = startBlocks(view, options)
    const { boundaries, bar, exceeded } = byChiSquare(blocks, options, (merging) => mergeLevels(view, merging, options)) ?? plainLevels(view, blocks, options) // prettier-ignore
    const found = foundBoundaries(boundaries, bar, (at) => cutBefore(view, blocks, at, closed))
    const notes = exceeded === null ? [] : [exceededNote(exceeded, options)]
    return withNotes(found, [...notes, ...manyBinsNotes(found.cuts.length + 1)])
  },
}

/** What is left of merging level by level, the bar that was reached, and the rate of the start level where that is too high. */
interface Levels {
  readonly boundaries: Boundaries
  readonly bar: number
  readonly exceeded: number | null
}

/** Searches for the last consistent level, and merges again up to it. */
function plainLevels(view: ColumnView, blocks: Blocks, options: Chi2Options): Levels {
  const { bins, step, exceeded } = searchLevels(view, blocks, options)
  const bar = risingBars(options.startLevel, classesPresent(view))(step)
  const rule = mergingTo(view, Math.min(bins, options.maxBins ?? bins), bar, options)
  return { boundaries: boundaryLists(bottomUp(blocks, rule)), bar, exceeded }
}

/** The same in WebAssembly, which keeps the bins of the last consistent level and goes back to them. */
function mergeLevels(view: ColumnView, merging: ChiMerging, options: Chi2Options): Levels {
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

/** What merging starts from. */
export function startBlocks(view: ColumnView, { start, variant }: Chi2Options): Blocks {
  // The variants merge neighbours of one class before anything else, so that both starts are the same to them.
  return start === 'distinct' && variant === 'original' ? cellBlocks(view) : boundaryBlocks(view)
}

/** Modified and Extended Chi2: merges level by level, as long as the bins lose nothing by the measure of the variant. */
function runByLevels(view: ColumnView, options: Chi2Options, closed: Closed): Found {
  const blocks = startBlocks(view, options)
  const rule = levelRule(view, options)
  const levels = mergeByLevels(blocks, rule)
  const raw = roughnessOf(blocks)
  const step = lastHarmless(blocks, levels, (bins) => isRougher(roughnessOf(bins), raw, options))
  const merges = Math.max(levels.ends[step] ?? 0, blocks.size - (options.maxBins ?? Infinity))
  const found = cutByLevels(blocks, { levels, merges, step }, rule, (at) => cutBefore(view, blocks, at, closed))
  const notes = step < 0 && blocks.size > 1 ? [stuckNote(options)] : []
  return { ...found, notes: [...notes, ...manyBinsNotes(found.cuts.length + 1)] }
}

/** The cut that a variant merged last, with the bar that it was merged at. */
function lastMerged(view: ColumnView, blocks: Blocks, options: Chi2Options, closed: Closed): Found {
  const step = mergeByLevels(blocks, levelRule(view, options)).ends.length - 1
  return cutLevels(view, { blocks, merges: Math.max(0, blocks.size - 2), step }, options, closed)
}

/** The cuts of a variant after so many of its merges, the last of them at a step. */
export function cutLevels(
  view: ColumnView,
  { blocks, merges, step }: { blocks: Blocks; merges: number; step: number },
  options: Chi2Options,
  closed: Closed,
): Found {
  const rule = levelRule(view, options)
  const levels = mergeByLevels(blocks, rule)
  return cutByLevels(blocks, { levels, merges, step }, rule, (at) => cutBefore(view, blocks, at, closed))
}

/** What the variants keep from growing. */
export interface Roughness extends Precision {
  /** Σw of the rows in bins of more than one class */
  readonly mixed: number
}

function roughnessOf(bins: Blocks): Roughness {
  return { ...precisionOf(bins), mixed: mixedWeight(bins) }
}

/** Whether bins are worse than the raw values by the measure of a variant. */
export function isRougher(now: Roughness, raw: Roughness, { variant }: Pick<Chi2Options, 'variant'>): boolean {
  if (variant === 'modified') return now.mixed > raw.mixed
  return clearlyLarger(now.error, raw.error) || now.halves > raw.halves
}

/** How the variants rate pairs. */
export function levelRule(view: ColumnView, options: Chi2Options): LevelRule {
  const bars = new Map<number, (step: number) => number>()
  return {
    chiSquare: pairDifference(view, options),
    barOf(step, degrees) {
      const known = bars.get(degrees) ?? risingBars(options.startLevel, degrees + 1)
      bars.set(degrees, known)
      return known(step)
    },
    scaled: options.variant === 'extended',
    mergeEqual: options.mergeEqual,
  }
}

/** The note of a variant that could not take the first step. */
export function stuckNote({ variant }: Pick<Chi2Options, 'variant'>): Note {
  const what = variant === 'modified' ? 'put more rows into mixed bins' : 'mix a bin more than any bin was'
  return { code: 'inconsistent', message: `nothing was merged: the start level would ${what}` }
}

/** How different two neighbouring bins are. */
export function pairDifference({ classCount }: ColumnView, options: Chi2Options): MergeRule['difference'] {
  return chiSquareDifference(classCount, options)
}

/** Whether a pair so different is merged at this bar; the last bar merges also what is no number. */
export function isBelow(difference: number, bar: number, { mergeEqual }: Pick<Chi2Options, 'mergeEqual'>): boolean {
  return difference < bar || (mergeEqual && difference === bar) || bar === Infinity
}

/** What says how much inconsistency is allowed. */
export type Chi2Limit = Pick<Chi2Options, 'delta' | 'absolute'>

/** The inconsistency that counts against delta: rows outside the largest class of their bin, less those of the raw values. */
export function countedRate(inconsistent: number, raw: number, total: number, { absolute }: Chi2Limit): number {
  return total === 0 ? 0 : (inconsistent - (absolute ? 0 : raw)) / total
}

/** Whether so much inconsistency is allowed. None at all always is, so that a delta of 0 still merges what costs nothing. */
export function isConsistent(rate: number, { delta }: Chi2Limit): boolean {
  return rate === 0 || clearlyLarger(delta, rate)
}

/** The note of a fit that could not leave the start level. */
export function exceededNote(rate: number, { delta }: Chi2Limit): Note {
  const short = Number(rate.toPrecision(3))
  const message = `the bins of the start level already mix classes: inconsistency ${short}, delta ${delta}`
  return { code: 'inconsistent', message }
}

/** The cuts between so many bins along the order of merging, or fewer where pairs are below the bar that was reached. */
export function cutInto(
  view: ColumnView,
  blocks: Blocks,
  { bins, bar, closed }: { bins: number; bar: number | null; closed: Closed },
  options: Chi2Options,
): Found {
  const boundaries = bottomUp(blocks, mergingTo(view, bins, bar, options))
  return foundBoundaries(boundaryLists(boundaries), bar, (at) => cutBefore(view, blocks, at, closed))
}

/** Merges down to so many bins, and further where pairs are below the bar. */
export function mergingTo(view: ColumnView, wanted: number, bar: number | null, options: Chi2Options): MergeRule {
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
  options: Chi2Options,
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
