import { bisectRight } from '../../util/bisect.ts'
import { type RowJudge, rowJudge } from '../../wasm/row-judge.ts'

/** Fewer values are not worth the copies. */
const MANY = 16
/** With more cuts, bisection is faster than comparing with all. */
const MOST_CUTS = 64

/** Slots that cuts make: one more than there are, and another for missing values. */
export function slotCount(cuts: ArrayLike<number>): number {
  return cuts.length + 2
}

/** The slot of a value between cuts, closed on the left; the last is for those that are missing. O(log cuts). */
export function slotOf(cuts: ArrayLike<number>, value: number): number {
  return value === value ? bisectRight(cuts, value) : cuts.length + 1
}

/** Puts the slots of values, from one of them on to the end of the list, into the list at the same places. */
export function findSlots(cuts: ArrayLike<number>, values: ArrayLike<number>, slots: Int32Array, from: number): void {
  const to = slots.length
  const judge = to - from < MANY || cuts.length > MOST_CUTS ? null : rowJudge()
  if (judge !== null && values instanceof Float64Array && judge.reserve(8 * MOST_CUTS)) {
    for (let next = from; next < to; next += judge.most) {
      const end = Math.min(to, next + judge.most)
      findIn(judge, cuts, values.subarray(next, end), slots.subarray(next, end))
    }
  } else for (let i = from; i < to; i++) slots[i] = slotOf(cuts, values[i])
}

function findIn(judge: RowJudge, cuts: ArrayLike<number>, values: Float64Array, slots: Int32Array): void {
  const { run, rows, own, codes, numbers, words } = judge
  numbers.set(values, rows / 8)
  numbers.set(cuts, own / 8)
  run.findSlots(rows, values.length, own, cuts.length)
  slots.set(words.subarray(codes / 4, codes / 4 + values.length))
}
