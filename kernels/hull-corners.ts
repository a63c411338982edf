// Corners of the hulls of a curve, block by block. A point is a weight and a height, but for the last function whole numbers so
// small that products of two are exact. A place in a line between two others is no corner.

/** The weight, or the height, of a point. */
function at(list: usize, place: u32): f64 {
  return load<f64>(list + ((<usize>place) << 3))
}

/** Adds a place to the `count` corners of a hull at `kept`, the lower (`side` 1) or the upper one (−1); how many are left. */
function push(weight: usize, height: usize, kept: usize, count: u32, place: u32, side: f64): u32 {
  const w = at(weight, place)
  const h = at(height, place)
  let left = count
  while (left > 1) {
    const a = load<u32>(kept + ((<usize>(left - 2)) << 2))
    const b = load<u32>(kept + ((<usize>(left - 1)) << 2))
    const wa = at(weight, a)
    const ha = at(height, a)
    const turn = (at(height, b) - ha) * (w - wa) - (h - ha) * (at(weight, b) - wa)
    if (turn * side < 0) break
    left--
  }
  store<u32>(kept + ((<usize>left) << 2), place)
  return left + 1
}

/** Writes the corners of both hulls to `found`, in order and each once; the address behind them. */
function mergeHulls(lower: usize, low: u32, upper: usize, high: u32, found: usize): usize {
  const lowEnd = lower + ((<usize>low) << 2)
  const highEnd = upper + ((<usize>high) << 2)
  while (lower < lowEnd || upper < highEnd) {
    const a: u32 = lower < lowEnd ? load<u32>(lower) : u32.MAX_VALUE
    const b: u32 = upper < highEnd ? load<u32>(upper) : u32.MAX_VALUE
    const next = min(a, b)
    store<u32>(found, next)
    found += 4
    if (a == next) lower += 4
    if (b == next) upper += 4
  }
  return found
}

/** Every so many points of a block are looked at first. */
const STRIDE: u32 = 32

/**
 * The corners of every `block` of `n` points at `found`, one block after the other, and where those of each block begin at
 * `starts`, and at last how many there are. A hull of some points lies within that of all, so that a corner of a lower hull that
 * is none of them lies below theirs: hardly any point does. `spare` has room for four numbers of each point of a block.
 */
export function blockCorners(
  weight: usize,
  height: usize,
  n: u32,
  block: u32,
  found: usize,
  starts: usize,
  spare: usize,
): void {
  let to = found
  store<u32>(starts, 0)
  for (let first: u32 = 0; first < n; first += block) {
    to = cornersOf(weight, height, first, min(first + block, n) - 1, to, spare)
    starts += 4
    store<u32>(starts, <u32>((to - found) >> 2))
  }
}

/** The corners of the points first … last at `found`; the address behind them. `spare` has room for four numbers of each. */
function cornersOf(weight: usize, height: usize, first: u32, last: u32, found: usize, spare: usize): usize {
  const words = (<usize>(last - first + 1)) << 2
  const low = hullOf(weight, height, first, last, 1, spare, spare + 2 * words)
  const high = hullOf(weight, height, first, last, -1, spare + words, spare + 2 * words)
  return mergeHulls(spare, low, spare + words, high, found)
}

/** The corners of one hull of the points first … last at `kept`; how many. `some` has room for as many. */
function hullOf(weight: usize, height: usize, first: u32, last: u32, side: f64, kept: usize, some: usize): u32 {
  let few: u32 = 0
  for (let place = first; place < last; place += STRIDE) few = push(weight, height, some, few, place, side)
  few = push(weight, height, some, few, last, side)
  let count = push(weight, height, kept, 0, first, side)
  for (let i: u32 = 1; i < few; i++) {
    const a = load<u32>(some + ((<usize>(i - 1)) << 2))
    const b = load<u32>(some + ((<usize>i) << 2))
    count = pushBelow(weight, height, a, b, side, kept, count)
    count = push(weight, height, kept, count, b, side)
  }
  return count
}

