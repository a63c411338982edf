import { FormatError } from '../../errors.ts'
import { Field, parseJson } from '../../util/saved-json.ts'
import type { BytePipe } from './byte-pipe.ts'

/**
 * A message is four bytes that mark it, the length of its header (four bytes, the lowest first), the header as JSON in
 * UTF-8, and behind a header that tells of columns their values. How long those are follows from the header.
 */
export const MARK: Uint8Array = new TextEncoder().encode('KRF1')

/** Longest header in bytes: a table of many long levels stays far below it. */
export const LONGEST_HEADER: number = 2 ** 28

const START = MARK.length + 4

/** The header of the next message; null where none will come. What is no message is refused, and nothing after it can be read. */
export function readHeader({ take }: BytePipe): Field | null {
  const start = new Uint8Array(START)
  const got = take(start)
  if (got === 0) return null
  if (got < START || MARK.some((byte, i) => start[i] !== byte)) {
    throw new FormatError('', 'a message must begin with KRF1 and the length of its header')
  }
  const length = new DataView(start.buffer).getUint32(MARK.length, true)
  if (length > LONGEST_HEADER) {
    throw new FormatError('', `a header must have at most ${LONGEST_HEADER} bytes, got ${length}`)
  }
  const bytes = new Uint8Array(length)
  if (take(bytes) < length) throw new FormatError('', 'a message ends within its header')
  return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

/** Sends a message without values. Infinities are texts, as in saved files. */
export function sendMessage({ send }: BytePipe, message: object): void {
  const text = JSON.stringify(message, (_, value: unknown) =>
    value === Infinity || value === -Infinity ? String(value) : value,
  )
  const header = new TextEncoder().encode(text)
  const frame = new Uint8Array(START + header.length)
  frame.set(MARK)
  new DataView(frame.buffer).setUint32(MARK.length, header.length, true)
  frame.set(header, START)
  send(frame)
}
