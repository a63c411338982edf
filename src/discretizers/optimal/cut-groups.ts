import { type Curve, hullCorners } from './curve.ts'

/** Runs of neighbouring boundaries, none of which overlap: group g holds from[g] … to[g]. */
export interface CutGroups {
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** The boundaries 1 … size − 1 in about so many groups of equal weight; `single` ones are groups of their own. O(cells). */
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
  const alone = new Set(single)
  for (let group = 0; group < groups.from.length; group++) {
    const [first, last] = [groups.from[group], groups.to[group]]
    const step = (weight[last] - weight[first]) / pieces
    let start = first
    let goal = weight[first] + step
    for (let at = first; at <= last; at++) {
      const ends = at === last || alone.has(at) || alone.has(at + 1) || weight[at + 1] >= goal
      if (!ends) continue
      from.push(start)
      to.push(at)
      start = at + 1
      if (at < last && step > 0) while (weight[at + 1] >= goal) goal += step
    }
  }
  return { from, to }
}

/** The corners of the hull of the curve in a group, both sides, in order. */
export function groupCorners(curve: Curve, from: number, to: number): number[] {
  if (to - from < 3) return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const [lower, upper] = [hullCorners(curve, from, to, 1), hullCorners(curve, from, to, -1)]
  return [...new Set([...lower, ...upper])].toSorted((a, b) => a - b)
}
