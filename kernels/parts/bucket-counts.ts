// Doubles in buckets, as src/summaries/fast/bucket-plan.ts sends them: by sign, exponent and the leading digits of the mantissa.

/** The buckets of four doubles: `centre` and their key less `least`, mirrored below zero, from 0 to `last`. */
export function bucketsOf(values: usize, shift: i32, least: i32, centre: i32, last: i32): v128 {
  const high = v128.shuffle<i32>(v128.load(values), v128.load(values, 16), 1, 3, 5, 7)
  const size = i32x4.shr_u(v128.and(high, i32x4.splat(0x7fffffff)), shift)
  const key = i32x4.max_s(i32x4.sub(size, i32x4.splat(least)), i32x4.splat(0))
  const bucket = i32x4.add(i32x4.splat(centre), v128.xor(key, i32x4.shr_s(high, 31)))
  return i32x4.min_s(i32x4.max_s(bucket, i32x4.splat(0)), i32x4.splat(last))
}

/** One more in each of four places of a table. */
export function raiseFour(counts: usize, at: v128): void {
  raise(counts, i32x4.extract_lane(at, 0))
  raise(counts, i32x4.extract_lane(at, 1))
  raise(counts, i32x4.extract_lane(at, 2))
  raise(counts, i32x4.extract_lane(at, 3))
}

export function raise(counts: usize, at: i32): void {
  const to = counts + ((<usize>at) << 2)
  store<u32>(to, load<u32>(to) + 1)
}
