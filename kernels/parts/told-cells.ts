// A column told as cells: exactly at places that are asked for, and by as few cells as can be between them.

import { endOfRun, leastOf, lists, next, regionAt, values } from './regions'
import { before, centre, classes, endOf, farEnd, placeAt, placeOf, rankIn, rowsBefore, size } from './row-buckets'
import { double, word } from './words'

/** Of each cell its ends, its rows, and its rows by class. */
let lo: usize = 0
let hi: usize = 0
let rows: usize = 0
let sums: usize = 0
let cells: u32 = 0

/** Ranks and spans of values that are asked for, and memory for the rows by class of a value. */
let ranks: usize = 0
let spans: usize = 0
let owns: usize = 0

/** What is asked for next, the rows up to where cells are told, and whether the last cell may go on. */
let nextRank: usize = 0
let endOfRanks: usize = 0
let nextSpan: usize = 0
let endOfSpans: usize = 0
let told: u32 = 0
let isOpen: bool = false

export function placeCells(loAt: usize, hiAt: usize, rowsAt: usize, sumsAt: usize, ownsAt: usize): void {
  lo = loAt
  hi = hiAt
  rows = rowsAt
  sums = sumsAt
  owns = ownsAt
}

export function placeAsked(ranksAt: usize, spansAt: usize): void {
  ranks = ranksAt
  spans = spansAt
}

/**
 * Lists the places of the first `rankCount` ranks that are asked for, none of them below 0 then, and of both ends of so many spans; how many.
 */
export function listPlaces(rankCount: u32, spanCount: u32, list: usize): u32 {
  let to = list
  for (let at = ranks; at < word(ranks, rankCount); at += 4) {
    const rank = rankIn(at)
    store<u32>(at, rank)
    store<u32>(to, placeAt(rank))
    to += 4
  }
  for (let at = spans; at < double(spans, 2 * spanCount); at += 8) {
    store<u32>(to, placeOf(load<f64>(at)))
    to += 4
  }
  return (<u32>(to - list)) >> 2
}

/**
 * Tells the column at `n` buckets, which do not descend and are regions or have no rows: there, a cell for each value that has one of the ranks
 * asked for or lies in one of the spans, and one for all values between two of these or of the ends of spans; elsewhere one for all
 * between two buckets. Ranks and spans ascend. Says how many cells.
 */
export function tellPlaces(list: usize, n: u32, rankCount: u32, spanCount: u32): u32 {
  cells = 0
  nextRank = ranks
  endOfRanks = word(ranks, rankCount)
  nextSpan = spans
  endOfSpans = double(spans, 2 * spanCount)
  let end: u32 = 1
  for (let at = list; at < word(list, n); at += 4) {
    const bucket = load<u32>(at)
    // Once each.
    if (bucket < end) continue
    tellTogether(end, bucket)
    told = rowsBefore(bucket)
    isOpen = false
    const region = regionAt(bucket)
    if (region > 0) tellValues<Some>(region - 1)
    end = endOf(bucket)
  }
  tellTogether(end, size - 1)
  return cells
}

/** Tells all values of `n` buckets, which are regions, and writes in their place how many cells there are up to the end of each. */
export function tellBuckets(list: usize, n: u32): u32 {
  cells = 0
  for (let at = list; at < word(list, n); at += 4) {
    tellValues<All>(regionAt(load<u32>(at)) - 1)
    store<u32>(at, cells)
  }
  return cells
}

/** Adds the buckets from … to − 1 as one cell, where they hold rows. */
function tellTogether(from: u32, to: u32): void {
  if (from >= to) return
  let all: u32 = 0
  for (let c: u32 = 0; c < classes; c++) {
    const own = load<u32>(word(before, to * classes + c)) - load<u32>(word(before, from * classes + c))
    store<f64>(double(sums, cells * classes + c), <f64>own)
    all += own
  }
  if (all == 0) return
  store<f64>(double(lo, cells), farEnd(from, <i32>from < centre))
  store<f64>(double(hi, cells), farEnd(to - 1, <i32>to - 1 >= centre))
  store<f64>(double(rows, cells), <f64>all)
  cells++
}

/** Whether all values of a region are told, or some. */
type All = u8
type Some = u16

/** Adds the values of a region as cells. */
function tellValues<Which>(region: u32): void {
  if (sizeof<Which>() == sizeof<Some>() && classes <= 2) tellSome(region)
  else if (classes == 2) tellTwo(region)
  else tellMany<Which>(region)
}

/**
 * Tells some values of a region of one class or two: what lies before the next value that is asked for is found by halves. Of one class
 * the other list is empty.
 */
function tellSome(region: u32): void {
  const list = word(lists, classes * region)
  let a = double(values, load<u32>(list))
  const endA = double(values, load<u32>(list, 4))
  let b = endA
  const endB = classes == 2 ? double(values, load<u32>(list, 8)) : endA
  while (a < endA || b < endB) {
    const value = leastOf(a, endA, b, endB)
    endSpansBefore(value)
    const limit = nextAsked(a, endA, b, endB)
    const isAsked = value >= limit
    const nextA = isAsked ? endOfRun(a, endA, value) : firstFrom(a, endA, limit)
    const nextB = isAsked ? endOfRun(b, endB, value) : firstFrom(b, endB, limit)
    const rowsA = (<u32>(nextA - a)) >> 3
    const rowsB = (<u32>(nextB - b)) >> 3
    const to = cellOf(isOpen && !isAsked, value, rowsA + rowsB)
    if (!isAsked) store<f64>(double(hi, cells - 1), lastOf(a, nextA, b, nextB))
    store<f64>(to, load<f64>(to) + <f64>rowsA)
    if (classes == 2) store<f64>(to, load<f64>(to, 8) + <f64>rowsB, 8)
    isOpen = !isAsked
    told += rowsA + rowsB
    a = nextA
    b = nextB
  }
}

