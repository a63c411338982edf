import { filterRows } from '../../node/duckdb/filter-rows.ts'
import { readData } from '../../node/read/read-data.ts'
import { type Opened, readRowsOrSummaries } from '../../node/read/summary-file.ts'
import type { SourceTable } from '../../sources/source.ts'
import { UsageError } from '../exit.ts'
import { flagOf } from '../flags/cut-flags.ts'
import { type ChoiceFlags, type DataFlags, readOptions } from '../flags/data-flags.ts'
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

/** Flags that say how rows are read or chosen, which a summary has no use for. */
const OF_ROWS = ['where', 'sample', 'delimiter', 'decimal', 'skip', 'missingValues'] as const

/** Reads DATA, rows or summaries, as the flags say. Flags that need rows are refused where there are none. */
export async function openData(data: string, flags: DataFlags & ChoiceFlags, progress: Progress): Promise<Opened> {
  const options = readOptions(flags)
  const opened = await readRowsOrSummaries(data, { ...options, onProgress: (part) => progress.show('reading', part) })
  if (opened.kind === 'rows') {
    if (flags.where === undefined) return opened
    return { kind: 'rows', table: await filterRows(opened.table, flags.where, options) }
  }
  const given = OF_ROWS.find((name) => flags[name] !== undefined)
  const refused =
    given !== undefined
      ? flagOf(given)
      : flags.header === false
        ? '--no-header'
        : flags.badRows === 'skip'
          ? '--bad-rows'
          : undefined
  if (refused !== undefined) {
    throw new UsageError(`${refused} needs rows, but ${data} is a summary; give it to kerf summarize`)
  }
  return opened
}
