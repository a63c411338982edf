import type { DataError } from '../../../errors.ts'
import type { ServerAddress } from '../server-address.ts'
import { mayRecover, networkFault, serverFault } from '../server-fault.ts'

/** What pg says when the connection ends without an error of the system. */
const LOST = /^Connection terminated|not queryable|^Client (?:has encountered|was closed)/

/** Errors that end the session: an administrator's, a crash, a timeout of the session. */
const ENDED = new Set(['57P01', '57P02', '57P04', '25P03', '25P04', '57P05'])

/** Errors of a server that is being started, or has no connection left. */
const NOT_YET = new Set(['57P03', '53300'])

/** What to do about some errors, by their SQLSTATE. */
const ADVICE: Readonly<Record<string, string>> = {
  '28P01': '; the password comes from PGPASSWORD or the password file',
  '57014': '; it was stopped on the server, by a time limit or by hand',
  '53300': '; try again when fewer programs use it',
  '55P03': '; another session holds what is to be changed, or a query that runs here',
}

/** An error of pg, or of the server behind it, in one sentence with its SQLSTATE. */
export function postgresFault(error: unknown, address: ServerAddress): DataError {
  const state = sqlState(error)
  const message = error instanceof Error ? error.message : String(error)
  if (state !== null) {
    const advice = message.endsWith('no encryption') ? '; add sslmode=require to the address' : (ADVICE[state] ?? '')
    return serverFault(address, `${message} (SQLSTATE ${state})${advice}`)
  }
  // pg says this where the server wants a password and there is none.
  if (/client password must be a/.test(message))
    return serverFault(address, 'the server asks for a password; set PGPASSWORD or name a password file')
  return serverFault(address, networkFault(error, address) ?? message)
}

/** Whether the session is gone, and with it the state of the data that was read. */
export function isLost(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== null) return ENDED.has(state)
  return mayRecover(error) || (error instanceof Error && LOST.test(error.message))
}

/** A session that was lost after something was asked: going on would mix two states of the data. */
export function lostFault(error: unknown, address: ServerAddress): DataError {
  const why = sqlState(error) === null ? '' : ` (${(error as Error).message}, SQLSTATE ${sqlState(error)})`
  return serverFault(
    address,
    `the connection was lost${why}, and with it the state of the data that was being read; run it again`,
  )
}

/** Whether opening may be tried again. */
export function mayOpenLater(error: unknown): boolean {
  return NOT_YET.has(sqlState(error) ?? '') || mayRecover(error)
}

/** The five characters by which a database says what went wrong; null for other errors. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  // Codes of the system, such as EPIPE, have another length or start with E and no digit.
  return typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}
