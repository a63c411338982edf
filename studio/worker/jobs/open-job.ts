import { DataError, type Note, type Target } from '../../../src/index.ts'
import type { SourceColumn, SourceTable, ValueKind } from '../../../src/sources/index.ts'
import { savedFormat } from '../file-format.ts'
import type { Held, JobContext } from '../held.ts'
import { MOST_CLASSES } from '../most-classes.ts'
import { readRows } from '../read-file.ts'
import { SAMPLES } from '../sample-list.ts'

/** What is to be opened: files, a sample, or files that the server of the page has. */
export type OpenAsked =
  { readonly files: readonly File[] } | { readonly sample: string } | { readonly served: readonly ServedFile[] }

/** A file at an address of the page's own origin. */
export interface ServedFile {
  readonly address: string
  readonly name: string
}

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

/** Opens what is asked for; rows and summaries stay in the worker. */
export async function openJob(asked: OpenAsked, context: JobContext): Promise<Opened> {
  if ('sample' in asked) {
    const { target, id } = SAMPLES.find((sample) => sample.id === asked.sample)!
    const { readSample } = await import('../samples.ts')
    return openRows(context.held, `${id}.csv`, await readSample(id), target)
  }
  const files = 'files' in asked ? asked.files : await Promise.all(asked.served.map(fetched))
  const formats = await Promise.all(files.map(savedFormat))
  if (files.length > 1 || formats[0] === 'kerf-summary')
    return (await savedFiles()).openSummaries(context.held, files, formats)
  const [file] = files
  if (formats[0] === 'kerf-binning') return (await savedFiles()).openBinning(context.held, file)
  if (formats[0] !== null)
    throw new DataError(`${file.name} holds ${formats[0]}; expected rows, a binning, summaries or a project`)
  return openRows(context.held, file.name, await readRows(file, context), null)
}

const savedFiles = () => import('../formats/saved-files.ts')

async function fetched({ address, name }: ServedFile): Promise<File> {
  const response = await fetch(new URL(address, globalThis.location.href))
  if (!response.ok) throw new Error(`${name} could not be loaded: ${response.status} ${response.statusText}`)
  return new File([await response.blob()], name)
}

function openRows(held: Held, name: string, rows: SourceTable, suggested: string | null): Opened {
  Object.assign(held, { rows, summaries: null, saved: null, later: null } satisfies Held)
  const columns = rows.columns.map((column) => ({ name: column.name, kind: column.kind, values: fewValues(column) }))
  return { name, holds: 'rows', rows: rows.rows, columns, target: undefined, suggested, notes: rows.notes }
}

function fewValues({ values }: SourceColumn): number {
  const seen = new Set<unknown>()
  for (const value of values) {
    if (value !== null && !Number.isNaN(value)) seen.add(value)
    if (seen.size > MOST_CLASSES) break
  }
  return seen.size
}
