import { readFile as bytesOf, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { DataError, FormatError } from '../../errors.ts'
import type { SourceTable } from '../../sources/source.ts'
import { summariesToBytes } from '../../summaries/saved/summary-bytes.ts'
import { mergeSummaries, type NamedSummaries } from '../../summaries/merge-tables.ts'
import { readSummaries as parseSummaries } from '../../summaries/saved/read-summary-json.ts'
import { summariesToJson } from '../../summaries/saved/summary-json.ts'
import type { SummaryTable } from '../../summaries/summary-table.ts'
import { firstBytes } from '../files/file-bytes.ts'
import { holdsSummaries, LOOK } from '../files/file-kind.ts'
import { findFiles, withSpooled } from '../files/find-files.ts'
import { type DataOptions, readData, readFile } from './read-data.ts'
import { type OutputOptions, writeFileSafely } from '../files/write-file.ts'
import { readingFault } from '../files/system-errors.ts'

/** Whether a file holds summaries, by what is in it and not by its name. */
async function isSummaryFile({ path, name }: { readonly path: string; readonly name: string }): Promise<boolean> {
  return holdsSummaries(await firstBytes(path, name, LOOK))
}

/** Reads a summary file in either form; what is wrong with it is said with its name. */
async function readSummaryFile(path: string, name: string): Promise<SummaryTable> {
  try {
    return parseSummaries(await bytesOf(path))
  } catch (error) {
    if (error instanceof FormatError) throw new DataError(`${name} is not a usable summary: ${error.message}`)
    const fault = readingFault(error)
    throw fault === null ? error : new DataError(`${name} ${fault}`)
  }
}

/** The summaries of each file of addresses: paths, patterns, or - for standard input. */
export async function readSummaryFiles(addresses: readonly string[]): Promise<NamedSummaries[]> {
  const read: NamedSummaries[] = []
  for (const address of addresses) {
    for (const file of await findFiles(address)) {
      const table = await withSpooled(file, async (path) => {
        if (await isSummaryFile({ path, name: file.name })) return readSummaryFile(path, file.name)
        throw new DataError(`${file.name} is not a summary; make one of rows with kerf summarize`)
      })
      read.push({ name: file.name, table })
    }
  }
  return read
}

/** What DATA holds: rows, or summaries of rows. Several summary files are merged; a mix of both is refused. */
export type Opened =
  | { readonly kind: 'rows'; readonly table: SourceTable & { readonly source: string } }
  | { readonly kind: 'summaries'; readonly table: SummaryTable }

/** Reads rows or summaries, whichever DATA holds. */
export async function readRowsOrSummaries(address: string, options: DataOptions = {}): Promise<Opened> {
  const files = await findFiles(address)
  const [first] = files
  if (files.length === 1 && first.once) {
    return withSpooled(first, async (path) => {
      if (await isSummaryFile({ path, name: first.name })) {
        return { kind: 'summaries', table: await readSummaryFile(path, first.name) }
      }
      const table = await readFile(path, first.name, options)
      return { kind: 'rows', table: { ...table, source: first.standardInput ? first.name : basename(first.path) } }
    })
  }
  const held = await Promise.all(files.map(isSummaryFile))
  if (held.every((summary) => !summary)) return { kind: 'rows', table: await readData(address, options) }
  const rows = files[held.indexOf(false)]
  if (rows !== undefined) {
    throw new DataError(
      `${files[held.indexOf(true)].name} is a summary and ${rows.name} holds rows; summarize all of them`,
    )
  }
  const parts = await readSummaryFiles([address])
  return { kind: 'summaries', table: parts.length === 1 ? parts[0].table : mergeSummaries(parts) }
}

/** The saved form that a name asks for: JSON for .json, bytes for any other. */
export function summaryBytes(table: SummaryTable, path: string): Uint8Array {
  return /\.json$/i.test(path) ? new TextEncoder().encode(summariesToJson(table)) : summariesToBytes(table)
}

/** Saves summaries completely or not at all; gives the number of bytes. */
export async function writeSummaryFile(
  path: string,
  table: SummaryTable,
  options: OutputOptions = {},
): Promise<number> {
  const bytes = summaryBytes(table, path)
  await writeFileSafely(path, async (temporary) => writeFile(temporary, bytes), options)
  return bytes.length
}
