// The search for the best cut of two classes over blocks of rows: what src/discretizers/refine/pair-scan.ts does, which tells why
// nothing is missed. A block has rows of both classes before it (`sums`, two numbers of 32 bits) and says whether it can be
// looked into (`inner` above 0).

/** Ratings this close (relative) could still be ties. */
const CLOSE: f64 = 1e-9
/** What a fast entropy of whole counts may be off by, for each row of a part. */
const ROUGH: f64 = 1e-12
/** Blocks are looked at in groups of so many first, and what comes near in groups smaller by a step. */
const LARGEST: u32 = 256
const STEP: u32 = 4

const BITS: u32 = 10
const TAIL_BITS: u32 = 31 - BITS
const TAIL_UNIT: f64 = 4.656612873077393e-10 // 2^-31
const LOG2E: f64 = 1.4426950408889634
const HALF_LOG2E: f64 = 0.7213475204444817
const THIRD_LOG2E: f64 = 0.4808983469629878

/** Bytes of the table that `term` needs: log2(1 + i / 1024) and the inverse of 1 + i / 1024, one behind the other. */
export const LOG_BYTES: u32 = 16 << BITS

// What is known of a candidate, the one before a block: Σ n·log2 n of the first class on both sides, and of the second; rows ·
// entropy on the left and on the right; how Σ n·log2 n of all rows on both sides rises with each row more on the left.
const FIRST: usize = 0
const SECOND: usize = 8
const LEFT: usize = 16
const RIGHT: usize = 24
const RISE: usize = 32
/** Bytes of that. */
export const CANDIDATE_BYTES: u32 = 40

let logs: usize = 0
let sums: usize = 0
let inner: usize = 0
let candidates: usize = 0
let ratings: usize = 0
/** groups of blocks that come near the best two candidates, start and end of each, and memory for the next list of them */
let near: usize = 0
let nearer: usize = 0
let nearEnd: usize = 0

/** The part that is searched, and rows of each class before it and up to its end. */
let first: u32 = 0
let last: u32 = 0
let startA: i32 = 0
let startB: i32 = 0
let endA: i32 = 0
let endB: i32 = 0
/** The best two ratings so far. */
let best: f64 = 0
let second: f64 = 0
/** Whether that part of these blocks was searched: another list of what is near takes no new search. */
let isSearched: bool = false

export function placeScan(logsAt: usize, candidatesAt: usize, ratingsAt: usize, nearAt: usize, nearerAt: usize): void {
  logs = logsAt
  candidates = candidatesAt
  ratings = ratingsAt
  near = nearAt
  nearer = nearerAt
  isSearched = false
}

/** The blocks that are searched from now on. */
export function searchIn(sumsAt: usize, innerAt: usize): void {
  sums = sumsAt
  inner = innerAt
  isSearched = false
}

function sumA(block: u32): i32 {
  return load<i32>(sums + ((<usize>block) << 3))
}

function sumB(block: u32): i32 {
  return load<i32>(sums + ((<usize>block) << 3), 4)
}

function candidate(at: u32): usize {
  return candidates + <usize>(at * CANDIDATE_BYTES)
}

/** x·log2(x) of a whole number, within 1e-11 (relative): src/util/numbers/fast-entropy.ts tells how. */
function term(x: i32): f64 {
  const zeros = clz(x)
  const mantissa = (<u32>x) << zeros
  const at = logs + ((<usize>((mantissa >> TAIL_BITS) & ((1 << BITS) - 1))) << 4)
  const r = <f64>(<i32>(mantissa & ((1 << TAIL_BITS) - 1))) * TAIL_UNIT * load<f64>(at, 8)
  // Of 0 the bracket is some number, and the product 0.
  return <f64>x * (<f64>(31 - zeros) + load<f64>(at) + r * (LOG2E - r * (HALF_LOG2E - r * THIRD_LOG2E)))
}

/** Looks at a candidate. */
function look(at: u32): void {
  const a = sumA(at) - startA
  const b = sumB(at) - startB
  const restA = endA - startA - a
  const restB = endB - startB - b
  const termA = term(a)
  const termB = term(b)
  const termRestA = term(restA)
  const termRestB = term(restB)
  const below = term(a + b)
  const above = term(restA + restB)
  const known = candidate(at)
  store<f64>(known, termA + termRestA, FIRST)
  store<f64>(known, termB + termRestB, SECOND)
  store<f64>(known, below - termA - termB, LEFT)
  store<f64>(known, above - termRestA - termRestB, RIGHT)
  store<f64>(known, below / <f64>(a + b) - above / <f64>(restA + restB), RISE)
}

/** Looks at the candidates from … to in steps. */
function lookThrough(from: u32, to: u32, step: u32): void {
  for (let at = from; at <= to; at += step) look(at)
}

/** Rates the candidates from … to − 1 in steps, which were looked at. */
function rate(from: u32, to: u32, step: u32): void {
  for (let at = from; at < to; at += step) {
    const rating = ratingAt(at)
    store<f64>(ratings + ((<usize>at) << 3), rating)
    if (rating <= second) continue
    second = min(rating, best)
    best = max(rating, best)
  }
}

