import { DataError } from '../../../errors.ts'

/**
 * The wire format of Protocol Buffers, as much of it as Spark Connect needs. A message is a list of fields, each with a
 * number and a value: a whole number, or some bytes, which may be a text or a message again.
 */

/** A field of a message that was received. */
export interface WireField {
  readonly field: number
  /** its value where it is a whole number, else 0n */
  readonly number: bigint
  /** its bytes where it is a text, bytes or a message, else none; a view, not a copy */
  readonly bytes: Uint8Array
}

/** How the value of a field is laid out, as the last three bits of its tag say. */
const VARINT = 0
const EIGHT_BYTES = 1
const WITH_LENGTH = 2
const FOUR_BYTES = 5

const NO_BYTES = new Uint8Array(0)
const encoder = new TextEncoder()
// What is not UTF-8 becomes the sign for it: a strange name in a message must not end the query.
const decoder = new TextDecoder()

/** Several parts of a message as one. */
export function message(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A field that holds a text; none where there is no text. */
export function textField(field: number, text: string | null): Uint8Array {
  return text === null ? NO_BYTES : messageField(field, encoder.encode(text))
}

/** A field that holds a whole number from 0 to 2^53, or a truth value as 1 or 0. */
export function numberField(field: number, value: number): Uint8Array {
  return message(varint(field * 8 + VARINT), varint(value))
}

/** A field that holds a message, or bytes. */
export function messageField(field: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = message(...parts)
  return message(varint(field * 8 + WITH_LENGTH), varint(body.length), body)
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.from([...bytes, rest])
}

/** The fields of a message in their order. Throws where the bytes are no message. */
export function* readFields(bytes: Uint8Array): Generator<WireField> {
  let at = 0
  while (at < bytes.length) {
    const tag = Number(readVarint())
    const field = Math.floor(tag / 8)
    if (field < 1 || field > MOST_FIELDS) throw broken(`field ${field}`)
    const kind = tag % 8
    if (kind === VARINT) {
      yield { field, number: readVarint(), bytes: NO_BYTES }
      continue
    }
    const size = sizeOf(kind)
    // Fields of a fixed size are numbers that we never ask for: they are passed over.
    if (size > bytes.length - at) throw broken(`a field of ${size} bytes where ${bytes.length - at} are left`)
    if (kind === WITH_LENGTH) yield { field, number: 0n, bytes: bytes.subarray(at, at + size) }
    at += size
  }

  function sizeOf(kind: number): number {
    if (kind === WITH_LENGTH) return Number(readVarint())
    if (kind === EIGHT_BYTES) return 8
    if (kind === FOUR_BYTES) return 4
    throw broken(`a field of kind ${kind}`)
  }

  function readVarint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (at >= bytes.length) throw broken('it ends within a number')
      const byte = bytes[at++]
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
    throw broken('a number of more than ten bytes')
  }
}

const MOST_FIELDS = 2 ** 29 - 1

/** The last value of each field, as a message that has each field once means it. */
export function fieldsOf(bytes: Uint8Array): ReadonlyMap<number, WireField> {
  return new Map([...readFields(bytes)].map((found) => [found.field, found]))
}

/** A field as a text; empty where there is none. */
export function textOf(found: WireField | undefined): string {
  return found === undefined ? '' : decoder.decode(found.bytes)
}

/** A field as a number; 0 where there is none. A negative one is written as if it were 2^64 larger. */
export function numberOf(found: WireField | undefined): number {
  return found === undefined ? 0 : Number(BigInt.asIntN(64, found.number))
}

function broken(what: string): DataError {
  return new DataError(`the answer is not a message of Spark Connect (${what})`)
}
