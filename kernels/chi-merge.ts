// Merges neighbouring bins, those whose classes differ least by χ² first, as src/discretizers/search/bottom-up.ts does. Counts are whole
// numbers of 32 bits where all of them are, which leaves more of the bins in the processor's cache, and doubles elsewhere.

import { chiSquare } from './parts/chi-square'
import { binAt, BLOCK, compact, firstKey, keyAt, leastKey, leastPair, linkBins, moveTogether, places, PREVIOUS, restoreBins, saveBins, setKeyOf, startKeys, unlink } from './parts/linked-bins' // prettier-ignore
import { tieKey } from './parts/tie-key'

/** What is kept of a bin: the strongest boundary lost in it, and where that was; its counts. */
const LOST_AT: usize = BLOCK + 4
const LOST_SCORE: usize = BLOCK + 8
const COUNTS: usize = BLOCK + 16

/** Merges between two looks whether bins should be moved together. */
const SOME: u32 = 4096
/** So many times at most bins are swept over, and each time that share of them must be merged for another one. */
const SWEEPS: u32 = 16
const WORTH: u32 = 256
/** Scores closer than this, relatively, are equal. */
const TIE: f64 = 1e-12

/** Why merging ended. */
const ONE_BIN: u32 = 0
const BAR: u32 = 1
const INCONSISTENT: u32 = 2
const NO_NUMBER: u32 = 3
const SOME_DONE: u32 = 4

let width: u32 = 0
/** Whether counts are numbers of 32 bits; least expected count in the denominator, and what is added to every count. */
let whole: bool = false
let floorOf: f64 = 0
let add: f64 = 0
let left: u32 = 0
let odd: bool = false
/** How many cells were told, and which class the last one holds: 0 for none or several, else its number from 1 on. */
let cells: u32 = 0
let only: u32 = 0
/** Whether there is no tournament yet; the bin at which a sweep goes on, and the key of the pairs it merges. */
let unswept: bool = false
let sweepAt: u32 = 0
let level: f64 = 0

/** Rows outside the largest class of their bin, how many of them do not count, all rows, and the share that is allowed. */
let inconsistent: f64 = 0
let free: f64 = 0
let total: f64 = 0
let delta: f64 = 0

export function binBytes(classes: u32, wholeCounts: bool): u32 {
  return <u32>COUNTS + (wholeCounts ? 4 * ((classes + 1) & ~1) : 8 * classes)
}

/** Begins to count bins, or to make them. */
export function beginCells(classes: u32): void {
  width = classes
  cells = 0
  only = 0
  left = 0
}

/**
 * How many bins there are up to the end of `n` more cells, whose counts are given: one for each, or with `joins` for neighbours that hold
 * one and the same class.
 */
export function countCells(counts: usize, n: u32, joins: bool): u32 {
  for (let i: u32 = 0; i < n; i++) {
    left += 1 - joinedTo(counts, joins)
    counts += (<usize>width) << 3
  }
  return left
}

/** Whether a cell with these counts belongs to the bin of the one before. Nobody can guess it, so that there is no branch. */
function joinedTo(counts: usize, joins: bool): u32 {
  const before = only
  if (width == 2) {
    const kind = (<u32>(load<f64>(counts) != 0)) | ((<u32>(load<f64>(counts, 8) != 0)) << 1)
    only = kind & -(<u32>(kind != 3))
  } else only = onlyClass(counts)
  return (<u32>joins) & (<u32>(only == before)) & (<u32>(only != 0))
}

function onlyClass(counts: usize): u32 {
  let found: u32 = 0
  for (let c: u32 = 0; c < width; c++) {
    if (load<f64>(counts + ((<usize>c) << 3)) == 0) continue
    if (found != 0) return 0
    found = c + 1
  }
  return found
}

/** Says where so many bins are to be made; `tree` has room for a tournament of them, `room` 64 bytes. */
export function placeBins(at: usize, n: u32, wholeCounts: bool, tree: usize, room: usize): void {
  whole = wholeCounts
  linkBins(at, n, binBytes(width, wholeCounts), tree, room)
}

