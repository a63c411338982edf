import { classesPresent } from '../column-view.ts'
import { type ChiMergeOptions, chiMergeRule } from '../methods/chi-merge.ts'
import { type Chi2Options, startBlocks } from '../methods/chi2.ts'
import type { Blocks } from '../search/blocks.ts'
import { bottomUp, type MergeRule } from '../search/bottom-up.ts'
import { mergingTo, pairDifference, risingBars, searchLevels } from '../search/chi2-levels.ts'
import type { TracePair, TraceRange } from './trace-steps.ts'
import { bins, finite, rangeOf, short, type TracedColumn } from './traced-column.ts'

/** The bins that merging has left, named by their first block. */
class Bins {
  readonly #column: TracedColumn
  readonly #blocks: Blocks
  /** the block after the last one of each bin; 0 for a block that starts none */
  readonly #ends: Uint32Array
  count: number

  constructor(column: TracedColumn, blocks: Blocks) {
    this.#column = column
    this.#blocks = blocks
    this.#ends = Uint32Array.from({ length: blocks.size }, (_, i) => i + 1)
    this.count = blocks.size
  }

  range(first: number): TraceRange {
    return rangeOf(this.#column.view, this.#blocks, [first, this.#ends[first]], null)
  }

  all(): TraceRange[] {
    return this.starts().map((first) => this.range(first))
  }

  starts(): number[] {
    const firsts: number[] = []
    for (let first = 0; first < this.#blocks.size; first = this.#ends[first]) firsts.push(first)
    return firsts
  }

  /** The two neighbours at `a` and `b` with their table. */
  pair(a: number, b: number, chiSquare: number, bar: number): TracePair {
    const [left, right] = [this.range(a), this.range(b)]
    return { left, right, expected: expectedCounts(left, right), chiSquare, bar: finite(bar) }
  }

  merge(a: number, b: number): void {
    this.#ends[a] = this.#ends[b]
    this.#ends[b] = 0
    this.count--
  }
}

/** Row total · column total / total, for both rows of the table. */
function expectedCounts(left: TraceRange, right: TraceRange): [number[], number[]] {
  const total = left.rows + right.rows
  const [own, other] = [left.classes ?? [], right.classes ?? []]
  const both = own.map((count, c) => count + other[c])
  return [both.map((sum) => (left.rows * sum) / total), both.map((sum) => (right.rows * sum) / total)]
}

/** The rule with somebody who is told of each merge; `barNow` is the bar that a pair must reach to stay apart. */
function told(column: TracedColumn, left: Bins, rule: MergeRule, barNow: () => number): MergeRule {
  return {
    ...rule,
    onMerge: (counts, a, b, difference) => {
      rule.onMerge?.(counts, a, b, difference)
      const bar = barNow()
      column.tell({
        step: 'merge',
        ...left.pair(a, b, difference, bar),
        bins: left.count,
        why: mergeText(difference, bar),
      })
      left.merge(a, b)
    },
  }
}

function mergeText(difference: number, bar: number): string {
  const least = `χ² ${short(difference)} is the least of all pairs`
  if (bar === Infinity) return `${least}, and nothing keeps neighbours apart`
  if (difference === bar) return `${least} and equals the bar, at which pairs are merged too`
  return difference < bar ? `${least} and below ${short(bar)}` : `${least}; it reaches ${short(bar)}, but there are more bins than maxBins` // prettier-ignore
}

/** Tells why merging ends, with the pair that is the least different of those left. */
function tellStop(
  { view, tell }: TracedColumn,
  left: Bins,
  blocks: Blocks,
  { bar, difference, minBins }: { bar: number; difference: MergeRule['difference']; minBins: number },
): void {
  const starts = left.starts()
  const counts = new Float64Array(blocks.counts.length)
  for (const first of starts) counts.set(left.range(first).classes ?? [], first * view.classCount)
  let least: TracePair | null = null
  for (let i = 1; i < starts.length; i++) {
    const [a, b] = [starts[i - 1], starts[i]]
    const chiSquare = difference(counts, a, b)
    if (least === null || chiSquare < least.chiSquare) least = left.pair(a, b, chiSquare, bar)
  }
  const why =
    least === null
      ? 'one bin is left'
      : least.chiSquare < bar
        ? `χ² ${short(least.chiSquare)} is below ${short(bar)}, but there must be ${minBins} bins (minBins)`
        : `every pair of neighbours reaches χ² ${short(bar)}; the least has ${short(least.chiSquare)}`
  tell({ step: 'stop', bins: left.count, least, why })
}

/** Follows `chi-merge`. */
export function traceChiMerge(column: TracedColumn, options: ChiMergeOptions): void {
  const { view, tell } = column
  const { blocks, bar, rule } = chiMergeRule(view, options)
  const left = new Bins(column, blocks)
  const what = options.start === 'distinct' ? 'one interval for each distinct value' : 'one interval between any two changes of class' // prettier-ignore
  const until = bar === Infinity ? '' : `; neighbours stay apart from χ² ${short(bar)} on`
  tell({ step: 'intervals', intervals: left.all(), bar: finite(bar), why: `${what}${until}` })
  bottomUp(blocks, told(column, left, rule, () => bar)) // prettier-ignore
  tellStop(column, left, blocks, { bar, difference: rule.difference, minBins: options.minBins })
}

/** Follows `chi2`: the levels, the merges at each, and what is undone where a level mixes too many rows. */
export function traceChi2(column: TracedColumn, options: Chi2Options): void {
  const { view, tell } = column
  const blocks = startBlocks(view, options)
  const barOf = risingBars(options.startLevel, classesPresent(view))
  const tried = new Bins(column, blocks)
  tell({
    step: 'intervals',
    intervals: tried.all(),
    bar: null,
    why: `merging starts at level ${options.startLevel}, and goes on at lower ones while the bins mix no more than ${options.delta} of the rows`,
  })
  let step = 0
  const following = told(column, tried, { difference: pairDifference(view, options), merges: () => true }, () => barOf(step)) // prettier-ignore
  const kept = searchLevels(view, blocks, options, {
    onMerge: (...merge) => following.onMerge?.(...merge),
    onLevel: ({ step: level, bins: count, rate, consistent }) => {
      const mixed = `${bins(count)} mix ${short(rate)} of the rows, ${consistent ? 'below' : 'not below'} ${options.delta} (delta)`
      tell({
        step: 'level',
        level,
        bar: finite(barOf(level)),
        bins: count,
        inconsistency: rate,
        consistent,
        why: mixed,
      })
      step = level + 1
    },
  })
  if (tried.count < kept.bins) {
    tell({ step: 'back', bins: kept.bins, why: 'the last level would mix too many rows: its merges are undone' })
  }
  finishChi2(column, blocks, options, kept)
}

/** Merges on to the most bins allowed, and tells where merging ended. */
function finishChi2(
  column: TracedColumn,
  blocks: Blocks,
  options: Chi2Options,
  kept: { readonly bins: number; readonly step: number },
): void {
  const { view } = column
  const bar = risingBars(options.startLevel, classesPresent(view))(kept.step)
  const wanted = Math.min(kept.bins, options.maxBins ?? kept.bins)
  const rule = mergingTo(view, wanted, bar, options)
  const left = new Bins(column, blocks)
  const following = told(column, left, rule, () => bar)
  bottomUp(blocks, {
    ...rule,
    onMerge: (counts, a, b, difference) =>
      left.count > kept.bins ? left.merge(a, b) : following.onMerge?.(counts, a, b, difference),
  })
  tellStop(column, left, blocks, { bar, difference: rule.difference, minBins: 1 })
}
