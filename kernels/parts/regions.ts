// Regions: buckets that were asked for, whose values are put into place, a list for each class, and sorted.

import { ordered } from './double-keys'
import { DIGITS, sortPart } from './radix-sort'
import { buckets, classes, codes, counts, endOf, placeAt, placeOf, rankIn, rowsBefore, size } from './row-buckets'
import { double, halfWord, word } from './words'

/** From so many values on a list is sorted by digits. */
const MANY: u32 = 80

/**
 * A byte for each bucket, 255 where its rows are wanted now, else 0. The table lies where src/wasm/bucket-memory.ts lays out the first
 * one: an address that is known when a loop is compiled saves an addition for each look.
 */
const WANTED: usize = 64

/** Two bytes for each bucket: the number of its region from 1 on, or 0. */
let regionOf: usize = 0
/** Where the list of each region and class begins among the values; where its next value goes, free when all are in place. */
export let lists: usize = 0
export let next: usize = 0
/** Values of regions, and as much memory again and a table, to sort them. */
export let values: usize = 0
let spare: usize = 0
let digits: usize = 0

/** How many regions there are, how many of them are sorted, and their values. */
let regions: u32 = 0
let sorted: u32 = 0
let found: u32 = 0

export function placeRegions(regionOfAt: usize, listsAt: usize, nextAt: usize, digitsAt: usize): void {
  regionOf = regionOfAt
  lists = listsAt
  next = nextAt
  digits = digitsAt
}

export function placeValues(valuesAt: usize, spareAt: usize): void {
  values = valuesAt
  spare = spareAt
}

/** Bytes of the table to sort by. */
export const DIGIT_BYTES: u32 = 2 * DIGITS * 4

export function beginRegions(): void {
  regions = 0
  sorted = 0
  found = 0
  memory.fill(regionOf, 0, (<usize>size) << 1)
  memory.fill(WANTED, 0, size)
  store<u32>(lists, 0)
}

/** The number of the region of a bucket, from 1 on; 0 where there is none. */
export function regionAt(bucket: u32): u32 {
  return <u32>load<u16>(halfWord(regionOf, bucket))
}

/**
 * Makes regions of those of `n` buckets that are none yet, and says how many values they have: when there is room for them, `choose` is
 * to be called for all rows, and then `sortRegions`.
 */
export function makeRegions(list: usize, n: u32): u32 {
  const known = found
  for (let at = list; at < word(list, n); at += 4) if (regionAt(load<u32>(at)) == 0) makeRegion(load<u32>(at))
  return found - known
}

/** Of spans of more buckets the two ends are looked into because they are expected, and of spans of more rows nothing. */
const MOST_BUCKETS: u32 = 1024
const MOST_ROWS: u32 = 4096

/**
 * Makes regions of what will be asked for: the places of some ranks, those between two ranks each, and those in spans of values, but
 * of spans that have many rows or buckets. Says how many values they have.
 */
export function expectPlaces(ranks: usize, rankCount: u32, rankSpanCount: u32, spans: usize, spanCount: u32): u32 {
  const known = found
  const rankSpans = word(ranks, rankCount)
  for (let at = ranks; at < rankSpans; at += 4) expectPlace(placeAt(rankIn(at)))
  for (let at = rankSpans; at < double(rankSpans, rankSpanCount); at += 8) {
    expectBetween(placeAt(rankIn(at)), placeAt(rankIn(at + 4)))
  }
  for (let at = spans; at < double(spans, 2 * spanCount); at += 16) {
    expectBetween(placeOf(load<f64>(at)), placeOf(load<f64>(at, 8)))
  }
  return found - known
}

function expectPlace(place: u32): void {
  if (regionAt(place) == 0) makeRegion(place)
}

function expectBetween(from: u32, to: u32): void {
  if (to < from) return
  const end = endOf(to)
  if (rowsBefore(end) - rowsBefore(from) > MOST_ROWS) return
  if (end - from <= MOST_BUCKETS) {
    for (let place = from; place < end; place = endOf(place)) expectPlace(place)
  } else {
    expectPlace(from)
    expectPlace(to)
  }
}