/** The least rating that could still be a tie with this one. */
function below(rating: f64): f64 {
  return rating - CLOSE * abs(rating)
}

/**
 * Searches the blocks from … to − 1: lists, ascending, those that begin with a candidate which could be the best or the second
 * best, or in which one as good could lie; how many. None is accepted that is rated below `least`.
 */
export function nearest(from: u32, to: u32, least: f64, listed: usize): u32 {
  if (!isSearched || first != from || last != to) searchPart(from, to)
  return list(least, listed)
}

function searchPart(from: u32, to: u32): void {
  isSearched = true
  first = from
  last = to
  startA = sumA(from)
  startB = sumB(from)
  endA = sumA(to)
  endB = sumB(to)
  best = -Infinity
  second = -Infinity
  let size: u32 = 1
  while (size < LARGEST && size * 4 * STEP <= to - from) size *= STEP
  lookThrough(from, to, size)
  if (size > 1) look(to)
  rate(from + size, to, size)
  store<u32>(near, from)
  store<u32>(near, to, 4)
  nearEnd = near + 8
  for (; size > 1; size /= STEP) goCloser(size)
}

/** Keeps the groups of a size that come near the best two candidates so far; rates the candidates in them that are STEP times closer. */
function goCloser(size: u32): void {
  const limit = below(below(second)) - 4 * ROUGH * rows()
  const step = size / STEP
  let to = nearer
  for (let group = near; group < nearEnd; group += 8) {
    const end = load<u32>(group, 4)
    for (let b = load<u32>(group); b < end; b += size) {
      const e = min(b + size, last)
      if (ratingAt(b) < limit && ratingAt(e) < limit && boundOf(b, e) < limit) continue
      // The last one is not rated, but its block may be looked into.
      lookThrough(b + step, e - 1, step)
      rate(b + step, e, step)
      if (to > nearer && load<u32>(to - 8, 4) == b) store<u32>(to - 8, e, 4)
      else {
        store<u32>(to, b)
        store<u32>(to, e, 4)
        to += 8
      }
    }
  }
  const spare = near
  near = nearer
  nearer = spare
  nearEnd = to
}

function rows(): f64 {
  return <f64>(endA + endB - startA - startB)
}

/** How a candidate that was looked at is rated, or how the ends of the part would be. */
function ratingAt(at: u32): f64 {
  const known = candidate(at)
  return -(load<f64>(known, LEFT) + load<f64>(known, RIGHT))
}

/**
 * At most how good the corners of the blocks b … e − 1 are: Σ n·log2 n of the rows on both sides is convex, and lies above
 * its tangent in b. Takes no logarithm. NaN, which is below nothing, at the left end of a part.
 */
function boundOf(b: u32, e: u32): f64 {
  const here = candidate(b)
  const there = candidate(e)
  const rise = load<f64>(here, RISE)
  const fromFirst = load<f64>(there, FIRST) - load<f64>(here, FIRST) - rise * <f64>(sumA(e) - sumA(b))
  const fromSecond = load<f64>(there, SECOND) - load<f64>(here, SECOND) - rise * <f64>(sumB(e) - sumB(b))
  return (fromFirst < fromSecond ? fromSecond : fromFirst) - load<f64>(here, LEFT) - load<f64>(here, RIGHT)
}

function list(least: f64, listed: usize): u32 {
  const slack = 4 * ROUGH * rows()
  const close = below(below(second)) - slack
  // Where even the best is refused, whatever is better must be accepted too.
  const open = best + slack < below(least) ? below(least) - slack : close
  const start = listed
  for (let group = near; group < nearEnd; group += 8) {
    const end = load<u32>(group, 4)
    for (let b = load<u32>(group); b < end; b++) {
      const isClose = b > first && load<f64>(ratings + ((<usize>b) << 3)) >= close
      if (!isClose && (load<i32>(inner + ((<usize>b) << 2)) <= 0 || reach(b, open) < open)) continue
      store<u32>(listed, b)
      listed += 4
    }
  }
  return (<u32>(listed - start)) >> 2
}

/** The better of the two corners of a block of the part searched last; below the limit only roughly. */
export function reach(b: u32, limit: f64): f64 {
  const here = candidate(b)
  const there = candidate(b + 1)
  // Rows on neither side leave no entropy: a bound for nothing.
  const bound = -(load<f64>(here, LEFT) + load<f64>(there, RIGHT))
  if (bound < limit) return bound
  const before = sumA(b) + sumB(b)
  const start = startA + startB
  const end = endA + endB
  const one = before + sumA(b + 1) - sumA(b)
  const other = before + sumB(b + 1) - sumB(b)
  return max(
    load<f64>(there, FIRST) + load<f64>(here, SECOND) - term(one - start) - term(end - one),
    load<f64>(here, FIRST) + load<f64>(there, SECOND) - term(other - start) - term(end - other),
  )
}
