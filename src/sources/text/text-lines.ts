import type { OpenFile } from '../source.ts'
import { joinBytes, linesBefore, notText, notUtf8, startText } from './text-file.ts'
import { decodeUtf8, utf8Fault } from '../../util/utf8.ts'

const LF = 10
const CR = 13

export interface LineBatch {
  /** without their ends */
  readonly lines: readonly string[]
  /** number of the first, from 1 */
  readonly first: number
  /** bytes read so far */
  readonly bytes: number
}

/** The lines of a UTF-8 text file, as many at a time as arrive together; \n, \r\n and \r end a line. */
export async function* textLines(name: string, open: OpenFile): AsyncGenerator<LineBatch> {
  const { taken, rest } = await startText(name, open)
  let waiting: Uint8Array[] = []
  let first = 1
  let bytes = 0
  const batch = (chunk: Uint8Array): LineBatch => {
    const lines = decoded(name, chunk, first).split(/\r\n|[\r\n]/)
    const start = first
    first += lines.length
    return { lines, first: start, bytes }
  }
  try {
    for (let chunk: Uint8Array | undefined = taken; chunk !== undefined;) {
      bytes += chunk.length
      const cut = lastLineEnd(chunk)
      if (cut < 0) {
        waiting.push(chunk)
      } else {
        const joined = joinBytes([...waiting, chunk.subarray(0, cut)])
        yield batch(chunk[cut] === LF && joined.at(-1) === CR ? joined.subarray(0, -1) : joined)
        waiting = [chunk.subarray(cut + 1)]
      }
      const next: IteratorResult<Uint8Array> = await rest.next()
      chunk = next.done === true ? undefined : next.value
    }
    const last = joinBytes(waiting)
    if (last.length > 0) yield batch(last.at(-1) === CR ? last.subarray(0, -1) : last)
  } finally {
    await rest.return?.()
  }
}

/** Position of the last line end that is surely complete: a \r at the very end may be half of one. */
function lastLineEnd(chunk: Uint8Array): number {
  for (let i = chunk.length - 1; i >= 0; i--) {
    if (chunk[i] === LF || (chunk[i] === CR && i < chunk.length - 1)) return i
  }
  return -1
}

function decoded(name: string, bytes: Uint8Array, line: number): string {
  const nul = bytes.indexOf(0)
  if (nul >= 0) throw notText(name, line + linesBefore(bytes, nul))
  try {
    return decodeUtf8(bytes)
  } catch {
    throw notUtf8(name, line + linesBefore(bytes, Math.max(0, utf8Fault(bytes, 0, bytes.length))))
  }
}
