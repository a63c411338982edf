import type { Parts } from './part-scores.ts'

/**
 * A column as a curve: for every boundary the weight below it and the height, which is Σw of the event or of a numeric
 * target less its mean. A bin is a chord, its rate the slope of the chord.
 */
export interface Curve {
  readonly weight: Float64Array
  readonly height: Float64Array
  /** the corners of every block of boundaries, one after the other, and where those of each block begin */
  readonly corners: Int32Array
  readonly firstCorner: Int32Array
}

/** Boundaries of a block: hulls of a long column are made of the corners of its blocks, which are few. */
const BLOCK = 256

/** The curve of a column; null where two numbers do not tell the score of a bin. O(cells). */
export function curveOf({ size, weight, plane }: Parts): Curve | null {
  if (plane === null) return null
  if (plane.below !== null) return withCorners(plane.below.weight, plane.below.height, plane.below.whole)
  const [weights, heights] = [new Float64Array(size + 1), new Float64Array(size + 1)]
  for (let at = 1; at <= size; at++) {
    weights[at] = weight(0, at)
    heights[at] = plane.height(0, at)
  }
  return withCorners(weights, heights, false)
}

/** `whole`: whether products of weights and heights are exact, so that a place on a line is known to be no corner. */
function withCorners(weight: Float64Array, height: Float64Array, whole: boolean): Curve {
  const blocks = Math.ceil(weight.length / BLOCK)
  const firstCorner = new Int32Array(blocks + 1)
  const found = new Int32Array(weight.length)
  let size = 0
  const [places, lower, upper] = [new Int32Array(BLOCK), new Int32Array(BLOCK), new Int32Array(BLOCK)]
  for (let block = 0; block < blocks; block++) {
    const first = block * BLOCK
    const end = Math.min(first + BLOCK, weight.length)
    const count = whole ? turns(weight, height, { first, end, places }) : allPlaces(first, end, places)
    const low = hull({ weight, height }, places.subarray(0, count), 1, lower)
    const high = hull({ weight, height }, places.subarray(0, count), -1, upper)
    for (let i = 0, j = 0; i < low || j < high;) {
      const next = j >= high || (i < low && lower[i] <= upper[j]) ? lower[i] : upper[j]
      if (i < low && lower[i] === next) i++
      if (j < high && upper[j] === next) j++
      found[size++] = next
    }
    firstCorner[block + 1] = size
  }
  return { weight, height, corners: found.slice(0, size), firstCorner }
}

function allPlaces(first: number, end: number, places: Int32Array): number {
  for (let at = first; at < end; at++) places[at - first] = at
  return end - first
}

/** The boundaries of a block at which the curve turns, and both ends: all others lie on a line between those beside them. */
function turns(
  weight: Float64Array,
  height: Float64Array,
  { first, end, places }: { readonly first: number; readonly end: number; readonly places: Int32Array },
): number {
  let count = 0
  let [wide, high] = [0, 0]
  for (let at = first; at < end - 1; at++) {
    const [nextWide, nextHigh] = [weight[at + 1] - weight[at], height[at + 1] - height[at]]
    if (nextWide !== wide || nextHigh !== high) places[count++] = at
    wide = nextWide
    high = nextHigh
  }
  places[count++] = end - 1
  return count
}

/** Keeps the corners of the lower (`side` 1) or upper (−1) hull of some boundaries in order; gives how many there are. */
function hull(
  { weight, height }: Pick<Curve, 'weight' | 'height'>,
  places: Int32Array,
  side: 1 | -1,
  kept: Int32Array,
): number {
  let count = 0
  for (let i = 0; i < places.length; i++) {
    const at = places[i]
    const [w, h] = [weight[at], height[at]]
    while (count > 1) {
      const a = kept[count - 2]
      const b = kept[count - 1]
      const turn = (height[b] - height[a]) * (w - weight[a]) - (h - height[a]) * (weight[b] - weight[a])
      // Below the chord from a to the new point, b is a corner.
      if (turn * side < 0) break
      count--
    }
    kept[count++] = at
  }
  return count
}

/**
 * The corners of the lower (`side` 1) or upper (−1) hull of the curve between two boundaries, both ends among them. Those
 * of the whole column are the ends of its isotonic blocks.
 */
export function hullCorners(curve: Curve, from: number, to: number, side: 1 | -1): number[] {
  const places = cornersBetween(curve, from, to)
  const kept = new Int32Array(places.length)
  return Array.from(kept.subarray(0, hull(curve, places, side, kept)))
}

/** Boundaries from one to another that hold all corners of the hull between them, in order. */
export function cornersBetween({ corners, firstCorner }: Curve, from: number, to: number): Int32Array {
  const [first, last] = [Math.ceil(from / BLOCK), Math.floor((to + 1) / BLOCK)]
  if (last <= first) return Int32Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const [head, tail] = [first * BLOCK, last * BLOCK]
  const inner = corners.subarray(firstCorner[first], firstCorner[last])
  const places = new Int32Array(head - from + inner.length + to + 1 - tail)
  for (let at = from; at < head; at++) places[at - from] = at
  places.set(inner, head - from)
  for (let at = tail; at <= to; at++) places[head - from + inner.length + at - tail] = at
  return places
}

/**
 * The curve with the heights of its lower (`side` 1) or upper (−1) hull at the same weights. Rates that only rise are
 * those of a curve that bends upwards, and no such curve through points of the column lies below its lower hull.
 */
export function onHull(curve: Curve, side: 1 | -1): Curve {
  const { weight } = curve
  const last = weight.length - 1
  const height = new Float64Array(last + 1)
  const corners = hullCorners(curve, 0, last, side)
  for (let c = 1; c < corners.length; c++) {
    const [a, b] = [corners[c - 1], corners[c]]
    const slope = (curve.height[b] - curve.height[a]) / (weight[b] - weight[a])
    for (let at = a; at < b; at++) height[at] = curve.height[a] + slope * (weight[at] - weight[a])
  }
  height[last] = curve.height[last]
  return withCorners(weight, height, false)
}
