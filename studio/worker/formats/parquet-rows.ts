import { type ReadOptions, readParquet, type SourceTable } from '../../../src/sources/index.ts'

/** The rows of a Parquet file, of which only what is needed is read. */
export function parquetRows(
  file: File,
  reading: ReadOptions,
  onProgress: (part: number) => void,
): Promise<SourceTable> {
  const slice = async (start: number, end?: number): Promise<ArrayBuffer> => file.slice(start, end).arrayBuffer()
  return readParquet({ byteLength: file.size, slice }, { ...reading, name: file.name, onProgress })
}