/** Makes bins of `n` more cells. */
export function addCells(counts: usize, n: u32, joins: bool): void {
  if (whole) addCellsOf<u32>(counts, n, joins)
  else addCellsOf<f64>(counts, n, joins)
}

function addCellsOf<Count>(counts: usize, n: u32, joins: bool): void {
  for (let i: u32 = 0; i < n; i++) {
    const joined = joinedTo(counts, joins)
    left += 1 - joined
    const bin = binAt(left - 1)
    store<u32>(bin, select(load<u32>(bin, BLOCK), cells, joined), BLOCK)
    for (let c: u32 = 0; c < width; c++) {
      storeCount<Count>(bin, c, select(countOf<Count>(bin, c), 0, joined) + load<f64>(counts))
      counts += 8
    }
    cells++
  }
}

function countOf<Count>(bin: usize, c: u32): f64 {
  const at = bin + COUNTS + ((<usize>c) << alignof<Count>())
  return isInteger<Count>() ? <f64>load<u32>(at) : load<f64>(at)
}

function storeCount<Count>(bin: usize, c: u32, count: f64): void {
  const at = bin + COUNTS + ((<usize>c) << alignof<Count>())
  if (isInteger<Count>()) store<u32>(at, <u32>count)
  else store<f64>(at, count)
}

/** Says how χ² is changed, when all bins are there. */
export function startBins(floor: f64, added: f64): void {
  floorOf = floor
  add = added
  odd = false
  inconsistent = 0
  unswept = true
  if (whole) startBinsOf<u32>()
  else startBinsOf<f64>()
}

