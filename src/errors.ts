/**
 * What went wrong, for programs: a closed list whose words stay. docs/errors.md says what each means and what to do.
 */
export type ErrorCode =
  | 'wrong-type'
  | 'out-of-range'
  | 'unknown-option'
  | 'unknown-name'
  | 'length-mismatch'
  | 'not-alike'
  | 'bad-data'
  | 'bad-format'
  | 'bad-file'
  | 'missing-package'
  | 'worker-failed'
  | 'aborted'

/** What an error is made with besides its message. */
export interface ErrorFacts {
  /** what went wrong; default bad-data */
  readonly code?: ErrorCode | undefined
  /** the column that is meant */
  readonly column?: string | null | undefined
  /** the row that is meant, from 0 */
  readonly row?: number | null | undefined
  /** what was found there */
  readonly value?: unknown
  /** what it followed from, such as the reason of a signal */
  readonly cause?: unknown
}

/** An error as plain data, which can be posted, logged and saved. */
export interface ErrorJson {
  /** the class of the error */
  readonly name: string
  /** what went wrong, for people */
  readonly message: string
  /** what went wrong, for programs; absent where the error is not ours */
  readonly code?: ErrorCode | undefined
  /** the column that is meant; null where none is */
  readonly column?: string | null | undefined
  /** the row that is meant, from 0; null where none is */
  readonly row?: number | null | undefined
  /** what was found, where it is a text, a number or a truth value */
  readonly value?: unknown
  /** the field of a saved file that is wrong */
  readonly path?: string | undefined
}

/** Every error that Kerf throws. The message is for people and starts with the function that was called; the code stays. */
export class KerfError extends Error {
  override name = 'KerfError'
  /** what went wrong, as a word of a fixed list */
  declare readonly code: ErrorCode
  /** the column that is meant; null where none is */
  declare readonly column: string | null
  /** the row that is meant, from 0; null where none is */
  declare readonly row: number | null
  /** what was found; undefined where nothing is to be shown */
  declare readonly value: unknown

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, facts)
    const { code = 'bad-data', column = null, row = null, value } = facts
    Object.assign(this, { code, column, row, value })
  }

  /** The error as plain data. `errorToJson` writes it whatever the value is. */
  toJSON(): ErrorJson {
    // oxlint-disable-next-line typescript/no-misused-spread -- what is wanted is the data without the class
    return { ...this, message: this.message }
  }
}

/** The call is wrong: an argument of the wrong type, a value that breaks a rule, an unknown option. */
export class ArgumentError extends KerfError {
  override name = 'ArgumentError'
}

/** The data cannot be used as asked: which column and row (from 0), where known. */
export class DataError extends KerfError {
  override name = 'DataError'
}

/** A saved file is not what it should be: `path` names the bad field, such as `columns[0].cuts[1]`. */
export class FormatError extends KerfError {
  override name = 'FormatError'
  /** the field that is wrong */
  readonly path: string

  constructor(path: string, message: string) {
    super(path === '' ? message : `${path}: ${message}`, { code: 'bad-format' })
    this.path = path
  }
}

/** The work was stopped by its signal, whose reason is the `cause`. */
export class AbortError extends KerfError {
  override name = 'AbortError'
}

/** The error with another message, such as one that starts with the function that was called; it stays the same error. */
export function retell(error: KerfError, message: string, column: string | null = null): KerfError {
  const stack = error.stack?.replace(error.message, () => message)
  return Object.assign(error, { message, stack, column: error.column ?? column })
}

const CLASSES = { KerfError, ArgumentError, DataError, FormatError, AbortError }

/** Whether an error is one of ours; also one of another copy of the library. */
export function isKerfError(error: unknown): error is KerfError {
  return error instanceof Error && Object.hasOwn(CLASSES, error.name) && 'column' in error
}

/**
 * An error as text, to be posted from a worker or logged: a copy that travels between threads loses its class and all but
 * the message. Errors that are not ours keep name and message.
 *
 *     const posted = errorToJson(new DataError('fit: column "age" must hold numbers', { column: 'age' })) // in a worker
 *     const error = errorFromJson(posted) // in the page
 *     console.log(error instanceof DataError, isKerfError(error) && error.column) // → true age
 */
export function errorToJson(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  if (!isKerfError(error)) return JSON.stringify({ name, message })
  const { value } = error
  const plain = Object(value) === value || typeof value === 'bigint' ? undefined : value
  return JSON.stringify({ ...error.toJSON(), value: plain })
}

/** The error again, of the class it had where it is ours: from what `errorToJson` or `toJSON` gave. */
export function errorFromJson(given: string | ErrorJson): Error {
  const { name, message, ...facts } = typeof given === 'string' ? (JSON.parse(given) as ErrorJson) : given
  const error = new Error(message)
  if (!Object.hasOwn(CLASSES, name)) return name === error.name ? error : Object.assign(error, { name })
  const { prototype } = CLASSES[name as keyof typeof CLASSES]
  return Object.setPrototypeOf(Object.assign(error, { name, value: undefined, ...facts }), prototype) as KerfError
}
