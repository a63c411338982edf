/** Base of the errors a caller may want to catch. Wrong use by a programmer is a TypeError or RangeError instead. */
export class KerfError extends Error {
  override name = 'KerfError'
}

/** The data cannot be used as asked: which column and row (from 0), where known. */
export class DataError extends KerfError {
  override name = 'DataError'
  /** the column that is meant; null where none is */
  readonly column: string | null
  /** the row that is meant; null where none is */
  readonly row: number | null

  constructor(message: string, where: { column?: string | null | undefined; row?: number | null | undefined } = {}) {
    super(message)
    this.column = where.column ?? null
    this.row = where.row ?? null
  }
}

/** A saved file is not what it should be: `path` names the bad field, such as `columns[0].cuts[1]`. */
export class FormatError extends KerfError {
  override name = 'FormatError'
  /** the field that is wrong */
  readonly path: string

  constructor(path: string, message: string) {
    super(path === '' ? message : `${path}: ${message}`)
    this.path = path
  }
}

const NAMES: ReadonlySet<unknown> = new Set(['KerfError', 'DataError', 'FormatError'])

/** Whether an error is one of ours; also for errors that came from a worker or another copy of the library. */
export function isKerfError(error: unknown): error is KerfError {
  return error instanceof Error && NAMES.has(error.name)
}
