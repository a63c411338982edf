// Merges neighbouring bins, those whose classes differ least by χ² first, as src/discretizers/search/bottom-up.ts does.

import { COUNTS, countOf, binBytes, largest, LOST_AT, LOST_SCORE, made, outside, rowsOf, storeCount, whole, width } from './parts/chi-bins' // prettier-ignore
import { chiSquare, chiSquareLost } from './parts/chi-square'
import { binAt, BLOCK, compact, firstKey, keyAt, leastKey, leastOfAll, leastPair, linkBins, moveTogether, places, PREVIOUS, restoreBins, saveBins, setKeyOf, startKeys, unlink } from './parts/linked-bins' // prettier-ignore
import {
  areMany,
  leaveStretches,
  levelTaken,
  mergeStretches,
  noteForm,
  stretchBytes,
  takeStretches,
} from './parts/stretches'
import { tieKey } from './parts/tie-key'

export { addCells, beginCells, binBytes, binsMade, countCells, firstBin, nextBins, placeBins } from './parts/chi-bins'

/** Merges between two looks whether bins should be moved together. */
const SOME: u32 = 4096
/** So many times at most bins are swept over, and each time that share of them must be merged for another one. */
const SWEEPS: u32 = 16
const WORTH: u32 = 256
/** That share of bins must be merged stretch by stretch for doing so once more. */
const WORTHWHILE: u32 = 4
/** Scores closer than this, relatively, are equal. */
const TIE: f64 = 1e-12

/** Why merging ended. */
const ONE_BIN: u32 = 0
const BAR: u32 = 1
const INCONSISTENT: u32 = 2
const NO_NUMBER: u32 = 3
const SOME_DONE: u32 = 4

/** Least expected count in the denominator, and what is added to every count. */
let floorOf: f64 = 0
let add: f64 = 0
/** Where only pairs with a bin of few rows are merged, by what that costs the χ² of all bins: how, and whether that is asked for. */
let ratios: usize = 0
let rarest: f64 = 0
let least: f64 = 0
let small: bool = false
let left: u32 = 0
let odd: bool = false
/** Whether there is no tournament yet; the bin at which a sweep goes on, and the key of the pairs it merges. */
let unswept: bool = false
let sweepAt: u32 = 0
let level: f64 = 0
/** No pair of a larger key is merged, and the largest key that was. */
let limit: f64 = Infinity
let highest: f64 = 0
/** Memory for stretches: as much as the bins take, and what else they need. */
let spare: usize = 0
let spareRoom: usize = 0

/** Rows outside the largest class of their bin, how many of them do not count, all rows, and the share that is allowed. */
let inconsistent: f64 = 0
let free: f64 = 0
let total: f64 = 0
let delta: f64 = 0

/** Bytes that `placeSpare` needs besides those of the bins. */
export function spareBytes(n: u32, wholeCounts: bool): u32 {
  return stretchBytes(n, binBytes(width, wholeCounts))
}

/** Lends as much memory as the bins take, and some more, until bins are saved. */
export function placeSpare(at: usize, room: usize): void {
  spare = at
  spareRoom = room
}

/** Says how χ² is changed, when all bins are there. */
export function startBins(floor: f64, added: f64): void {
  floorOf = floor
  add = added
  small = false
  begin()
}

/**
 * Says that only pairs are merged of which one has few rows, when all bins are there: of those with fewer than `leastRows` once they are
 * multiplied by `share`; counts are whole numbers of 32 bits. `shares` has the rows of all classes for each row of a class, 0 for a class without any.
 */
export function startSmall(shares: usize, share: f64, leastRows: f64): void {
  ratios = shares
  rarest = share
  least = leastRows
  small = true
  begin()
}

function begin(): void {
  left = made
  odd = false
  unswept = true
  for (let i: u32 = 0; i < left; i++) {
    const bin = binAt(i)
    store<f64>(bin, -Infinity, LOST_SCORE)
    store<i32>(bin, -1, LOST_AT)
  }
  countInconsistent()
}