/** Adds the points between two places that lie below the chord from one to the other, or above it for the upper hull. */
function pushBelow(weight: usize, height: usize, a: u32, b: u32, side: f64, kept: usize, count: u32): u32 {
  const wa = at(weight, a)
  const ha = at(height, a)
  const wide = (at(weight, b) - wa) * side
  const high = (at(height, b) - ha) * side
  const firstWeights = f64x2.splat(wa)
  const firstHeights = f64x2.splat(ha)
  const wides = f64x2.splat(wide)
  const highs = f64x2.splat(high)
  for (let place = a + 1; place < b; place += 2) {
    // Of two places the second may be b itself.
    const w = f64x2.sub(v128.load(weight + ((<usize>place) << 3)), firstWeights)
    const h = f64x2.sub(v128.load(height + ((<usize>place) << 3)), firstHeights)
    const below = f64x2.lt(f64x2.mul(h, wides), f64x2.mul(highs, w))
    if (!v128.any_true(below)) continue
    if (i64x2.extract_lane(below, 0) != 0) count = push(weight, height, kept, count, place, side)
    if (place + 1 < b && i64x2.extract_lane(below, 1) != 0) count = push(weight, height, kept, count, place + 1, side)
  }
  return count
}

/**
 * Goes on with the sums of `n` weights at `weight`, and of as many events that lie `stride` bytes apart at `height`: both have the
 * sums so far, and those with each further one are written behind them. 1 where all are whole numbers, else 0.
 */
export function addUp(weights: usize, events: usize, stride: usize, n: u32, weight: usize, height: usize): u32 {
  let w = load<f64>(weight)
  let h = load<f64>(height)
  let parts: u32 = 0
  for (let end = weights + ((<usize>n) << 3); weights < end; weights += 8, events += stride) {
    weight += 8
    height += 8
    w += load<f64>(weights)
    h += load<f64>(events)
    store<f64>(weight, w)
    store<f64>(height, h)
    parts |= (<u32>(trunc(w) != w)) | (<u32>(trunc(h) != h))
  }
  return 1 - parts
}

/** Writes to `to` the heights of straight lines from each of `count` places at `corners` to the next one, the last place included. */
export function onLines(weight: usize, height: usize, corners: usize, count: u32, to: usize): void {
  for (let c: u32 = 1; c < count; c++) {
    const a = load<u32>(corners + ((<usize>(c - 1)) << 2))
    const b = load<u32>(corners + ((<usize>c) << 2))
    const wa = at(weight, a)
    const ha = at(height, a)
    const slope = (at(height, b) - ha) / (at(weight, b) - wa)
    for (let place = a; place < b; place++) {
      store<f64>(to + ((<usize>place) << 3), ha + slope * (at(weight, place) - wa))
    }
  }
  const last = load<u32>(corners + ((<usize>(count - 1)) << 2))
  store<f64>(to + ((<usize>last) << 3), at(height, last))
}

/** As `blockCorners`, whatever rounding makes of places in a line. `spare` has room for two numbers of each point of a block. */
// prettier-ignore
export function everyCorner(weight: usize, height: usize, n: u32, block: u32, found: usize, starts: usize, spare: usize): void {
 
  const upper = spare + ((<usize>block) << 2)
  let to = found
  store<u32>(starts, 0)
  for (let first: u32 = 0; first < n; first += block) {
    let low: u32 = 0
    let high: u32 = 0
    for (let place = first, end = min(first + block, n); place < end; place++) {
      low = push(weight, height, spare, low, place, 1)
      high = push(weight, height, upper, high, place, -1)
    }
    to = mergeHulls(spare, low, upper, high, to)
    starts += 4
    store<u32>(starts, <u32>((to - found) >> 2))
  }
}

/** Points of a block, and of a long block. */
const SHORT: u32 = 256
const LONG: u32 = 4096

/** Writes the corners of the blocks first … last − 1 of `n` points to `found`, one block after the other; how many. */
// prettier-ignore
export function shortCorners(weight: usize, height: usize, n: u32, first: u32, last: u32, lists: usize, counts: usize, spare: usize, found: usize): u32 {
  let to = found
  for (let block = first; block < last; block++) {
    const list = lists + ((<usize>(block * SHORT)) << 2)
    const bytes = (<usize>knownCorners(weight, height, n, block, lists, counts, spare)) << 2
    memory.copy(to, list, bytes)
    to += bytes
  }
  return <u32>((to - found) >> 2)
}

/** How many corners a block has, which lie in the lists then. Counts are 0 where they are not known. */
// prettier-ignore
function knownCorners(weight: usize, height: usize, n: u32, block: u32, lists: usize, counts: usize, spare: usize): u32 {
  const known = counts + ((<usize>block) << 2)
  let count = load<u32>(known)
  if (count == 0) {
    const first = block * SHORT
    const list = lists + ((<usize>first) << 2)
    count = <u32>((cornersOf(weight, height, first, min(first + SHORT, n) - 1, list, spare) - list) >> 2)
    store<u32>(known, count)
  }
  return count
}

