import { chiSquareQuantileOfTail, logChiSquareTail } from '../../measures/distributions/chi-square-distribution.ts'
import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import type { Closed, Note } from '../../types.ts'
import { integer, orNull, real } from '../../util/check.ts'
import { exp } from '../../util/numbers/exp.ts'
import { ln } from '../../util/numbers/log2.ts'
import { type Blocks, quickBlocks, cutBefore } from '../search/blocks.ts'
import { type Boundaries, mergeSmallBins, type SmallBins } from '../../wasm/fast-chi-merge.ts'
import { bottomUp, foundBoundaries, type MergeRule, startCells } from '../search/bottom-up.ts'
import { classTotals, type ColumnView } from '../column-view.ts'
import type { Discretizer, Found } from '../discretizer.ts'

/** The options of `khiops`. */
export type KhiopsOptions = {
  /** how sure it is that a column of pure noise ends in one bin; 0 leaves noise to the p-value, which always keeps a cut */
  readonly noise: number
  /** how often every class is to be expected in a bin, at least; smaller bins are merged first */
  readonly minExpected: number
  /** go on merging down to this many bins */
  readonly maxBins: number | null
}

/**
 * Khiops (Boullé 2004, "Khiops: a statistical discretization method of continuous attributes"): merges neighbouring
 * intervals so that the χ² of the whole table of bins and classes becomes as improbable as can be, were the classes
 * independent of the values. All merges leave as many degrees of freedom, so the best one is that which costs the least
 * χ². O(n log n), by a linked list and a tournament.
 *
 *     console.log(fit(ages, { target: bought, method: khiops }).cuts) // → [ 30.5 ]
 */
export const khiops: Discretizer<KhiopsOptions> = {
  name: 'khiops',
  about: 'Merges neighbouring intervals while that makes the χ² of all bins together less likely by chance.',
  target: 'class',
  needs: ['counts', 'exact'],
  options: {
    noise: {
      rule: real({ min: 0, below: 1 }),
      default: 0.95,
      about:
        'How sure it is that a column of pure noise ends in one bin; 0 leaves noise to the p-value, which always keeps a cut.',
    },
    minExpected: {
      rule: real({ min: 0 }),
      default: 5,
      about: 'How often every class is to be expected in a bin, at least; smaller bins are merged first.',
    },
    maxBins: { rule: orNull(integer(1)), default: null, about: 'Go on merging down to this many bins.' },
  },
  presets: {},
  bestCandidate: () => ({
    ...khiops,
    // The cut that was merged last, and the bar it was merged at.
    run: (view, options, closed) => {
      const { blocks, rule, limit } = khiopsMerging(view, { ...options, minExpected: 0 }, 2)
      return foundIn(view, blocks, bottomUp(blocks, rule), { limit, closed })
    },
  }),
  sort: sortCells,
  run(view, options, closed) {
    const { blocks, rule, limit: least, totals } = khiopsMerging(view, options)
    const limit = options.noise === 0 ? null : least
    return { ...foundIn(view, blocks, bottomUp(blocks, rule), { limit, closed }), notes: tooRare(totals, options) }
  },
}

/** What is merged, once small bins are, by which rule, and how much χ² noise may cost. */
interface Merging {
  readonly blocks: Blocks
  readonly rule: MergeRule
  readonly limit: number
  /** Σw of each class */
  readonly totals: Float64Array
}

/** Makes ready to merge, down to `least` bins whatever the rule says. */
function khiopsMerging(view: ColumnView, options: KhiopsOptions, least: number | null = null): Merging {
  const totals = classTotals(view)
  const difference = chiSquareLost(view, totals)
  const blocks = mergeSmall(view, totals, difference, options)
  const limit = noiseLimit(view, totals, options)
  let chiSquare = chiSquareOfBins(view, totals, blocks)
  const perBin = presentIn(totals) - 1
  const logP = (x: number, bins: number): number => (bins < 2 ? 0 : logChiSquareTail(x, (bins - 1) * perBin))
  const merges = (lost: number, bins: number): boolean =>
    lost < limit || bins > (options.maxBins ?? Infinity) || logP(chiSquare - lost, bins - 1) < logP(chiSquare, bins)
  return {
    blocks,
    limit,
    totals,
    rule: {
      difference,
      merges: least === null ? merges : (_, bins) => bins > least,
      onMerge(_, __, ___, lost) {
        chiSquare -= lost
      },
    },
  }
}

function foundIn(
  view: ColumnView,
  blocks: Blocks,
  boundaries: Boundaries,
  { limit, closed }: { limit: number | null; closed: Closed },
): Found {
  const { cuts, reasons } = foundBoundaries(boundaries, limit, (at) => cutBefore(view, blocks, at, closed))
  return { cuts, reasons: reasons.map((reason) => ({ ...reason, measure: 'chi-square of all bins' })) }
}

/** The note of a column that cannot be cut because a class is too rare. */
function tooRare(totals: Float64Array, { minExpected }: KhiopsOptions): Note[] {
  const rarest = rarestOf(totals)
  if (presentIn(totals) < 2 || rarest >= 2 * minExpected) return []
  const rows = `${Number(rarest.toPrecision(6))} ${rarest === 1 ? 'row' : 'rows'}`
  const message = `the rarest class has ${rows}, two bins with minExpected ${minExpected} need ${2 * minExpected}: lower it or leave out rare classes`
  return [{ code: 'rare-class', message }]
}

