import { ArgumentError } from '../../errors.ts'
import type { DuckDBDataChunk } from '@duckdb/node-api'

/**
 * What a vector of numbers holds beneath its public methods, which cost a call and a bigint per value. The version of
 * the package is pinned, and `rawVector` notices when this no longer holds.
 */
export interface RawVector<Items> {
  readonly items: Items
  /** bit i is set where row i has a value; null when all have */
  readonly valid: Uint8Array | null
}

type NumberItems = Float64Array | Int32Array | BigInt64Array

/** The numbers of a column of a chunk, without a copy: they are gone with the chunk. */
export function rawVector<Items extends NumberItems>(
  chunk: DuckDBDataChunk,
  column: number,
  type: new (buffer: ArrayBuffer) => Items,
): RawVector<Items> {
  const vector: unknown = chunk.getColumnVector(column)
  const { items, validity } = vector as { items?: unknown; validity?: { data?: unknown } }
  const bits = validity?.data
  if (!(items instanceof type) || !(bits === null || bits instanceof BigUint64Array)) {
    throw new ArgumentError(`the database gave another kind of vector than ${type.name}`, { code: 'wrong-type' })
  }
  return { items, valid: bits === null ? null : new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength) }
}

/** Copies numbers into a column at a row, NaN where there is no value. */
export function copyNumbers(
  { items, valid }: RawVector<Float64Array | Int32Array>,
  into: Float64Array,
  row: number,
): void {
  if (valid === null) {
    into.set(items, row)
    return
  }
  for (let i = 0; i < items.length; i++) {
    into[row + i] = ((valid[i >> 3] >> (i & 7)) & 1) === 1 ? items[i] : Number.NaN
  }
}
