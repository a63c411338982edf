// Rows of two classes in blocks, in the order of their values: what src/summaries/fast/bucket-blocks.ts makes of buckets and of
// values. Of a block, `sums` has the rows of both classes before it, and `inner` the bucket that can be looked into, or below 0 its
// only class.

import { searchIn } from './pair-scan'
import { endOfRun, leastOf, lists, regionAt, values } from './regions'
import { centre, counts, size } from './row-buckets'
import { double, word } from './words'

let sums: usize = 0
let inner: usize = 0
/** The blocks before they were opened, or memory for the next. */
let otherSums: usize = 0
let otherInner: usize = 0
let blocks: u32 = 0

let rowsA: u32 = 0
let rowsB: u32 = 0
/** `inner` of the last block, 0 before the first. */
let last: i32 = 0

/** One number more is written before each of the lists of `inner`. */
export function placeBlocks(sumsAt: usize, innerAt: usize, otherSumsAt: usize, otherInnerAt: usize): void {
  sums = sumsAt
  inner = innerAt
  otherSums = otherSumsAt
  otherInner = otherInnerAt
  searchIn(sums, inner)
}

/** Makes blocks of the buckets, the outermost not among them; how many. */
export function makeBlocks(): u32 {
  beginBlocks()
  const zero = <u32>centre - 1
  addBuckets(1, zero)
  const at = word(counts, 2 * zero)
  addRows(load<u32>(at) + load<u32>(at, 8), load<u32>(at, 4) + load<u32>(at, 12), zero)
  addBuckets(zero + 2, size - 1)
  searchIn(sums, inner)
  return blocks
}

/** Puts values in place of `n` blocks, ascending, whose buckets are regions; how many blocks there are then. */
export function openBlocks(list: usize, n: u32): u32 {
  const spareSums = sums
  const spareInner = inner
  const all = blocks
  sums = otherSums
  inner = otherInner
  otherSums = spareSums
  otherInner = spareInner
  beginBlocks()
  let from: u32 = 0
  for (let at = list; at < word(list, n); at += 4) {
    const block = load<u32>(at)
    copyBlocks(from, block)
    addValues(regionAt(load<u32>(word(otherInner, block))) - 1)
    from = block + 1
  }
  copyBlocks(from, all)
  searchIn(sums, inner)
  return blocks
}

function beginBlocks(): void {
  blocks = 0
  rowsA = 0
  rowsB = 0
  last = 0
  store<u64>(sums, 0)
}

function addBuckets(from: u32, to: u32): void {
  let at = word(counts, 2 * from)
  for (let bucket = from; bucket < to; bucket++) {
    addRows(load<u32>(at), load<u32>(at, 4), bucket)
    at += 8
  }
}

/** Adds the values of a region. */
function addValues(region: u32): void {
  const list = word(lists, 2 * region)
  let a = double(values, load<u32>(list))
  const endA = double(values, load<u32>(list, 4))
  let b = endA
  const endB = double(values, load<u32>(list, 8))
  while (a < endA || b < endB) {
    const value = leastOf(a, endA, b, endB)
    const nextA = endOfRun(a, endA, value)
    const nextB = endOfRun(b, endB, value)
    addRows((<u32>(nextA - a)) >> 3, (<u32>(nextB - b)) >> 3, 0)
    a = nextA
    b = nextB
  }
}

/** Adds rows that can be looked into as `inside` where both classes are there. Nobody can guess which are, so that there is no branch. */
function addRows(a: u32, b: u32, inside: i32): void {
  const anyA = <i32>(a > 0)
  const anyB = <i32>(b > 0)
  const both = anyA & anyB
  const none = (anyA | anyB) ^ 1
  const kind = both ? inside : -anyA - (anyB << 1)
  // No rows, or more of the only class of the block before.
  const joined = none | ((<i32>(kind < 0)) & (<i32>(kind == last)))
  last = none ? last : kind
  blocks += <u32>(joined ^ 1)
  rowsA += a
  rowsB += b
  store<u32>(double(sums, blocks), rowsA)
  store<u32>(double(sums, blocks), rowsB, 4)
  store<i32>(word(inner, blocks) - 4, last)
}

/** Adds the blocks from … to − 1 as they were. */
function copyBlocks(from: u32, to: u32): void {
  if (from == to) return
  const kind = load<i32>(word(otherInner, from))
  const at = kind < 0 && kind == last ? blocks - 1 : blocks
  copyWords(double(sums, at + 1), double(otherSums, from + 1), 2 * (to - from))
  copyWords(word(inner, at), word(otherInner, from), to - from)
  blocks = at + to - from
  rowsA = load<u32>(double(sums, blocks))
  rowsB = load<u32>(double(sums, blocks), 4)
  last = load<i32>(word(inner, blocks) - 4)
}

/** A call to copy few of them would take longer than the copy. */
function copyWords(to: usize, from: usize, count: u32): void {
  const bytes = (<usize>count) << 2
  if (count > 64) memory.copy(to, from, bytes)
  else for (let at: usize = 0; at < bytes; at += 4) store<u32>(to + at, load<u32>(from + at))
}
