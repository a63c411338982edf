// How alternatives judge rows, four at a time: src/streams/alarms says what they are and what they find. Every number is
// made by the operations of the plain way there, in the same order, so that it has the same bits.

/** Rows of a call, at most. Lists of a number per row have room for so many. */
const ROWS: usize = 1024
const LIST: usize = ROWS << 3

/** Where lists lie behind `rows`: a number per row each, two for the scores, four for ratios. */
const TOTALS: usize = 0
const MORES: usize = LIST
const SHARES: usize = 2 * LIST
const EXPECTED: usize = 3 * LIST
const PLAIN: usize = 4 * LIST
const SCORES: usize = 5 * LIST
const RATIOS: usize = 7 * LIST

/** Closer than this, as a share, quotients are computed to be compared. */
const DOUBT: f64 = 1e-9

/** Beyond this, growing weights are scaled back. */
const HUGE_WEIGHT: f64 = 1.3407807929942597e154

export function mostRows(): u32 {
  return <u32>ROWS
}

/** Bytes that `rows` must have. */
export function rowBytes(): u32 {
  return 11 * <u32>LIST
}

/** The rows at hand: how many, their codes (context · symbols + symbol), and lists of numbers of theirs. */
let size: u32 = 0
let codes: usize = 0
let symbols: u32 = 1
let rows: usize = 0

export function setRows(count: u32, codesAt: usize, symbolsOf: u32, rowsAt: usize): void {
  size = count
  codes = codesAt
  symbols = symbolsOf
  rows = rowsAt
}

/**
 * How the alternatives lie: bytes between codes in their tilts; bytes from their weights to their scores, from those to their
 * runs and to their starts; and what they are judged by: a score that needs no further starts, and how little a row counts.
 */
let width: usize = 0
let span: usize = 0
let enough: f64 = 0
let level: u32 = 0

export function setExperts(widthOf: usize, spanOf: usize, enoughOf: f64, levelOf: u32): void {
  width = widthOf
  span = spanOf
  enough = enoughOf
  level = levelOf
}

/** How many of `count` cuts are at most each value, two values at a time; one more than there are cuts for NaN. */
export function findSlots(values: usize, cuts: usize, count: u32): void {
  const end = cuts + ((<usize>count) << 3)
  const missing = i64x2.splat(<i64>count + 1)
  for (let k: usize = 0; k < size; k += 2) {
    const two = v128.load(values + (k << 3))
    let found = i64x2.splat(0)
    for (let cut = cuts; cut < end; cut += 8) found = i64x2.sub(found, f64x2.ge(two, v128.load_splat<u64>(cut)))
    found = v128.bitselect(missing, found, f64x2.ne(two, two))
    store<u32>(codes + (k << 2), <u32>i64x2.extract_lane(found, 0))
    store<u32>(codes + (k << 2), <u32>i64x2.extract_lane(found, 1), 4)
  }
}

/** Counts rows; for each, what was known before it: rows in its context, with the prior, its share, what is expected of it. */
export function countRows(counts: usize, totals: usize, prior: usize, priors: usize): void {
  for (let k: usize = 0; k < size; k++) {
    const code: u32 = load<u32>(codes + (k << 2))
    const at = (<usize>code) << 3
    const context = (<usize>(code / symbols)) << 3
    const count = load<f64>(counts + at)
    const total = load<f64>(totals + context)
    const more = total + load<f64>(priors + context)
    const row = rows + (k << 3)
    const both = f64x2.div(pair(count, count + load<f64>(prior + at)), pair(total, more))
    const plain = f64x2.extract_lane(both, 0)
    store<f64>(row, total, TOTALS)
    store<f64>(row, more, MORES)
    store<f64>(row, plain, SHARES)
    store<f64>(row, max<f64>(plain, f64x2.extract_lane(both, 1)), EXPECTED)
    v128.store(rows + SCORES + (k << 4), f64x2.splat(0))
    store<f64>(counts + at, count + 1)
    store<f64>(totals + context, total + 1)
  }
}

/** Lists the numbers of the rows context by context; those of context c lie from `ends[c − 1]` to `ends[c]`. */
export function groupRows(contexts: u32, list: usize, ends: usize): void {
  memory.fill(ends, 0, (<usize>contexts) << 2)
  for (let k: usize = 0; k < size; k++) {
    const end = ends + ((<usize>(load<u32>(codes + (k << 2)) / symbols)) << 2)
    store<u32>(end, load<u32>(end) + 1)
  }
  let sum: u32 = 0
  for (let context: usize = 0; context < contexts; context++) {
    const end = ends + (context << 2)
    const here = load<u32>(end)
    store<u32>(end, sum)
    sum += here
  }
  for (let k: usize = 0; k < size; k++) {
    const end = ends + ((<usize>(load<u32>(codes + (k << 2)) / symbols)) << 2)
    const to: usize = load<u32>(end)
    store<u32>(list + (to << 2), <u32>k)
    store<u32>(end, <u32>to + 1)
  }
}