function startBinsOf<Count>(): void {
  for (let i: u32 = 0; i < left; i++) {
    const bin = binAt(i)
    store<f64>(bin, -Infinity, LOST_SCORE)
    store<i32>(bin, -1, LOST_AT)
    for (let c: u32 = 0; c < width; c++) inconsistent += countOf<Count>(bin, c)
    inconsistent -= largest<Count>(bin)
    firstKey(i, keyOf<Count>(i))
  }
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

/** How far pairs are merged: see `mergeWhile`. */
let bar: f64 = 0
let equal: bool = false
let fewest: u32 = 0
let most: u32 = 0
let limited: bool = false

/**
 * Merges while there are more than `fewestBins`, as long as the least different pair is below the bar, or just equals it where
 * `equalToo` is set, or there are more than `mostBins`. `limit` is set where bins must stay consistent. Says why it ended.
 */
export function mergeWhile(below: f64, equalToo: bool, fewestBins: u32, mostBins: u32, limit: bool): u32 {
  bar = below
  equal = equalToo
  fewest = fewestBins
  most = mostBins
  limited = limit
  let why = SOME_DONE
  if (unswept) why = sweepOften()
  while (why == SOME_DONE) {
    why = whole ? merge<u32>() : merge<f64>()
    if (left < places >> 1) compact()
  }
  return why
}

/**
 * The first merges, as long as many pairs differ by as little as the least different one. Such pairs are merged from left to right; what
 * comes to differ by less than they do lies beside the pair merged last. So there is no need of a tournament, and memory is
 * read in its order.
 */
function sweepOften(): u32 {
  let why = SOME_DONE
  for (let times: u32 = 0; times < SWEEPS && why == SOME_DONE && !odd; times++) {
    const before = left
    sweepAt = 0
    level = leastKey()
    while (why == SOME_DONE && sweepAt < places) why = whole ? sweep<u32>() : sweep<f64>()
    if (left < before) moveTogether()
    if (before - left < before / WORTH) break
  }
  unswept = false
  startKeys()
  return why
}

/** Goes over some bins: those before `sweepAt` differ from the next by more than the level. Says why merging ended, if it did. */
function sweep<Count>(): u32 {
  let a = sweepAt
  for (let done: u32 = 0; done < SOME && a < places; done++) {
    if (keyAt(a) > level) {
      a = load<u32>(binAt(a))
      continue
    }
    const why = join<Count>(a)
    if (why != SOME_DONE) return why
    const key = keyOf<Count>(a)
    firstKey(a, key)
    if (a == 0) continue
    const before = load<u32>(binAt(a), PREVIOUS)
    const keyBefore = keyOf<Count>(before)
    firstKey(before, keyBefore)
    // The lesser of two that differ by less than all others comes next, or the left one.
    if (keyBefore <= level && keyBefore <= key) a = before
  }
  sweepAt = a
  return SOME_DONE
}

/** A function of its own, so that an engine makes it faster while it is called again and again. */
function merge<Count>(): u32 {
  for (let done: u32 = 0; done < SOME; done++) {
    const a = leastPair()
    const b = load<u32>(binAt(a))
    const why = join<Count>(a)
    if (why != SOME_DONE) return why
    setKeyOf(b, Infinity)
    setKeyOf(a, keyOf<Count>(a))
    if (a == 0) continue
    const before = load<u32>(binAt(a), PREVIOUS)
    setKeyOf(before, keyOf<Count>(before))
  }
  return SOME_DONE
}

/** Merges the least different pair, a bin and the next one, or says why not. */
function join<Count>(a: u32): u32 {
  if (odd) return NO_NUMBER
  if (left <= fewest) return ONE_BIN
  const binA = binAt(a)
  const binB = binAt(load<u32>(binA))
  const difference = differenceOf<Count>(binA, binB)
  if (!(difference < bar || (equal && difference == bar) || left > most)) return BAR
  if (limited && !consistent()) return INCONSISTENT
  inconsistent += largest<Count>(binA) + largest<Count>(binB)
  if (load<f64>(binB, LOST_SCORE) > load<f64>(binA, LOST_SCORE)) {
    store<f64>(binA, load<f64>(binB, LOST_SCORE), LOST_SCORE)
    store<i32>(binA, load<i32>(binB, LOST_AT), LOST_AT)
  }
  if (difference >= load<f64>(binA, LOST_SCORE)) {
    store<f64>(binA, difference, LOST_SCORE)
    store<u32>(binA, load<u32>(binB, BLOCK), LOST_AT)
  }
  for (let c: u32 = 0; c < width; c++) storeCount<Count>(binA, c, countOf<Count>(binA, c) + countOf<Count>(binB, c))
  inconsistent -= largest<Count>(binA)
  unlink(binA, a)
  left--
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

/** Writes the boundaries that stayed: the cell after each, its χ², and the strongest boundary lost beside it, −1 for none. */
export function boundaries(at: usize, scores: usize, lostAt: usize, lostScores: usize): void {
  let bin = binAt(0)
  for (let i: usize = 0; load<u32>(bin) < places; i++) {
    const next = binAt(load<u32>(bin))
    const stronger = load<f64>(bin, LOST_SCORE) >= load<f64>(next, LOST_SCORE) ? bin : next
    store<u32>(at + (i << 2), load<u32>(next, BLOCK))
    store<f64>(scores + (i << 3), whole ? differenceOf<u32>(bin, next) : differenceOf<f64>(bin, next))
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
function largest<Count>(bin: usize): f64 {
  let most: f64 = 0
  for (let c: u32 = 0; c < width; c++) {
    const count = countOf<Count>(bin, c)
    if (count > most) most = count
  }
  return most
}

/** χ² of a bin and the next one, rounded so that equal means equal; Infinity where it is the last. */
function keyOf<Count>(a: u32): f64 {
  const binA = binAt(a)
  const b = load<u32>(binA)
  if (b == places) return Infinity
  const difference = differenceOf<Count>(binA, binAt(b))
  if (difference != difference) odd = true
  return tieKey(difference)
}

function differenceOf<Count>(binA: usize, binB: usize): f64 {
  return chiSquare<Count>(binA + COUNTS, binB + COUNTS, width, floorOf, add)
}
