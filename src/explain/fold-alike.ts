import { HALF } from './check/hold-out.ts'
import type { RangeFinding } from './findings.ts'

/** A range with the rows it holds: `slots` of the column whose slot of every row `slotsOfRows` gives. */
export interface RangeWithRows<Range> {
  readonly found: Range
  readonly slots: readonly number[]
  readonly slotsOfRows: () => Int32Array
}

/** Ranges with this part of their joint rows in common say the same. */
const ALIKE = 0.8
/** Ranges that are compared; few will read further. */
const MOST = 50

/**
 * Ranges in their order, those that hold nearly the same rows as one before folded into it: two columns may measure the
 * same thing. Rows of neither half do not count. O(rows · ranges + rows / 32 · ranges²).
 */
export function foldAlike<Range extends Pick<RangeFinding<unknown>, 'column' | 'text' | 'alike'>>(
  ranges: readonly RangeWithRows<Range>[],
  halves: Uint8Array,
): Range[] {
  const kept: { found: Range; rows: Uint32Array; alike: Range[] }[] = []
  for (const { found, slots, slotsOfRows } of ranges.slice(0, MOST)) {
    const rows = rowBits(slotsOfRows(), new Set(slots), halves)
    const same = kept.find((other) => likeness(other.rows, rows) >= ALIKE)
    if (same === undefined) kept.push({ found, rows, alike: [] })
    else same.alike.push(found)
  }
  return [
    ...kept.map(({ found, alike }) => ({ ...found, alike: alike.map(({ column, text }) => ({ column, text })) })),
    ...ranges.slice(MOST).map(({ found }) => found),
  ]
}

function rowBits(slotsOfRows: Int32Array, slots: ReadonlySet<number>, halves: Uint8Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil(halves.length / 32))
  for (let row = 0; row < halves.length; row++) {
    if (halves[row] !== HALF.none && slots.has(slotsOfRows[row])) bits[row >> 5] |= 1 << (row & 31)
  }
  return bits
}

/** Rows in both as a part of the rows in either. */
function likeness(a: Uint32Array, b: Uint32Array): number {
  let both = 0
  let either = 0
  for (let i = 0; i < a.length; i++) {
    both += ones(a[i] & b[i])
    either += ones(a[i] | b[i])
  }
  return either === 0 ? 0 : both / either
}

/** How many bits of a 32-bit word are set: sums of two, four, eight bits side by side. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
