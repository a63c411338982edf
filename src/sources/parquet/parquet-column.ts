import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import type { FileOptions, ValueKind } from '../source.ts'
import { pickColumns } from '../text/column-names.ts'

/** How values are stored, by the number that stands for it. */
export const TYPES = [
  'BOOLEAN',
  'INT32',
  'INT64',
  'INT96',
  'FLOAT',
  'DOUBLE',
  'BYTE_ARRAY',
  'FIXED_LEN_BYTE_ARRAY',
] as const

export type ParquetType = (typeof TYPES)[number]

/** What is used of the declaration of a Parquet column. */
export interface ParquetElement {
  readonly name: string
  readonly type?: ParquetType | undefined
  readonly type_length?: number
  readonly repetition_type?: string | undefined
  readonly num_children?: number
  readonly converted_type?: string | undefined
  readonly scale?: number
  readonly logical_type?:
    | {
        readonly type: string
        readonly unit?: string
        readonly bitWidth?: number
        readonly isSigned?: boolean
        readonly scale?: number
        readonly precision?: number
      }
    | undefined
}

/** How the stored values of a column become ours. */
export type Conversion =
  | { readonly kind: ValueKind; readonly from: 'doubles' | 'integers' | 'unsigned' | 'texts' | 'truth' | 'days' }
  | { readonly kind: 'date'; readonly from: 'ticks'; readonly perMilli: bigint }
  | { readonly kind: 'number'; readonly from: 'decimals'; readonly scale: number }

const LARGEST = 2n ** 53n

/** How a column is read, or what it holds that cannot be binned. */
export function conversionOf(element: ParquetElement): Conversion | string {
  const { type, converted_type: converted, logical_type: logical } = element
  if (element.num_children !== undefined && element.num_children > 0) {
    return logical?.type === 'LIST' || converted === 'LIST'
      ? 'lists'
      : logical?.type === 'MAP' || converted === 'MAP'
        ? 'maps'
        : 'nested values'
  }
  if (element.repetition_type === 'REPEATED') return 'lists'
  const named = logical?.type ?? converted
  if (named === 'DECIMAL') return { kind: 'number', from: 'decimals', scale: element.scale ?? logical?.scale ?? 0 }
  if (named === 'DATE') return { kind: 'date', from: 'days' }
  if (named === 'TIMESTAMP' || named === 'TIMESTAMP_MILLIS' || named === 'TIMESTAMP_MICROS') {
    const unit = logical?.unit ?? converted!.slice('TIMESTAMP_'.length)
    return { kind: 'date', from: 'ticks', perMilli: unit === 'NANOS' ? 1_000_000n : unit === 'MICROS' ? 1000n : 1n }
  }
  if (named?.startsWith('TIME') === true) return 'times of day'
  if (named === 'INTERVAL') return 'spans of time'
  switch (type) {
    case 'BOOLEAN':
      return { kind: 'boolean', from: 'truth' }
    case 'FLOAT':
    case 'DOUBLE':
    case 'INT32':
      return { kind: 'number', from: 'doubles' }
    case 'INT64':
      return { kind: 'number', from: isUnsigned(element) ? 'unsigned' : 'integers' }
    case 'INT96':
      return { kind: 'date', from: 'doubles' }
    default:
      if (named === 'UTF8' || named === 'STRING' || named === 'ENUM' || named === 'UUID')
        return { kind: 'category', from: 'texts' }
      return named === 'FLOAT16' ? { kind: 'number', from: 'doubles' } : named === 'JSON' ? 'JSON documents' : 'bytes'
  }
}

/**
 * The columns to read, each with how; `how` gives what a column holds that cannot be binned. Such a column is left out
 * with a note, or refused where it was asked for.
 */
export function readableColumns<How extends object>(
  names: readonly string[],
  how: (at: number) => How | string,
  { name: file, columns: asked }: FileOptions,
): { readonly chosen: readonly { readonly at: number; readonly how: How }[]; readonly notes: readonly Note[] } {
  const notes: Note[] = []
  const chosen = pickColumns(file, names, asked).flatMap((at) => {
    const read = how(at)
    if (typeof read === 'object') return [{ at, how: read }]
    if (asked !== undefined) {
      throw new DataError(`${file}: column "${names[at]}" holds ${read}, which cannot be binned`, { column: names[at] })
    }
    notes.push({ code: 'left-out', message: `column "${names[at]}" left out: it holds ${read}` })
    return []
  })
  if (chosen.length === 0) throw new DataError(`${file}: found no column of numbers, dates, truth values or texts`)
  return { chosen, notes }
}

/** Milliseconds since 1970 from a count of smaller units; what is finer than a microsecond is dropped. */
export function toMillis(ticks: bigint, perMilli: bigint): number {
  if (perMilli === 1n) return Number(ticks)
  const micros = perMilli === 1000n ? ticks : (ticks - (((ticks % 1000n) + 1000n) % 1000n)) / 1000n
  return Number(micros) / 1000
}

/** The double of a whole number, or an error that names the column when there is none. */
export function exactInteger(value: bigint, place: string, column: string): number {
  if (value <= LARGEST && value >= -LARGEST) return Number(value)
  throw inexact(String(value), 'a whole number up to 2^53', place, column)
}

/** unscaled / 10^scale rounded once, when it has no more digits than a double keeps. */
export function exactDecimal(unscaled: bigint, scale: number, place: string, column: string): number {
  let digits = unscaled
  let places = scale
  while (places > 0 && digits % 10n === 0n) {
    digits /= 10n
    places--
  }
  if (digits <= LARGEST && digits >= -LARGEST && places <= 22) return Number(digits) / Number(`1e${places}`)
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  const shown = `${digits < 0n ? '-' : ''}${text.slice(0, text.length - places)}${places > 0 ? '.' : ''}${text.slice(text.length - places)}`
  throw inexact(shown, 'at most 15 digits', place, column)
}

/** The signed whole number of big-endian bytes. */
export function bigEndian(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return BigInt.asIntN(bytes.length * 8, value)
}

function isUnsigned({ converted_type: converted, logical_type: logical }: ParquetElement): boolean {
  return converted === 'UINT_64' || (logical?.type === 'INTEGER' && logical.isSigned === false)
}

function inexact(value: string, expected: string, place: string, column: string): DataError {
  return new DataError(
    `${place}, column "${column}": found ${value}, which a double cannot hold exactly, expected ${expected}; ` +
      'leave the column out, or store it as DOUBLE or text',
    { column },
  )
}