/** How many classes have rows. */
const presentIn = (totals: Float64Array): number => totals.reduce((sum, total) => sum + Number(total > 0), 0)

/** Σw of the rarest class of those that occur. */
function rarestOf(totals: Float64Array): number {
  return totals.reduce((least, total) => (total > 0 && total < least ? total : least), Infinity)
}

/** By how much the χ² of the whole table falls when two neighbours become one bin. */
function chiSquareLost(view: ColumnView, totals: Float64Array): MergeRule['difference'] {
  const width = view.classCount
  return (counts, a, b) => {
    let [inA, inB] = [0, 0]
    for (let c = 0; c < width; c++) {
      inA += counts[a * width + c]
      inB += counts[b * width + c]
    }
    let sum = 0
    for (let c = 0; c < width; c++) {
      if (totals[c] === 0) continue
      const apart = counts[a * width + c] / inA - counts[b * width + c] / inB
      sum += apart * apart * (view.total / totals[c])
    }
    return sum * inA * (inB / (inA + inB))
  }
}

/** χ² of the table of bins and classes: Σ rows · Σ (share − share of all)² / share of all. */
function chiSquareOfBins(view: ColumnView, totals: Float64Array, { counts, size, classCount: width }: Blocks): number {
  let sum = 0
  for (let bin = 0; bin < size; bin++) {
    let rows = 0
    for (let c = 0; c < width; c++) rows += counts[bin * width + c]
    for (let c = 0; c < width; c++) {
      if (totals[c] === 0) continue
      const share = totals[c] / view.total
      sum += (rows * (counts[bin * width + c] / rows - share) ** 2) / share
    }
  }
  return sum
}

/** The blocks once those too small for the χ² test are merged with the neighbour that costs the least χ². */
function mergeSmall(
  view: ColumnView,
  totals: Float64Array,
  difference: MergeRule['difference'],
  { minExpected }: Pick<KhiopsOptions, 'minExpected'>,
): Blocks {
  const share = rarestOf(totals) / view.total
  const small = { ratios: totals.map((total) => (total === 0 ? 0 : view.total / total)), share, leastRows: minExpected }
  const merged = mergeSmallBins(startCells(view, 'boundaries'), small)
  if (merged !== null) {
    const { starts, counts } = merged
    return { size: starts.length, firstCell: endedBy(starts, view.size), counts, classCount: view.classCount }
  }
  return mergeSmallPlainly(quickBlocks(view), small, difference)
}

/** The same in TypeScript, for few blocks and for weights. */
function mergeSmallPlainly(
  blocks: Blocks,
  { share, leastRows }: Pick<SmallBins, 'share' | 'leastRows'>,
  difference: MergeRule['difference'],
): Blocks {
  const width = blocks.classCount
  const isSmall = (counts: Float64Array, bin: number): boolean => {
    let rows = 0
    for (let c = 0; c < width; c++) rows += counts[bin * width + c]
    return rows * share < leastRows
  }
  const rule: MergeRule = {
    difference: (counts, a, b) => (isSmall(counts, a) || isSmall(counts, b) ? difference(counts, a, b) : Infinity),
    merges: (lost) => lost < Infinity,
    forgets: true,
  }
  // Nobody asks for the counts of single blocks any more.
  const { at } = bottomUp(blocks, rule, blocks.counts)
  return blocks.size === 0 ? blocks : blocksAt(blocks, at)
}

/** Where bins start, with the end of the last one. */
function endedBy(starts: Uint32Array, end: number): Uint32Array {
  const all = new Uint32Array(starts.length + 1)
  all.set(starts)
  all[starts.length] = end
  return all
}

/** Bins as blocks: the first, and one from each of `others` on, whose counts lie where the block with which it starts had its own. */
function blocksAt({ size, firstCell, counts, classCount: width }: Blocks, others: Uint32Array): Blocks {
  const bins = others.length + 1
  const first = new Uint32Array(bins + 1)
  const joined = new Float64Array(bins * width)
  for (let bin = 0; bin < bins; bin++) {
    const start = bin === 0 ? 0 : others[bin - 1]
    first[bin] = firstCell[start]
    for (let c = 0; c < width; c++) joined[bin * width + c] = counts[start * width + c]
  }
  first[bins] = firstCell[size]
  return { size: bins, firstCell: first, counts: joined, classCount: width }
}

/**
 * Merges that cost less χ² than this are made whatever the p-value says. In noise, the χ² that a merge costs is about a χ²
 * variable with one degree of freedom less than classes; the largest of as many as there are merges stays below the limit
 * with the probability asked for.
 */
function noiseLimit({ size }: ColumnView, totals: Float64Array, { noise }: Pick<KhiopsOptions, 'noise'>): number {
  const classes = presentIn(totals)
  if (noise === 0 || size < 2 || classes < 2) return 0
  return chiSquareQuantileOfTail(1 - exp(ln(noise) / (size - 1)), classes - 1)
}