/** The last cell ends where a span does, of those that end before a value. */
function endSpansBefore(value: f64): void {
  for (; nextSpan < endOfSpans && load<f64>(nextSpan, 8) < value; nextSpan += 16) isOpen = false
}

/** The least number from which on a value is asked for, of two lists that go on; some may lie between this and the value. */
function nextAsked(a: usize, endA: usize, b: usize, endB: usize): f64 {
  while (nextRank < endOfRanks && load<u32>(nextRank) < told) nextRank += 4
  const left = (<u32>(endA - a + (endB - b))) >> 3
  const rank = nextRank < endOfRanks ? load<u32>(nextRank) - told : left
  const atRank: f64 = rank < left ? valueAt(a, endA, b, endB, rank) : Infinity
  return nextSpan < endOfSpans ? min(atRank, load<f64>(nextSpan)) : atRank
}

/** The value that has a rank among those of two lists. */
function valueAt(a: usize, endA: usize, b: usize, endB: usize, rank: u32): f64 {
  // So many of the values before it are in the first list.
  const inB = (<u32>(endB - b)) >> 3
  let low = rank > inB ? rank - inB : 0
  let high = min(rank, (<u32>(endA - a)) >> 3)
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<f64>(double(a, middle)) < load<f64>(double(b, rank - middle - 1))) low = middle + 1
    else high = middle
  }
  return leastOf(double(a, low), endA, double(b, rank - low), endB)
}

/** Where the first value of a sorted list lies that is not below a limit. */
function firstFrom(at: usize, end: usize, limit: f64): usize {
  let rest = (end - at) >> 3
  while (rest > 0) {
    const half = rest >> 1
    const middle = double(at, <u32>half)
    const isBelow = load<f64>(middle) < limit
    at = isBelow ? middle + 8 : at
    rest = isBelow ? rest - half - 1 : half
  }
  return at
}

/** The larger of the last values before two places, of which one list may have none. */
function lastOf(a: usize, nextA: usize, b: usize, nextB: usize): f64 {
  if (nextA == a) return load<f64>(nextB - 8)
  return nextB > b ? max(load<f64>(nextA - 8), load<f64>(nextB - 8)) : load<f64>(nextA - 8)
}

/** Tells all values of a region of two classes. */
function tellTwo(region: u32): void {
  const list = word(lists, 2 * region)
  let a = double(values, load<u32>(list))
  const endA = double(values, load<u32>(list, 4))
  let b = endA
  const endB = double(values, load<u32>(list, 8))
  while (a < endA || b < endB) {
    const value = leastOf(a, endA, b, endB)
    const nextA = endOfRun(a, endA, value)
    const nextB = endOfRun(b, endB, value)
    const rowsA = (<u32>(nextA - a)) >> 3
    const rowsB = (<u32>(nextB - b)) >> 3
    const to = cellOf(false, value, rowsA + rowsB)
    store<f64>(to, <f64>rowsA)
    store<f64>(to, <f64>rowsB, 8)
    a = nextA
    b = nextB
  }
}

/** Tells all values of a region of any number of classes, or some; `next` says how far each list is told. */
function tellMany<Which>(region: u32): void {
  const list = word(lists, region * classes)
  const heads = word(next, region * classes)
  const width = (<usize>classes) << 2
  for (let c: usize = 0; c < width; c += 4) store<u32>(heads + c, load<u32>(list + c))
  for (;;) {
    let value: f64 = Infinity
    for (let c: usize = 0; c < width; c += 4) {
      const head = load<u32>(heads + c)
      if (head < load<u32>(list + c, 4)) value = min(value, load<f64>(double(values, head)))
    }
    if (value == Infinity) return
    let all: u32 = 0
    for (let c: usize = 0; c < width; c += 4) {
      const head = double(values, load<u32>(heads + c))
      const own = (<u32>(endOfRun(head, double(values, load<u32>(list + c, 4)), value) - head)) >> 3
      store<u32>(owns + c, own)
      store<u32>(heads + c, load<u32>(heads + c) + own)
      all += own
    }
    let goesOn = false
    if (sizeof<Which>() == sizeof<Some>()) {
      const own = isAsked(value, all)
      goesOn = isOpen && !own
      isOpen = !own
    }
    const to = cellOf(goesOn, value, all)
    for (let c: u32 = 0; c < classes; c++)
      store<f64>(double(to, c), load<f64>(double(to, c)) + <f64>load<u32>(word(owns, c)))
  }
}

/** A cell of its own for a value and so many rows, or the last one, which goes on with it; where its rows by class are added. */
function cellOf(goesOn: bool, value: f64, more: u32): usize {
  if (goesOn) {
    store<f64>(double(hi, cells - 1), value)
    store<f64>(double(rows, cells - 1), load<f64>(double(rows, cells - 1)) + <f64>more)
  } else {
    store<f64>(double(lo, cells), value)
    store<f64>(double(hi, cells), value)
    store<f64>(double(rows, cells), <f64>more)
    for (let c: u32 = 0; c < classes; c++) store<f64>(double(sums, cells * classes + c), 0)
    cells++
  }
  return double(sums, (cells - 1) * classes)
}

/** Whether the next value, with so many rows, is to have a cell of its own. */
function isAsked(value: f64, more: u32): bool {
  let asked = false
  for (; nextRank < endOfRanks && load<u32>(nextRank) < told + more; nextRank += 4) {
    asked = asked || load<u32>(nextRank) >= told
  }
  told += more
  endSpansBefore(value)
  return asked || (nextSpan < endOfSpans && load<f64>(nextSpan) <= value)
}