/** What alternatives that agree with the reference say of the rows of a context; gives their sum after them. */
export function weighPlain(list: usize, end: usize, sum: f64, added: f64): f64 {
  let tilted = sum
  for (let at = list; at < end; at += 4) {
    const row = rows + ((<usize>load<u32>(at)) << 3)
    const both = f64x2.div(pair(tilted, tilted + added), pair(load<f64>(row, TOTALS), load<f64>(row, MORES)))
    store<f64>(row, 1 / max<f64>(f64x2.extract_lane(both, 0), f64x2.extract_lane(both, 1)), PLAIN)
    tilted += 1
  }
  return tilted
}

/** Lets four alternatives say of the rows of a context what those say that agree with the reference. */
export function spreadPlain(list: usize, end: usize): void {
  for (let at = list; at < end; at += 4) {
    const k: usize = load<u32>(at)
    const plain = v128.load_splat<u64>(rows + PLAIN + (k << 3))
    const ratio = rows + RATIOS + (k << 5)
    v128.store(ratio, plain)
    v128.store(ratio, plain, 16)
  }
}

/**
 * How much better than the reference four alternatives predicted the rows of a context. Their tilts lie at `tables`, `width`
 * bytes from code to code, their sums at `sums`, and what the prior adds to those at `bare`.
 */
export function weighFour(list: usize, end: usize, tables: usize, sums: usize, bare: usize): void {
  // At hand, since what is global would be loaded anew for every row.
  const lists = rows
  const own = codes
  const step = width
  const left = v128.load(bare)
  const right = v128.load(bare, 16)
  let tilted = v128.load(sums)
  let tiltedRight = v128.load(sums, 16)
  for (let at = list; at < end; at += 4) {
    const k: usize = load<u32>(at)
    const row = lists + (k << 3)
    const table = tables + <usize>load<u32>(own + (k << 2)) * step
    const total = v128.load_splat<u64>(row, TOTALS)
    const more = v128.load_splat<u64>(row, MORES)
    const factor = v128.load(table)
    const factorRight = v128.load(table, 16)
    const ratio = lists + RATIOS + (k << 5)
    v128.store(ratio, f64x2.div(factor, expected(tilted, left, total, more)))
    v128.store(ratio, f64x2.div(factorRight, expected(tiltedRight, right, total, more)), 16)
    tilted = f64x2.add(tilted, factor)
    tiltedRight = f64x2.add(tiltedRight, factorRight)
  }
  v128.store(sums, tilted)
  v128.store(sums, tiltedRight, 16)
}

/**
 * What the last rows, as one memory has them, say of each row: alternative `lane` of four. The memory has its counts by code
 * from `recent` and by context from `totals` on, to `end`; gives the weight of its latest row.
 */
export function followLast(
  lane: usize,
  recent: usize,
  totals: usize,
  end: usize,
  pull: f64,
  growth: f64,
  weight: f64,
): f64 {
  let scale = weight
  for (let k: usize = 0; k < size; k++) {
    const code: u32 = load<u32>(codes + (k << 2))
    const at = recent + ((<usize>code) << 3)
    const context = totals + ((<usize>(code / symbols)) << 3)
    const row = rows + (k << 3)
    const towards = pull * scale
    const last = load<f64>(at)
    const total = load<f64>(context)
    const share = (last + towards * load<f64>(row, SHARES)) / (total + towards)
    store<f64>(rows + RATIOS + (k << 5) + (lane << 3), share / load<f64>(row, EXPECTED))
    scale *= growth
    store<f64>(at, last + scale)
    store<f64>(context, total + scale)
    if (scale > HUGE_WEIGHT) {
      const by = 1 / scale
      for (let sum = recent; sum < end; sum += 8) store<f64>(sum, load<f64>(sum) * by)
      scale = 1
    }
  }
  return scale
}

/** An alternative that says nothing: it is ruled out by every row. */
export function silence(lane: usize): void {
  for (let k: usize = 0; k < size; k++) store<f64>(rows + RATIOS + (k << 5) + (lane << 3), 0)
}

