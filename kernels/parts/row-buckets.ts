// The rows of a column in buckets of neighbouring doubles, as src/summaries/fast/bucket-plan.ts plans them: which bucket each row lies
// in, and how many rows of each class a bucket has. The first and the last bucket hold what is not finite.

import { bucketsOf, raiseFour } from './bucket-counts'
import { double, word } from './words'

let shift: i32 = 0
let least: i32 = 0
export let centre: i32 = 0
/** How many buckets, and classes. */
export let size: u32 = 0
export let classes: u32 = 0

/** A byte for the class of each row, two for its bucket. */
export let codes: usize = 0
export let buckets: usize = 0
/** Rows by bucket and class, rows by class before each bucket, and all rows before each. */
export let counts: usize = 0
export let before: usize = 0
let below: usize = 0
/** Two smallest and two largest of the doubles that were looked at. */
let ends: usize = 0

export function placeRows(
  codesAt: usize,
  bucketsAt: usize,
  countsAt: usize,
  beforeAt: usize,
  belowAt: usize,
  endsAt: usize,
): void {
  codes = codesAt
  buckets = bucketsAt
  counts = countsAt
  before = beforeAt
  below = belowAt
  ends = endsAt
}

export function beginBuckets(shiftBy: i32, leastKey: i32, centreAt: i32, sizeOf: u32, classesOf: u32): void {
  shift = shiftBy
  least = leastKey
  centre = centreAt
  size = sizeOf
  classes = classesOf
  memory.fill(counts, 0, (<usize>(size * classes)) << 2)
  v128.store(ends, f64x2.splat(Infinity))
  v128.store(ends, f64x2.splat(-Infinity), 16)
}

/** Writes the buckets of doubles from `chunk` to `end`, a multiple of 8 of them, which are the rows from `row` on, and counts them. */
export function countChunk(chunk: usize, end: usize, row: u32): void {
  let code = codes + <usize>row
  let bucket = buckets + ((<usize>row) << 1)
  let lowest = v128.load(ends)
  let highest = v128.load(ends, 16)
  const last = <i32>size - 1
  const width = i32x4.splat(<i32>classes)
  for (; chunk < end; chunk += 64) {
    // NaN is neither smaller nor larger than anything.
    lowest = f64x2.pmin(f64x2.pmin(lowest, v128.load(chunk)), v128.load(chunk, 16))
    lowest = f64x2.pmin(f64x2.pmin(lowest, v128.load(chunk, 32)), v128.load(chunk, 48))
    highest = f64x2.pmax(f64x2.pmax(highest, v128.load(chunk)), v128.load(chunk, 16))
    highest = f64x2.pmax(f64x2.pmax(highest, v128.load(chunk, 32)), v128.load(chunk, 48))
    const one = bucketsOf(chunk, shift, least, centre, last)
    const other = bucketsOf(chunk + 32, shift, least, centre, last)
    v128.store(bucket, i16x8.narrow_i32x4_u(one, other))
    const own = i16x8.extend_low_i8x16_u(v128.load64_zero(code))
    raiseFour(counts, i32x4.add(i32x4.mul(one, width), i32x4.extend_low_i16x8_u(own)))
    raiseFour(counts, i32x4.add(i32x4.mul(other, width), i32x4.extend_high_i16x8_u(own)))
    bucket += 16
    code += 8
  }
  v128.store(ends, lowest)
  v128.store(ends, highest, 16)
}

/**
 * Counts whole numbers of steps from `first` to `last` by class in place of buckets, for doubles from `chunk` to `end`, a multiple of 4
 * of them, which are the rows from `row` on; what lies beyond counts with the outermost. Returns whether one of them does not lie on
 * the grid of `scale` steps to 1; counts are of no use then.
 */
export function countSteps(chunk: usize, end: usize, row: u32, scale: f64, first: f64, last: f64): bool {
  let code = codes + <usize>row
  let lowest = v128.load(ends)
  let highest = v128.load(ends, 16)
  let off = i64x2.splat(0)
  for (; chunk < end; chunk += 32) {
    const one = v128.load(chunk)
    const other = v128.load(chunk, 16)
    lowest = f64x2.pmin(f64x2.pmin(lowest, one), other)
    highest = f64x2.pmax(f64x2.pmax(highest, one), other)
    const wholeOne = wholeSteps(one, scale)
    const wholeOther = wholeSteps(other, scale)
    // A division takes long.
    const backOne = scale == 1 ? wholeOne : f64x2.div(wholeOne, f64x2.splat(scale))
    const backOther = scale == 1 ? wholeOther : f64x2.div(wholeOther, f64x2.splat(scale))
    off = v128.or(off, v128.or(f64x2.ne(backOne, one), f64x2.ne(backOther, other)))
    const steps = v128.shuffle<i32>(stepsFrom(wholeOne, first, last), stepsFrom(wholeOther, first, last), 0, 2, 4, 6)
    const own = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(code)))
    raiseFour(counts, i32x4.add(i32x4.mul(steps, i32x4.splat(<i32>classes)), own))
    code += 4
  }
  v128.store(ends, lowest)
  v128.store(ends, highest, 16)
  return v128.any_true(off)
}

