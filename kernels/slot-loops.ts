// The slot of each row of a large column, looked up in tables.

export { writeSlots } from './parts/row-slots'

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

/** Writes the slot of each double from `values` to `end`, a multiple of 2, by the step of a grid on which it lies: `scale` of them to 1, `offset` further on. */
export function writeGridSlots(values: usize, end: usize, scale: f64, offset: f64, slotOf: usize, slots: usize): void {
  for (; values < end; values += 16) {
    const step = i32x4.trunc_sat_f64x2_u_zero(
      f64x2.add(f64x2.mul(v128.load(values), f64x2.splat(scale)), f64x2.splat(offset)),
    )
    store<u8>(slots, load<u8>(slotOf + <usize>i32x4.extract_lane(step, 0)))
    store<u8>(slots, load<u8>(slotOf + <usize>i32x4.extract_lane(step, 1)), 1)
    slots += 2
  }
}
