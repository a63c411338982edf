// Merges blocks down to one bin by the length of what is left to describe, as src/discretizers/modl/modl-greedy.ts does, for
// classes of whole numbers of rows. Every length is a multiple of one step, so that the order of sums does not matter.

import { log2Factorial } from './parts/factorial'
import { binAt, compact, firstKey, leastOfAll, leastPair, linkBins, places, PREVIOUS, BLOCK, OWN, setKeyOf, startKeys, startTree, unlink } from './parts/linked-bins' // prettier-ignore
import { areMany, leaveStretches, leftBefore, mergeStretches, mostStretches, noteForm, startOf, stretchBytes, stretchCount, stretchStart, takeStretches } from './parts/stretches' // prettier-ignore
import { tieKey } from './parts/tie-key'

/** Merges between two looks whether bins should be moved together. */
const SOME: u32 = 4096
/** That share of bins must be merged stretch by stretch for doing so once more. */
const WORTHWHILE: u32 = 4

/** What is kept of a bin: its length, that of it and the next one together, its rows of each class. */
const LENGTH: usize = OWN
const TOGETHER: usize = OWN + 8
const COUNTS: usize = OWN + 16

let width: usize = 0
/** How many ties there are to a bit; a tie is a power of two. */
let ties: f64 = 0

/** log2 n! in whole steps, −1 where it was not asked for yet; from `known` numbers on it is computed each time. */
let factorials: usize = 0
let known: u32 = 0
let step: f64 = 0

/** log2 (J − 1)! and J − 1, for J classes. */
let base: f64 = 0
let more: u32 = 0

/** Where the answers go. */
let startsAbove: usize = 0
let inBins: usize = 0
let sum: f64 = 0

/** Memory for stretches: for some bins, for what else they need, and for what was merged in each. */
let spare: usize = 0
let spareBins: u32 = 0
let lists: usize = 0
/** Of each merge in a stretch, what it added and the block that started a bin no more, from the number of its first bin on. */
let added: usize = 0
let ended: usize = 0
/** Of each stretch, the merge that comes next. */
let nexts: usize = 0

/** Bytes that a bin takes. */
export function binBytes(classes: u32): u32 {
  return <u32>COUNTS + ((classes + 1) & ~1) * 4
}

/** Tells of the table of factorials, which is kept for columns of the same step. */
export function setFactorials(at: usize, length: u32, newStep: f64): void {
  if (at == factorials && length <= known && newStep == step) return
  factorials = at
  known = length
  step = newStep
  for (let i: u32 = 0; i < length; i++) store<f64>(at + ((<usize>i) << 3), -1)
}

/**
 * Makes a bin of each of `n` blocks of so many rows of each of `classes` classes, of which `present` occur; lengths that differ by
 * less than `least` are equal. `tree` has room for a tournament of them, `room` 64 bytes. Returns 0 where a number of rows is not a
 * whole one.
 */
export function makeBins(
  at: usize,
  counts: usize,
  n: u32,
  classes: u32,
  present: u32,
  least: f64,
  tree: usize,
  room: usize,
): u32 {
  // prettier-ignore
  width = classes
  ties = 1 / least
  more = present - 1
  base = factorial(more)
  linkBins(at, n, binBytes(classes), tree, room)
  for (let i: u32 = 0; i < n; i++) {
    const bin = binAt(i)
    for (let c: usize = 0; c < width; c++) {
      const rows = load<f64>(counts + ((<usize>i * width + c) << 3))
      const whole = <u32>rows
      if (<f64>whole != rows) return 0
      store<u32>(bin + (c << 2), whole, COUNTS)
    }
    store<f64>(bin, lengthOf(bin), LENGTH)
  }
  return 1
}

/** Bytes that `placeSpare` needs in `room`. */
export function spareBytes(n: u32, classes: u32): u32 {
  return ((stretchBytes(n, binBytes(classes)) + 7) & ~7) + 4 * mostStretches(n)
}

