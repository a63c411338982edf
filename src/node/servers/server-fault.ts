import { DataError } from '../../errors.ts'
import type { ServerAddress } from './server-address.ts'

/** Longest part of what a database said that is told: some repeat the whole query. */
const LONGEST = 600

/** An error of a database in one sentence that starts with its address; a password is never part of it. */
export function serverFault({ shown, password }: ServerAddress, told: string): DataError {
  const line = told.replaceAll(/\s+/g, ' ').trim()
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
  const secret = password === null || password === '' ? null : password
  return new DataError(`${shown}: ${secret === null ? short : short.replaceAll(secret, '***')}`)
}

/** Why the network does not lead to a server, as the rest of a sentence; null when that is not the cause. */
export function networkFault(error: unknown, { host, port }: ServerAddress): string | null {
  const where = port === null ? host : `${host}:${port}`
  switch (networkCode(error)) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `no server answers at ${where}; is it running, and is the port right?`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${host} is not known; is its name right?`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${where} cannot be reached`
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the server broke the connection'
    default:
      return null
  }
}

/** Whether another try may help: the server is being started, or too busy to answer. */
export function mayRecover(error: unknown): boolean {
  const code = networkCode(error)
  return code !== null && ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code)
}

/** The system's code of an error of the network, such as ECONNREFUSED. */
function networkCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
