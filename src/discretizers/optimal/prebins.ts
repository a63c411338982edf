import { ArgumentError } from '../../errors.ts'
import type { ColumnView } from '../column-view.ts'
import type { Limits } from './bin-rules.ts'

/** How many prebins a search takes by default and at most: its time grows with their square, cube or fourth power. */
const PREBINS = {
  alone: { usual: 2000, most: 5000 },
  neighbours: { usual: 300, most: 1000 },
  bends: { usual: 100, most: 150 },
}

type OwnLimits = Omit<Limits, 'mandatory'>

/** Whether limits compare a bin with its neighbours. */
export function comparesNeighbours({ trend, minRateDifference, maxPValue }: OwnLimits): boolean {
  return trend !== 'none' || minRateDifference > 0 || maxPValue !== null
}

/** How many candidates one search takes without getting slow. */
export function searchSize(limits: OwnLimits): number {
  return PREBINS[kindOf(limits)].usual
}

function kindOf(limits: OwnLimits): keyof typeof PREBINS {
  if (limits.trend === 'convex' || limits.trend === 'concave') return 'bends'
  return comparesNeighbours(limits) ? 'neighbours' : 'alone'
}

/** How many prebins are searched for these limits; too many asked for are refused. */
export function prebinCount(asked: number | null, limits: OwnLimits): number {
  const kind = kindOf(limits)
  const { usual, most } = PREBINS[kind]
  const count = asked ?? usual
  if (count > most) {
    const why = kind === 'bends' ? `trend ${limits.trend}` : 'a trend, minRateDifference or maxPValue'
    throw new ArgumentError(`optimal: prebins must be at most ${most} with ${why}, got ${count}`, {
      code: 'out-of-range',
    })
  }
  if (count < limits.minBins) {
    throw new ArgumentError(`optimal: prebins must be at least minBins (${limits.minBins}), got ${count}`, {
      code: 'out-of-range',
    })
  }
  return count
}

/** A cell as heavy as this many prebins is one of its own, so that the others share the rest evenly. */
const HEAVY = 4

/**
 * The first cell of each prebin, and at last the number of cells: at most `most` parts of about equal weight, or
 * every cell on its own where there are no more. `fixed` cells always begin a prebin. O(cells).
 */
export function prebinStarts(view: ColumnView, most: number, fixed: readonly number[]): Uint32Array {
  const { size, weights, total } = view
  if (size <= most) return Uint32Array.from({ length: size + 1 }, (_, cell) => cell)
  const isHeavy = (cell: number): boolean => weights[cell] * most >= HEAVY * total
  let heavy = 0
  let light = 0
  for (let cell = 0; cell < size; cell++) {
    if (isHeavy(cell)) heavy++
    else light += weights[cell]
  }
  // A heavy cell takes a prebin and ends one before it; so does a fixed one.
  const wanted = Math.max(1, most - 2 * heavy - fixed.length)
  const begins = new Set(fixed)
  const starts = [0]
  let below = 0
  let next = 1
  for (let cell = 0; cell < size; cell++) {
    if (isHeavy(cell)) {
      if (starts[starts.length - 1] < cell) starts.push(cell)
      starts.push(cell + 1)
      continue
    }
    if (begins.has(cell) && starts[starts.length - 1] < cell) starts.push(cell)
    below += weights[cell]
    if (below * wanted < next * light) continue
    starts.push(cell + 1)
    while (below * wanted >= next * light) next++
  }
  if (starts[starts.length - 1] < size) starts.push(size)
  return Uint32Array.from(starts)
}
