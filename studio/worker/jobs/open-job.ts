import type { Note } from '../../../src/index.ts'
import type { SourceColumn, ValueKind } from '../../../src/sources/index.ts'
import type { JobContext } from '../held.ts'
import { readRows } from '../read-file.ts'

/** What the page knows of an open file. */
export interface Opened {
  readonly name: string
  readonly rows: number
  readonly columns: readonly OpenedColumn[]
  readonly notes: readonly Note[]
}

/** A column as it was read. */
export interface OpenedColumn {
  readonly name: string
  readonly kind: ValueKind
  /** different values, counted up to `MOST_CLASSES` + 1: more than that are no classes */
  readonly values: number
}

/** More different values than this are no classes that a person would look at. */
export const MOST_CLASSES = 20

/** Reads a file into rows, which stay in the worker. */
export async function openJob({ files }: { readonly files: readonly File[] }, context: JobContext): Promise<Opened> {
  const [file] = files
  const rows = await readRows(file, context)
  context.held.rows = rows
  context.held.summaries = null
  context.held.later = null
  return {
    name: file.name,
    rows: rows.rows,
    columns: rows.columns.map((column) => ({ name: column.name, kind: column.kind, values: fewValues(column) })),
    notes: rows.notes,
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
