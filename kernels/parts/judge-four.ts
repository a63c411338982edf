// How four alternatives judge rows side by side. Every number is made by the operations of change-detector.ts, in the same
// order, so that it has the same bits.

import {
  codes,
  doDiffer,
  endOf,
  enough,
  Field,
  level,
  listOf,
  MORES,
  pair,
  place,
  PLAIN,
  RATIOS,
  rows,
  SCORES,
  size,
  symbols,
  TOTALS,
  width,
  ZERO,
} from './judged-rows'

/** Ways of loops that exist twice: numbers that are whole stand for the first, others for the second. */
export type Listed = i32
type Divided = f64
type Certain = i32
type Doubtful = f64

/** Closer than this, as a share, quotients are computed to be compared. */
const DOUBT: f64 = 1e-9

/** What alternatives that agree with the reference say of the rows of a context, which gives all of them the same sums. */
export function weighPlain(context: usize): void {
  const lanes = width >> 3
  const sums = place(Field.sums) + context * width
  let lane: usize = 0
  while (lane < lanes && doDiffer(lane, context)) lane += 4
  if (lane == lanes) return
  const lists = rows
  const added = load<f64>(place(Field.bare) + context * width + (lane << 3))
  const end = endOf(context)
  let tilted = load<f64>(sums + (lane << 3))
  for (let at = listOf(context); at < end; at += 4) {
    const row = lists + ((<usize>load<u32>(at)) << 3)
    const both = f64x2.div(pair(tilted, tilted + added), pair(load<f64>(row, TOTALS), load<f64>(row, MORES)))
    store<f64>(row, 1 / max<f64>(f64x2.extract_lane(both, 0), f64x2.extract_lane(both, 1)), PLAIN)
    tilted += 1
  }
  for (; lane < lanes; lane += 4) {
    if (doDiffer(lane, context)) continue
    v128.store(sums + (lane << 3), f64x2.splat(tilted))
    v128.store(sums + (lane << 3), f64x2.splat(tilted), 16)
  }
}

/** Lets four alternatives say of the rows of a context what those say that agree with the reference. */
export function spreadPlain(context: usize): void {
  const lists = rows
  const end = endOf(context)
  for (let at = listOf(context); at < end; at += 4) {
    const k: usize = load<u32>(at)
    const plain = v128.load_splat<u64>(lists + PLAIN + (k << 3))
    const ratio = lists + RATIOS + (k << 5)
    v128.store(ratio, plain)
    v128.store(ratio, plain, 16)
  }
}

/**
 * How much better than the reference four alternatives, from a lane on, predicted the rows of a context. Where it is certain by
 * which prior more is expected of all of them, only that one is asked.
 */
export function weighFour(lane: usize, context: usize): void {
  const from = listOf(context)
  const end = endOf(context)
  if (from == end) return
  if (choosePriors(lane, context, <u32>((end - from) >> 2))) weigh<Certain>(from, end, lane, context)
  else weigh<Doubtful>(from, end, lane, context)
}

function weigh<Way>(from: usize, end: usize, lane: usize, context: usize): void {
  // At hand, since what is global would be loaded anew for every row.
  const lists = rows
  const ownCodes = codes
  const step = width
  const tables = place(Field.tables) + (lane << 3)
  const sums = place(Field.sums) + context * width + (lane << 3)
  const bare = place(Field.bare) + context * width + (lane << 3)
  const left = isInteger<Way>() ? added : v128.load(bare)
  const right = isInteger<Way>() ? addedRight : v128.load(bare, 16)
  const moreLeft = more
  const moreOfRight = moreRight
  let tilted = v128.load(sums)
  let tiltedRight = v128.load(sums, 16)
  for (let at = from; at < end; at += 4) {
    const k: usize = load<u32>(at)
    const row = lists + (k << 3)
    const table = tables + <usize>load<u32>(ownCodes + (k << 2)) * step
    const total = v128.load_splat<u64>(row, TOTALS)
    const factor = v128.load(table)
    const factorRight = v128.load(table, 16)
    const ratio = lists + RATIOS + (k << 5)
    if (isInteger<Way>()) {
      v128.store(ratio, f64x2.div(factor, certain(tilted, left, total, moreLeft)))
      v128.store(ratio, f64x2.div(factorRight, certain(tiltedRight, right, total, moreOfRight)), 16)
    } else {
      const mores = v128.load_splat<u64>(row, MORES)
      v128.store(ratio, f64x2.div(factor, expected(tilted, left, total, mores)))
      v128.store(ratio, f64x2.div(factorRight, expected(tiltedRight, right, total, mores)), 16)
    }
    tilted = f64x2.add(tilted, factor)
    tiltedRight = f64x2.add(tiltedRight, factorRight)
  }
  v128.store(sums, tilted)
  v128.store(sums, tiltedRight, 16)
}

