import { binningFromJson, DataError, FormatError } from '../../../src/index.ts'
import { errorText } from '../../../src/reports/index.ts'
import { mergeSummaries, type NamedSummaries, readSummaries } from '../../../src/summaries/index.ts'
import type { Held } from '../held.ts'
import type { Opened } from '../jobs/open-job.ts'
import { savedSummaries } from './saved-summaries.ts'

/** Opens summaries of one site or of several, which are merged. */
export async function openSummaries(
  held: Held,
  files: readonly File[],
  formats: readonly (string | null)[],
): Promise<Opened> {
  const odd = files.find((_, i) => formats[i] !== 'kerf-summary')
  if (odd !== undefined)
    throw new DataError(
      `${odd.name} is no summary; several files are opened together only where all of them are, as kerf summarize saves them`,
    )
  const sites: NamedSummaries[] = []
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    sites.push({ name: file.name, table: usable(file.name, 'summary', () => readSummaries(bytes)) })
  }
  const table = sites.length === 1 ? sites[0].table : mergeSummaries(sites)
  Object.assign(held, { rows: null, summaries: table, saved: null, later: null } satisfies Held)
  return {
    name: files.map(({ name }) => name).join(' + '),
    holds: 'summaries',
    rows: table.created.source.rows,
    columns: table.columns.map(({ name, kind }) => ({ name, kind, values: 0 })),
    target: table.columns[0]?.summary.target ?? null,
    suggested: null,
    notes: table.notes,
  }
}

/** Opens a saved binning, which is all there is of its rows. */
export async function openBinning(held: Held, file: File): Promise<Opened> {
  const text = await file.text()
  const saved = usable(file.name, 'binning', () => binningFromJson(text))
  Object.assign(held, { rows: null, summaries: savedSummaries(saved), saved, later: null } satisfies Held)
  return {
    name: file.name,
    holds: 'binning',
    rows: saved.created.source.rows,
    columns: saved.columns.map(({ name, kind }) => ({ name, kind, values: 0 })),
    target: saved.target,
    suggested: null,
    notes: saved.notes ?? [],
  }
}

/** Runs a reader of saved files; its complaints get the name of the file, as on the command line. */
function usable<T>(name: string, what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError) throw new DataError(`${name} is not a usable ${what}: ${errorText(error)}`)
    throw error
  }
}
