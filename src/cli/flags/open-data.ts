import { isServerAddress } from '../../node/servers/server-address.ts'
import { filterRows } from '../../node/duckdb/filter-rows.ts'
import { type Opened, readData, readRowsOrSummaries } from '../../node/read/read-data.ts'
import { checkName } from '../../plan-fit.ts'
import { sampleRows } from '../../sources/sample-rows.ts'
import type { ReadOptions, SourceTable } from '../../sources/source.ts'
import { UsageError } from '../exit.ts'
import type { Progress } from '../io.ts'
import { type ChoiceFlags, type DataFlags, readOptions, type SampleFlags, sampleRequest } from './data-flags.ts'
import { flagOf } from './parse-flags.ts'

type Read = SourceTable & { readonly source: string }

/** Reads DATA as the flags say, with progress, and keeps the rows that `--where` asks for; of a database a sample of them. */
export async function readTable(
  data: string,
  flags: DataFlags & SampleFlags,
  progress: Progress,
  texts: readonly string[] = [],
): Promise<Read> {
  if (isServerAddress(data)) {
    const { drawRows } = await import('./server-flags.ts')
    return drawRows({ data, flags, progress }, texts)
  }
  const options = readOptions(flags)
  const asked = { ...options, texts: [...(options.texts ?? []), ...texts] }
  const table = await readData(data, { ...asked, onProgress: (part) => progress.show('reading', part) })
  checkKinds(table, options)
  return flags.where === undefined ? table : filterRows(table, flags.where, options)
}

/** The same for commands that only know the rows they are given: of a file, too, some of them are drawn where asked. */
export async function readSome(
  data: string,
  flags: DataFlags & SampleFlags,
  progress: Progress,
  texts: readonly string[] = [],
): Promise<Read> {
  const read = await readTable(data, flags, progress, texts)
  const request = sampleRequest(flags)
  if (request === null || isServerAddress(data)) return read
  const { table, notes } = sampleRows(read, request)
  return { ...table, source: read.source, notes: [...table.notes, ...notes] }
}

/** Refuses kinds that were asked for columns which are not there. */
function checkKinds({ columns }: SourceTable, { texts = [] }: ReadOptions): void {
  const names = columns.map(({ name }) => name)
  for (const name of texts) checkName(names, name)
}

/** Flags that say how rows are read or chosen, which a summary has no use for. */
const OF_ROWS = ['where', 'category', 'number', 'sample', 'delimiter', 'decimal', 'skip', 'missingValues'] as const

/** Reads DATA, rows or summaries, as the flags say. Flags that need rows are refused where there are none. */
export async function openData(data: string, flags: DataFlags & ChoiceFlags, progress: Progress): Promise<Opened> {
  if (isServerAddress(data)) return { kind: 'rows', table: await readTable(data, flags, progress) }
  const options = readOptions(flags)
  const opened = await readRowsOrSummaries(data, { ...options, onProgress: (part) => progress.show('reading', part) })
  if (opened.kind === 'rows') {
    checkKinds(opened.table, options)
    if (flags.where === undefined) return opened
    return { kind: 'rows', table: await filterRows(opened.table, flags.where, options) }
  }
  const given = [
    ...OF_ROWS.filter((name) => flags[name] !== undefined).map(flagOf),
    ...(flags.header === false ? ['--no-header'] : []),
    ...(flags.badRows === 'skip' ? ['--bad-rows'] : []),
  ]
  if (given.length === 0) return opened
  throw new UsageError(`${given[0]} needs rows, but ${data} is a summary; give it to kerf summarize`)
}
