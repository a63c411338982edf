import { closeSync, openSync, readSync } from 'node:fs'

/** What is read at once: larger pieces leave the processor's cache before they are parsed. */
const PIECE = 262_144

/** Bytes of a file from the first to before the second position, which is Infinity for the end of the file. */
export interface ByteSection {
  readonly from: number
  readonly to: number
  /** how many there are, or were when the file was opened */
  readonly bytes: number
}

/** The pieces of a section. Each is gone with the next. */
export function* bytesOf(path: string, { from, to }: ByteSection): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    const buffer = new Uint8Array(PIECE)
    for (let at = from; at < to;) {
      const count = readSync(file, buffer, 0, Math.min(PIECE, to - at), at)
      if (count === 0) {
        if (to === Infinity) return
        throw new Error(`a section ends at byte ${at}, expected ${to}`)
      }
      yield buffer.subarray(0, count)
      at += count
    }
  } finally {
    closeSync(file)
  }
}
