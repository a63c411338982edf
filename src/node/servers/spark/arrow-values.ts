import type { Data, Vector } from 'apache-arrow'
import { DataError } from '../../../errors.ts'

/** What Arrow calls the types of columns, as far as they are read here. */
const TYPE = { none: 1, int: 2, float: 3, utf8: 5, bool: 6, decimal: 7, date: 8, timestamp: 10, largeUtf8: 20 } as const

/** Nanoseconds, microseconds, milliseconds and seconds: units of times, with how many of each make a millisecond. */
const PER_MILLI = [0.001, 1, 1000, 1_000_000]

const DAY = 86_400_000

type Numbers = Int8Array | Int16Array | Int32Array | Float32Array | Float64Array

/** The facts of a type that depend on its kind; Arrow keeps them in classes of their own. */
interface TypeFacts {
  readonly scale?: number
  readonly bitWidth?: number
  readonly unit?: number
}

/** Numbers of any type as doubles, each the nearest one, and NaN for NULL. Times are milliseconds since 1970. */
export function readDoubles(data: Data, name: string): Float64Array {
  const at = doubleReader(data, name)
  const present = presence(data)
  const doubles = new Float64Array(data.length)
  for (let i = 0; i < data.length; i++) doubles[i] = present(i) ? at(i) : NaN
  return doubles
}

/**
 * The values of a column: texts, truth values, numbers, and null for NULL. Whole numbers beyond 2^53 are bigints, decimals
 * texts with all their digits, dates and times numbers of milliseconds since 1970 in UTC, all else is a text.
 */
export function readValues(vector: Vector, data: Data, name: string): unknown[] {
  const at = valueReader(vector, data, name)
  const present = presence(data)
  return Array.from({ length: data.length }, (_, i) => (present(i) ? at(i) : null))
}

function presence({ typeId, nullCount, nullBitmap, offset }: Data): (i: number) => boolean {
  if ((typeId as number) === TYPE.none) return () => false
  if (nullCount === 0) return () => true
  return (i) => ((nullBitmap[(offset + i) >> 3] >> ((offset + i) & 7)) & 1) === 1
}

function doubleReader(data: Data, name: string): (i: number) => number {
  const { unit = 0, scale = 0 } = data.type as TypeFacts
  switch (data.typeId as number) {
    case TYPE.none:
      return () => NaN
    case TYPE.bool: {
      const bits = bitReader(data, name)
      return (i) => Number(bits(i))
    }
    case TYPE.int:
    case TYPE.float: {
      if (data.values instanceof BigInt64Array) return longReader(data, name)
      const values = checked(data, 1, name) as Numbers
      return (i) => values[i]
    }
    case TYPE.date: {
      const days = checked(data, 1, name) as Int32Array
      return (i) => days[i] * DAY
    }
    case TYPE.timestamp: {
      const ticks = longReader(data, name)
      return (i) => ticks(i) / PER_MILLI[unit]
    }
    case TYPE.decimal: {
      const unscaled = decimalReader(data, name)
      return (i) => (scale === 0 ? Number(unscaled(i)) : Number(decimalText(unscaled(i), scale)))
    }
    default:
      throw new DataError(`column "${name}" of the result must hold numbers, got type ${data.typeId} of Arrow`, {
        column: name,
      })
  }
}

function valueReader(vector: Vector, data: Data, name: string): (i: number) => unknown {
  const { scale = 0 } = data.type as TypeFacts
  switch (data.typeId as number) {
    case TYPE.bool:
      return bitReader(data, name)
    case TYPE.utf8:
    case TYPE.largeUtf8:
      return (i) => vector.get(i) as unknown
    case TYPE.decimal: {
      const unscaled = decimalReader(data, name)
      return (i) => decimalText(unscaled(i), scale)
    }
    case TYPE.int: {
      if (!(data.values instanceof BigInt64Array)) return doubleReader(data, name)
      const values = checked(data, 1, name) as BigInt64Array
      const numbers = longReader(data, name)
      return (i) => (Number.isSafeInteger(numbers(i)) ? numbers(i) : values[i])
    }
    case TYPE.none:
    case TYPE.float:
    case TYPE.date:
    case TYPE.timestamp:
      return doubleReader(data, name)
    default:
      return (i) => String(vector.get(i))
  }
}

function bitReader(data: Data, name: string): (i: number) => boolean {
  const bits = data.values as Uint8Array
  if (bits.length * 8 < data.offset + data.length) throw tooShort(name)
  return (i) => ((bits[(data.offset + i) >> 3] >> ((data.offset + i) & 7)) & 1) === 1
}

/** Whole numbers of 64 bits as the nearest doubles: the sum of two halves is rounded once, and no bigint is made. */
function longReader(data: Data, name: string): (i: number) => number {
  const { buffer, byteOffset, length } = checked(data, 1, name) as BigInt64Array
  const low = new Uint32Array(buffer, byteOffset, length * 2)
  const high = new Int32Array(buffer, byteOffset, length * 2)
  return (i) => high[2 * i + 1] * 2 ** 32 + low[2 * i]
}

function decimalReader(data: Data, name: string): (i: number) => bigint {
  const { bitWidth = 128 } = data.type as TypeFacts
  const words = bitWidth / 32
  const values = checked(data, words, name) as Uint32Array
  return (i) => {
    let value = 0n
    for (let word = words - 1; word >= 0; word--) value = (value << 32n) | BigInt(values[i * words + word])
    return BigInt.asIntN(bitWidth, value)
  }
}

/** A decimal as text with all its digits: -5 at scale 2 is -0.05. */
function decimalText(unscaled: bigint, scale: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0')
  const sign = unscaled < 0n ? '-' : ''
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The values of a column, with at least as many of them as it says; a broken batch may have fewer. */
function checked(data: Data, stride: number, name: string): unknown {
  const values = data.values as { readonly length: number }
  if (values.length < data.length * stride) throw tooShort(name)
  return values
}

function tooShort(name: string): DataError {
  return new DataError(`a batch of rows that Spark sent cannot be read (column "${name}" has too few values)`)
}
