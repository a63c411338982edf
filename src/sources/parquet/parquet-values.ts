import { decodeUtf8 } from '../../util/utf8.ts'
import { type Conversion, type ParquetElement, toMillis } from './parquet-column.ts'
import { Spans, type StoredPage, viewOf } from './page-values.ts'

/** Bytes of the longest decimal that anyone writes. */
const LONGEST_DECIMAL = 32

/** Julian day of 1970-01-01. */
const EPOCH_DAY = 2_440_588n
const DAY_NANOS = 86_400_000_000_000n

/** Stored values as `ParquetBuilder` takes them. */
export function handOut(page: StoredPage, element: ParquetElement, { from }: Conversion): ArrayLike<unknown> {
  if (page instanceof Spans) return handOutSpans(page, element, from)
  if (from === 'texts') throw new Error(`${element.type} values where texts were expected`)
  return page instanceof Int32Array && isUnsigned(element)
    ? new Uint32Array(page.buffer, page.byteOffset, page.length)
    : page
}

/** Refuses a declaration whose values would cost far more time than they have bytes. */
export function checkDeclared({ type, type_length: length = 0 }: ParquetElement, conversion: Conversion): void {
  if (conversion.from !== 'decimals') return
  if (type === 'FIXED_LEN_BYTE_ARRAY' && length > LONGEST_DECIMAL) throw new Error(`decimals of ${length} bytes`)
}

function handOutSpans(spans: Spans, element: ParquetElement, from: Conversion['from']): unknown[] {
  const { bytes, starts, ends } = spans
  const each = <T>(read: (start: number, end: number) => T): T[] =>
    Array.from(starts, (start, i) => read(start, ends[i]))
  if (from === 'texts') {
    return element.logical_type?.type === 'UUID'
      ? each((start, end) => uuid(bytes.subarray(start, end)))
      : each((start, end) => decodeUtf8(bytes, start, end))
  }
  if (from === 'decimals') {
    return each((start, end) => {
      if (end - start > LONGEST_DECIMAL) throw new Error(`a decimal of ${end - start} bytes`)
      return bytes.subarray(start, end)
    })
  }
  const view = viewOf(bytes)
  if (element.type === 'INT96') {
    return each((start) => {
      const days = BigInt(view.getInt32(start + 8, true)) - EPOCH_DAY
      return toMillis(days * DAY_NANOS + view.getBigUint64(start, true), 1_000_000n)
    })
  }
  if (element.logical_type?.type !== 'FLOAT16' || element.type_length !== 2)
    throw new Error('bytes in place of numbers')
  return each((start) => half(view.getUint16(start, true)))
}

function isUnsigned({ converted_type: converted, logical_type: logical }: ParquetElement): boolean {
  return (
    converted === 'UINT_32' || (logical?.type === 'INTEGER' && logical.bitWidth === 32 && logical.isSigned === false)
  )
}

/** A number of 16 bits: a sign, five bits of exponent, ten of fraction. */
function half(bits: number): number {
  const sign = bits >> 15 === 0 ? 1 : -1
  const exponent = (bits >> 10) & 31
  const fraction = (bits & 1023) / 1024
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15)
}

function uuid(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new Error(`a UUID of ${bytes.length} bytes`)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
