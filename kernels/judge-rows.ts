// How alternatives judge rows, four at a time: src/streams/alarms says what they are and what they find.

import { advance, judgeFour, Listed, spreadPlain, weighFour, weighPlain } from './parts/judge-four'
import {
  ALARM,
  begin,
  codes,
  contexts,
  countRows,
  doDiffer,
  EXPECTED,
  Field,
  groupRows,
  LIST,
  own,
  place,
  PULL,
  RATIOS,
  ROWS,
  rows,
  SCORES,
  SHARES,
  size,
  span,
  symbols,
  width,
  ZERO,
} from './parts/judged-rows'

export { setUp } from './parts/judged-rows'

/** Beyond this, growing weights are scaled back. */
const HUGE_WEIGHT: f64 = 1.3407807929942597e154

export function mostRows(): u32 {
  return <u32>ROWS
}

/** Bytes that `rows` must have. */
export function rowBytes(): u32 {
  return 11 * <u32>LIST
}

/** How many of `cuts` are at most each of `count` values, two values at a time; one more than there are cuts for NaN. */
export function findSlots(values: usize, count: u32, cuts: usize, cutCount: u32): void {
  const end = cuts + ((<usize>cutCount) << 3)
  const missing = i64x2.splat(<i64>cutCount + 1)
  for (let k: usize = 0; k < count; k += 2) {
    const two = v128.load(values + (k << 3))
    let found = i64x2.splat(0)
    for (let cut = cuts; cut < end; cut += 8) found = i64x2.sub(found, f64x2.ge(two, v128.load_splat<u64>(cut)))
    found = v128.bitselect(missing, found, f64x2.ne(two, two))
    store<u32>(codes + (k << 2), <u32>i64x2.extract_lane(found, 0))
    store<u32>(codes + (k << 2), <u32>i64x2.extract_lane(found, 1), 4)
  }
}

/**
 * Lets a detector judge the first `count` rows, of which each counts as little as `little` says; `follows` tells whether those
 * that follow the last rows have a say. Gives the number of rows up to one that may raise an alarm; where that
 * is not all, the detector must not be used as it is left.
 */
export function judge(detector: usize, count: u32, little: u32, follows: bool): u32 {
  begin(detector, count, little)
  countRows()
  groupRows()
  judgeFixed()
  judgeLast(follows)
  return countBelow(load<f64>(own, ALARM))
}

/** Lets the alternatives that do not follow the last rows judge them all. */
function judgeFixed(): void {
  const end = width >> 3
  for (let context: usize = 0; context < contexts; context++) weighPlain(context)
  for (let lane: usize = 0; lane < end; lane += 4) {
    if (contexts == 1 && doDiffer(lane, 0) && judgeFour(lane)) continue
    for (let context: usize = 0; context < contexts; context++) {
      if (doDiffer(lane, context)) weighFour(lane, context)
      // Of several contexts, what the four before have said of these rows holds for the next as well.
      else if (lane == 0 || contexts == 1 || doDiffer(lane - 4, context)) spreadPlain(context)
    }
    advance<Listed>(lane)
  }
}

/**
 * Lets the alternatives that follow the last rows judge them, four at a time; each has a memory, with counts by code and by context
 * beside those of the other three. Where they have no say, or are none, every row rules them out.
 */
function judgeLast(follows: bool): void {
  const end = span >> 3
  for (let lane = width >> 3; lane < end; lane += 4) {
    followLast(lane - (width >> 3), follows)
    advance<Listed>(lane)
  }
}

/** What the last rows, as four memories have them, say of each row. */
function followLast(memory: usize, follows: bool): void {
  const lists = rows
  const step = span - width
  const recent = place(Field.recent) + (memory << 3)
  const totals = place(Field.recentTotals) + (memory << 3)
  const scales = place(Field.scales) + (memory << 3)
  const growths = place(Field.growths) + (memory << 3)
  const pull = v128.load_splat<u64>(own, PULL)
  const growth = v128.load(growths)
  const growthRight = v128.load(growths, 16)
  // Memories that are none grow by 0.
  const say = i64x2.splat(follows ? -1 : 0)
  const mask = v128.and(say, f64x2.gt(growth, ZERO))
  const maskRight = v128.and(say, f64x2.gt(growthRight, ZERO))
  const huge = f64x2.splat(HUGE_WEIGHT)
  const isOne = contexts == 1
  let scale = v128.load(scales)
  let scaleRight = v128.load(scales, 16)
  for (let k: usize = 0; k < size; k++) {
    const code: u32 = load<u32>(codes + (k << 2))
    const at = recent + <usize>code * step
    const context = totals + (isOne ? 0 : <usize>(code / symbols) * step)
    const share = v128.load_splat<u64>(lists + (k << 3), SHARES)
    const whole = v128.load_splat<u64>(lists + (k << 3), EXPECTED)
    const last = v128.load(at)
    const lastRight = v128.load(at, 16)
    const total = v128.load(context)
    const totalRight = v128.load(context, 16)
    const ratio = lists + RATIOS + (k << 5)
    v128.store(ratio, v128.and(mask, f64x2.div(drawn(last, total, f64x2.mul(pull, scale), share), whole)))
    const right = drawn(lastRight, totalRight, f64x2.mul(pull, scaleRight), share)
    v128.store(ratio, v128.and(maskRight, f64x2.div(right, whole)), 16)
    scale = f64x2.mul(scale, growth)
    scaleRight = f64x2.mul(scaleRight, growthRight)
    v128.store(at, f64x2.add(last, scale))
    v128.store(at, f64x2.add(lastRight, scaleRight), 16)
    v128.store(context, f64x2.add(total, scale))
    v128.store(context, f64x2.add(totalRight, scaleRight), 16)
    if (v128.any_true(v128.or(f64x2.gt(scale, huge), f64x2.gt(scaleRight, huge)))) {
      v128.store(scales, scale)
      v128.store(scales, scaleRight, 16)
      for (let lane: usize = 0; lane < 4; lane++) shrink(memory + lane)
      scale = v128.load(scales)
      scaleRight = v128.load(scales, 16)
    }
  }
  v128.store(scales, scale)
  v128.store(scales, scaleRight, 16)
}

/** The share that the last rows give a symbol, drawn a little towards the reference. */
function drawn(last: v128, total: v128, towards: v128, share: v128): v128 {
  return f64x2.div(f64x2.add(last, f64x2.mul(towards, share)), f64x2.add(total, towards))
}

/** Scales a memory back whose rows have become too heavy. */
function shrink(memory: usize): void {
  const at = place(Field.scales) + (memory << 3)
  const scale = load<f64>(at)
  if (scale <= HUGE_WEIGHT) return
  const by = 1 / scale
  const end = place(Field.scales)
  for (let sum = place(Field.recent) + (memory << 3); sum < end; sum += span - width)
    store<f64>(sum, load<f64>(sum) * by)
  store<f64>(at, 1)
}

/** The first row whose score is not certainly below a bar, in whatever order scores are added up. */
function countBelow(bar: f64): u32 {
  for (let k: usize = 0; k < size; k++) {
    const all = v128.load(rows + SCORES + (k << 4))
    if (!(f64x2.extract_lane(all, 0) + f64x2.extract_lane(all, 1) < bar)) return <u32>k
  }
  return size
}