function countInconsistent(): void {
  inconsistent = 0
  for (let i: u32 = 0; i < left; i++) inconsistent += whole ? outside<u32>(binAt(i)) : outside<f64>(binAt(i))
}

/** The keys of bins that lie together, of which there is no tournament yet. */
function setKeys(): void {
  for (let i: u32 = 0; i < left; i++)
    firstKey(i, small ? keyOf<BySmall>(i) : whole ? keyOf<ByChiSquare<u32>>(i) : keyOf<ByChiSquare<f64>>(i))
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
 * `equalToo` is set, or there are more than `mostBins`. `consistentToo` is set where bins must stay consistent. Says why it ended.
 */
export function mergeWhile(below: f64, equalToo: bool, fewestBins: u32, mostBins: u32, consistentToo: bool): u32 {
  // Whether bins stay consistent depends on the order in which stretches are merged.
  if (whole && spare != 0 && below > 0 && !consistentToo) while (areMany(left) && inStretches(below, fewestBins));
  setLimits(below, equalToo, fewestBins, mostBins, consistentToo)
  limit = Infinity
  return goOn()
}

function setLimits(below: f64, equalToo: bool, fewestBins: u32, mostBins: u32, consistentToo: bool): void {
  bar = below
  equal = equalToo
  fewest = fewestBins
  most = mostBins
  limited = consistentToo
}

/** Merges as long as the limits say, and says why it ended. */
function goOn(): u32 {
  let why = SOME_DONE
  if (unswept) why = sweepOften()
  while (why == SOME_DONE) {
    why = mergeSome()
    if (left < places >> 1) compact()
  }
  return why
}

/**
 * Merges what is surely below the bar stretch by stretch, counts being whole numbers of 32 bits. Returns whether many bins
 * were merged, so that it may pay once more.
 */
function inStretches(below: f64, fewestBins: u32): bool {
  if (left < places) moveTogether()
  const before = left
  const cap = below * (1 - TIE)
  left = mergeStretches<Stretch>(spare, left, spareRoom, cap)
  if (left == 0 || left < fewestBins) leaveStretches()
  else takeStretches()
  left = places
  countInconsistent()
  unswept = true
  return levelTaken < cap && left < before - before / WORTHWHILE
}

/** How stretches are merged, and two bins compared: see `mergeStretches`. */
@unmanaged
class Stretch {
  merge(key: f64, fewestBins: u32): f64 {
    setLimits(Infinity, false, fewestBins, u32.MAX_VALUE, false)
    limit = key
    highest = -Infinity
    left = places
    unswept = true
    goOn()
    return highest
  }

  key(binA: usize, binB: usize): f64 {
    return tieKey(differenceOf(binA, binB))
  }
}

/**
 * The first merges, as long as many pairs differ by as little as the least different one. Such pairs are merged from left to right; what
 * comes to differ by less than they do lies beside the pair merged last. So there is no need of a tournament, and memory is
 * read in its order.
 */
function sweepOften(): u32 {
  setKeys()
  let why = SOME_DONE
  for (let times: u32 = 0; times < SWEEPS && why == SOME_DONE && !odd; times++) {
    const before = left
    sweepAt = 0
    level = leastKey()
    if (level > limit) return BAR
    while (why == SOME_DONE && sweepAt < places) why = sweepSome()
    if (left < before) {
      highest = max(highest, level)
      moveTogether()
    }
    if (before - left < before / WORTH) break
  }
  unswept = false
  startKeys()
  return why
}

/** Goes over some bins: those before `sweepAt` differ from the next by more than the level. Says why merging ended, if it did. */
function sweep<Count, Rule>(): u32 {
  let a = sweepAt
  for (let done: u32 = 0; done < SOME && a < places; done++) {
    if (keyAt(a) > level) {
      a = load<u32>(binAt(a))
      continue
    }
    const why = join<Count, Rule>(a)
    if (why != SOME_DONE) return why
    const key = keyOf<Rule>(a)
    firstKey(a, key)
    if (a == 0) continue
    const before = load<u32>(binAt(a), PREVIOUS)
    const keyBefore = keyOf<Rule>(before)
    firstKey(before, keyBefore)
    // The lesser of two that differ by less than all others comes next, or the left one.
    if (keyBefore <= level && keyBefore <= key) a = before
  }
  sweepAt = a
  return SOME_DONE
}

/** A function of its own, so that an engine makes it faster while it is called again and again. */
function merge<Count, Rule>(): u32 {
  for (let done: u32 = 0; done < SOME; done++) {
    const key = leastOfAll()
    if (key > limit) return BAR
    const a = leastPair()
    const b = load<u32>(binAt(a))
    const why = join<Count, Rule>(a)
    if (why != SOME_DONE) return why
    highest = max(highest, key)
    setKeyOf(b, Infinity)
    setKeyOf(a, keyOf<Rule>(a))
    if (a == 0) continue
    const before = load<u32>(binAt(a), PREVIOUS)
    setKeyOf(before, keyOf<Rule>(before))
  }
  return SOME_DONE
}

/** Merges the least different pair, a bin and the next one, or says why not. */
function join<Count, Rule>(a: u32): u32 {
  if (odd) return NO_NUMBER
  if (left <= fewest) return ONE_BIN
  const binA = binAt(a)
  const binB = binAt(load<u32>(binA))
  const difference = rule<Rule>().difference(binA, binB)
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
  noteForm(a, binA)
  left--
  return SOME_DONE
}

let savedLeft: u32 = 0
let savedInconsistent: f64 = 0

/** Keeps the bins as they are, in memory that has room for as many bins and keys as there are: it may be the one that was lent. */
export function save(bins: usize, keys: usize): void {
  spare = 0
  if (unswept) setKeys()
  savedLeft = left
  savedInconsistent = inconsistent
  saveBins(bins, keys)
}

/** Goes back to the bins that were saved last. */
export function restore(bins: usize, keys: usize): void {
  unswept = false
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
    store<f64>(scores + (i << 3), differenceOf(bin, next))
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

/** χ² of a bin and the next one, rounded so that equal means equal; Infinity where it is the last. */
function keyOf<Rule>(a: u32): f64 {
  const binA = binAt(a)
  const b = load<u32>(binA)
  if (b == places) return Infinity
  const difference = rule<Rule>().difference(binA, binAt(b))
  if (difference != difference) odd = true
  return tieKey(difference)
}

/** What says how different two bins are; a class of one function, so that each has loops of its own. */
@unmanaged
class ByChiSquare<Count> {
  difference(binA: usize, binB: usize): f64 {
    return chiSquare<Count>(binA + COUNTS, binB + COUNTS, width, floorOf, add)
  }
}

@unmanaged
class BySmall {
  difference(binA: usize, binB: usize): f64 {
    if (!this.isSmall(binA) && !this.isSmall(binB)) return Infinity
    return chiSquareLost<u32>(binA + COUNTS, binB + COUNTS, width, ratios)
  }

  isSmall(bin: usize): bool {
    return rowsOf<u32>(bin) * rarest < least
  }
}

function rule<Rule>(): Rule {
  return changetype<Rule>(<usize>0)
}

function differenceOf(binA: usize, binB: usize): f64 {
  if (small) return rule<BySmall>().difference(binA, binB)
  return whole ? rule<ByChiSquare<u32>>().difference(binA, binB) : rule<ByChiSquare<f64>>().difference(binA, binB)
}

function mergeSome(): u32 {
  if (small) return merge<u32, BySmall>()
  return whole ? merge<u32, ByChiSquare<u32>>() : merge<f64, ByChiSquare<f64>>()
}

function sweepSome(): u32 {
  if (small) return sweep<u32, BySmall>()
  return whole ? sweep<u32, ByChiSquare<u32>>() : sweep<f64, ByChiSquare<f64>>()
}
