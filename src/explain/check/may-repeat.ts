import type { LabelValues, NumberValues } from '../../types.ts'

/** Slots for hashes: a power of two, several times as many as there are rows in most tables. */
const SLOTS = 1 << 22
/** What each look multiplies hashes by, so that rows that met by chance part. */
const LOOKS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35]

/**
 * The rows that may equal another one in the given columns: all that do, and a few that do not. By hashes of their doubles;
 * other columns are not looked at. Columns of many values tell most rows apart, so that the next ones are looked at for few
 * rows. O(rows · columns), less where columns have many values.
 */
export function mayRepeat(rows: Uint32Array, columns: readonly (NumberValues | LabelValues)[]): readonly number[] {
  const numbers = columns.filter((values) => values instanceof Float64Array)
  if (numbers.length === 0 || rows.length === 0) return Array.from(rows)
  const hashes = new Int32Array(numbers[0].length)
  const met = new Uint8Array(SLOTS)
  let open = rows.slice()
  for (const [i, values] of numbers.entries()) {
    const count = i + 1
    addHashes(values, open, hashes)
    // After 1, 2, 4, 8 … columns, so that looks take little even where all rows stay.
    if ((count & i) === 0 && count < numbers.length) open = keepMet(open, hashes, LOOKS[0], met)
  }
  for (const factor of LOOKS) open = keepMet(open, hashes, factor, met)
  return Array.from(open)
}

/** Mixes the values of one more column into the hashes of some rows; −0 equals 0, and one NaN another. */
function addHashes(values: Float64Array, open: Uint32Array, hashes: Int32Array): void {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  for (let i = 0; i < open.length; i++) {
    const row = open[i]
    const x = values[row]
    const word = x === 0 ? 0 : x === x ? Math.imul(words[2 * row], 0x27d4eb2f) ^ words[2 * row + 1] : -1
    const hash = Math.imul(hashes[row] ^ word, 0x01000193)
    hashes[row] = hash ^ (hash >>> 13)
  }
}

/** The rows of which another one has the same slot, in place. */
function keepMet(
  open: Uint32Array<ArrayBuffer>,
  hashes: Int32Array,
  factor: number,
  met: Uint8Array,
): Uint32Array<ArrayBuffer> {
  met.fill(0)
  for (let i = 0; i < open.length; i++) {
    const slot = slotOf(hashes[open[i]], factor)
    if (met[slot] < 2) met[slot]++
  }
  let size = 0
  for (let i = 0; i < open.length; i++) {
    const row = open[i]
    open[size] = row
    if (met[slotOf(hashes[row], factor)] === 2) size++
  }
  return open.subarray(0, size)
}

function slotOf(hash: number, factor: number): number {
  const mixed = Math.imul(hash, factor)
  return (mixed ^ (mixed >>> 15)) & (SLOTS - 1)
}