// The hulls of the places that were visited: their corners, how many there are, and which hulls are wanted.
let lower: usize = 0
let upper: usize = 0
let low: u32 = 0
let high: u32 = 0
let sides: u32 = 3

function visit(weight: usize, height: usize, place: u32): void {
  if ((sides & 1) != 0) low = push(weight, height, lower, low, place, 1)
  if ((sides & 2) != 0) high = push(weight, height, upper, high, place, -1)
}

// The chord of places that are visited one after the other: what lies above it is in no lower hull, below it in no upper one.
let chordWeight: f64 = 0
let chordHeight: f64 = 0
let chordWide: f64 = 0
let chordHigh: f64 = 0

function setChord(weight: usize, height: usize, first: u32, last: u32): void {
  chordWeight = at(weight, first)
  chordHeight = at(height, first)
  chordWide = at(weight, last) - chordWeight
  chordHigh = at(height, last) - chordHeight
}

function visitInside(weight: usize, height: usize, place: u32): void {
  const above = (at(height, place) - chordHeight) * chordWide - chordHigh * (at(weight, place) - chordWeight)
  if (above < 0) {
    if ((sides & 1) != 0) low = push(weight, height, lower, low, place, 1)
  } else if (above > 0) {
    if ((sides & 2) != 0) high = push(weight, height, upper, high, place, -1)
  }
}

/** Visits a list of places in order. */
function visitList(weight: usize, height: usize, list: usize, count: u32): void {
  if (count == 0) return
  const last = list + ((<usize>(count - 1)) << 2)
  setChord(weight, height, load<u32>(list), load<u32>(last))
  visit(weight, height, load<u32>(list))
  for (let inside = list + 4; inside < last; inside += 4) visitInside(weight, height, load<u32>(inside))
  if (count > 1) visit(weight, height, load<u32>(last))
}

/** Visits the places from … to − 1. */
function visitAll(weight: usize, height: usize, from: u32, to: u32): void {
  if (from >= to) return
  setChord(weight, height, from, to - 1)
  visit(weight, height, from)
  for (let place = from + 1; place + 1 < to; place++) visitInside(weight, height, place)
  if (from + 1 < to) visit(weight, height, to - 1)
}

/** Visits places from … to − 1 that hold all corners between them: those of short blocks, and all before and behind those. */
// prettier-ignore
function visitShort(weight: usize, height: usize, n: u32, from: u32, to: u32, lists: usize, counts: usize, spare: usize): void {
  const first = (from + SHORT - 1) / SHORT
  const last = to / SHORT
  const head = first < last ? first * SHORT : to
  visitAll(weight, height, from, head)
  for (let block = first; block < last; block++) {
    const count = knownCorners(weight, height, n, block, lists, counts, spare)
    visitList(weight, height, lists + ((<usize>(block * SHORT)) << 2), count)
  }
  if (first < last) visitAll(weight, height, last * SHORT, to)
}

/**
 * The corners of the points from … to: of the lower hull (`which` 1) at `ofLower`, of the upper one (2) at `ofUpper`, or of both (3)
 * at `found`, in order and each once; how many. Corners of long blocks are known, those of short ones are where they were asked for.
 */
// prettier-ignore
export function cornersBetween(weight: usize, height: usize, n: u32, from: u32, to: u32, which: u32, lists: usize, counts: usize, spare: usize, wide: usize, starts: usize, ofLower: usize, ofUpper: usize, found: usize): u32 {
  const end = to + 1
  const first = (from + LONG - 1) / LONG
  const last = end / LONG
  lower = ofLower
  upper = ofUpper
  low = 0
  high = 0
  sides = which
  if (first < last) {
    visitShort(weight, height, n, from, first * LONG, lists, counts, spare)
    for (let block = first; block < last; block++) {
      const begin = load<u32>(starts + ((<usize>block) << 2))
      const count = load<u32>(starts + ((<usize>(block + 1)) << 2)) - begin
      visitList(weight, height, wide + ((<usize>begin) << 2), count)
    }
    visitShort(weight, height, n, last * LONG, end, lists, counts, spare)
  } else visitShort(weight, height, n, from, end, lists, counts, spare)
  if (which != 3) return low + high
  return <u32>((mergeHulls(lower, low, upper, high, found) - found) >> 2)
}