/** The same for rows of one context, and brings the four forward: while the one divides, the other can multiply. False where it cannot. */
export function judgeFour(lane: usize): bool {
  if (!choosePriors(lane, 0, size)) return false
  advance<Divided>(lane)
  return true
}

/**
 * Brings four alternatives, from a lane on, forward by the rows: of which it is `Listed` how well they predicted them, or
 * `Divided` here, by the priors that were chosen.
 */
export function advance<Way>(lane: usize): void {
  // At hand, since what is global would be loaded anew for every row.
  const count = size
  const lists = rows
  const ownCodes = codes
  const step = width
  const little = level
  const tables = place(Field.tables) + (lane << 3)
  const sums = place(Field.sums) + (lane << 3)
  const weights = place(Field.weights) + (lane << 3)
  const scores = place(Field.scores) + (lane << 3)
  const runs = place(Field.runs) + (lane << 3)
  const starts = place(Field.starts) + (lane << 3)
  const left = added
  const right = addedRight
  const moreLeft = more
  const moreOfRight = moreRight
  let tilted = isInteger<Way>() ? ZERO : v128.load(sums)
  let tiltedRight = isInteger<Way>() ? ZERO : v128.load(sums, 16)
  const weight = v128.load(weights)
  const weightRight = v128.load(weights, 16)
  let score = v128.load(scores)
  let scoreRight = v128.load(scores, 16)
  let run = v128.load(runs)
  let runRight = v128.load(runs, 16)
  let start = ZERO
  let startRight = ZERO
  const bar = f64x2.splat(enough)
  const one = f64x2.splat(1)
  let number = ZERO
  for (let k: usize = 0; k < count; k++) {
    let ratio: v128
    let ratioRight: v128
    if (isInteger<Way>()) {
      ratio = v128.load(lists + RATIOS + (k << 5))
      ratioRight = v128.load(lists + RATIOS + (k << 5), 16)
    } else {
      const table = tables + <usize>load<u32>(ownCodes + (k << 2)) * step
      const total = v128.load_splat<u64>(lists + (k << 3), TOTALS)
      const factor = v128.load(table)
      const factorRight = v128.load(table, 16)
      ratio = f64x2.div(factor, certain(tilted, left, total, moreLeft))
      ratioRight = f64x2.div(factorRight, certain(tiltedRight, right, total, moreOfRight))
      tilted = f64x2.add(tilted, factor)
      tiltedRight = f64x2.add(tiltedRight, factorRight)
    }
    if (little > 0) {
      ratio = temper(ratio, little)
      ratioRight = temper(ratioRight, little)
    }
    score = grown(score, ratio, bar, one)
    scoreRight = grown(scoreRight, ratioRight, bar, one)
    const all = lists + SCORES + (k << 4)
    const sum = f64x2.add(f64x2.mul(weight, score), f64x2.mul(weightRight, scoreRight))
    v128.store(all, f64x2.add(v128.load(all), sum))
    // Of the counter where that is faster: registers are few, and a sum may have to wait for itself in memory.
    number = isInteger<Way>() ? f64x2.splat(<f64>(<i32>k + 1)) : f64x2.add(number, one)
    start = begun(start, run, number, one)
    startRight = begun(startRight, runRight, number, one)
    run = f64x2.mul(f64x2.pmax(run, one), ratio)
    runRight = f64x2.mul(f64x2.pmax(runRight, one), ratioRight)
  }
  if (!isInteger<Way>()) {
    v128.store(sums, tilted)
    v128.store(sums, tiltedRight, 16)
  }
  v128.store(scores, score)
  v128.store(scores, scoreRight, 16)
  v128.store(runs, run)
  v128.store(runs, runRight, 16)
  v128.store(starts, start)
  v128.store(starts, startRight, 16)
}

/** Two scores after a row, which is taken as a start where they have not enough. */
function grown(score: v128, ratio: v128, bar: v128, one: v128): v128 {
  return f64x2.mul(f64x2.add(score, v128.and(f64x2.lt(score, bar), one)), ratio)
}

/** The best starts of two, given their likelihood ratios before the row with a number. */
function begun(start: v128, run: v128, number: v128, one: v128): v128 {
  return f64x2.pmax(start, v128.and(f64x2.le(run, one), number))
}

