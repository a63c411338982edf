import { HALF } from './check/hold-out.ts'
import type { RangeFinding } from './findings.ts'
import type { RowSlots } from './check/row-slots.ts'

/** A range with the rows it holds: `slots` of the column whose slot of every row `slotsOfRows` gives. */
export interface RangeWithRows<Range> {
  readonly found: Range
  readonly slots: readonly number[]
  readonly slotsOfRows: () => RowSlots
}

/** Ranges with this part of their joint rows in common say the same. */
const ALIKE = 0.8
/** Ranges that are compared; few will read further. */
const MOST = 50
/** A table as long as this holds every slot that is a byte. */
const LARGEST_BYTE = 255

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
    const rows = rowBits(slotsOfRows(), slots, halves)
    const same = kept.find((other) => likeness(other.rows, rows) >= ALIKE)
    if (same === undefined) kept.push({ found, rows, alike: [] })
    else same.alike.push(found)
  }
  return [
    ...kept.map(({ found, alike }) => ({ ...found, alike: alike.map(({ column, text }) => ({ column, text })) })),
    ...ranges.slice(MOST).map(({ found }) => found),
  ]
}

function rowBits(slotsOfRows: RowSlots, slots: readonly number[], halves: Uint8Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil(halves.length / 32))
  // There may be more slots than a function takes arguments.
  const isIn = new Uint8Array(slots.reduce((most, slot) => Math.max(most, slot), LARGEST_BYTE) + 1)
  for (const slot of slots) isIn[slot] = 1
  const counts = Uint8Array.from(Object.values(HALF), (half) => (half === HALF.none ? 0 : 1))
  for (let word = 0; word < bits.length; word++) {
    const end = Math.min(halves.length, (word + 1) * 32)
    let held = 0
    // Without a jump, which would be guessed wrong half of the time.
    for (let row = word * 32; row < end; row++) held |= (isIn[slotsOfRows[row]] & counts[halves[row]]) << (row & 31)
    bits[word] = held
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
