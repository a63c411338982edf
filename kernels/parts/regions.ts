// Regions: buckets that were asked for, whose values are put into place, a list for each class, and sorted.

import { ordered } from './double-keys'
import { DIGITS, sortPart } from './radix-sort'
import { buckets, centre, classes, codes, counts, endOf, rowsBefore, size } from './row-buckets'
import { double, halfWord, word } from './words'

/** From so many values on a list is sorted by digits. */
const MANY: u32 = 80

/** Two bytes for each bucket: the number of its region from 1 on, or 0; and a byte, whether its rows are wanted now. */
let regionOf: usize = 0
let wanted: usize = 0
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

export function placeRegions(regionOfAt: usize, wantedAt: usize, listsAt: usize, nextAt: usize, digitsAt: usize): void {
  regionOf = regionOfAt
  wanted = wantedAt
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
  memory.fill(wanted, 0, size)
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

/** The same of all buckets in `n` spans of these, from … to, but of those that have many rows or buckets. */
export function makeRegionsIn(spans: usize, n: u32, mostBuckets: u32, mostRows: u32): u32 {
  const known = found
  for (let at = spans; at < double(spans, n); at += 8) {
    const from = max<u32>(1, load<u32>(at))
    const end = min(size - 1, load<u32>(at, 4) + 1)
    if (end <= from || end - from > mostBuckets || rowsBefore(end) - rowsBefore(from) > mostRows) continue
    for (let bucket = from; bucket < end; bucket++) {
      // Of the place at zero only the first bucket begins it.
      const begins = bucket == <u32>centre ? bucket - 1 : bucket
      if (regionAt(begins) == 0) makeRegion(begins)
    }
  }
  return found - known
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
    store<u8>(wanted + <usize>bucket, 1)
  }
}

/** Most rows that `choose` may be given at once. */
const ROW_BITS: u32 = 16

/**
 * Lists which of the rows from … to − 1, a multiple of 8 of them and no more than 65,536, lie in new regions, and the place of the value
 * of each; how many.
 */
export function choose(from: u32, to: u32, listed: usize, places: usize): u32 {
  // Mostly none of eight rows does, but nobody can guess which: those that do are listed first, at the places.
  const groups = listGroups(from, to, places)
  let end = listed
  for (let group = places; group < groups; group += 4) {
    const row = load<u32>(group)
    const at = halfWord(buckets, row)
    end = chooseFour(load<u64>(at), row - from, end)
    end = chooseFour(load<u64>(at, 8), row - from + 4, end)
  }
  for (let at = listed; at < end; at += 4) {
    const chosen = load<u32>(at)
    const row = from + (chosen & ((1 << ROW_BITS) - 1))
    const list = word(next, ((chosen >> ROW_BITS) - 1) * classes + <u32>load<u8>(codes + <usize>row))
    const own = load<u32>(list)
    store<u32>(list, own + 1)
    store<u32>(places, own)
    store<u32>(at, row)
    places += 4
  }
  return (<u32>(end - listed)) >> 2
}

/** Lists the first of every eight rows of which one is wanted; where the list ends. */
function listGroups(from: u32, to: u32, groups: usize): usize {
  const table = wanted
  let at = halfWord(buckets, from)
  for (let row = from; row < to; row += 8) {
    store<u32>(groups, row)
    groups += (<usize>(anyOf(load<u64>(at), table) | anyOf(load<u64>(at, 8), table))) << 2
    at += 16
  }
  return groups
}

function anyOf(four: u64, table: usize): u32 {
  return (
    (<u32>load<u8>(table + <usize>(four & 0xffff))) |
    (<u32>load<u8>(table + <usize>((four >> 16) & 0xffff))) |
    ((<u32>load<u8>(table + <usize>((four >> 32) & 0xffff))) | (<u32>load<u8>(table + <usize>(four >> 48))))
  )
}

/** Lists rows with their regions, without a branch, which could only be guessed. */
function chooseFour(four: u64, row: u32, end: usize): usize {
  for (let after = row + 4; row < after; row++) {
    const region = regionAt(<u32>(four & 0xffff))
    store<u32>(end, (region << ROW_BITS) | row)
    end += (<usize>(region > sorted)) << 2
    four >>= 16
  }
  return end
}

/** Sorts the new regions, whose values are in place, and wants no more of their rows. */
export function sortRegions(): void {
  if (sorted < regions) memory.fill(wanted, 0, size)
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
  const even = double(from, n & ~1)
  // No value is no number: where nothing is written, the one before is there again.
  for (let to = spare; to < double(spare, n); to += 8) store<f64>(to, NaN)
  const last = load<f64>(end - 8)
  for (let at = from; at < end; at += 8) {
    const value = load<f64>(at)
    const both = f64x2.splat(value)
    let smaller = i64x2.splat(0)
    for (let other = from; other < even; other += 16) {
      smaller = i64x2.sub(smaller, f64x2.lt(v128.load(other), both))
    }
    const odd = (<u32>(n & 1)) & (<u32>(last < value))
    store<f64>(double(spare, <u32>(i64x2.extract_lane(smaller, 0) + i64x2.extract_lane(smaller, 1)) + odd), value)
  }
  let value = load<f64>(spare)
  for (let at = from; at < end; at += 8) {
    const own = load<f64>(spare + (at - from))
    value = own == own ? own : value
    store<f64>(at, value)
  }
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
