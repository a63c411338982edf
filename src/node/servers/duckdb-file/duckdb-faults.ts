import { DataError, isKerfError } from '../../../errors.ts'

/** Whether another program has the file open for writing. */
export function isLocked(error: unknown): boolean {
  return /could not set lock|being used by another process|conflicting lock/i.test(messageOf(error))
}

/** Why a file cannot be opened as a database, in words. */
export function fileFault(path: string, error: unknown): unknown {
  if (isKerfError(error)) return error
  const message = messageOf(error)
  return new DataError(`${path} ${why(error, message)}`, { code: 'bad-file', cause: error })
}

function why(error: unknown, message: string): string {
  if (isLocked(error)) {
    const by = /\(PID (\d+)\)/.exec(message)?.[1]
    const who = by === undefined ? 'another program' : `another program (process ${by})`
    return `is open for writing in ${who}; close it there, or copy the file`
  }
  if (/database does not exist|no such file/i.test(message)) return 'does not exist'
  if (/not a valid DuckDB database/i.test(message)) return 'is not a database of DuckDB'
  if (/is a directory/i.test(message)) return 'is a folder, expected a database of DuckDB'
  if (/permission denied/i.test(message)) return 'cannot be opened: permission denied; ask its owner'
  if (/newer version|storage version|version number/i.test(message))
    return `was written by another version of DuckDB than this one (${firstLine(message)})`
  return `cannot be opened as a database of DuckDB: ${firstLine(message)}`
}

/** What the database said of a query, in one sentence; a name it suggests is part of it. */
export function queryFault(shown: string, error: unknown, sql: string): unknown {
  if (isKerfError(error)) return error
  const message = messageOf(error)
  if (/out of memory/i.test(message)) {
    return new DataError(`${shown}: the database ran out of memory (${firstLine(message)}); allow more with --memory`)
  }
  const hint = /^Did you mean .*$/m.exec(message)?.[0]
  const told = `${firstLine(message)}${hint === undefined ? '' : ` ${hint}`}`
  return new DataError(`${shown}: DuckDB says: ${told}`, { cause: Object.assign(new Error(message), { sql }) })
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0].slice(0, 400)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
