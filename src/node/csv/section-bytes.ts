import { closeSync, openSync, readSync } from 'node:fs'
import type { FillBytes } from '../../sources/csv/csv-pass.ts'

/** Bytes of a file from the first to before the second position, which is Infinity for the end of the file. */
export interface ByteSection {
  readonly from: number
  readonly to: number
  /** how many there are, or were when the file was opened */
  readonly bytes: number
}

/** Lends what gives the bytes of a section, one part after the other. */
export function withSection<T>(path: string, { from, to }: ByteSection, work: (fill: FillBytes) => T): T {
  const file = openSync(path, 'r')
  let at = from
  try {
    return work((memory) => {
      const wanted = Math.min(memory.length, to - at)
      const count = wanted === 0 ? 0 : readSync(file, memory, 0, wanted, at)
      if (count === 0 && wanted > 0 && to < Infinity) throw new Error(`a section ends at byte ${at}, expected ${to}`)
      at += count
      return count
    })
  } finally {
    closeSync(file)
  }
}
