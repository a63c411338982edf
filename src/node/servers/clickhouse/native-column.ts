/** Where a block is being read. Every read returns null where more bytes are needed; the block is then read again. */
export interface NativeCursor {
  readonly bytes: Buffer
  at: number
}

/** A column of a block as the server keeps it. */
export interface NativeColumn {
  readonly name: string
  /** in the words of the database */
  readonly type: string
  /** 1 where a row has no value; null where all have one */
  readonly nulls: Uint8Array | null
  readonly items: NativeItems
}

/** Values of a column, by their row. */
interface NativeItems {
  readonly size: number
  /** the value of a row as a number; null for a type that has none */
  readonly double: ((row: number) => number) | null
  /** its value as a program wants it */
  readonly value: (row: number) => unknown
  /** the doubles themselves, where it is a column of doubles */
  readonly doubles?: Float64Array
}

/** A type that is not read here: texts made by the database are. */
export class UnknownNativeType extends Error {}

const NULLABLE = /^Nullable\((.*)\)$/s

/** The values of a column of a type, read from where the cursor is. */
export function readNative(cursor: NativeCursor, type: string, size: number): Omit<NativeColumn, 'name'> | null {
  const low = /^LowCardinality\((.*)\)$/s.exec(type)
  if (low !== null) return readDictionary(cursor, low[1], size)
  const nullable = NULLABLE.exec(type)
  if (nullable === null) {
    const items = readItems(cursor, type, size)
    return items && { type, nulls: null, items }
  }
  const nulls = take(cursor, size)
  if (nulls === null) return null
  const items = readItems(cursor, nullable[1], size)
  return items && { type, nulls, items }
}

/** The bit that says that keys come with the rows, and the bits that say how wide their numbers are. */
const [OWN_KEYS, WIDTH] = [512, 255]

/** Each value once, and of each row the number of its value. Where some are NULL, the first one stands for that. */
function readDictionary(cursor: NativeCursor, type: string, size: number): Omit<NativeColumn, 'name'> | null {
  const nullable = NULLABLE.exec(type)
  if (size === 0) return { type, nulls: null, items: { size, double: null, value: () => null } }
  const [, flags, many] = [wordOf(cursor), wordOf(cursor), wordOf(cursor)]
  if (many === null || flags === null) return null
  if ((flags & OWN_KEYS) === 0) throw new UnknownNativeType(`LowCardinality(${type})`)
  const keys = readItems(cursor, nullable?.[1] ?? type, many)
  const count = keys === null ? null : wordOf(cursor)
  if (keys === null || count === null) return null
  const numbers = readItems(cursor, ['UInt8', 'UInt16', 'UInt32', 'UInt64'][flags & WIDTH], size)
  if (numbers === null) return null
  const key = (row: number): number => numbers.double!(row)
  const { double, value } = keys
  return {
    type,
    nulls: nullable && Uint8Array.from({ length: size }, (_, row) => (key(row) === 0 ? 1 : 0)),
    items: { size, double: double && ((row) => double(key(row))), value: (row) => value(key(row)) },
  }
}

/** A whole number of eight bytes; none here is beyond what a double holds. */
function wordOf(cursor: NativeCursor): number | null {
  if (cursor.at + 8 > cursor.bytes.length) return null
  cursor.at += 8
  return Number(cursor.bytes.readBigUInt64LE(cursor.at - 8))
}

/** A whole number of at most 32 bits, in groups of seven bits. */
export function readLength(cursor: NativeCursor): number | null {
  let value = 0
  for (let i = 0; i < 5; i++) {
    const at = cursor.at + i
    if (at >= cursor.bytes.length) return null
    const byte = cursor.bytes[at]
    value += (byte & 127) * 2 ** (7 * i)
    if (byte < 128) {
      cursor.at = at + 1
      return value
    }
  }
  return value
}

export function readText(cursor: NativeCursor): string | null {
  const length = readLength(cursor)
  if (length === null) return null
  const end = cursor.at + length
  if (end > cursor.bytes.length) return null
  const text = cursor.bytes.toString('utf8', cursor.at, end)
  cursor.at = end
  return text
}

/** Bytes as a copy, which starts where arrays of numbers can. */
function take(cursor: NativeCursor, length: number): Uint8Array | null {
  const end = cursor.at + length
  if (end > cursor.bytes.length) return null
  const taken = Uint8Array.prototype.slice.call(cursor.bytes, cursor.at, end)
  cursor.at = end
  return taken
}

type Numbers =
  Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array

const NUMBERS: Readonly<Record<string, new (buffer: ArrayBufferLike) => Numbers>> = {
  Int8: Int8Array,
  UInt8: Uint8Array,
  Int16: Int16Array,
  UInt16: Uint16Array,
  Int32: Int32Array,
  UInt32: Uint32Array,
  Float32: Float32Array,
  Float64: Float64Array,
}

