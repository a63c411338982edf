import type { LabelValues, Note, Table } from '../types.ts'
import type { OptionNames } from '../util/check.ts'

/** What the values of a column are. Dates are milliseconds since 1970 UTC. */
export type ValueKind = 'number' | 'date' | 'boolean' | 'category'

/**
 * A column as read: numbers and dates as doubles, NaN where missing; truth values ("true", "false") and categories as
 * texts, null where missing. Equal texts should be one string, so that a column of few levels costs a pointer per row.
 */
export type SourceColumn =
  | { readonly name: string; readonly kind: 'number' | 'date'; readonly values: Float64Array }
  | { readonly name: string; readonly kind: 'boolean' | 'category'; readonly values: readonly (string | null)[] }

/** What a reader gives: columns of one length, and what there is to tell. */
export interface SourceTable {
  /** how many rows every column has */
  readonly rows: number
  /** the columns in the order of the file */
  readonly columns: readonly SourceColumn[]
  /** what there is to tell of the reading, such as columns left out */
  readonly notes: readonly Note[]
  /** lines that hold no usable row and were left out because `badRows` is skip; rows + skipped = rows in the file */
  readonly skipped: number
}

/** How a file is read. What is not given is found out from the file. */
export interface ReadOptions {
  /** the character between fields */
  readonly delimiter?: string | undefined
  /** the decimal mark of numbers */
  readonly decimal?: '.' | ',' | undefined
  /** whether the first line holds the names of the columns */
  readonly header?: boolean | undefined
  /** lines to leave out before the header */
  readonly skip?: number | undefined
  /** texts that stand for a missing value, besides the empty field */
  readonly missingValues?: readonly string[] | undefined
  /** names of the columns to read; default all */
  readonly columns?: readonly string[] | undefined
  /** names of columns that are read as text whatever they hold, such as codes with leading zeros */
  readonly texts?: readonly string[] | undefined
  /** names of columns that are read as numbers: texts in them that are no numbers count as missing, with a note */
  readonly numbers?: readonly string[] | undefined
  /** what to do with a line of too few or too many fields; default error */
  readonly badRows?: 'error' | 'skip' | undefined
  /** told from time to time what part of the bytes has been read, from 0 to 1 */
  readonly onProgress?: ((part: number) => void) | undefined
}

/** Opens a file from its start; may be called again. */
export type OpenFile = () => AsyncIterable<Uint8Array>

/** How a file is read, and what it is called. */
export interface FileOptions extends ReadOptions {
  /** what messages call the file */
  readonly name: string
  /** bytes in all, for `onProgress`, which is not called without */
  readonly size?: number | undefined
}

/** The names of the options of all readers. */
export const READ_NAMES: OptionNames<ReadOptions> = {
  delimiter: 1,
  decimal: 1,
  header: 1,
  skip: 1,
  missingValues: 1,
  columns: 1,
  texts: 1,
  numbers: 1,
  badRows: 1,
  onProgress: 1,
}

/** The same with what the file is called. */
export const FILE_NAMES: OptionNames<FileOptions> = { ...READ_NAMES, name: 1, size: 1 }

/** What options say about reading, without what they say besides. */
export function readingOf(options: ReadOptions): ReadOptions {
  const names = Object.keys(READ_NAMES) as (keyof ReadOptions)[]
  return Object.fromEntries(names.map((name) => [name, options[name]]))
}

/**
 * The columns by name, as `fitTable` and `recount` take them.
 *
 *     // What a reader gives, as `fitTable` takes it:
 *     const fitted = await fitTable(toTable(read), { target: 'bought' })
 *     console.log(fitted.columns.map(({ name }) => name)) // → [ 'age' ]
 */
export function toTable(read: SourceTable): Table {
  return Object.fromEntries(read.columns.map((column) => [column.name, column.values as LabelValues]))
}
