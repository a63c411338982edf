import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import type { Closed, Note } from '../../types.ts'
import { flag, integer, oneOf, orNull, real } from '../../util/check.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { type Blocks, cutBefore } from '../search/blocks.ts'
import { bottomUp, foundBoundaries, manyBinsNotes, type MergeStart, startBlocksOf } from '../search/bottom-up.ts'
import { cutByLevels, lastHarmless, type LevelRule, mergeByLevels } from '../search/merge-by-levels.ts'
import { mixedWeight, type Precision, precisionOf } from '../search/rough-sets.ts'
import { classesPresent, type ColumnView, cutBetween } from '../column-view.ts'
import { type Discretizer, type Found, withNotes } from '../discretizer.ts'
import {
  type Chi2Limit,
  mergeConsistently,
  mergingTo,
  pairDifference,
  risingBars,
  searchLevels,
} from '../search/chi2-levels.ts'

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
  sort: sortCells,
  run(view, options, closed) {
    if (options.variant !== 'original') return runByLevels(view, options, closed)
    const { boundaries, bar, exceeded } = mergeConsistently(view, startOf(options), options)
    const found = foundBoundaries(boundaries, bar, (cell) => cutBetween(view.hi[cell - 1], view.lo[cell], closed))
    const notes = exceeded === null ? [] : [exceededNote(exceeded, options)]
    return withNotes(found, [...notes, ...manyBinsNotes(found.cuts.length + 1)])
  },
}

/** What merging starts from. */
export function startBlocks(view: ColumnView, options: Chi2Options): Blocks {
  return startBlocksOf(view, startOf(options))
}

/** The variants merge neighbours of one class before anything else, so that both starts are the same to them. */
const startOf = ({ start, variant }: Chi2Options): MergeStart => (variant === 'original' ? start : 'boundaries')

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
  return foundBoundaries(boundaries, bar, (at) => cutBefore(view, blocks, at, closed))
}
