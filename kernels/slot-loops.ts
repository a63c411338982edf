// The slot of each row of a large column, looked up in tables.

/** Writes the slot of each of `rows` rows, a multiple of 4, by its bucket; and the first of every four of which one has slot 255: how many. */
export function writeSlots(buckets: usize, rows: u32, slotOf: usize, slots: usize, parted: usize): u32 {
  const start = parted
  for (let row: u32 = 0; row < rows; row += 4) {
    const four = load<u64>(buckets + ((<usize>row) << 1))
    const a = <u32>load<u8>(slotOf + <usize>(four & 0xffff))
    const b = <u32>load<u8>(slotOf + <usize>((four >> 16) & 0xffff))
    const c = <u32>load<u8>(slotOf + <usize>((four >> 32) & 0xffff))
    const d = <u32>load<u8>(slotOf + <usize>(four >> 48))
    store<u8>(slots, a)
    store<u8>(slots, b, 1)
    store<u8>(slots, c, 2)
    store<u8>(slots, d, 3)
    slots += 4
    store<u16>(parted, row)
    // One more than a byte holds where one of them is 255.
    parted += (<usize>(((a + 1) | (b + 1) | (c + 1) | (d + 1)) >> 8)) << 1
  }
  return (<u32>(parted - start)) >> 1
}

/**
 * Writes the slot of each double from `values` to `end`, a multiple of 2: `firstSlot` has a byte for each of the even steps,
 * from `start` on, into which the numbers are divided, and `cutIn` the number in that step from which on the slot is one more. What lies beyond the steps is
 * taken to the outermost. There must be no NaN.
 */
export function writeStepSlots(
  values: usize,
  end: usize,
  start: f64,
  slope: f64,
  last: i32,
  firstSlot: usize,
  cutIn: usize,
  slots: usize,
): void {
  for (; values < end; values += 16) {
    const value = v128.load(values)
    const even = f64x2.mul(f64x2.sub(value, f64x2.splat(start)), f64x2.splat(slope))
    const step = i32x4.min_s(i32x4.max_s(i32x4.trunc_sat_f64x2_s_zero(even), i32x4.splat(0)), i32x4.splat(last))
    const a = <usize>i32x4.extract_lane(step, 0)
    const b = <usize>i32x4.extract_lane(step, 1)
    const aboveA = f64x2.extract_lane(value, 0) >= load<f64>(cutIn + (a << 3))
    const aboveB = f64x2.extract_lane(value, 1) >= load<f64>(cutIn + (b << 3))
    store<u8>(slots, <u32>load<u8>(firstSlot + a) + <u32>aboveA)
    store<u8>(slots, <u32>load<u8>(firstSlot + b) + <u32>aboveB, 1)
    slots += 2
  }
}
