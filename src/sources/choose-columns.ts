import { DataError } from '../errors.ts'
import type { Note } from '../types.ts'

/** Which columns are asked for. */
export interface ColumnsRequest {
  readonly target?: string | undefined
  readonly weight?: string | undefined
  readonly columns?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
}

/** Columns to bin, and what there is to tell of those left out. */
export interface Chosen<C> {
  readonly columns: readonly C[]
  readonly notes: readonly Note[]
}

/** The columns that are asked for by name, or else all but the target, the weight and what was excluded. */
export function wantedColumns<C extends { readonly name: string }>(
  all: readonly C[],
  request: ColumnsRequest,
): readonly C[] {
  const excluded = new Set([request.target, request.weight, ...(request.exclude ?? [])])
  const wanted = request.columns
  if (wanted === undefined) return all.filter(({ name }) => !excluded.has(name))
  const both = wanted.find((name) => excluded.has(name))
  if (both !== undefined) {
    throw new DataError(`column ${JSON.stringify(both)} is asked for, but it is the target, the weight or excluded`, {
      column: both,
    })
  }
  const byName = new Map(all.map((column) => [column.name, column]))
  return wanted.map((name) => byName.get(name)!)
}

/** What is said of a column that looks like an id. */
export function idNote(name: string, reason: string): Note {
  return { code: 'id', message: `column ${JSON.stringify(name)} left out: ${reason}; name it in --columns to bin it` }
}

/** The wanted columns, less what looks like an id unless it was asked for by name. */
export function chooseColumns<C extends { readonly name: string }>(
  all: readonly C[],
  request: ColumnsRequest,
  idReason: (column: C) => string | null,
): Chosen<C> {
  const wanted = wantedColumns(all, request)
  if (request.columns !== undefined) return { columns: wanted, notes: [] }
  const notes: Note[] = []
  const columns = wanted.filter((column) => {
    const reason = idReason(column)
    if (reason !== null) notes.push(idNote(column.name, reason))
    return reason === null
  })
  return { columns, notes }
}