function wholeSteps(values: v128, scale: f64): v128 {
  return f64x2.nearest(f64x2.mul(values, f64x2.splat(scale)))
}

/** Adding this puts a whole number below 2^32 into the lower half of a double. */
const TO_BITS: f64 = 4503599627370496 // 2^52

function stepsFrom(whole: v128, first: f64, last: f64): v128 {
  // NaN goes to the first.
  const inside = f64x2.pmin(f64x2.splat(last), f64x2.pmax(f64x2.splat(first), whole))
  return f64x2.add(f64x2.sub(inside, f64x2.splat(first)), f64x2.splat(TO_BITS))
}

/** Adds up the rows before each bucket; the outermost two do not count. Says how many others have rows. */
export function addUp(): u32 {
  const width = (<usize>classes) << 2
  memory.fill(before, 0, 2 * width)
  store<u64>(below, 0)
  let used: u32 = 0
  let all: u32 = 0
  let rows: u64 = 0
  for (let bucket: u32 = 1; bucket < size; bucket++) {
    const known = all
    if (classes == 2) {
      // Both counts at once: neither ever needs more than its half of the number.
      rows += load<u64>(double(counts, bucket))
      store<u64>(double(before, bucket + 1), rows)
      all = <u32>rows + <u32>(rows >> 32)
    } else {
      for (let c: u32 = 0; c < classes; c++) {
        const at = word(before, bucket * classes + c)
        const count = load<u32>(word(counts, bucket * classes + c))
        store<u32>(at + width, load<u32>(at) + count)
        all += count
      }
    }
    store<u32>(word(below, bucket + 1), all)
    used += <u32>(all != known && bucket < size - 1)
  }
  return used
}

export function rowsBefore(bucket: u32): u32 {
  return load<u32>(word(below, bucket))
}

/** The place that holds a rank of rows, by its first bucket; some place for ranks that there are not. */
export function placeAt(rank: u32): u32 {
  // The last bucket before which there are no more rows.
  let low: u32 = 1
  let high = size
  while (low < high) {
    const middle = (low + high) >> 1
    if (rowsBefore(middle) > rank) high = middle
    else low = middle + 1
  }
  return placeFrom(<i32>low - 1)
}

/** A rank that was written down, or 0 where that is below: of an empty bin, ranks may lie outside. */
export function rankIn(at: usize): u32 {
  return <u32>max<i32>(0, load<i32>(at))
}

/** The place of a value, by its first bucket. */
export function placeOf(value: f64): u32 {
  const high = <i32>(reinterpret<i64>(value) >> 32)
  const key = max<i32>(0, ((high & 0x7fffffff) >>> shift) - least)
  return placeFrom(centre + (key ^ (high >> 31)))
}

/** The bucket with which the place of a bucket begins, or one of the outermost places that hold finite values. */
function placeFrom(bucket: i32): u32 {
  const inside = <u32>max<i32>(1, min<i32>(<i32>size - 2, bucket))
  return inside == <u32>centre ? inside - 1 : inside
}

/** The first bucket behind a place that begins with a bucket: those on both sides of zero are one place, since 0 may lie in either. */
export function endOf(bucket: u32): u32 {
  return bucket + (bucket == <u32>centre - 1 ? 2 : 1)
}

/** The end of a bucket that is far from zero, or the other one. */
export function farEnd(bucket: u32, far: bool): f64 {
  const below = <i32>bucket < centre
  const key = below ? centre - 1 - <i32>bucket : <i32>bucket - centre
  const high: u32 = far ? ((<u32>(key + least + 1)) << shift) - 1 : key == 0 ? 0 : (<u32>(key + least)) << shift
  const end = reinterpret<f64>(((<u64>high) << 32) | (far ? 0xffffffff : 0))
  return below ? 0 - end : end
}