/** Bytes of whole numbers that need a bigint, by their type. */
const WIDE = /^(U?)Int(64|128|256)$/

function readItems(cursor: NativeCursor, type: string, size: number): NativeItems | null {
  if (Object.hasOwn(NUMBERS, type)) {
    const numbers = numbersOf(cursor, type, size)
    if (numbers === null) return null
    const value = (row: number): number => numbers[row]
    return numbers instanceof Float64Array
      ? { size, double: value, value, doubles: numbers }
      : { size, double: value, value }
  }
  if (type === 'String') return readTexts(cursor, size)
  const wide = WIDE.exec(type)
  if (wide !== null) {
    const value = wideOf(cursor, size, Number(wide[2]) / 8, wide[1] === '')
    return value && { size, double: (row) => Number(value(row)), value }
  }
  if (type === 'Bool') {
    const bits = take(cursor, size)
    return bits && { size, double: (row) => bits[row], value: (row) => bits[row] === 1 }
  }
  if (type === 'Nothing') return take(cursor, size) && { size, double: () => Number.NaN, value: () => null }
  return readDecimals(cursor, type, size) ?? readTimes(cursor, type, size)
}

function numbersOf(cursor: NativeCursor, type: string, size: number): Numbers | null {
  const kind = NUMBERS[type]
  const bytes = take(cursor, size * (kind as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT)
  return bytes && new kind(bytes.buffer)
}

/** Whole numbers of eight or more bytes, the lowest first. */
function wideOf(cursor: NativeCursor, size: number, width: number, signed: boolean): ((row: number) => bigint) | null {
  const bytes = take(cursor, size * width)
  if (bytes === null) return null
  if (width === 4) {
    const small = new Int32Array(bytes.buffer)
    return (row) => BigInt(small[row])
  }
  const words = new BigUint64Array(bytes.buffer)
  const many = width / 8
  return (row) => {
    let value = 0n
    for (let i = many - 1; i >= 0; i--) value = (value << 64n) | words[row * many + i]
    return signed ? BigInt.asIntN(8 * width, value) : value
  }
}

function readTexts(cursor: NativeCursor, size: number): NativeItems | null {
  const texts: string[] = []
  for (let i = 0; i < size; i++) {
    const text = readText(cursor)
    if (text === null) return null
    texts.push(text)
  }
  return { size, double: null, value: (row) => texts[row] }
}

/** Decimals are whole numbers of as many bytes as their digits need. */
function readDecimals(cursor: NativeCursor, type: string, size: number): NativeItems | null {
  const found = /^Decimal\((\d+), (\d+)\)$/.exec(type)
  if (found === null) return null
  const [precision, scale] = [Number(found[1]), Number(found[2])]
  const width = [4, 8, 16, 32].find((bytes) => precision <= [9, 18, 38, 76][Math.log2(bytes) - 2])!
  const whole = wideOf(cursor, size, width, true)
  if (whole === null) return null
  const text = (row: number): string => withPoint(whole(row), scale)
  return { size, double: (row) => Number(text(row)), value: text }
}

const SECOND = 1000

/** Days and moments, as texts in UTC such as 2026-11-16 11:09:39.125. */
function readTimes(cursor: NativeCursor, type: string, size: number): NativeItems | null {
  const plain = { Date: ['UInt16', 86_400], Date32: ['Int32', 86_400] } as const
  if (type === 'Date' || type === 'Date32') {
    const days = numbersOf(cursor, plain[type][0], size)
    return days && { size, double: null, value: (row) => moment(days[row] * plain[type][1]).slice(0, 10) }
  }
  if (/^DateTime(?:\('[^']*'\))?$/.test(type)) {
    const seconds = numbersOf(cursor, 'UInt32', size)
    return seconds && { size, double: null, value: (row) => moment(seconds[row]) }
  }
  const fine = /^DateTime64\((\d)(?:, '[^']*')?\)$/.exec(type)
  if (fine === null) throw new UnknownNativeType(type)
  const digits = Number(fine[1])
  const ticks = wideOf(cursor, size, 8, true)
  return ticks && { size, double: null, value: (row) => fineMoment(ticks(row), digits) }
}

function fineMoment(ticks: bigint, digits: number): string {
  const perSecond = 10n ** BigInt(digits)
  const rest = ((ticks % perSecond) + perSecond) % perSecond
  const text = moment(Number((ticks - rest) / perSecond))
  return digits === 0 ? text : `${text}.${String(rest).padStart(digits, '0')}`
}

function moment(seconds: number): string {
  return new Date(seconds * SECOND).toISOString().slice(0, 19).replace('T', ' ')
}

function withPoint(whole: bigint, scale: number): string {
  if (scale === 0) return String(whole)
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