function makeRegion(from: u32): void {
  const to = endOf(from)
  const width = (<usize>classes) << 2
  let list = word(lists, regions * classes)
  let head = word(next, regions * classes)
  regions++
  for (let c: u32 = 0; c < classes; c++) {
    store<u32>(list, found)
    store<u32>(head, found)
    list += 4
    head += 4
    for (let at = word(counts, from * classes + c), end = word(counts, to * classes + c); at < end; at += width) {
      found += load<u32>(at)
    }
  }
  store<u32>(list, found)
  for (let bucket = from; bucket < to; bucket++) {
    store<u16>(halfWord(regionOf, bucket), <u16>regions)
    store<u8>(<usize>bucket, 0xff, WANTED)
  }
}

/** Lists which of the rows from … to − 1, a multiple of 8 of them, lie in new regions, and the place of the value of each; how many. */
export function choose(from: u32, to: u32, listed: usize, places: usize): u32 {
  // Mostly none of eight rows does, but nobody can guess which: those that do are listed first, where no place is written before.
  const listOfGroups = word(places, ((to - from) >> 3) * 7)
  const endOfGroups = listGroups(from, to, listOfGroups)
  const start = listed
  for (let group = listOfGroups; group < endOfGroups; group += 4) {
    const first = load<u32>(group)
    for (let left = wantedOf(halfWord(buckets, first)); left != 0; left &= left - 1) {
      const row = first + ctz(left)
      const region = regionAt(load<u16>(halfWord(buckets, row)))
      const list = word(next, (region - 1) * classes + <u32>load<u8>(codes + <usize>row))
      const own = load<u32>(list)
      store<u32>(list, own + 1)
      store<u32>(places, own)
      store<u32>(listed, row)
      places += 4
      listed += 4
    }
  }
  return (<u32>(listed - start)) >> 2
}

/** Lists the first of every eight rows of which one is wanted; where the list ends. */
function listGroups(from: u32, to: u32, groups: usize): usize {
  let at = halfWord(buckets, from)
  for (let row = from; row < to; row += 8) {
    store<u32>(groups, row)
    groups += <usize>((anyOf(load<u64>(at)) | anyOf(load<u64>(at, 8))) & 4)
    at += 16
  }
  return groups
}

function anyOf(four: u64): u32 {
  return (
    (<u32>load<u8>(<usize>(four & 0xffff), WANTED)) |
    (<u32>load<u8>(<usize>((four >> 16) & 0xffff), WANTED)) |
    ((<u32>load<u8>(<usize>((four >> 32) & 0xffff), WANTED)) | (<u32>load<u8>(<usize>(four >> 48), WANTED)))
  )
}

/** Which of the eight buckets at a place are wanted, a bit for each. */
function wantedOf(at: usize): u32 {
  const four = load<u64>(at)
  const others = load<u64>(at, 8)
  let found = i8x16.splat(0)
  found = v128.load_lane<u8>(<usize>(four & 0xffff), found, 0, WANTED)
  found = v128.load_lane<u8>(<usize>((four >> 16) & 0xffff), found, 1, WANTED)
  found = v128.load_lane<u8>(<usize>((four >> 32) & 0xffff), found, 2, WANTED)
  found = v128.load_lane<u8>(<usize>(four >> 48), found, 3, WANTED)
  found = v128.load_lane<u8>(<usize>(others & 0xffff), found, 4, WANTED)
  found = v128.load_lane<u8>(<usize>((others >> 16) & 0xffff), found, 5, WANTED)
  found = v128.load_lane<u8>(<usize>((others >> 32) & 0xffff), found, 6, WANTED)
  found = v128.load_lane<u8>(<usize>(others >> 48), found, 7, WANTED)
  return <u32>i8x16.bitmask(found)
}

/** Sorts the new regions, whose values are in place, and wants no more of their rows. */
export function sortRegions(): void {
  if (sorted < regions) memory.fill(WANTED, 0, size)
  for (let list = sorted * classes; list < regions * classes; list++) {
    const start = load<u32>(word(lists, list))
    sortList(double(values, start), load<u32>(word(lists, list + 1)) - start)
  }
  sorted = regions
}