/** Lends memory for so many bins, some more, and 12 bytes for each bin there is. */
export function placeSpare(at: usize, bins: u32, room: usize, merges: usize): void {
  spare = at
  spareBins = bins
  lists = room
  nexts = room + ((stretchBytes(places, binBytes(<u32>width)) + 7) & ~7)
  added = merges
  ended = merges + ((<usize>places) << 3)
}

/**
 * Merges all bins, the pair whose merge leaves the shortest description first. Sets at `above` for each block above how many bins
 * it starts one, and at `bits` the length by number of bins.
 */
export function mergeAll(above: usize, bits: usize): void {
  startsAbove = above
  inBins = bits
  sum = 0
  for (let i: u32 = 0; i < places; i++) sum += load<f64>(binAt(i), LENGTH)
  store<f64>(inBins + ((<usize>places) << 3), sum)
  while (areMany(places) && inStretches());
  setKeys()
  let left = places
  while (left > 1) {
    const to = left > SOME ? left - SOME : 1
    merge(left, to)
    left = to
    if (left < places >> 1) compact()
  }
}

function setKeys(): void {
  for (let i: u32 = 0; i < places; i++) firstKey(i, keyOf(i))
  startKeys()
}

/** A function of its own, so that an engine makes it faster while it is called again and again. */
function merge(from: u32, to: u32): void {
  for (let left = from - 1; left >= to; left--) {
    const a = leastPair()
    tellMerge(left, lengthAdded(a), blockAfter(a))
    join(a)
  }
}

/** What merging a bin with the next one adds. */
function lengthAdded(a: u32): f64 {
  const binA = binAt(a)
  return load<f64>(binA, TOGETHER) - load<f64>(binA, LENGTH) - load<f64>(binAt(load<u32>(binA)), LENGTH)
}

/** The block that the next bin starts with. */
function blockAfter(a: u32): u32 {
  return load<u32>(binAt(load<u32>(binAt(a))), BLOCK)
}

/** Tells of a merge that leaves so many bins. */
function tellMerge(left: u32, more: f64, block: u32): void {
  sum += more
  store<u32>(startsAbove + ((<usize>block) << 2), left)
  store<f64>(inBins + ((<usize>left) << 3), sum)
}

/** Merges a bin with the next one. */
function join(a: u32): void {
  const binA = binAt(a)
  const b = load<u32>(binA)
  store<f64>(binA, load<f64>(binA, TOGETHER), LENGTH)
  addCounts(binA, binAt(b))
  unlink(binA, a)
  setKeyOf(b, Infinity)
  setKeyOf(a, keyOf(a))
  if (a > 0) {
    const before = load<u32>(binA, PREVIOUS)
    setKeyOf(before, keyOf(before))
  }
}

/** Merges stretch by stretch; whether that may work once more. */
function inStretches(): bool {
  const before = places
  if (mergeStretches<Stretch>(spare, spareBins, lists, Infinity) == 0) {
    leaveStretches()
    return false
  }
  tellStretches()
  takeStretches()
  return places < before - before / WORTHWHILE
}

/** How stretches are merged, and two bins compared: see `mergeStretches`. */
@unmanaged
class Stretch {
  merge(level: f64, fewest: u32): f64 {
    let highest: f64 = -Infinity
    let at: usize = stretchStart
    setKeys()
    for (let left = places; left > fewest && leastOfAll() <= level; left--) {
      highest = max(highest, leastOfAll())
      const a = leastPair()
      store<f64>(added + (at << 3), lengthAdded(a))
      store<u32>(ended + (at << 2), blockAfter(a))
      at++
      join(a)
      noteForm(a, binAt(a))
    }
    return highest
  }

  key(binA: usize, binB: usize): f64 {
    return keyOfMore(lengthOfTwo(binA, binB) - load<f64>(binA, LENGTH) - load<f64>(binB, LENGTH))
  }
}

/**
 * Tells of the merges of all stretches in the order that they have as one row: the next one is the least that comes next in any. What
 * comes after it in its stretch and is no larger comes before all others, too.
 */
