import type { SourceTable } from '../../../src/sources/source.ts'
import { type ParquetOptions, readParquet } from '../../../src/sources/parquet/read-parquet.ts'

/** Reads the bytes of a Parquet file. */
export function readBytes(bytes: Uint8Array, options: Partial<ParquetOptions> = {}): Promise<SourceTable> {
  const file = {
    byteLength: bytes.length,
    slice: async (start: number, end: number = bytes.length) => bytes.slice(start, end).buffer,
  }
  return readParquet(file, { name: 'data.parquet', ...options })
}
