import { DataError, FormatError } from '../../errors.ts'
import type { NamedSummaries } from '../../summaries/merge-tables.ts'
import { readSummaries } from '../../summaries/saved/read-summary-json.ts'
import { summariesToBytes } from '../../summaries/saved/summary-bytes.ts'
import { summariesToJson } from '../../summaries/saved/summary-json.ts'
import type { SummaryTable } from '../../summaries/summary-table.ts'
import { findFiles, isSummaryFile, withSpooled } from '../files/find-files.ts'
import { MOST_SUMMARY, readSmallFile } from '../files/small-file.ts'
import { type OutputOptions, saveFile } from '../files/write-file.ts'
import { calledAs, bareMessage } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'

/** Reads a summary file in either form; what is wrong with it is said with its name. */
export async function readSummaryFile(path: string, name: string): Promise<SummaryTable> {
  try {
    return readSummaries(readSmallFile(path, { name, most: MOST_SUMMARY }))
  } catch (error) {
    if (error instanceof FormatError) throw new DataError(`${name} is not a usable summary: ${bareMessage(error)}`)
    throw error
  }
}

/**
 * The summaries of each file of addresses: paths, patterns, or - for standard input.
 *
 *     // One file a day; a pattern finds them all.
 *     await writeSummaryFile(`${folder}/monday.kerf`, saved)
 *     await writeSummaryFile(`${folder}/tuesday.kerf`, saved)
 *     const days = await readSummaryFiles([`${folder}/*day.kerf`])
 *     console.log(mergeSummaries(days).columns[0]?.summary.rows) // → 600
 */
export async function readSummaryFiles(addresses: readonly string[]): Promise<NamedSummaries[]> {
  return calledAs('readSummaryFiles', async () => {
    const found: NamedSummaries[] = []
    for (const address of addresses) {
      for (const file of await findFiles(address)) {
        if (file.once && !file.standardInput) readSmallFile(file.path, { name: file.name }) // says what it is instead
        const read = async (path: string): Promise<SummaryTable> => {
          if (await isSummaryFile(path, file.name)) return readSummaryFile(path, file.name)
          throw new DataError(`${file.name} is not a summary; make one of rows with kerf summarize`)
        }
        const table = await withSpooled(file, read, MOST_SUMMARY)
        found.push({ name: file.name, table })
      }
    }
    return found
  })
}

/**
 * The saved form that a name asks for: JSON for .json, bytes for any other.
 *
 *     // JSON where people read it, bytes where it is sent.
 *     console.log(summaryBytes(saved, 'ages.json').length > summaryBytes(saved, 'ages.kerf').length) // → true
 *
 * @param path the name of the file, whose ending decides
 */
export function summaryBytes(table: SummaryTable, path: string): Uint8Array {
  return /\.json$/i.test(path) ? new TextEncoder().encode(summariesToJson(table)) : summariesToBytes(table)
}

/**
 * Saves summaries completely or not at all; gives the number of bytes.
 *
 *     const bytes = await writeSummaryFile(`${folder}/ages.kerf`, saved)
 *     console.log(bytes > 0) // → true
 */
export async function writeSummaryFile(
  path: string,
  table: SummaryTable,
  options: OutputOptions = {},
): Promise<number> {
  return calledAs('writeSummaryFile', async () => {
    knownOptions('writeSummaryFile', options, { force: 1 })
    const bytes = summaryBytes(table, path)
    await saveFile(path, bytes, options)
    return bytes.length
  })
}
