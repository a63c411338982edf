import type { Counted } from '../binning.ts'
import type { DriftCells } from './drift-cells.ts'
import type { DesignSides } from './share-design.ts'

/** Groups of a column with an order, and of one with levels. */
const MOST_RANGES = 10
const MOST_LEVELS = 20

/** Rows that a group is to expect on either side for χ² to hold. */
const EXPECTED = 5

/**
 * The cells put together for the stability index, as lists of their numbers: about ten ranges that held as many rows each
 * when the bins were fitted, or the commonest levels and one group of the rare ones; missing values and special codes each
 * stand for themselves. By rows, not by weight: a range that a few heavy rows fill says little. O(cells · log cells).
 */
export function shareGroups(
  cells: DriftCells,
  sides: { readonly before: readonly Counted[]; readonly now: readonly Counted[] },
  effects: DesignSides,
): number[][] {
  const [before, now] = [sides.before, sides.now].map((side) => side.map(({ count }) => count))
  const values = cells.ordered > 0 ? rangeGroups(cells, before, now, effects) : levelGroups(cells, before, now)
  const aside = before.flatMap((_, cell) => (cell >= cells.missing && before[cell] + now[cell] > 0 ? [[cell]] : []))
  return [...values, ...aside]
}

function rangeGroups(
  { ordered }: DriftCells,
  before: readonly number[],
  now: readonly number[],
  effects: DesignSides,
): number[][] {
  const [n, m] = [before, now].map((side) => sumOf(side.slice(0, ordered)))
  const least = Math.min(n / effects.before, m / effects.now)
  const most = Math.min(MOST_RANGES, Math.max(2, Math.floor(least / EXPECTED)))
  const groups: number[][] = []
  let [below, open] = [0, -1]
  for (let cell = 0; cell < ordered; cell++) {
    const middle = n > 0 ? (below + before[cell] / 2) / n : (cell + 0.5) / ordered
    below += before[cell]
    const group = Math.min(most - 1, Math.floor(middle * most))
    if (group > open) groups.push([])
    open = Math.max(open, group)
    groups[groups.length - 1].push(cell)
  }
  return groups
}

/**
 * Levels too rare to be told apart are one group, by what both sides hold together: a level that the fit did not see is
 * then as likely to be among them as one that the new rows do not have.
 */
function levelGroups({ missing, rest }: DriftCells, before: readonly number[], now: readonly number[]): number[][] {
  const levels = Array.from({ length: missing }, (_, cell) => cell)
  const [n, m] = [before, now].map((side) => sumOf(side.slice(0, missing)))
  const both = (cell: number): number => before[cell] + now[cell]
  const expected = (cell: number, side: number): number => (both(cell) * side) / (n + m)
  // The fit chose the levels with a cell of their own by their rows; those near the limit were partly lucky.
  const seen = levels.filter((cell) => cell !== rest && before[cell] > 0).map((cell) => before[cell])
  const limit = rest === null || seen.length === 0 ? 0 : Math.min(...seen)
  const lucky = limit + 4 * Math.sqrt(limit)
  const clear = (cell: number): boolean =>
    cell !== rest &&
    expected(cell, Math.min(n, m)) >= EXPECTED &&
    (rest === null || before[cell] === 0 || expected(cell, n) >= lucky)
  const own = levels.filter(clear).toSorted((a, b) => both(b) - both(a) || a - b)
  const kept = own.slice(0, MOST_LEVELS - 1).toSorted((a, b) => a - b)
  const others = levels.filter((cell) => !kept.includes(cell) && both(cell) > 0)
  return [...kept.map((cell) => [cell]), ...(others.length === 0 ? [] : [others])]
}

function sumOf(list: readonly number[]): number {
  return list.reduce((sum, x) => sum + x, 0)
}
