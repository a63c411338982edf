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

/** Every column that is not the target or the weight, less what was excluded and what looks like an id. */
export function chooseColumns<C extends { readonly name: string }>(
  all: readonly C[],
  request: ColumnsRequest,
  idReason: (column: C) => string | null,
): Chosen<C> {
  const excluded = new Set([request.target, request.weight, ...(request.exclude ?? [])])
  const wanted = request.columns
  if (wanted !== undefined) {
    const both = wanted.find((name) => excluded.has(name))
    if (both !== undefined) {
      throw new DataError(`column ${JSON.stringify(both)} is asked for, but it is the target, the weight or excluded`, {
        column: both,
      })
    }
    const byName = new Map(all.map((column) => [column.name, column]))
    return { columns: wanted.map((name) => byName.get(name)!), notes: [] }
  }
  const notes: Note[] = []
  const columns = all.filter((column) => {
    if (excluded.has(column.name)) return false
    const reason = idReason(column)
    if (reason !== null) {
      notes.push({
        code: 'id',
        message: `column ${JSON.stringify(column.name)} left out: ${reason}; name it in --columns to bin it`,
      })
    }
    return reason === null
  })
  return { columns, notes }
}
