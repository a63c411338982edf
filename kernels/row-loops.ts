// The loops over all rows of a large column. A double is sent to a bucket by its high half, as `bucket-plan.ts` says.

import { bucketsOf, raise, raiseFour } from './parts/bucket-counts'

/** The bits of a double that are all set in what is not finite. */
const EXPONENT: i64 = 0x7ff0000000000000

/**
 * Writes the ends of the finite doubles from `values` to `end`, a multiple of 4: two smallest, two largest, and two numbers
 * that add up to how many are not finite.
 */
export function findEnds(values: usize, end: usize, to: usize): void {
  const exponent = i64x2.splat(EXPONENT)
  let least = f64x2.splat(Infinity)
  let most = f64x2.splat(-Infinity)
  let odd = i64x2.splat(0)
  for (; values < end; values += 16) {
    const value = v128.load(values)
    const isOdd = i64x2.eq(v128.and(value, exponent), exponent)
    odd = i64x2.sub(odd, isOdd)
    // NaN in place of what is not finite, which is neither smaller nor larger than anything.
    const finite = v128.or(value, isOdd)
    least = f64x2.pmin(least, finite)
    most = f64x2.pmax(most, finite)
  }
  v128.store(to, least)
  v128.store(to, most, 16)
  v128.store(to, odd, 32)
}

/** Writes the bucket of each double from `values` to `end`, a multiple of 8, and counts it with the class of its row. */
export function countBuckets(
  values: usize,
  end: usize,
  codes: usize,
  classes: i32,
  shift: i32,
  least: i32,
  centre: i32,
  last: i32,
  counts: usize,
  buckets: usize,
): void {
  for (; values < end; values += 64) {
    const first = bucketsOf(values, shift, least, centre, last)
    const second = bucketsOf(values + 32, shift, least, centre, last)
    v128.store(buckets, i16x8.narrow_i32x4_u(first, second))
    const own = i16x8.extend_low_i8x16_u(v128.load64_zero(codes))
    raiseFour(counts, i32x4.add(i32x4.mul(first, i32x4.splat(classes)), i32x4.extend_low_i16x8_u(own)))
    raiseFour(counts, i32x4.add(i32x4.mul(second, i32x4.splat(classes)), i32x4.extend_high_i16x8_u(own)))
    buckets += 16
    codes += 8
  }
}

/**
 * Counts whole numbers of steps from `first` on by class, for the doubles from `values` to `end`, a multiple of 4. Returns
 * whether one of them does not lie on the grid; counts are of no use then.
 */
export function countSteps(
  values: usize,
  end: usize,
  codes: usize,
  classes: i32,
  scale: f64,
  first: f64,
  counts: usize,
): bool {
  const scales = f64x2.splat(scale)
  let off = i64x2.splat(0)
  for (; values < end; values += 16) {
    const value = v128.load(values)
    const whole = f64x2.nearest(f64x2.mul(value, scales))
    off = v128.or(off, f64x2.ne(f64x2.div(whole, scales), value))
    const step = i32x4.trunc_sat_f64x2_u_zero(f64x2.sub(whole, f64x2.splat(first)))
    raise(counts, i32x4.extract_lane(step, 0) * classes + <i32>load<u8>(codes))
    raise(counts, i32x4.extract_lane(step, 1) * classes + <i32>load<u8>(codes, 1))
    codes += 2
  }
  return v128.any_true(off)
}

/** Writes which of `rows` rows, a multiple of 8, lie in wanted buckets; how many. Mostly none of eight does. */
export function chooseRows(buckets: usize, rows: u32, wanted: usize, chosen: usize): u32 {
  const start = chosen
  for (let row: u32 = 0; row < rows; row += 8) {
    const eight = buckets
    buckets += 16
    if (!(anyOf(load<u64>(eight), wanted) | anyOf(load<u64>(eight, 8), wanted))) continue
    // Without a branch, which could only be guessed.
    for (let at: u32 = 0; at < 8; at++) {
      store<u16>(chosen, row + at)
      chosen += (<usize>load<u8>(wanted + <usize>load<u16>(eight + ((<usize>at) << 1)))) << 1
    }
  }
  return (<u32>(chosen - start)) >> 1
}

function anyOf(four: u64, wanted: usize): u32 {
  return (
    (<u32>load<u8>(wanted + <usize>(four & 0xffff))) |
    (<u32>load<u8>(wanted + <usize>((four >> 16) & 0xffff))) |
    ((<u32>load<u8>(wanted + <usize>((four >> 32) & 0xffff))) | (<u32>load<u8>(wanted + <usize>(four >> 48))))
  )
}
