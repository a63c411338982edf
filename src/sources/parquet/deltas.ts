import { PackedBits, type Part } from './runs.ts'

/** Values of a block, far beyond what is written. */
const LARGEST_BLOCK = 1 << 20
const MOST_PARTS = 4096
const WIDEST = 64

interface Head {
  readonly parts: number
  /** values of a part of a block, whose differences have the same width */
  readonly perPart: number
  readonly count: number
  readonly first: bigint
}

/**
 * Whole numbers stored as differences, in blocks of parts of one width each. Gives the position behind them. The work is in
 * proportion to the numbers asked for, whatever the bytes say.
 */
export function readDeltas(part: Part, values: Int32Array | BigInt64Array): number {
  if (values.length === 0) return part.start
  const cursor = new DeltaCursor(part)
  const { parts, perPart, first, count } = readHead(cursor)
  if (count !== values.length) throw new Error(`${count} values in place of ${values.length}`)
  const bits = values instanceof Int32Array ? 32 : 64
  const put = (i: number, value: bigint): void => {
    if (values instanceof Int32Array) values[i] = Number(BigInt.asIntN(32, value))
    else values[i] = value
  }
  let value = BigInt.asIntN(bits, first)
  put(0, value)
  for (let seen = 1; seen < values.length;) {
    const least = cursor.signed()
    const widths = cursor.bytes(parts)
    for (let p = 0; p < parts && seen < values.length; p++) {
      const width = widths[p]
      if (width > WIDEST) throw new Error(`differences of ${width} bits`)
      const packed = cursor.bits((perPart * width) / 8)
      for (let i = 0; i < perPart && seen < values.length; i++) {
        value = BigInt.asIntN(bits, value + least + (width === 0 ? 0n : wide(packed, width)))
        put(seen++, value)
      }
    }
  }
  return cursor.at
}

/** Steps over numbers stored as differences, at most so many, without making them. */
export function skipDeltas(part: Part, most: number): { count: number; next: number } {
  const cursor = new DeltaCursor(part)
  const { parts, perPart, count } = readHead(cursor)
  if (count > most) throw new Error(`${count} values in place of ${most}`)
  for (let seen = 1; seen < count;) {
    cursor.signed()
    for (const width of cursor.bytes(parts)) {
      if (width > WIDEST) throw new Error(`differences of ${width} bits`)
      if (seen < count) cursor.bytes((perPart * width) / 8)
      seen += perPart
    }
  }
  return { count, next: cursor.at }
}

/** Lengths stored as differences: none may be negative. */
export function readLengths(part: Part, count: number): { lengths: Int32Array; next: number } {
  const lengths = new Int32Array(count)
  const next = readDeltas(part, lengths)
  const negative = lengths.find((length) => length < 0)
  if (negative !== undefined) throw new Error(`a text of ${negative} bytes`)
  return { lengths, next }
}

function readHead(cursor: DeltaCursor): Head {
  const block = Number(cursor.unsigned())
  const parts = Number(cursor.unsigned())
  const count = Number(cursor.unsigned())
  if (block < 8 || block > LARGEST_BLOCK || parts < 1 || parts > MOST_PARTS || block % (parts * 8) !== 0) {
    throw new Error(`blocks of ${block} differences in ${parts} parts`)
  }
  return { parts, perPart: block / parts, count, first: cursor.signed() }
}

function wide(bits: PackedBits, width: number): bigint {
  if (width <= 32) return BigInt(bits.take(width))
  const low = bits.take(32)
  return (BigInt(bits.take(width - 32)) << 32n) | BigInt(low)
}

class DeltaCursor {
  at: number
  readonly #bytes: Uint8Array
  readonly #end: number

  constructor({ bytes, start, end }: Part) {
    this.#bytes = bytes
    this.at = start
    this.#end = end
  }

  unsigned(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte] = this.bytes(1)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
    throw new Error('a number that does not end')
  }

  signed(): bigint {
    const stored = this.unsigned()
    return (stored >> 1n) ^ -(stored & 1n)
  }

  bytes(count: number): Uint8Array {
    this.#step(count)
    return this.#bytes.subarray(this.at - count, this.at)
  }

  /** A reader of the packed bits that take so many bytes, which are stepped over. */
  bits(count: number): PackedBits {
    this.#step(count)
    return new PackedBits(this.#bytes, this.at - count)
  }

  #step(count: number): void {
    if (count > this.#end - this.at) throw new Error('differences that are cut off')
    this.at += count
  }
}