/** What the chosen priors of four alternatives add to their sums and to the rows of a context. */
let added: v128 = ZERO
let addedRight: v128 = ZERO
let more: v128 = ZERO
let moreRight: v128 = ZERO

/** Chooses the priors by which most is expected of the next rows of a context; false where that is not certain for all of them. */
function choosePriors(lane: usize, context: usize, count: u32): bool {
  const sums = place(Field.sums) + context * width + (lane << 3)
  const bare = place(Field.bare) + context * width + (lane << 3)
  const prior = load<f64>(place(Field.priors) + (context << 3))
  const total = load<f64>(rows + ((<usize>load<u32>(listOf(context))) << 3), TOTALS)
  const tables = place(Field.tables) + context * <usize>symbols * width + (lane << 3)
  const raised = moreByPrior(tables, v128.load(sums), v128.load(bare), prior, total, count)
  const raisedRight = moreByPrior(tables + 16, v128.load(sums, 16), v128.load(bare, 16), prior, total, count)
  if (raised < 0 || raisedRight < 0) return false
  added = v128.and(maskOf(raised), v128.load(bare))
  addedRight = v128.and(maskOf(raisedRight), v128.load(bare, 16))
  more = v128.and(maskOf(raised), f64x2.splat(prior))
  moreRight = v128.and(maskOf(raisedRight), f64x2.splat(prior))
  return true
}

/**
 * Of two alternatives (bits 0 and 1), whether more is expected with the prior: (sum + bare) / (total + prior) above
 * sum / total. That is so while bare · total − sum · prior is above 0, which a row changes by bare − tilt · prior: at most by
 * as much as for the least or the largest tilt. −1 where the next `count` rows may change it, or come close.
 */
function moreByPrior(tables: usize, sum: v128, bare: v128, prior: f64, total: f64, count: u32): i32 {
  let least = v128.load(tables)
  let most = least
  for (let symbol: u32 = 1; symbol < symbols; symbol++) {
    const tilt = v128.load(tables + <usize>symbol * width)
    least = f64x2.pmin(least, tilt)
    most = f64x2.pmax(most, tilt)
  }
  const priors = f64x2.splat(prior)
  const many = f64x2.splat(<f64>count)
  const ahead = f64x2.sub(f64x2.mul(bare, f64x2.splat(total)), f64x2.mul(sum, priors))
  const one = f64x2.mul(many, f64x2.sub(bare, f64x2.mul(least, priors)))
  const other = f64x2.mul(many, f64x2.sub(bare, f64x2.mul(most, priors)))
  const lowest = f64x2.add(ahead, f64x2.pmin(ZERO, f64x2.pmin(one, other)))
  const highest = f64x2.add(ahead, f64x2.pmax(ZERO, f64x2.pmax(one, other)))
  const largest = f64x2.add(f64x2.add(sum, f64x2.abs(bare)), f64x2.mul(many, most))
  const margin = f64x2.mul(f64x2.splat(DOUBT * (total + <f64>count + abs<f64>(prior))), largest)
  const above = i64x2.bitmask(f64x2.gt(lowest, margin))
  const below = i64x2.bitmask(f64x2.lt(highest, f64x2.neg(margin)))
  return (above | below) == 3 ? above : -1
}

/** All bits of those of two numbers whose bit is set. */
function maskOf(bits: i32): v128 {
  return i64x2.replace_lane(i64x2.splat(-(<i64>(bits & 1))), 1, -(<i64>(bits >> 1)))
}

/** What the reference leads two alternatives to expect: the larger one of both priors. */
function expected(tilted: v128, bare: v128, total: v128, mores: v128): v128 {
  return f64x2.pmax(f64x2.div(tilted, total), f64x2.div(f64x2.add(tilted, bare), mores))
}

/** The same by the prior that was chosen. */
function certain(tilted: v128, bare: v128, total: v128, prior: v128): v128 {
  return f64x2.div(f64x2.add(tilted, bare), f64x2.add(total, prior))
}

/** Two likelihood ratios to the power of what a row counts at a level, as in dependence.ts. */
function temper(ratio: v128, level: u32): v128 {
  let root = ratio
  for (let i: i32 = level; i > 1; i -= 2) root = f64x2.sqrt(root)
  if (level % 2 == 0) return root
  const half = f64x2.sqrt(root)
  return f64x2.mul(half, f64x2.sqrt(half))
}
