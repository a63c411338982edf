import { type Opened, readRowsOrSummaries } from '../../node/read/summary-file.ts'
import { filterRows } from '../../node/duckdb/filter-rows.ts'
import type { ChoiceFlags } from '../flags/choice-flags.ts'
import { type DataFlags, readOptions } from '../flags/data-flags.ts'
import type { Progress } from '../io.ts'
import { flagOf } from '../flags/method-flags.ts'
import { UsageError } from '../usage.ts'

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