/** Brings four alternatives forward by the rows, of which it is known how well they predicted them. */
export function advanceFour(experts: usize): void {
  // At hand, since what is global would be loaded anew for every row.
  const count = size
  const lists = rows
  const little = level
  const weight = v128.load(experts)
  const weightRight = v128.load(experts, 16)
  let score = v128.load(experts + span)
  let scoreRight = v128.load(experts + span, 16)
  let run = v128.load(experts + 2 * span)
  let runRight = v128.load(experts + 2 * span, 16)
  let start = f64x2.splat(0)
  let startRight = f64x2.splat(0)
  const bar = f64x2.splat(enough)
  const one = f64x2.splat(1)
  let number = one
  for (let k: usize = 0; k < count; k++) {
    let ratio = v128.load(lists + RATIOS + (k << 5))
    let ratioRight = v128.load(lists + RATIOS + (k << 5), 16)
    if (little > 0) {
      ratio = temper(ratio, little)
      ratioRight = temper(ratioRight, little)
    }
    score = f64x2.mul(f64x2.add(score, v128.and(f64x2.lt(score, bar), one)), ratio)
    scoreRight = f64x2.mul(f64x2.add(scoreRight, v128.and(f64x2.lt(scoreRight, bar), one)), ratioRight)
    const all = lists + SCORES + (k << 4)
    const sum = f64x2.add(f64x2.mul(weight, score), f64x2.mul(weightRight, scoreRight))
    v128.store(all, f64x2.add(v128.load(all), sum))
    start = f64x2.pmax(start, v128.and(f64x2.le(run, one), number))
    startRight = f64x2.pmax(startRight, v128.and(f64x2.le(runRight, one), number))
    run = f64x2.mul(f64x2.pmax(run, one), ratio)
    runRight = f64x2.mul(f64x2.pmax(runRight, one), ratioRight)
    number = f64x2.add(number, one)
  }
  v128.store(experts + span, score)
  v128.store(experts + span, scoreRight, 16)
  v128.store(experts + 2 * span, run)
  v128.store(experts + 2 * span, runRight, 16)
  v128.store(experts + 3 * span, start)
  v128.store(experts + 3 * span, startRight, 16)
}

/**
 * `weighFour` and `advanceFour` in one loop, for rows that have one context: while the one divides, the other can multiply.
 * False, and nothing has happened, unless it is certain from the start by which prior more is expected of all rows: then
 * only that one is asked. Tilts lie from `tables` to `tablesEnd`.
 */
export function judgeFour(tables: usize, tablesEnd: usize, sums: usize, bare: usize, prior: f64, experts: usize): bool {
  // At hand, since what is global would be loaded anew for every row.
  const count = size
  const lists = rows
  const own = codes
  const step = width
  const little = level
  let tilted = v128.load(sums)
  let tiltedRight = v128.load(sums, 16)
  const bareLeft = v128.load(bare)
  const bareRight = v128.load(bare, 16)
  const raised = moreByPrior(tables, tablesEnd, tilted, bareLeft, prior)
  const raisedRight = moreByPrior(tables + 16, tablesEnd, tiltedRight, bareRight, prior)
  if (raised < 0 || raisedRight < 0) return false
  const added = v128.and(maskOf(raised), bareLeft)
  const addedRight = v128.and(maskOf(raisedRight), bareRight)
  const more = v128.and(maskOf(raised), f64x2.splat(prior))
  const moreRight = v128.and(maskOf(raisedRight), f64x2.splat(prior))
  const weight = v128.load(experts)
  const weightRight = v128.load(experts, 16)
  let score = v128.load(experts + span)
  let scoreRight = v128.load(experts + span, 16)
  let run = v128.load(experts + 2 * span)
  let runRight = v128.load(experts + 2 * span, 16)
  let start = f64x2.splat(0)
  let startRight = f64x2.splat(0)
  const bar = f64x2.splat(enough)
  const one = f64x2.splat(1)
  let number = one
  for (let k: usize = 0; k < count; k++) {
    const table = tables + <usize>load<u32>(own + (k << 2)) * step
    const total = v128.load_splat<u64>(lists + (k << 3), TOTALS)
    const factor = v128.load(table)
    const factorRight = v128.load(table, 16)
    let ratio = f64x2.div(factor, f64x2.div(f64x2.add(tilted, added), f64x2.add(total, more)))
    let ratioRight = f64x2.div(factorRight, f64x2.div(f64x2.add(tiltedRight, addedRight), f64x2.add(total, moreRight)))
    tilted = f64x2.add(tilted, factor)
    tiltedRight = f64x2.add(tiltedRight, factorRight)
    if (little > 0) {
      ratio = temper(ratio, little)
      ratioRight = temper(ratioRight, little)
    }
    score = f64x2.mul(f64x2.add(score, v128.and(f64x2.lt(score, bar), one)), ratio)
    scoreRight = f64x2.mul(f64x2.add(scoreRight, v128.and(f64x2.lt(scoreRight, bar), one)), ratioRight)
    const all = lists + SCORES + (k << 4)
    const sum = f64x2.add(f64x2.mul(weight, score), f64x2.mul(weightRight, scoreRight))
    v128.store(all, f64x2.add(v128.load(all), sum))
    start = f64x2.pmax(start, v128.and(f64x2.le(run, one), number))
    startRight = f64x2.pmax(startRight, v128.and(f64x2.le(runRight, one), number))
    run = f64x2.mul(f64x2.pmax(run, one), ratio)
    runRight = f64x2.mul(f64x2.pmax(runRight, one), ratioRight)
    number = f64x2.add(number, one)
  }
  v128.store(sums, tilted)
  v128.store(sums, tiltedRight, 16)
  v128.store(experts + span, score)
  v128.store(experts + span, scoreRight, 16)
  v128.store(experts + 2 * span, run)
  v128.store(experts + 2 * span, runRight, 16)
  v128.store(experts + 3 * span, start)
  v128.store(experts + 3 * span, startRight, 16)
  return true
}

