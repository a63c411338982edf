import { FILE_NAMES, type SourceColumn, type SourceTable } from '../source.ts'
import { valueNotes } from '../text/table-notes.ts'
import { openParquet, type ParquetOptions } from './open-parquet.ts'
import type { PartedFile } from './parquet-footer.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'

export type { ParquetOptions } from './open-parquet.ts'
export type { PartedFile } from './parquet-footer.ts'

/**
 * Reads a Parquet file column by column. Whole numbers and decimals that a double cannot hold are refused; dates and
 * timestamps become milliseconds since 1970 UTC; lists, nested values, bytes and times of day are left out with a note.
 *
 *     // Anything of which parts can be read: a file, ranges of a download, or as here bytes in memory.
 *     const slice = async (start: number, end?: number) => bytes.slice(start, end)
 *     const file = { byteLength: bytes.byteLength, slice }
 *     const { rows, columns } = await readParquet(file, { name: 'visits.parquet' })
 *     console.log(rows, columns.map(({ name, kind }) => `${name}: ${kind}`))
 *     // → 3 [ 'age: number', 'bought: boolean' ]
 *
 * @param file its length, and a way to read parts of it
 */
export async function readParquet(file: PartedFile, options: ParquetOptions): Promise<SourceTable> {
  return calledAs('readParquet', async () => {
    knownOptions('readParquet', options, { ...FILE_NAMES, brotli: 1, shared: 1 })
    const { shared = false, onProgress } = options
    const { rows, columns: all, notes, read } = await openParquet(file, options)
    const numbers = (): Float64Array => numbersFor(rows, shared)
    const columns: SourceColumn[] = []
    for (const i of all.keys()) {
      columns.push(await read(i, { numbers, next: i + 1 }))
      onProgress?.(columns.length / all.length)
    }
    return { rows, columns, notes: [...notes, ...valueNotes(columns, rows)], skipped: 0 }
  })
}

/** Memory for the numbers of a column; `shared`: where threads see them without a copy. */
export function numbersFor(rows: number, shared: boolean): Float64Array {
  return shared ? new Float64Array(new SharedArrayBuffer(rows * 8)) : new Float64Array(rows)
}
