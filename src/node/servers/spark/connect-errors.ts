import type { ServiceError } from '@grpc/grpc-js'
import { DataError, isKerfError } from '../../../errors.ts'
import { fieldsOf, numberOf, readFields, textOf } from './protobuf.ts'

/** The codes of gRPC that are told apart. */
export const STATUS = {
  cancelled: 1,
  deadline: 4,
  denied: 7,
  exhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const

/** What a server says of an error: the `cause` of the error that Kerf throws. */
export interface SparkFault {
  /** what went wrong in words of Spark, such as TABLE_OR_VIEW_NOT_FOUND; empty where it does not say */
  readonly errorClass: string
  /** what went wrong as SQL calls it, such as 42P01; empty where it does not say */
  readonly sqlState: string
  /** the whole message, as long as it is known */
  readonly message: string
  /** to ask for the whole error by; empty where there is no more to know */
  readonly errorId: string
  /** whether the server asks to try again */
  readonly again: boolean
}

/** Stands for a server that neither sends anything nor answers when it is asked whether it is there. */
export class SilentError extends Error {
  constructor() {
    super('it says nothing any more')
  }
}

/** An error of gRPC, as far as it matters here. */
export interface StatusError extends Error {
  readonly code: number
  readonly details: string
  readonly metadata: ServiceError['metadata']
}

/** Whether an error is one of gRPC. */
export function isStatus(error: unknown): error is StatusError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error
}

/** What an error of gRPC carries of the error of Spark that it stands for. */
export function readFault(error: StatusError): SparkFault {
  const [carried] = error.metadata.get('grpc-status-details-bin')
  let facts: ReadonlyMap<string, string> = new Map()
  let again = false
  try {
    for (const { field, bytes } of carried instanceof Uint8Array ? readFields(carried) : []) {
      if (field !== 3) continue
      const detail = fieldsOf(bytes)
      const type = textOf(detail.get(1))
      if (type.endsWith('google.rpc.RetryInfo')) again = true
      if (type.endsWith('google.rpc.ErrorInfo')) facts = readFacts(detail.get(2)?.bytes ?? new Uint8Array(0))
    }
  } catch (problem) {
    // Details that cannot be read must not hide the error itself.
    if (!isKerfError(problem)) throw problem
  }
  const [, named = '', state = ''] = /^\s*\[([A-Z][\w.]*)\][\s\S]*?(?:SQLSTATE: (\w{5})|$)/.exec(error.details) ?? []
  return {
    errorClass: facts.get('errorClass') ?? named,
    sqlState: facts.get('sqlState') ?? state,
    message: error.details,
    errorId: facts.get('errorId') ?? '',
    again,
  }
}

function readFacts(info: Uint8Array): ReadonlyMap<string, string> {
  const pairs = [...readFields(info)].filter(({ field }) => field === 3).map(({ bytes }) => fieldsOf(bytes))
  return new Map(pairs.map((pair) => [textOf(pair.get(1)), textOf(pair.get(2))]))
}

/** Servers cut messages for the trailer and end them with three dots. */
export function isCut({ message, errorId }: SparkFault): boolean {
  return errorId !== '' && message.endsWith('...')
}

/** The fault with what the server tells when it is asked for the whole error. */
export function withDetails(fault: SparkFault, answer: Uint8Array): SparkFault {
  const fields = [...readFields(answer)]
  const errors = fields.filter(({ field }) => field === 2)
  const root = errors[numberOf(fields.find(({ field }) => field === 1))]
  if (root === undefined) return fault
  const error = fieldsOf(root.bytes)
  const thrown = fieldsOf(error.get(5)?.bytes ?? new Uint8Array(0))
  return {
    ...fault,
    message: textOf(error.get(2)) || fault.message,
    errorClass: textOf(thrown.get(1)) || fault.errorClass,
    sqlState: textOf(thrown.get(4)) || fault.sqlState,
  }
}

/** Whether the connection is gone, not the query: what runs on the server goes on, and its answers can be had again. */
export function isLost(error: unknown): boolean {
  if (error instanceof SilentError) return true
  if (!isStatus(error)) return false
  if (error.code === STATUS.unavailable || readFault(error).again) return true
  // Another call has taken over the answers: that was one of ours whose end did not reach the server.
  if (error.code === STATUS.internal && error.details.includes('INVALID_CURSOR.DISCONNECTED')) return true
  return error.code === STATUS.internal && /RST_STREAM|ECONNRESET|socket/.test(error.details)
}

/** Whether the server does not know what was asked for: it never came there, or the server was started again. */
export function isUnknownThere(error: unknown): boolean {
  return isStatus(error) && /INVALID_HANDLE\.(?:OPERATION|SESSION)_NOT_FOUND/.test(error.details)
}

/** An error of a query in one sentence, with the SQL state and without a stack. */
export function faultError(shown: string, fault: SparkFault): DataError {
  const state = fault.sqlState === '' ? '' : ` (SQL state ${fault.sqlState})`
  return new DataError(`${shown}: Spark says: ${oneSentence(fault.message)}${state}`, { cause: fault })
}

/** Longest message that is shown. */
const LONGEST = 600

/** What people need of a message of Spark: not the plan, the query or the stack that follow. */
function oneSentence(text: string): string {
  const [said] = text.trim().split(/\n\s*at |;?\n\s*['+]|\n\s*== |\n\n/)
  const plain = said
    .replaceAll(/\s*\bSQLSTATE: \w{5}\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('.;', ';')
    .replace(/[\s;.]+$/, '')
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST)}…`
}

/** An error of gRPC that is not about a query, in words; the cause is what gRPC says. */
export function connectionError(shown: string, error: StatusError): DataError {
  return new DataError(`${shown}: ${inWords(error)}`, { cause: error })
}

function inWords(error: StatusError): string {
  const said = `(${lastReason(error.details)})`
  switch (error.code) {
    case STATUS.unauthenticated:
      return `the server does not accept the token ${said}`
    case STATUS.denied:
      return `the server does not allow it ${said}`
    case STATUS.unimplemented:
      return `what answers there is not a Spark Connect server of Spark 4 or later ${said}`
    case STATUS.exhausted:
      return `a message is larger than either side allows ${said}`
    case STATUS.cancelled:
      return `the query was ended by the server or by someone else ${said}`
    case STATUS.deadline:
      return `the server does not answer ${said}`
    case STATUS.unavailable:
      return `no Spark Connect server can be reached there ${said}`
    default:
      return `the server answers with an error ${said}`
  }
}

/** The error of a connection that was lost; with how many milliseconds were spent to get it back, where that was tried. */
export function lostError(shown: string, error: unknown, waited: number | null = null): DataError {
  const why = isStatus(error) ? lastReason(error.details) : error instanceof Error ? error.message : String(error)
  const tried = waited === null ? '' : ` and could not be made again within ${Math.round(waited / 1000)} s`
  return new DataError(`${shown}: the connection to Spark was lost${tried} (${why})`, { cause: error })
}

/** What is behind a failed connection: gRPC puts several sentences around it. */
function lastReason(details: string): string {
  const [, reason = details] = /Last error: (?:Error: )?(.*?)(?:\. Resolution note:|$)/s.exec(details) ?? []
  return oneSentence(reason) || 'no reason given'
}
