// Merges neighbouring bins, those whose classes differ least by χ² first, as src/discretizers/search/bottom-up.ts does.

import { binAt, compact, firstKey, leastPair, linkBins, places, restoreBins, saveBins, PREVIOUS, BLOCK, OWN, setKeyOf, startKeys, unlink } from './parts/linked-bins' // prettier-ignore
import { tieKey } from './parts/tie-key'

/** What is kept of a bin: χ² to the next one, the strongest boundary lost in it and where that was, its counts. */
const DIFFERENCE: usize = OWN
const LOST_SCORE: usize = OWN + 8
const LOST_AT: usize = OWN + 16
const COUNTS: usize = OWN + 24

/** Merges between two looks whether bins should be moved together. */
const SOME: u32 = 4096
/** Scores closer than this, relatively, are equal. */
const TIE: f64 = 1e-12

/** Why merging ended. */
const ONE_BIN: u32 = 0
const BAR: u32 = 1
const INCONSISTENT: u32 = 2
const NO_NUMBER: u32 = 3
const SOME_DONE: u32 = 4

let width: usize = 0
/** Least expected count in the denominator, and what is added to every count. */
let floorOf: f64 = 0
let add: f64 = 0
let left: u32 = 0
let odd: bool = false

/** Rows outside the largest class of their bin, how many of them do not count, all rows, and the share that is allowed. */
let inconsistent: f64 = 0
let free: f64 = 0
let total: f64 = 0
let delta: f64 = 0

export function binBytes(classes: u32): u32 {
  return <u32>COUNTS + classes * 8
}

/** Makes a bin of each of `n` blocks; `tree` has room for a tournament of them, `room` 64 bytes. */
export function makeBins(
  at: usize,
  counts: usize,
  n: u32,
  classes: u32,
  floor: f64,
  added: f64,
  tree: usize,
  room: usize,
): void {
  // prettier-ignore
  width = classes
  floorOf = floor
  add = added
  left = n
  odd = false
  inconsistent = 0
  linkBins(at, n, binBytes(classes), tree, room)
  for (let i: u32 = 0; i < n; i++) {
    const bin = binAt(i)
    store<f64>(bin, -Infinity, LOST_SCORE)
    store<i32>(bin, -1, LOST_AT)
    for (let c: usize = 0; c < width; c++) {
      const count = load<f64>(counts + ((<usize>i * width + c) << 3))
      store<f64>(bin + (c << 3), count, COUNTS)
      inconsistent += count
    }
  }
  for (let i: u32 = 0; i < n; i++) {
    inconsistent -= largest(binAt(i))
    firstKey(i, keyOf(i))
  }
  startKeys()
}

export function binsLeft(): u32 {
  return left
}

export function inconsistentRows(): f64 {
  return inconsistent
}

/** Merging ends where more than `share` of `rows` are inconsistent, not counting `freeRows`. */
export function limitTo(share: f64, rows: f64, freeRows: f64): void {
  delta = share
  total = rows
  free = freeRows
}

/**
 * Merges while there are more than `fewest` bins, as long as the least different pair is below the bar, or just equals it where
 * `equal` is set, or there are more than `most` bins. `limited` is set where bins must stay consistent. Says why it ended.
 */
export function mergeWhile(bar: f64, equal: u32, fewest: u32, most: u32, limited: u32): u32 {
  let why = SOME_DONE
  while (why == SOME_DONE) {
    why = merge(bar, equal, fewest, most, limited)
    if (left < places >> 1) compact()
  }
  return why
}