/**
 * Of two alternatives (bits 0 and 1), whether more is expected with the prior: (sum + bare) / (total + prior) above
 * sum / total. That is so while bare · total − sum · prior is above 0, which a row changes by bare − tilt · prior: at most by
 * as much as for the least or the largest tilt. −1 where the next rows may change it, or come close.
 */
function moreByPrior(tables: usize, tablesEnd: usize, sum: v128, bare: v128, prior: f64): i32 {
  const total = load<f64>(rows, TOTALS)
  let least = v128.load(tables)
  let most = least
  for (let at = tables + width; at < tablesEnd; at += width) {
    const tilt = v128.load(at)
    least = f64x2.pmin(least, tilt)
    most = f64x2.pmax(most, tilt)
  }
  const priors = f64x2.splat(prior)
  const many = f64x2.splat(<f64>size)
  const zero = f64x2.splat(0)
  const ahead = f64x2.sub(f64x2.mul(bare, f64x2.splat(total)), f64x2.mul(sum, priors))
  const one = f64x2.mul(many, f64x2.sub(bare, f64x2.mul(least, priors)))
  const other = f64x2.mul(many, f64x2.sub(bare, f64x2.mul(most, priors)))
  const lowest = f64x2.add(ahead, f64x2.pmin(zero, f64x2.pmin(one, other)))
  const highest = f64x2.add(ahead, f64x2.pmax(zero, f64x2.pmax(one, other)))
  const largest = f64x2.add(f64x2.add(sum, f64x2.abs(bare)), f64x2.mul(many, most))
  const margin = f64x2.mul(f64x2.splat(DOUBT * (total + <f64>size + abs<f64>(prior))), largest)
  const above = i64x2.bitmask(f64x2.gt(lowest, margin))
  const below = i64x2.bitmask(f64x2.lt(highest, f64x2.neg(margin)))
  return (above | below) == 3 ? above : -1
}

/** All bits of those of two numbers whose bit is set. */
function maskOf(bits: i32): v128 {
  return i64x2.replace_lane(i64x2.splat(-(<i64>(bits & 1))), 1, -(<i64>(bits >> 1)))
}

/** Whether all scores are certainly below a bar, in whatever order they are added up. */
export function areBelow(bar: f64): bool {
  for (let k: usize = 0; k < size; k++) {
    const all = v128.load(rows + SCORES + (k << 4))
    if (!(f64x2.extract_lane(all, 0) + f64x2.extract_lane(all, 1) < bar)) return false
  }
  return true
}

/** What the reference leads two alternatives to expect: the larger one of both priors. */
function expected(tilted: v128, added: v128, total: v128, more: v128): v128 {
  return f64x2.pmax(f64x2.div(tilted, total), f64x2.div(f64x2.add(tilted, added), more))
}

/** Two likelihood ratios to the power of what a row counts at a level, as in dependence.ts. */
function temper(ratio: v128, level: u32): v128 {
  let root = ratio
  for (let i: i32 = level; i > 1; i -= 2) root = f64x2.sqrt(root)
  if (level % 2 == 0) return root
  const half = f64x2.sqrt(root)
  return f64x2.mul(half, f64x2.sqrt(half))
}

function pair(left: f64, right: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(left), 1, right)
}
