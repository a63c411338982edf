import { readData } from '../../node/read/read-data.ts'
import { filterRows } from '../../node/duckdb/filter-rows.ts'
import type { SourceTable } from '../../sources/source.ts'
import { type DataFlags, readOptions } from '../flags/data-flags.ts'
import type { Progress } from '../io.ts'

/** Reads DATA as the flags say, with progress, and keeps the rows that `--where` asks for. */
export async function readTable(
  data: string,
  flags: DataFlags,
  progress: Progress,
  texts: readonly string[] = [],
): Promise<SourceTable & { readonly source: string }> {
  const options = readOptions(flags)
  const table = await readData(data, { ...options, texts, onProgress: (part) => progress.show('reading', part) })
  return flags.where === undefined ? table : filterRows(table, flags.where, options)
}
