import { log2 } from '../../util/numbers/log2.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Note } from '../../types.ts'
import { settleBins } from '../bin-count/bin-count-rules.ts'
import { settleAdvised } from '../bin-count/choose-bins.ts'
import { binary } from '../methods/binary.ts'
import { equalFrequency, type EqualFrequencyOptions } from '../methods/equal-frequency.ts'
import type { EqualWidthOptions } from '../methods/equal-width.ts'
import type { FixedOptions } from '../methods/fixed.ts'
import { boundaryBlocks, cutBefore } from '../search/blocks.ts'
import { cutEvenly, evenWidth } from '../search/even-cuts.ts'
import { entropyOf } from './bar-terms.ts'
import type { RankStep } from './trace-steps.ts'
import { candidateAt, rangeOf, short, type TracedColumn } from './traced-column.ts'

/** Follows `equal-width`. */
export function traceEqualWidth(column: TracedColumn, options: EqualWidthOptions): void {
  const { view, closed, summary } = column
  const settled =
    options.bins === 'advised'
      ? settleAdvised(summary, closed, (count) => cutEvenly(view, count, closed).cuts)
      : settleBins(view, options.bins)
  tellBins(column, settled)
  tellWidth(column, settled.bins)
}

/** Follows `bin-log`. */
export function traceBinLog(column: TracedColumn): void {
  const { view } = column
  const distinct = view.distinct ?? view.size
  const count = Math.max(1, Math.floor(log2(distinct)))
  column.tell({ step: 'bins', bins: count, why: `the whole part of log2(${distinct} distinct values), at least 1` })
  tellWidth(column, count)
}

function tellBins(
  { tell }: TracedColumn,
  { bins, notes }: { readonly bins: number; readonly notes: readonly Note[] },
): void {
  // prettier-ignore
  const [note] = notes
  tell({ step: 'bins', bins, why: note?.message ?? 'as many as are asked for' })
}

function tellWidth({ view, tell }: TracedColumn, bins: number): void {
  const [lowest, highest] = [view.lo[0], view.hi[view.size - 1]]
  if (view.size === 0 || lowest === highest) return
  const { step, scale } = evenWidth(lowest, highest, bins)
  const width = step * scale
  const why = `(${short(highest)} − ${short(lowest)}) / ${bins} = ${short(width)}; cut i lies at ${short(lowest)} + i · ${short(width)}`
  tell({ step: 'width', lowest, highest, bins, width: Number.isFinite(width) ? width : step, why })
}

/** Follows `fixed`. */
export function traceFixed({ tell }: TracedColumn, options: FixedOptions): void {
  for (const cut of options.cuts) tell({ step: 'given', cut: cut + 0, why: 'given, and kept as it is' })
}

/** Follows `binary`: every change of class, with the gain of asking about it alone. */
export function traceBinary(column: TracedColumn): void {
  const { view, closed, summary, tell } = column
  const blocks = boundaryBlocks(view)
  if (blocks.size === 0) return
  const { reasons } = binary.run(view, {}, closed, summary)
  let rowsBelow = 0
  const candidates = reasons.map(({ score }, i) => {
    const at = i + 1
    for (let cell = blocks.firstCell[i]; cell < blocks.firstCell[at]; cell++) rowsBelow += view.weights[cell]
    return candidateAt(view, blocks.firstCell[at], cutBefore(view, blocks, at, closed), { rowsBelow, score, after: null, rating: score }) // prettier-ignore
  })
  const part = rangeOf(view, blocks, [0, blocks.size], entropyOf)
  const why = `the class changes at ${candidates.length} of ${Math.max(0, view.size - 1)} places between distinct values`
  tell({ step: 'boundaries', measure: 'gain', part, candidates, why })
}

/** Follows `equal-frequency`: the rank of each cut, and the gap or the rows it falls on. */
export function traceEqualFrequency(column: TracedColumn, options: EqualFrequencyOptions): void {
  const { view, closed, summary } = column
  const cutsOf = (count: number): readonly number[] =>
    equalFrequency.run(view, { ...options, bins: count }, closed, summary).cuts
  const settled = options.bins === 'advised' ? settleAdvised(summary, closed, cutsOf) : settleBins(view, options.bins)
  tellBins(column, settled)
  if (view.size < 2) return
  if (options.quantile === 'gap') tellGaps(column, settled.bins)
  else tellQuantiles(column, settled.bins)
}

function tellGaps({ view, tell }: TracedColumn, bins: number): void {
  const { size, lo, hi, weights, total } = view
  const reaches = (a: number, b: number): boolean => a >= b || (view.weighted && !clearlyLarger(b, a))
  let cell = 0
  let below = weights[0]
  let last = -1
  for (let i = 1; i < bins; i++) {
    const rank = (i * total) / bins
    while (cell < size - 1 && !reaches(below * bins, i * total)) below += weights[++cell]
    const shared = { step: 'rank', quantile: 'gap', i, rank, part: null } as const
    if (cell >= size - 1) {
      tell({ ...shared, rowsBelow: null, below: null, above: null, outcome: 'end', why: `${short(rank)} rows reach into the largest value, above which there is no gap` }) // prettier-ignore
      continue
    }
    const gap = { ...shared, rowsBelow: below, below: hi[cell], above: lo[cell + 1] }
    const where = `between ${short(hi[cell])} and ${short(lo[cell + 1])}`
    const outcome: RankStep['outcome'] = cell === last ? 'repeated' : 'cut'
    const equal = weights[cell] > 1 && below > rank ? `, since its ${short(weights[cell])} equal values are never parted` : '' // prettier-ignore
    const why = outcome === 'cut' ? `the first gap with at least ${short(rank)} rows below it lies ${where}: ${short(below)} rows${equal}` : `rank ${short(rank)} falls into the same gap ${where}, which is cut already` // prettier-ignore
    tell({ ...gap, outcome, why })
    last = cell
  }
}

function tellQuantiles({ view, tell }: TracedColumn, bins: number): void {
  const { size, lo, weights, total } = view
  let cell = 0
  let through = weights[0]
  for (let i = 1; i < bins; i++) {
    const rank = (total - 1) * ((i * (100 / bins)) / 100)
    const index = Math.floor(rank)
    while (through <= index && cell < size - 1) through += weights[++cell]
    const above = through <= index + 1 && cell < size - 1 ? lo[cell + 1] : lo[cell]
    const part = rank - index
    const why = `row ${short(rank)} in sorted order, counted from 0, lies ${short(part)} of the way from ${short(lo[cell])} to ${short(above)}`
    tell({ step: 'rank', quantile: 'linear', i, rank, rowsBelow: null, below: lo[cell], above, part, outcome: 'cut', why }) // prettier-ignore
  }
}
