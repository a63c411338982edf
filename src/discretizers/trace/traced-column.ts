import { slotWeight } from '../../summaries/tallies.ts'
import type { Closed, NumberSummary } from '../../types.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { ColumnView } from '../column-view.ts'
import type { Blocks } from '../search/blocks.ts'
import { partOf } from '../search/top-down.ts'
import type { Candidate, StartStep, TellStep, TraceRange } from './trace-steps.ts'

/** A column that is followed: what the method is given, and who is told. */
export interface TracedColumn {
  readonly view: ColumnView
  readonly summary: NumberSummary
  readonly closed: Closed
  readonly tell: TellStep
}

/** A number in four digits, for sentences. */
export function short(x: number): string {
  return String(Number(x.toPrecision(4)))
}

/** "1 bin", "3 bins". */
export function bins(count: number): string {
  return count === 1 ? '1 bin' : `${count} bins`
}

/** A number as JSON can hold it: never −0, and null where it is not finite. */
export function finite(x: number): number | null {
  return Number.isFinite(x) ? x + 0 : null
}

/** The best of the ratings and the next best, as the searches find them: leftmost of equals; −1 where there is none. */
export function twoBest(ratings: readonly (number | null)[]): [number, number] {
  let [best, second] = [-1, -1]
  const rating = (i: number): number => (i < 0 ? -Infinity : (ratings[i] ?? -Infinity))
  for (let i = 0; i < ratings.length; i++) {
    if (clearlyLarger(rating(i), rating(best))) [best, second] = [i, best]
    else if (clearlyLarger(rating(i), rating(second))) second = i
  }
  return [best, second]
}

/** An index, or null for −1. */
export function orNull(i: number): number | null {
  return i < 0 ? null : i
}

/** The step that every trace begins with. */
export function startStep(
  { view, summary, closed }: TracedColumn,
  method: string,
  options: Readonly<Record<string, unknown>>,
): StartStep {
  const { size, lo, weights, counts, classCount: width, total } = view
  const { target, cells } = summary
  const values = Array.from(lo)
  const perValue = Array.from({ length: size }, (_, i) => Array.from(counts.subarray(i * width, (i + 1) * width)))
  const mean = (i: number): number => cells.tallies.sums[i * 3 + 1] / slotWeight(cells.tallies, target, i)
  const kind =
    target === null
      ? null
      : target.kind === 'class'
        ? { kind: target.kind, classes: target.classes }
        : { kind: target.kind }
  const amount = summary.weighted ? `weight ${short(total)}` : `${total} rows`
  return {
    step: 'start',
    method,
    options,
    closed,
    target: kind,
    rows: total,
    values,
    counts: Array.from(weights),
    classes: target?.kind === 'class' ? perValue : null,
    means: target?.kind === 'numeric' ? values.map((_, i) => mean(i)) : null,
    why: `${amount} with ${size === 1 ? 'one distinct value' : `${size} distinct values`}`,
  }
}

/** The blocks from … to − 1 as a range with their classes; `disorder` says how mixed they are. */
export function rangeOf(
  view: ColumnView,
  blocks: Blocks,
  [from, to]: readonly [number, number],
  disorder: ((counts: Float64Array, total: number) => number) | null,
): TraceRange {
  const { counts, total } = partOf(blocks, from, to)
  return {
    lo: view.lo[blocks.firstCell[from]],
    hi: view.hi[blocks.firstCell[to] - 1],
    rows: total,
    classes: Array.from(counts),
    disorder: disorder === null ? null : disorder(counts, total),
  }
}

/** The cells from … to − 1 as a range without classes. */
export function cellRange({ lo, hi, weights }: ColumnView, from: number, to: number): TraceRange {
  let rows = 0
  for (let cell = from; cell < to; cell++) rows += weights[cell]
  return { lo: lo[from], hi: hi[to - 1], rows, classes: null, disorder: null }
}

/** A candidate between two cells. */
export function candidateAt(
  { lo, hi }: ColumnView,
  cell: number,
  cut: number,
  rest: Omit<Candidate, 'cut' | 'below' | 'above'>,
): Candidate {
  return { cut, below: hi[cell - 1], above: lo[cell], ...rest }
}
