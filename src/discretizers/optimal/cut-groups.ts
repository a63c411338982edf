import { bisectLeft } from '../../util/bisect.ts'
import { bothCorners, type Curve } from './curve.ts'

/** Runs of neighbouring boundaries, none of which overlap: group g holds from[g] … to[g]. */
export interface CutGroups {
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** The boundaries 1 … size − 1 in about so many groups of equal weight; `single` ones are groups of their own. O(groups · log cells). */
export function evenGroups(weight: Float64Array, count: number, single: readonly number[]): CutGroups {
  const size = weight.length - 1
  return splitGroups({ from: [1], to: [size - 1] }, weight, { pieces: count, single })
}

/** Every group in pieces of about equal weight. */
export function splitGroups(
  groups: CutGroups,
  weight: Float64Array,
  { pieces, single = [] }: { readonly pieces: number; readonly single?: readonly number[] },
): CutGroups {
  const [from, to]: [number[], number[]] = [[], []]
  /** The end of the group that starts at `start`: before the goal is reached, or beside a single one. */
  const endOf = (start: number, last: number, goal: number): number => {
    let end = Math.min(last, Math.max(start, bisectLeft(weight, goal) - 1))
    for (const place of single) if (place >= start) end = Math.min(end, Math.max(start, place - 1))
    return end
  }
  for (let group = 0; group < groups.from.length; group++) {
    const [first, last] = [groups.from[group], groups.to[group]]
    const step = (weight[last] - weight[first]) / pieces
    let goal = weight[first] + step
    for (let start = first; start <= last;) {
      const end = endOf(start, last, goal)
      from.push(start)
      to.push(end)
      start = end + 1
      if (end < last && step > 0) while (weight[start] >= goal) goal += step
    }
  }
  return { from, to }
}

/** The corners of the hull of the curve in a group, both sides, in order. */
export function groupCorners(curve: Curve, from: number, to: number): number[] {
  if (to - from < 3) return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return bothCorners(curve, from, to)
}
