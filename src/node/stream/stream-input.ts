import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { DataError } from '../../errors.ts'
import { readingFault } from '../files/system-errors.ts'
import type { FilePart } from './file-part.ts'

const LF = 10
/** Bytes of a byte order mark, which may stand before the first line. */
export const BOM = 3

/** How many of the first bytes of an input are such a mark. */
export function bomOf(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? BOM : 0
}

/** Ends a reader that would wait for ever. */
export interface Stop {
  stopped: boolean
}

/** What comes in: bytes, or word that those to come are of another file. */
export type InputPiece = { readonly bytes: Uint8Array } | { readonly part: FilePart }

export type InputPieces = AsyncGenerator<InputPiece, void, undefined>

/** Whether a path leads to something that can be read only once, such as a named pipe. */
export async function isPipe(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null)
  return stats !== null && (stats.isFIFO() || stats.isCharacterDevice() || stats.isSocket())
}

/** The bytes of standard input, or of a named pipe. */
export async function* pipePieces(
  path: string,
  input: AsyncIterable<Uint8Array> = path === '-' ? process.stdin : createReadStream(path),
): InputPieces {
  try {
    for await (const bytes of input) yield { bytes }
  } catch (error) {
    if (path === '-') throw error
    throw new DataError(`${path} ${readingFault(error) ?? 'cannot be read'}`, { code: 'bad-file' })
  }
}

const MOST_SAMPLE = 1 << 20

/** The first bytes of an input, and what came after them but is not of it. */
export interface FirstBytes {
  readonly bytes: Uint8Array
  /** whether there are no more */
  readonly ended: boolean
  /** the file that is read next, where the input ended because it was rotated */
  readonly following: FilePart | null
}

/** The first bytes of an input: enough to hold two lines, or all there are. */
export async function firstLines(pieces: InputPieces): Promise<FirstBytes> {
  return firstBytes(pieces, (bytes) => {
    const first = bytes.indexOf(LF)
    return bytes.length > MOST_SAMPLE || (first >= 0 && bytes.includes(LF, first + 1))
  })
}

/** The first bytes of an input, until there are enough of them. */
export async function firstBytes(pieces: InputPieces, areEnough: (bytes: Uint8Array) => boolean): Promise<FirstBytes> {
  let bytes: Uint8Array = new Uint8Array(0)
  while (!areEnough(bytes)) {
    const next = await pieces.next()
    if (next.done === true) return { bytes, ended: true, following: null }
    if ('part' in next.value) return { bytes, ended: true, following: next.value.part }
    // A copy: the piece is filled with the next bytes.
    bytes = Buffer.concat([bytes, next.value.bytes])
  }
  return { bytes, ended: false, following: null }
}
