import { BLOCK, type BlockCorners, type FastCurve, MANY_BLOCKS, WIDE } from '../../wasm/fast-curve.ts'
import type { Parts } from './parts/parts.ts'

/**
 * A column as a curve: for every boundary the weight below it and the height, which is Σw of the event or of a numeric
 * target less its mean. A bin is a chord, its rate the slope of the chord.
 */
export interface Curve {
  readonly weight: Float64Array
  readonly height: Float64Array
  /** the corners of the blocks first … last − 1 of boundaries, in order: hulls of a long column are made of those, which are few */
  readonly corners: (first: number, last: number) => Int32Array
  /** the same of much longer blocks, where products are exact; null elsewhere, since rounding would have a say in what is one */
  readonly wide: BlockCorners | null
  /** where it lies, if that is a memory in which corners are quickly found */
  readonly fast: FastCurve | null
}

/** The curve of a column; null where two numbers do not tell the score of a bin. O(cells). */
export function curveOf(parts: Parts): Curve | null {
  const { size, plane } = parts
  if (plane === null) return null
  if (plane.below !== null) {
    const { fast, whole, ...below } = plane.below
    return fast === null || !whole ? withCorners(below.weight, below.height, whole) : quickly(fast)
  }
  const [weights, heights] = [new Float64Array(size + 1), new Float64Array(size + 1)]
  for (let at = 1; at <= size; at++) {
    weights[at] = parts.weight(0, at)
    heights[at] = plane.height(0, at)
  }
  return withCorners(weights, heights, false)
}

function quickly(fast: FastCurve): Curve {
  const corners = (first: number, last: number): Int32Array => {
    const lists: Int32Array[] = []
    for (let block = first; block < last; block += MANY_BLOCKS) {
      lists.push(fast.corners(block, Math.min(last, block + MANY_BLOCKS)))
    }
    return joined(lists)
  }
  return { weight: fast.weight, height: fast.height, corners, wide: fast.wide(), fast }
}

function joined(lists: readonly Int32Array[]): Int32Array {
  if (lists.length === 1) return lists[0]
  let length = 0
  for (const list of lists) length += list.length
  const all = new Int32Array(length)
  let size = 0
  for (const list of lists) {
    all.set(list, size)
    size += list.length
  }
  return all
}

/** `whole`: whether products of weights and heights are exact, so that a place on a line is known to be no corner. */
function withCorners(weight: Float64Array, height: Float64Array, whole: boolean): Curve {
  const blocks = Math.ceil(weight.length / BLOCK)
  const firstCorner = new Int32Array(blocks + 1)
  let found = new Int32Array(32 * blocks)
  let size = 0
  const kept = { lower: new Int32Array(BLOCK), upper: new Int32Array(BLOCK), low: 0, high: 0 }
  for (let block = 0; block < blocks; block++) {
    const first = block * BLOCK
    const end = Math.min(first + BLOCK, weight.length)
    if (whole) wholeHulls(weight, height, { first, end }, kept)
    else bothHulls(weight, height, { first, end }, kept)
    const { lower, upper, low, high } = kept
    if (size + low + high > found.length) found = withRoom(found, 2 * found.length + BLOCK)
    for (let i = 0, j = 0; i < low || j < high;) {
      const next = j >= high || (i < low && lower[i] <= upper[j]) ? lower[i] : upper[j]
      if (i < low && lower[i] === next) i++
      if (j < high && upper[j] === next) j++
      found[size++] = next
    }
    firstCorner[block + 1] = size
  }
  const all = found.slice(0, size)
  const curve = { weight, height, corners: cornersIn({ corners: all, firstCorner }), wide: null, fast: null }
  return whole ? { ...curve, wide: wideCorners(curve) } : curve
}

function cornersIn({ corners, firstCorner }: BlockCorners): Curve['corners'] {
  return (first, last) => corners.subarray(firstCorner[first], firstCorner[last])
}

/** The corners of long blocks, made of those of short ones. */
function wideCorners(curve: Curve): BlockCorners {
  const last = curve.weight.length - 1
  const found: number[] = []
  const firstCorner = [0]
  for (let first = 0; first <= last; first += WIDE) {
    const end = Math.min(last, first + WIDE - 1)
    for (const at of bothCorners(curve, first, end)) found.push(at)
    firstCorner.push(found.length)
  }
  return { corners: Int32Array.from(found), firstCorner: Int32Array.from(firstCorner) }
}

/** The corners of both hulls between two boundaries, in order. */
export function bothCorners(curve: Curve, from: number, to: number): number[] {
  if (curve.fast !== null) return curve.fast.bothCorners(from, to)
  const places = fewCornersBetween(curve, from, to)
  const [lower, upper] = [hullOf(curve, places, 1), hullOf(curve, places, -1)]
  const both: number[] = []
  for (let i = 0, j = 0; i < lower.length || j < upper.length;) {
    const next = j >= upper.length || (i < lower.length && lower[i] <= upper[j]) ? lower[i] : upper[j]
    if (i < lower.length && lower[i] === next) i++
    if (j < upper.length && upper[j] === next) j++
    both.push(next)
  }
  return both
}

function withRoom(list: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length)
  longer.set(list)
  return longer
}

/** The corners of both hulls of a block, and how many there are. */
interface BlockHulls {
  readonly lower: Int32Array
  readonly upper: Int32Array
  low: number
  high: number
}