/** A function of its own, so that an engine makes it faster while it is called again and again. */
function merge(bar: f64, equal: u32, fewest: u32, most: u32, limited: u32): u32 {
  for (let done: u32 = 0; done < SOME; done++) {
    if (odd) return NO_NUMBER
    if (left <= fewest) return ONE_BIN
    const a = leastPair()
    const binA = binAt(a)
    const difference = load<f64>(binA, DIFFERENCE)
    if (!(difference < bar || (equal != 0 && difference == bar) || left > most)) return BAR
    if (limited && !consistent()) return INCONSISTENT
    const b = load<u32>(binA)
    const binB = binAt(b)
    inconsistent += largest(binA) + largest(binB)
    if (load<f64>(binB, LOST_SCORE) > load<f64>(binA, LOST_SCORE)) {
      store<f64>(binA, load<f64>(binB, LOST_SCORE), LOST_SCORE)
      store<i32>(binA, load<i32>(binB, LOST_AT), LOST_AT)
    }
    if (difference >= load<f64>(binA, LOST_SCORE)) {
      store<f64>(binA, difference, LOST_SCORE)
      store<u32>(binA, load<u32>(binB, BLOCK), LOST_AT)
    }
    for (let c: usize = 0; c < width; c++) {
      const at = binA + (c << 3)
      store<f64>(at, load<f64>(at, COUNTS) + load<f64>(binB + (c << 3), COUNTS), COUNTS)
    }
    inconsistent -= largest(binA)
    unlink(binA, a)
    left--
    setKeyOf(b, Infinity)
    setKeyOf(a, keyOf(a))
    if (a > 0) {
      const before = load<u32>(binA, PREVIOUS)
      setKeyOf(before, keyOf(before))
    }
  }
  return SOME_DONE
}

let savedLeft: u32 = 0
let savedInconsistent: f64 = 0

/** Keeps the bins as they are, in memory that has room for as many bins and keys as there are. */
export function save(bins: usize, keys: usize): void {
  savedLeft = left
  savedInconsistent = inconsistent
  saveBins(bins, keys)
}

/** Goes back to the bins that were saved last. */
export function restore(bins: usize, keys: usize): void {
  left = savedLeft
  inconsistent = savedInconsistent
  restoreBins(bins, keys, savedLeft)
}

/** Writes the boundaries that stayed: the block after each, its χ², and the strongest boundary lost beside it, −1 for none. */
export function boundaries(at: usize, scores: usize, lostAt: usize, lostScores: usize): void {
  let bin = binAt(0)
  for (let i: usize = 0; load<u32>(bin) < places; i++) {
    const next = binAt(load<u32>(bin))
    const stronger = load<f64>(bin, LOST_SCORE) >= load<f64>(next, LOST_SCORE) ? bin : next
    store<u32>(at + (i << 2), load<u32>(next, BLOCK))
    store<f64>(scores + (i << 3), load<f64>(bin, DIFFERENCE))
    store<i32>(lostAt + (i << 2), load<i32>(stronger, LOST_AT))
    store<f64>(lostScores + (i << 3), load<f64>(stronger, LOST_SCORE))
    bin = next
  }
}

/** Whether no more rows are inconsistent than allowed; none at all always is, as isConsistent of methods/chi2.ts says. */
function consistent(): bool {
  const rate = total == 0 ? 0 : (inconsistent - free) / total
  if (rate == 0) return true
  const one = abs(delta)
  const other = abs(rate)
  return delta > rate && delta - rate > TIE * (one > other ? one : other)
}

/** The rows of the largest class of a bin. */
function largest(bin: usize): f64 {
  let most: f64 = 0
  for (let at = bin + COUNTS, end = at + (width << 3); at < end; at += 8) {
    const count = load<f64>(at)
    if (count > most) most = count
  }
  return most
}

/** χ² of a bin and the next one, rounded so that equal means equal; Infinity where it is the last. */
function keyOf(a: u32): f64 {
  const binA = binAt(a)
  const b = load<u32>(binA)
  if (b == places) return Infinity
  const difference = chiSquare(binA + COUNTS, binAt(b) + COUNTS)
  store<f64>(binA, difference, DIFFERENCE)
  if (difference != difference) odd = true
  return tieKey(difference)
}

/** As chiSquareOfPair of src/measures/chi-square.ts, in the same order. */
function chiSquare(a: usize, b: usize): f64 {
  let aTotal: f64 = 0
  let bTotal: f64 = 0
  const end = width << 3
  for (let c: usize = 0; c < end; c += 8) {
    aTotal += load<f64>(a + c) + add
    bTotal += load<f64>(b + c) + add
  }
  const all = aTotal + bTotal
  let sum: f64 = 0
  for (let c: usize = 0; c < end; c += 8) {
    const inA = load<f64>(a + c) + add
    const inB = load<f64>(b + c) + add
    const column = inA + inB
    if (column == 0) continue
    sum += term(inA, (aTotal * column) / all) + term(inB, (bTotal * column) / all)
  }
  return sum
}

function term(observed: f64, expected: f64): f64 {
  const difference = observed - expected
  return difference == 0 ? 0 : (difference * difference) / (expected > floorOf ? expected : floorOf)
}
