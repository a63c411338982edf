import type { NumberColumn, NumberSummary } from '../../../src/index.ts'

/**
 * The gap a cut lies in: so many cells lie below it. A gap is where a cut parts the same rows wherever in it it lies.
 */
export function gapAt({ cells }: NumberSummary, cut: number): number {
  let [low, high] = [0, cells.size]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (cells.lo[middle] < cut) low = middle + 1
    else high = middle
  }
  return low
}

/** The middle of a gap, where a cut is put. */
export function middleOf({ cells }: NumberSummary, gap: number): number {
  const [below, above] = [cells.hi[gap - 1], cells.lo[gap]]
  const middle = below / 2 + above / 2
  return middle > below && middle <= above ? middle : above
}

/** The gaps that a cut of a column may be moved to: between its neighbours, or all. */
export function gapsBetween(
  summary: NumberSummary,
  { cuts }: Pick<NumberColumn, 'cuts'>,
  at: number,
): [number, number] {
  const first = at > 0 ? gapAt(summary, cuts[at - 1]) + 1 : 1
  const last = at < cuts.length - 1 ? gapAt(summary, cuts[at + 1]) - 1 : summary.cells.size - 1
  return [first, last]
}

/** Where a cut goes that is moved so many gaps; null where it cannot. */
export function stepped(
  summary: NumberSummary,
  column: Pick<NumberColumn, 'cuts'>,
  at: number,
  steps: number,
): number | null {
  const cut = column.cuts[at]
  const gap = gapAt(summary, cut)
  const [first, last] = gapsBetween(summary, column, at)
  const goal = Math.max(first, Math.min(last, gap + steps))
  return goal === gap || goal < 1 || goal > summary.cells.size - 1 || first > last ? null : middleOf(summary, goal)
}

/** The nearest gap to a value, of those that are allowed. */
export function nearestGap(
  summary: NumberSummary,
  value: number,
  [first, last]: readonly [number, number],
): number | null {
  if (first > last) return null
  const gap = gapAt(summary, value)
  const near = [gap - 1, gap, gap + 1].map((one) => Math.max(first, Math.min(last, one)))
  return near.reduce((best, one) =>
    Math.abs(middleOf(summary, one) - value) < Math.abs(middleOf(summary, best) - value) ? one : best,
  )
}

/** A number with as few digits as a pixel of so many units deserves. */
export function rounded(value: number, unit: number): number {
  if (!(unit > 0) || !Number.isFinite(unit)) return value
  const digits = Math.max(0, Math.min(15, -Math.floor(Math.log10(unit))))
  return Number(value.toFixed(digits))
}
