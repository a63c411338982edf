import type { DuckDBDataChunk } from '@duckdb/node-api'
import { copyNumbers, rawVector } from '../../duckdb/vectors.ts'

/** The columns of a chunk as doubles, NaN for NULL, whatever type of number they have. */
export function doublesOf(chunk: DuckDBDataChunk): Float64Array[] {
  return Array.from({ length: chunk.columnCount }, (_, i) => {
    const values = new Float64Array(chunk.rowCount)
    if (isDoubles(chunk, i)) copyNumbers(rawVector(chunk, i, Float64Array), values, 0)
    else for (const [row, value] of chunk.getColumnValues(i).entries()) values[row] = numberOf(value)
    return values
  })
}

function isDoubles(chunk: DuckDBDataChunk, column: number): boolean {
  const { items } = chunk.getColumnVector(column) as { items?: unknown }
  return items instanceof Float64Array
}

/** Decimals have a method of their own. */
function numberOf(value: unknown): number {
  if (value === null) return Number.NaN
  return typeof value === 'object' && 'toDouble' in value ? (value as { toDouble(): number }).toDouble() : Number(value)
}

/** What a number takes on a wire, and a text besides its letters. */
const VALUE_BYTES = 8

/** About how many bytes a chunk would be on a wire. */
export function wireBytes(chunk: DuckDBDataChunk): number {
  let bytes = chunk.rowCount * chunk.columnCount * VALUE_BYTES
  for (let i = 0; i < chunk.columnCount; i++) {
    const { items } = chunk.getColumnVector(i) as { items?: unknown }
    if (ArrayBuffer.isView(items)) continue
    for (const value of chunk.getColumnValues(i)) bytes += typeof value === 'string' ? value.length : 0
  }
  return bytes
}