function tellStretches(): void {
  const count = stretchCount()
  let left = startOf(count)
  for (let i: u32 = 0; i < count; i++) {
    store<u32>(nexts + ((<usize>i) << 2), startOf(i))
    firstKey(i, keyOfMerge(startOf(i), endOf(i)))
  }
  startTree(count)
  for (const to = leftBefore(count); left > to;) {
    const key = leastOfAll()
    const i = leastPair()
    const end = endOf(i)
    let at = load<u32>(nexts + ((<usize>i) << 2))
    let after: f64
    do {
      tellMerge(--left, load<f64>(added + ((<usize>at) << 3)), load<u32>(ended + ((<usize>at) << 2)))
      after = keyOfMerge(++at, end)
    } while (after <= key)
    store<u32>(nexts + ((<usize>i) << 2), at)
    setKeyOf(i, after)
  }
}

/** Where the merges of a stretch end. */
function endOf(stretch: u32): u32 {
  return startOf(stretch + 1) - (leftBefore(stretch + 1) - leftBefore(stretch))
}

/** The key of a pair that was merged in a stretch, Infinity behind the last one. */
function keyOfMerge(at: u32, end: u32): f64 {
  return at < end ? keyOfMore(load<f64>(added + ((<usize>at) << 3))) : Infinity
}

function addCounts(binA: usize, binB: usize): void {
  if (width == 2) {
    // Both words at once: no class has so many rows that one would reach into the other.
    store<u64>(binA, load<u64>(binA, COUNTS) + load<u64>(binB, COUNTS), COUNTS)
    return
  }
  for (let c: usize = 0; c < width; c++) {
    const at = binA + (c << 2)
    store<u32>(at, load<u32>(at, COUNTS) + load<u32>(binB + (c << 2), COUNTS), COUNTS)
  }
}

/** What merging a bin with the next one adds, in whole ties; Infinity where it is the last. */
function keyOf(a: u32): f64 {
  const binA = binAt(a)
  const b = load<u32>(binA)
  if (b == places) return Infinity
  const binB = binAt(b)
  const together = lengthOfTwo(binA, binB)
  store<f64>(binA, together, TOGETHER)
  return keyOfMore(together - load<f64>(binA, LENGTH) - load<f64>(binB, LENGTH))
}

function keyOfMore(more: f64): f64 {
  return tieKey(round(more * ties))
}

function lengthOf(bin: usize): f64 {
  let rows: u32 = more
  let orders = base
  for (let c: usize = 0; c < width; c++) {
    const count = load<u32>(bin + (c << 2), COUNTS)
    rows += count
    orders += factorial(count)
  }
  return factorial(rows) - orders
}

/** The length of two bins as one. */
function lengthOfTwo(binA: usize, binB: usize): f64 {
  if (width == 2) {
    const one = load<u32>(binA, COUNTS) + load<u32>(binB, COUNTS)
    const other = load<u32>(binA, COUNTS + 4) + load<u32>(binB, COUNTS + 4)
    return factorial(one + other + more) - (base + factorial(one) + factorial(other))
  }
  let rows: u32 = more
  let orders = base
  for (let c: usize = 0; c < width; c++) {
    const count = load<u32>(binA + (c << 2), COUNTS) + load<u32>(binB + (c << 2), COUNTS)
    rows += count
    orders += factorial(count)
  }
  return factorial(rows) - orders
}

function factorial(n: u32): f64 {
  const found: f64 = n < known ? load<f64>(factorials + ((<usize>n) << 3)) : -1
  return found < 0 ? unknownFactorial(n) : found
}

function unknownFactorial(n: u32): f64 {
  const bits = round(log2Factorial(n) / step) * step
  if (n < known) store<f64>(factorials + ((<usize>n) << 3), bits)
  return bits
}

/** The nearest whole number, a half upward. Without a branch, which the processor would guess wrong half of the time. */
function round(x: f64): f64 {
  const whole = floor(x)
  return whole + <f64>(<i32>(x - whole >= 0.5))
}
