import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { TIE } from '../../util/numbers/ties.ts'
import type { Limits } from './bin-rules.ts'
import { groupCorners } from './cut-groups.ts'
import { type Curve, hullCorners } from './curve.ts'

/**
 * Boundaries to which the cuts of a binning may better be moved: for each cut the corners of the hull between what its
 * neighbours leave it, which hold the best place as long as the others stay. With `tight`, also where a bin of the least
 * share begins or ends beside one of those. O(cells) for all cuts together.
 */
export function nearCuts(curve: Curve, bounds: readonly number[], limits: Limits, tight: boolean): number[] {
  const { weight } = curve
  const size = weight.length - 1
  const least = limits.minShare * weight[size] * (1 - TIE)
  const above = (at: number): number => Math.max(at + 1, bisectLeft(weight, weight[at] + least))
  const below = (at: number): number => Math.min(at - 1, bisectRight(weight, weight[at] - least) - 1)
  const places: number[] = []
  for (let i = 1; i < bounds.length - 1; i++) {
    const [low, high] = [above(bounds[i - 1]), below(bounds[i + 1])]
    if (low > high) continue
    for (const at of groupCorners(curve, low, high)) {
      places.push(at)
      if (!tight) continue
      const next = above(at)
      const last = below(at)
      if (next > 0 && next < size) places.push(next)
      if (last > 0 && last < size) places.push(last)
    }
  }
  return places
}

/** Where rates may turn: the corners of the hulls on both sides of a turn at each cut that has the rates turn there. O(cells). */
export function turnCuts(curve: Curve, bounds: readonly number[], side: 1 | -1): number[] {
  const { weight, height } = curve
  const last = weight.length - 1
  const rates = bounds.slice(1).map((to, i) => (height[to] - height[bounds[i]]) / (weight[to] - weight[bounds[i]]))
  let turn = 0
  for (let i = 1; i < rates.length; i++) if (rates[i] * side > rates[turn] * side) turn = i
  const back: 1 | -1 = side === 1 ? -1 : 1
  return [bounds[turn], bounds[turn + 1]].flatMap((at) => [
    ...hullCorners(curve, 0, at, side),
    ...hullCorners(curve, at, last, back),
  ])
}

/** Where there is no plane: boundaries at growing distances from each cut. */
export function aroundCuts(bounds: readonly number[]): number[] {
  return bounds.slice(1, -1).flatMap((bound, i) => {
    const places: number[] = []
    for (let step = 1; step < Math.max(bound - bounds[i], bounds[i + 2] - bound); step *= 2) {
      for (const at of [bound - step, bound + step]) if (at > bounds[i] && at < bounds[i + 2]) places.push(at)
    }
    return places
  })
}
