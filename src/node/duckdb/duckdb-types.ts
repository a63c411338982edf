import type { DuckDBDataChunk } from '@duckdb/node-api'
import type { Conversion } from '../../sources/parquet/parquet-column.ts'
import { ShortTexts } from './short-texts.ts'
import { copyNumbers, rawVector } from './vectors.ts'

/** Beyond this many milliseconds, microseconds are no whole doubles any more. */
const FARTHEST = 2 ** 53 / 1000

/** How a column of the database is read. */
export interface TypedColumn {
  readonly conversion: Conversion
  /** what to select, given the column's name in SQL */
  readonly select: (column: string) => string
  /** the values of a column of a chunk as the conversion takes them, gone with the chunk; null when that could be inexact */
  readonly take: (chunk: DuckDBDataChunk, column: number) => ArrayLike<unknown> | null
}

/** How a column of an SQL type is read, or what it holds that cannot be binned. */
export function typedColumn(type: string): TypedColumn | string {
  if (/^(?:U?(?:TINY|SMALL)INT|U?INTEGER|FLOAT|DOUBLE)$/.test(type)) {
    return { conversion: { kind: 'number', from: 'doubles' }, select: (c) => `${c}::DOUBLE`, take: takeDoubles }
  }
  if (type === 'BIGINT') return { conversion: { kind: 'number', from: 'integers' }, select: same, take: takeIntegers }
  if (type === 'UBIGINT') return { conversion: { kind: 'number', from: 'unsigned' }, select: same, take: takeItems }
  const scale = /^DECIMAL\(\d+,\s*(\d+)\)$/.exec(type)?.[1]
  if (scale !== undefined) {
    return { conversion: { kind: 'number', from: 'decimals', scale: Number(scale) }, select: same, take: takeDecimals }
  }
  if (type === 'DATE' || type === 'TIMESTAMP' || type === 'TIMESTAMP WITH TIME ZONE') {
    const select = (column: string): string => `epoch_us(${column})::DOUBLE / 1000`
    return { conversion: { kind: 'date', from: 'doubles' }, select, take: takeTimes }
  }
  if (type === 'TIMESTAMP_NS') {
    const conversion = { kind: 'date', from: 'ticks', perMilli: 1_000_000n } as const
    return { conversion, select: (column) => `epoch_ns(${column})`, take: takeItems }
  }
  if (type === 'BOOLEAN') return { conversion: { kind: 'boolean', from: 'truth' }, select: same, take: takeItems }
  if (type === 'VARCHAR' || type === 'UUID' || type.startsWith('ENUM')) {
    const texts = new ShortTexts()
    const take = (chunk: DuckDBDataChunk, column: number): ArrayLike<unknown> => texts.take(chunk, column)
    return { conversion: { kind: 'category', from: 'texts' }, select: (c) => `${c}::VARCHAR`, take }
  }
  return otherType(type)
}

function otherType(type: string): string {
  if (type.endsWith(']')) return 'lists'
  if (type.startsWith('MAP')) return 'maps'
  if (type.startsWith('STRUCT') || type === 'VARIANT') return 'nested values'
  if (type.startsWith('TIME')) return 'times of day'
  if (type === 'INTERVAL') return 'spans of time'
  return type === 'JSON' ? 'JSON documents' : 'bytes'
}

const same = (column: string): string => column

function takeDoubles(chunk: DuckDBDataChunk, column: number): Float64Array {
  const raw = rawVector(chunk, column, Float64Array)
  if (raw.valid === null) return raw.items
  const values = new Float64Array(chunk.rowCount)
  copyNumbers(raw, values, 0)
  return values
}

function takeTimes(chunk: DuckDBDataChunk, column: number): Float64Array | null {
  const values = takeDoubles(chunk, column)
  return values.some((value) => Math.abs(value) > FARTHEST) ? null : values
}

function takeIntegers(chunk: DuckDBDataChunk, column: number): ArrayLike<unknown> {
  const { items, valid } = rawVector(chunk, column, BigInt64Array)
  return valid === null ? items : takeItems(chunk, column)
}

function takeDecimals(chunk: DuckDBDataChunk, column: number): ArrayLike<unknown> {
  return takeItems(chunk, column).map((item) => (item as { readonly value: bigint } | null)?.value ?? null)
}

function takeItems(chunk: DuckDBDataChunk, column: number): unknown[] {
  return chunk.getColumnValues(column)
}
