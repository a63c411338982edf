import type { ByteLabels } from './mark-rows.ts'
import type { RowMarks } from './tallies.ts'

/** In every byte of a word. */
const ONES = 0x01010101

/** The different labels of bytes that are 0 or 1, ascending, four at a time; null where there are others. O(rows). */
function twoLabels(labels: Uint8Array): number[] | null {
  const { buffer, byteOffset, length } = labels
  if (byteOffset % 4 !== 0) return null
  const words = new Int32Array(buffer, byteOffset, length >> 2)
  let [some, all] = [0, -1]
  for (let i = 0; i < words.length; i++) {
    some |= words[i]
    all &= words[i]
  }
  for (let row = 4 * words.length; row < length; row++) {
    some |= labels[row] * ONES
    all &= labels[row] * ONES
  }
  if (length === 0 || (some & ~ONES) !== 0) return null
  if (some === 0) return [0]
  return all === ONES ? [1] : [0, 1]
}

/** Marks of rows whose labels are their codes. Whoever counts by bytes never asks for longer ones. */
export function byteMarks(marks: Omit<RowMarks, 'codes'>, bytes: Uint8Array): RowMarks {
  let codes: Int32Array | undefined
  return {
    ...marks,
    bytes,
    get codes() {
      return (codes ??= new Int32Array(bytes))
    },
  }
}

/** Labels 0 and 1 as they are. */
export const byteLabels: ByteLabels = { seen: twoLabels, marks: byteMarks }
