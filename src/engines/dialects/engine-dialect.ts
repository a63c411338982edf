import type { ValueKind } from '../../sources/source.ts'
import type { Dialect } from '../../exports/sql-dialects.ts'

/** What counting needs of a database beyond what exports write for it. All functions give SQL text, nothing is run. */
export interface EngineDialect extends Dialect {
  /** whether a double is neither NaN nor infinite; NULL is neither */
  readonly isFinite: (x: string) => string
  /** whether a finite double is a whole number */
  readonly isWhole: (x: string) => string
  /** about how many distinct values there are, in little memory */
  readonly aboutDistinct: (x: string) => string
  /** how a column of a type is read; where it cannot be binned, what it holds, in words */
  readonly column: (type: string, x: string) => ColumnSql | string
  /** a text without white space around it, of the kind that `trimAscii` takes away */
  readonly trimmed: (text: string) => string
  /**
   * the rows of a query once for each of several columns: the kept columns, the number i of the column, its value v, and
   * constants that belong to it, by name
   */
  readonly spread: (rows: string, kept: readonly string[], columns: SpreadColumns) => string
  /**
   * the rows of a query with columns v, a double, and s, the bits to leave out, and besides k, the number of the cell v
   * is in: its bits without the last s, in the order of the values. NULL where v is.
   */
  readonly withCells: (rows: string, kept: readonly string[]) => string
  /**
   * a whole number of at least 0 that keeps conditions where they stand, for a database that would move them below what they look
   * at and compute that many times over; null where that is no trouble
   */
  readonly wall: string | null
  /** a double that is a whole number as one of 64 bits */
  readonly whole: (x: string) => string
  /** a whole number of up to 60 bits as a type whose products and sums have room for 120 */
  readonly wide: (whole: string) => string
  /** a sum of such numbers as a text of digits */
  readonly wideText: (sum: string) => string
  /** some rows drawn by a seed, as a query: `columns` from `from`, which has `total` rows */
  readonly draw: (drawn: DrawnRows) => DrawSql
  /** most columns to count in one query */
  readonly mostColumns: number
  /** most bytes of a query, beyond which lists of cells are not written out */
  readonly mostSql: number
}

/** Columns of a query that are put one below the other. */
export interface SpreadColumns {
  /** the columns, as SQL */
  readonly values: readonly string[]
  /** literals, one for each column */
  readonly constants: Readonly<Record<string, readonly string[]>>
}

/** Columns and their constants as lists of one length, by name. */
export function listsOf({ values, constants }: SpreadColumns): Record<string, readonly string[]> {
  return { i: values.map((_, i) => `${i}`), v: values, ...constants }
}

/** Rows to draw. */
export interface DrawnRows {
  /** what is selected */
  readonly columns: readonly string[]
  /** what stands after FROM */
  readonly from: string
  /** how many rows there are */
  readonly total: number
  /** how many are wanted */
  readonly wanted: number
  /** the same seed draws the same rows */
  readonly seed: number
}

/** The query that draws rows, and what must be said before it. */
export interface DrawSql {
  /** queries to run before it */
  readonly before: readonly string[]
  /** the query itself */
  readonly query: string
}

/** A column of a database as SQL. */
export interface ColumnSql {
  /** what its values are */
  readonly kind: ValueKind
  /** numbers and moments (milliseconds since 1970) as doubles; null for other kinds */
  readonly number: string | null
  /** what exports compare: a double, a time without a zone, a truth value or a text */
  readonly given: string
  /** beyond this size doubles do not tell its values apart */
  readonly exactUpTo: number
}

/** Beyond this a whole number is not held exactly by a double. */
export const LARGEST_WHOLE: number = 2 ** 53

/** Decimals of up to so many digits are one exact division away from their double, wherever it is made. */
export const EXACT_DIGITS = 15

/** A query with a column k for the cell of v, where the bits of a double can be had: `bits` gives those of a positive one. */
export function cellsByBits(
  bits: (x: string) => string,
  shifted: (bits: string, shift: string) => string,
): EngineDialect['withCells'] {
  return (rows, kept) => {
    const cell = shifted('b', 's')
    const key = `CASE WHEN v IS NULL THEN NULL WHEN v < 0 THEN -1 - ${cell} ELSE ${cell} END AS k`
    const inner = `SELECT ${[...kept, 'v', 's'].join(', ')}, ${bits('abs(v)')} AS b FROM (${rows}) AS kerf_values`
    return `SELECT ${[...kept, 'v'].join(', ')}, ${key} FROM (${inner}) AS kerf_bits`
  }
}

/** What the types say that many databases share: kinds of values that cannot be binned. */
export function otherValues(type: string): string {
  const lower = type.toLowerCase()
  if (/array|list|\[\]|\]$/.test(lower)) return 'lists'
  if (lower.startsWith('map')) return 'maps'
  if (/^(?:struct|row|tuple|variant|nested|object)/.test(lower)) return 'nested values'
  if (lower.startsWith('json')) return 'JSON documents'
  if (lower.startsWith('interval')) return 'spans of time'
  if (/^time(?:\(|\s|$|tz)/.test(lower)) return 'times of day'
  if (/^(?:binary|varbinary|bytea|blob|bit)/.test(lower)) return 'bytes'
  return `values of the type ${type}`
}

/** A column of numbers, given as doubles. */
export function numberColumn(number: string, exactUpTo: number = Infinity): ColumnSql {
  return { kind: 'number', number, given: number, exactUpTo }
}

/** A column of moments: `given` is compared with a time, `number` is in milliseconds. */
export function dateColumn(given: string, number: string): ColumnSql {
  return { kind: 'date', number, given, exactUpTo: LARGEST_WHOLE / 1000 }
}

/** A column of truth values or texts. */
export function labelColumn(kind: 'boolean' | 'category', given: string): ColumnSql {
  return { kind, number: null, given, exactUpTo: Infinity }
}

/** The digits of a decimal type such as DECIMAL(10,2), in all and after the point; null for other types. */
export function decimalDigits(type: string): { readonly digits: number; readonly scale: number } | null {
  const found = /^(?:decimal|numeric)(?:\((\d+)(?:,\s*(\d+))?\))?$/i.exec(type)
  return found && { digits: Number(found[1] ?? Infinity), scale: Number(found[2] ?? 0) }
}