interface Block {
  readonly first: number
  readonly end: number
}

function bothHulls(weight: Float64Array, height: Float64Array, { first, end }: Block, kept: BlockHulls): void {
  const places = Int32Array.from({ length: end - first }, (_, i) => first + i)
  kept.low = hull({ weight, height }, places, 1, kept.lower)
  kept.high = hull({ weight, height }, places, -1, kept.upper)
}

/** The same for exact products: what lies above the chord of the block is in no lower hull, and what lies in a line in none. */
function wholeHulls(weight: Float64Array, height: Float64Array, { first, end }: Block, kept: BlockHulls): void {
  const { lower, upper } = kept
  const last = end - 1
  const firstWeight = weight[first]
  const firstHeight = height[first]
  const wide = weight[last] - firstWeight
  const high = height[last] - firstHeight
  let low = 1
  let top = 1
  lower[0] = first
  upper[0] = first
  let beforeWeight = weight[first]
  let beforeHeight = height[first]
  for (let at = first + 1; at < last; at++) {
    const w = weight[at]
    const h = height[at]
    const turns = w - beforeWeight !== weight[at + 1] - w || h - beforeHeight !== height[at + 1] - h
    beforeWeight = w
    beforeHeight = h
    if (!turns) continue
    const above = (h - firstHeight) * wide - high * (w - firstWeight)
    if (above < 0) low = pushCorner(weight, height, { kept: lower, count: low, at }, 1)
    else if (above > 0) top = pushCorner(weight, height, { kept: upper, count: top, at }, -1)
  }
  if (last > first) {
    low = pushCorner(weight, height, { kept: lower, count: low, at: last }, 1)
    top = pushCorner(weight, height, { kept: upper, count: top, at: last }, -1)
  }
  kept.low = low
  kept.high = top
}

/** Adds a boundary to the corners of a hull, which takes away those that are none any more; gives how many there are. */
function pushCorner(
  weight: Float64Array,
  height: Float64Array,
  { kept, count, at }: { readonly kept: Int32Array; readonly count: number; readonly at: number },
  side: 1 | -1,
): number {
  const w = weight[at]
  const h = height[at]
  let left = count
  while (left > 1) {
    const a = kept[left - 2]
    const b = kept[left - 1]
    const turn = (height[b] - height[a]) * (w - weight[a]) - (h - height[a]) * (weight[b] - weight[a])
    // Below the chord from a to the new point, b is a corner.
    if (turn * side < 0) break
    left--
  }
  kept[left] = at
  return left + 1
}

/** Keeps the corners of the lower (`side` 1) or upper (−1) hull of some boundaries in order; gives how many there are. */
function hull(
  { weight, height }: Pick<Curve, 'weight' | 'height'>,
  places: Int32Array,
  side: 1 | -1,
  kept: Int32Array,
): number {
  let count = 0
  for (let i = 0; i < places.length; i++) count = pushCorner(weight, height, { kept, count, at: places[i] }, side)
  return count
}

/**
 * The corners of the lower (`side` 1) or upper (−1) hull of the curve between two boundaries, both ends among them. Those
 * of the whole column are the ends of its isotonic blocks.
 */
export function hullCorners(curve: Curve, from: number, to: number, side: 1 | -1): number[] {
  if (curve.fast !== null) return curve.fast.hullCorners(from, to, side)
  return Array.from(hullOf(curve, fewCornersBetween(curve, from, to), side))
}

/** The corners among some boundaries in order. */
function hullOf(curve: Curve, places: Int32Array, side: 1 | -1): Int32Array {
  const kept = new Int32Array(places.length)
  return kept.subarray(0, hull(curve, places, side, kept))
}

/** As `cornersBetween`, and fewer of them. */
function fewCornersBetween(curve: Curve, from: number, to: number): Int32Array {
  const [first, last] = [Math.ceil(from / WIDE), Math.floor((to + 1) / WIDE)]
  if (curve.wide === null || last <= first) return cornersBetween(curve, from, to)
  const { corners, firstCorner } = curve.wide
  const inner = corners.subarray(firstCorner[first], firstCorner[last])
  return joined([cornersBetween(curve, from, first * WIDE - 1), inner, cornersBetween(curve, last * WIDE, to)])
}

/** Boundaries from one to another that hold all corners of the hull between them, in order. */
export function cornersBetween({ corners }: Curve, from: number, to: number): Int32Array {
  if (to < from) return new Int32Array(0)
  const [first, last] = [Math.ceil(from / BLOCK), Math.floor((to + 1) / BLOCK)]
  if (last <= first) return Int32Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const [head, tail] = [first * BLOCK, last * BLOCK]
  const inner = corners(first, last)
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
  const { weight, fast } = curve
  const last = weight.length - 1
  const corners = hullCorners(curve, 0, last, side)
  if (fast !== null) {
    const { height, ...blocks } = fast.onLines(corners)
    return { weight, height, corners: cornersIn(blocks), wide: null, fast: null }
  }
  const height = new Float64Array(last + 1)
  for (let c = 1; c < corners.length; c++) {
    const [a, b] = [corners[c - 1], corners[c]]
    const slope = (curve.height[b] - curve.height[a]) / (weight[b] - weight[a])
    for (let at = a; at < b; at++) height[at] = curve.height[a] + slope * (weight[at] - weight[a])
  }
  height[last] = curve.height[last]
  return withCorners(weight, height, false)
}
