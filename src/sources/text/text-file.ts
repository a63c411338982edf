import type { FileOptions, OpenFile } from '../source.ts'
import { DataError } from '../../errors.ts'
import { decodeUtf8, utf8Fault, wholeCharacters } from '../../util/utf8.ts'

/** The part of a file that decides how it is read: so many bytes, but at least so many lines. */
const HEAD_BYTES = 262_144
const HEAD_LINES = 10
/** Where that would take more than this, two lines are enough. */
const LONG_BYTES = 16_777_216
const LONG_LINES = 2
/** No table has longer lines than this. */
const LIMIT_BYTES = 268_435_456

/** The first part of a text file. It depends on the bytes alone, not on how they arrive. */
export interface Head {
  /** without a byte order mark */
  readonly text: string
  /** whether that is all there is */
  readonly whole: boolean
}

/** The head of a file, and what is needed to go on reading. */
export interface StartedFile extends Head {
  /** the bytes taken so far without a byte order mark: the head and perhaps more */
  readonly taken: Uint8Array
  /** bytes of the byte order mark */
  readonly mark: number
  readonly rest: AsyncIterator<Uint8Array>
}

/** Opens a text file and takes its head. What is not UTF-8 text is refused. */
export async function startText(name: string, open: OpenFile): Promise<StartedFile> {
  const rest = open()[Symbol.asyncIterator]()
  try {
    const { bytes, headEnd, done } = await firstBytes(name, rest)
    const other = otherFormat(bytes)
    if (other !== null) throw new DataError(`${name} ${other}`)
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
    const taken = bytes.subarray(mark)
    const end = Math.min(taken.length, headEnd - mark)
    const whole = done && end === taken.length
    return { text: headText(name, taken, end, whole), whole, taken, mark, rest }
  } catch (error) {
    await rest.return?.()
    throw error
  }
}

/** The head alone, for a reader that gets the rows by other means. */
export async function readHead(name: string, open: OpenFile): Promise<Head> {
  const { text, whole, rest } = await startText(name, open)
  await rest.return?.()
  return { text, whole }
}

export function tellProgress({ size, onProgress }: FileOptions, bytes: number): void {
  if (size !== undefined) onProgress?.(Math.min(1, bytes / Math.max(1, size)))
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}

export function notUtf8(name: string, line: number): DataError {
  const remedy = 'save the file as UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8'
  return new DataError(`${name}, line ${line}: found bytes that are not UTF-8 text, expected UTF-8; ${remedy}`)
}

/** Says that there is a NUL byte, which no text has. */
export function notText(name: string, line: number): DataError {
  return new DataError(`${name}, line ${line}: found a NUL byte, expected text; this seems to be a binary file`)
}

/** Number of line ends before a position; \r\n is one. */
export function linesBefore(bytes: Uint8Array, end: number): number {
  let lines = 0
  for (let i = 0; i < end; i++) if (bytes[i] === 13 || (bytes[i] === 10 && bytes[i - 1] !== 13)) lines++
  return lines
}

async function firstBytes(
  name: string,
  rest: AsyncIterator<Uint8Array>,
): Promise<{ bytes: Uint8Array; headEnd: number; done: boolean }> {
  const chunks: Uint8Array[] = []
  const lines = new LineCounter()
  let done = false
  while (!done && lines.bytes <= lines.headEnd()) {
    const next = await rest.next()
    if (next.done === true) {
      done = true
    } else {
      chunks.push(next.value)
      lines.add(next.value)
      if (lines.bytes > LIMIT_BYTES && lines.headEnd() === Infinity) {
        throw new DataError(`${name}, line 1: found a line of more than 256 MB, expected a table of shorter lines`)
      }
    }
  }
  return { bytes: joinBytes(chunks), headEnd: lines.headEnd(), done }
}

/** Finds the end of the head while bytes arrive. */
class LineCounter {
  bytes = 0
  #lines = 0
  #last = 0
  #longEnd = Infinity
  #end = Infinity

  add(chunk: Uint8Array): void {
    for (let i = 0; i < chunk.length && this.#end === Infinity; i++) {
      const byte = chunk[i]
      if (byte === 13 || (byte === 10 && this.#last !== 13)) {
        this.#lines++
        if (this.#lines === LONG_LINES) this.#longEnd = this.bytes + i + 1
        if (this.#lines === HEAD_LINES) this.#end = this.bytes + i + 1
      }
      this.#last = byte
    }
    this.bytes += chunk.length
  }

  /** Infinity as long as there are not enough lines. */
  headEnd(): number {
    if (this.#end <= LONG_BYTES) return Math.max(this.#end, HEAD_BYTES)
    return this.bytes > LONG_BYTES ? Math.max(this.#longEnd, LONG_BYTES) : Infinity
  }
}

function headText(name: string, taken: Uint8Array, end: number, whole: boolean): string {
  // A character or \r\n that is cut in two belongs to a record that is cut anyway.
  let last = whole ? end : wholeCharacters(taken, end)
  if (!whole && taken[last - 1] === 13) last--
  const nul = taken.subarray(0, last).indexOf(0)
  if (nul >= 0) throw notText(name, linesBefore(taken, nul) + 1)
  const fault = utf8Fault(taken, 0, last)
  if (fault >= 0) throw notUtf8(name, linesBefore(taken, fault) + 1)
  return decodeUtf8(taken, 0, last)
}

/** What a file is instead of UTF-8 text, and what to do; null when it does not start like anything else. */
function otherFormat(bytes: Uint8Array): string | null {
  const startsWith = (...start: number[]): boolean => start.every((byte, i) => bytes[i] === byte)
  if (startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff)) {
    return 'is UTF-16 text, expected UTF-8; save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8'
  }
  if (startsWith(0x1f, 0x8b)) return 'is compressed with gzip, expected text; unpack it first'
  if (startsWith(0x28, 0xb5, 0x2f, 0xfd)) return 'is compressed with zstd, expected text; unpack it first'
  if (startsWith(0x50, 0x4b, 3, 4)) {
    return 'is a zip archive or a spreadsheet, expected text; unpack it, or save the sheet as CSV'
  }
  if (startsWith(0x50, 0x41, 0x52, 0x31)) return 'is a Parquet file, expected text; give its name the ending .parquet'
  return null
}
