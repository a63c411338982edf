import { binningFromJson, DataError, FormatError, type Note, type Target } from '../../../src/index.ts'
import { errorText } from '../../../src/reports/index.ts'
import type { SourceColumn, SourceTable, ValueKind } from '../../../src/sources/index.ts'
import { mergeSummaries, type NamedSummaries, readSummaries } from '../../../src/summaries/index.ts'
import { savedFormat } from '../file-format.ts'
import type { Held, JobContext } from '../held.ts'
import { readRows } from '../read-file.ts'
import { SAMPLES } from '../sample-list.ts'
import { readSample } from '../samples.ts'

/** What is to be opened: files, a sample, or a file at an address of the page's own origin. */
export type OpenAsked =
  | { readonly files: readonly File[] }
  | { readonly sample: string }
  | { readonly address: string; readonly name: string }

/** What the page knows of an open file. */
export interface Opened {
  readonly name: string
  /** what there is of it: rows, or only what was counted or saved elsewhere */
  readonly holds: 'rows' | 'summaries' | 'binning'
  readonly rows: number
  readonly columns: readonly OpenedColumn[]
  /** the target it was counted for; undefined where one is still to be chosen */
  readonly target: Target | null | undefined
  /** the target that a sample is for */
  readonly suggested: string | null
  readonly notes: readonly Note[]
}

/** A column as it was read. */
export interface OpenedColumn {
  readonly name: string
  readonly kind: ValueKind
  /** different values, counted up to `MOST_CLASSES` + 1: more than that are no classes; 0 where not known */
  readonly values: number
}

/** More different values than this are no classes that a person would look at. */
export const MOST_CLASSES = 20

/** Opens what is asked for; rows and summaries stay in the worker. */
export async function openJob(asked: OpenAsked, context: JobContext): Promise<Opened> {
  if ('sample' in asked) {
    const { target, id } = SAMPLES.find((sample) => sample.id === asked.sample)!
    return openRows(context.held, `${id}.csv`, await readSample(id), target)
  }
  const files = 'files' in asked ? asked.files : [await fetched(asked)]
  const formats = await Promise.all(files.map(savedFormat))
  if (files.length > 1 || formats[0] === 'kerf-summary') return openSummaries(context.held, files, formats)
  const [file] = files
  if (formats[0] === 'kerf-binning') return openBinning(context.held, file)
  if (formats[0] !== null)
    throw new DataError(`${file.name} holds ${formats[0]}; expected rows, a binning, summaries or a project`)
  return openRows(context.held, file.name, await readRows(file, context), null)
}

async function fetched({ address, name }: { readonly address: string; readonly name: string }): Promise<File> {
  const response = await fetch(new URL(address, globalThis.location.href))
  if (!response.ok) throw new Error(`${name} could not be loaded: ${response.status} ${response.statusText}`)
  return new File([await response.blob()], name)
}

function openRows(held: Held, name: string, rows: SourceTable, suggested: string | null): Opened {
  Object.assign(held, { rows, summaries: null, saved: null, later: null } satisfies Held)
  const columns = rows.columns.map((column) => ({ name: column.name, kind: column.kind, values: fewValues(column) }))
  return { name, holds: 'rows', rows: rows.rows, columns, target: undefined, suggested, notes: rows.notes }
}

async function openSummaries(held: Held, files: readonly File[], formats: readonly (string | null)[]): Promise<Opened> {
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

async function openBinning(held: Held, file: File): Promise<Opened> {
  const text = await file.text()
  const saved = usable(file.name, 'binning', () => binningFromJson(text))
  Object.assign(held, { rows: null, summaries: null, saved, later: null } satisfies Held)
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

function fewValues({ values }: SourceColumn): number {
  const seen = new Set<unknown>()
  for (const value of values) {
    if (value !== null && !Number.isNaN(value)) seen.add(value)
    if (seen.size > MOST_CLASSES) break
  }
  return seen.size
}