function sortList(from: usize, n: u32): void {
  if (n >= MANY) sortLong(from, n)
  else if (n > 1) sortShort(from, n)
}

/**
 * Puts each value where it belongs by how many are smaller: to compare all of them takes less than to guess, and to be wrong half of the
 * time, how far each must be moved.
 */
function sortShort(from: usize, n: u32): void {
  const end = double(from, n)
  // No value is no number: where nothing is written, the one before is there again.
  for (let to = spare; to < double(spare, n); to += 8) store<f64>(to, NaN)
  let at = from
  for (; at + 24 < end; at += 32) placeFour(at, from, n)
  for (; at < end; at += 8) {
    const value = load<f64>(at)
    let smaller: u32 = 0
    for (let other = from; other < end; other += 8) smaller += <u32>(load<f64>(other) < value)
    store<f64>(double(spare, smaller), value)
  }
  let value = load<f64>(spare)
  for (let to = from; to < end; to += 8) {
    const own = load<f64>(spare + (to - from))
    value = own == own ? own : value
    store<f64>(to, value)
  }
}

/** Places four values that lie side by side: each of the others is read once for all four. */
function placeFour(at: usize, from: usize, n: u32): void {
  const a = v128.load64_splat(at)
  const b = v128.load64_splat(at, 8)
  const c = v128.load64_splat(at, 16)
  const d = v128.load64_splat(at, 24)
  let belowA = i64x2.splat(0)
  let belowB = i64x2.splat(0)
  let belowC = i64x2.splat(0)
  let belowD = i64x2.splat(0)
  let other = from
  for (const even = double(from, n & ~1); other < even; other += 16) {
    const both = v128.load(other)
    belowA = i64x2.sub(belowA, f64x2.lt(both, a))
    belowB = i64x2.sub(belowB, f64x2.lt(both, b))
    belowC = i64x2.sub(belowC, f64x2.lt(both, c))
    belowD = i64x2.sub(belowD, f64x2.lt(both, d))
  }
  place(at, belowA, other, n)
  place(at + 8, belowB, other, n)
  place(at + 16, belowC, other, n)
  place(at + 24, belowD, other, n)
}

/** Places a value by how many are smaller, of those at even and at odd places and of a last one without a neighbour, if there is one. */
function place(at: usize, smaller: v128, last: usize, n: u32): void {
  const value = load<f64>(at)
  const rest = (<u32>(n & 1)) & (<u32>(load<f64>(last) < value))
  store<f64>(double(spare, <u32>(i64x2.extract_lane(smaller, 0) + i64x2.extract_lane(smaller, 1)) + rest), value)
}

function sortLong(from: usize, n: u32): void {
  const end = double(from, n)
  let low: u64 = u64.MAX_VALUE
  let high: u64 = 0
  for (let at = from; at < end; at += 8) {
    const key = ordered(load<u64>(at))
    store<u64>(at, key)
    low = min(low, key)
    high = max(high, key)
  }
  if (sortPart<u8>(from, 0, spare, 0, digits, n, low, 64 - clz<u64>(high - low))) memory.copy(from, spare, end - from)
  for (let at = from; at < end; at += 8) {
    const key = load<u64>(at)
    // What `ordered` did, undone.
    store<u64>(at, key ^ ((<u64>((<i64>~key) >> 63)) | 0x8000000000000000))
  }
}

/** The lesser of the first values of two lists, of which one may be done. */
export function leastOf(a: usize, endA: usize, b: usize, endB: usize): f64 {
  if (a >= endA) return load<f64>(b)
  return b < endB && load<f64>(b) < load<f64>(a) ? load<f64>(b) : load<f64>(a)
}

/** Where a value ends that a list begins with, if it does. */
export function endOfRun(at: usize, end: usize, value: f64): usize {
  while (at < end && load<f64>(at) == value) at += 8
  return at
}
