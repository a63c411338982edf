import { DataError } from '../errors.ts'
import type { Note } from '../types.ts'
import type { SourceColumn } from './source.ts'

export interface ColumnsRequest {
  readonly target?: string | undefined
  /** name of the column of weights, which is not binned */
  readonly weight?: string | undefined
  readonly columns?: readonly string[] | undefined
  /** all columns but these */
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

/** In fewer rows distinct values prove nothing. */
export const FEWEST_ROWS = 20
/** Texts name the rows when at least this share of those given are distinct. */
const DISTINCT_SHARE = 0.95
/** id, ID, row_id, customer-id, index … */
const ID_WORD = /(?:^|[\s_.-])(?:id|index)$/i
const ID_INDEX = /index$/i
/** rowId, PassengerId */
const ID_CAMEL = /[a-z0-9](?:Id|ID)$/

/**
 * Why a column seems to name the rows rather than to describe them, to follow after its name; null when it does not.
 * Texts: nearly every row has its own. Whole numbers: all distinct and called id or index, or counting 0, 1, 2 … or
 * 1, 2, 3 … in order. Fewer than 20 rows prove nothing.
 *
 *     // A column that counts 1, 2, 3 … names its rows; bins of it would tell nothing.
 *     const values = Float64Array.from({ length: 100 }, (_, row) => row + 1)
 *     console.log(looksLikeId({ name: 'nr', kind: 'number', values }, 100))
 *     // → it counts the rows from 1, as an id does
 *     console.log(looksLikeId({ name: 'age', kind: 'number', values: ages }, 300)) // → null
 *
 * @param rows how many rows the table has
 */
export function looksLikeId(column: SourceColumn, rows: number): string | null {
  if (rows < FEWEST_ROWS) return null
  if (column.kind === 'category') return textReason(column.values)
  if (column.kind === 'number') return numberReason(column.name, column.values)
  return null
}

function textReason(values: readonly (string | null)[]): string | null {
  const distinct = new Set(values)
  const levels = distinct.size - (distinct.delete(null) ? 1 : 0)
  const given = values.reduce((count, value) => count + (value === null ? 0 : 1), 0)
  return textsReason(levels, given)
}

/** Why so many different texts among those given look like ids; null when they do not. */
export function textsReason(levels: number, given: number): string | null {
  if (given < FEWEST_ROWS || levels < given * DISTINCT_SHARE) return null
  return levels === given
    ? `each of its ${given} texts is different, as in an id`
    : `${levels} of its ${given} texts are different, as in an id`
}

function numberReason(name: string, values: Float64Array): string | null {
  const first = values[0]
  if ((first === 0 || first === 1) && values.every((value, i) => value === first + i)) return countingReason(first)
  if (!isIdName(name)) return null
  if (!values.every(Number.isInteger) || new Set(values).size < values.length) return null
  return namedReason(name, values.length)
}

/** The words for a column that counts the rows. */
export function countingReason(first: number): string {
  return `it counts the rows from ${first}, as an id does`
}

/** Whether a column is called an id or an index. */
export function isIdName(name: string): boolean {
  return ID_WORD.test(name) || ID_CAMEL.test(name)
}

/** The words for a column that is called an id and has a whole number of its own in each row. */
export function namedReason(name: string, rows: number): string {
  return `it is called an ${ID_INDEX.test(name) ? 'index' : 'id'} and each of its ${rows} whole numbers is different`
}
