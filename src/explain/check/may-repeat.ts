import type { LabelValues, NumberValues } from '../../types.ts'

/** Slots for hashes: a power of two, several times as many as there are rows in most tables. */
const SLOTS = 1 << 22
/** What each look multiplies hashes by, so that rows that met by chance part. */
const LOOKS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35]

/**
 * The rows that may equal another one in the given columns: all that do, and a few that do not. By hashes of their doubles;
 * other columns are not looked at. O(rows · columns).
 */
export function mayRepeat(
  rows: readonly number[],
  columns: readonly (NumberValues | LabelValues)[],
): readonly number[] {
  const numbers = columns.filter((values) => values instanceof Float64Array)
  if (numbers.length === 0 || rows.length === 0) return rows
  const hashes = rowHashes(numbers, numbers[0].length)
  const met = new Uint8Array(SLOTS)
  let open = rows
  for (const factor of LOOKS) {
    met.fill(0)
    const slotOf = (row: number): number => {
      const mixed = Math.imul(hashes[row], factor)
      return (mixed ^ (mixed >>> 15)) & (SLOTS - 1)
    }
    for (const row of open) {
      const slot = slotOf(row)
      if (met[slot] < 2) met[slot]++
    }
    open = open.filter((row) => met[slotOf(row)] === 2)
  }
  return open
}

/** A number for every row that equal rows share; −0 equals 0, and one NaN another. */
function rowHashes(columns: readonly Float64Array[], rows: number): Int32Array {
  const hashes = new Int32Array(rows)
  for (const values of columns) {
    const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
    for (let row = 0; row < rows; row++) {
      const x = values[row]
      const word = x === 0 ? 0 : x === x ? Math.imul(words[2 * row], 0x27d4eb2f) ^ words[2 * row + 1] : -1
      const hash = Math.imul(hashes[row] ^ word, 0x01000193)
      hashes[row] = hash ^ (hash >>> 13)
    }
  }
  return hashes
}
