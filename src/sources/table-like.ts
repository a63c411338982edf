import { DataError } from '../errors.ts'
import type { LabelValues, Table } from '../types.ts'
import { show } from '../util/check.ts'
import type { SourceColumn, SourceTable } from './source.ts'

/** What was fitted on some columns: a binning, a tree or a model. */
export interface FittedColumns {
  /** name of each column, and what its values are */
  readonly columns: readonly Pick<SourceColumn, 'name' | 'kind'>[]
}

/**
 * The columns of a fit in other rows, each of the kind it was fitted as; another kind is refused. What `compareDrift` and
 * `recount` take of rows that were read. O(rows) where a kind differs.
 *
 *     // What a reader gave of later rows, as `compareDrift` takes it:
 *     console.log(compareDrift(binning, tableLike(binning, read)).current.rows === read.rows) // → true
 *
 * @param what the fit in words, for messages
 */
export function tableLike(
  fit: FittedColumns,
  read: SourceTable & {
    /** name of the rows, for messages */
    readonly source?: string
  },
  what = 'the binning',
): Table {
  const wanted = new Map(fit.columns.map((column) => [column.name, column.kind]))
  const columns = read.columns.map(({ name, kind, values }): readonly [string, LabelValues] => {
    const fitted = wanted.get(name)
    if (fitted === undefined || fitted === kind) return [name, values]
    if (fitted === 'category' || fitted === 'boolean') {
      return [
        name,
        Array.from(values as LabelValues, (value) => (value === null || Number.isNaN(value) ? null : String(value))),
      ]
    }
    // A column without a value is number, whatever it was in the fit.
    if (kind === 'number' && values instanceof Float64Array && values.every(Number.isNaN)) return [name, values]
    const odd = kind === 'category' ? values.find((value) => value !== null && Number.isNaN(Number(value))) : undefined
    const [such, hint] =
      odd === undefined
        ? ['', '']
        : [` such as ${show(odd)}`, `; correct that, or if it stands for a missing value, say so with --missing-values`]
    throw new DataError(
      `${read.source ?? 'the data'}: column ${show(name)} holds ${PLURALS[kind]}${such}, but ${what} was fitted on ${PLURALS[fitted]}${hint}`,
      { column: name },
    )
  })
  return Object.fromEntries(columns)
}

const PLURALS = { number: 'numbers', date: 'dates', boolean: 'truth values', category: 'text' } as const

/**
 * The names of the columns of a fit that must be read as text.
 *
 *     console.log(textColumns(binning)) // → []
 */
export function textColumns(fit: FittedColumns): string[] {
  return fit.columns.filter((column) => column.kind === 'category').map((column) => column.name)
}
