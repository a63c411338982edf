import { fieldsOf, message, messageField, numberField, numberOf, readFields, textField, textOf } from './protobuf.ts'

/**
 * The messages of Spark Connect that we send and read, with the numbers that Spark gives their fields. What is not asked
 * for is not read, so that servers may say more than we know of.
 */

/** Who asks: the same in every request of a connection. */
export interface ConnectSession {
  /** a UUID; what is set and defined in a session is known only there */
  readonly id: string
  readonly user: string
  /** what the server called the session in its first answer: it refuses when it was started again since; null before */
  readonly observed: string | null
}

/** A name for the logs of the server. */
const CLIENT = 'kerf'

/** What is to be run: a query that gives rows, or a statement that changes something. */
export interface ConnectPlan {
  readonly sql: string
  readonly kind: 'query' | 'statement'
}

/** Several requests have the same fields under other numbers: 1 is the session, 2 the user. */
function whoAsks({ id, user, observed }: ConnectSession, client: number, observedField: number): Uint8Array {
  return message(
    textField(1, id),
    messageField(2, textField(1, user)),
    textField(client, CLIENT),
    textField(observedField, observed),
  )
}

function planOf({ sql, kind }: ConnectPlan): Uint8Array {
  const relation = messageField(10, textField(1, sql))
  if (kind === 'query') return messageField(1, relation)
  return messageField(2, messageField(5, textField(1, sql), messageField(6, relation)))
}

/** Asks to run something, in such a way that its answers can be asked for again. */
export function executeRequest(session: ConnectSession, plan: ConnectPlan, operation: string): Uint8Array {
  const reattachable = messageField(5, messageField(1, numberField(1, 1)))
  return message(whoAsks(session, 4, 8), messageField(3, planOf(plan)), reattachable, textField(6, operation))
}

/** Asks for the answers after the one named; for all of them where none is named. */
export function reattachRequest(session: ConnectSession, operation: string, last: string | null): Uint8Array {
  return message(whoAsks(session, 4, 6), textField(3, operation), textField(5, last))
}

/** Says that answers are no longer needed: those up to the one named, or all, which also ends what still runs. */
export function releaseRequest(session: ConnectSession, operation: string, until: string | null): Uint8Array {
  const what = until === null ? messageField(5) : messageField(6, textField(1, until))
  return message(whoAsks(session, 4, 7), textField(3, operation), what)
}

/** Asks to end what runs under this name. */
export function interruptRequest(session: ConnectSession, operation: string): Uint8Array {
  return message(whoAsks(session, 3, 7), numberField(4, 3), textField(6, operation))
}

export function releaseSessionRequest(session: ConnectSession): Uint8Array {
  return whoAsks({ ...session, observed: null }, 3, 0)
}

/** Asks for the columns of a query without running it. */
export function schemaRequest(session: ConnectSession, sql: string): Uint8Array {
  return message(whoAsks(session, 3, 17), messageField(4, messageField(1, planOf({ sql, kind: 'query' }))))
}

/** Asks which version of Spark it is. */
export function versionRequest(session: ConnectSession): Uint8Array {
  return message(whoAsks(session, 3, 17), messageField(10))
}

/** Sets settings of the session; `lenient` where the server may know better. */
export function configRequest(
  session: ConnectSession,
  settings: Readonly<Record<string, string>>,
  lenient: boolean,
): Uint8Array {
  const pairs = Object.entries(settings).map(([key, value]) => messageField(1, textField(1, key), textField(2, value)))
  return message(whoAsks(session, 4, 8), messageField(3, messageField(1, ...pairs, numberField(2, lenient ? 1 : 0))))
}

/** Asks for the whole of an error whose message was cut. */
export function errorDetailsRequest(session: ConnectSession, errorId: string): Uint8Array {
  return message(whoAsks(session, 4, 5), textField(3, errorId))
}

/** A part of the answer to something that runs. */
export interface ConnectAnswer {
  /** its name, to go on after it; empty where the server gives none */
  readonly id: string
  /** what the server calls the session */
  readonly observed: string
  readonly complete: boolean
  /** how much is done, from 0 to 1; null where this is not about progress */
  readonly progress: number | null
  readonly batch: ConnectBatch | null
}

/** Rows as Arrow, or a chunk of them. */
export interface ConnectBatch {
  readonly rows: number
  readonly data: Uint8Array
  /** which chunk this is, from 0, and of how many */
  readonly chunk: number
  readonly chunks: number
}

export function readAnswer(bytes: Uint8Array): ConnectAnswer {
  const fields = fieldsOf(bytes)
  const batch = fields.get(2)
  const progress = fields.get(18)
  return {
    id: textOf(fields.get(13)),
    observed: textOf(fields.get(15)),
    complete: fields.has(14),
    progress: progress === undefined ? null : readProgress(progress.bytes),
    batch: batch === undefined ? null : readBatch(batch.bytes),
  }
}

function readBatch(bytes: Uint8Array): ConnectBatch {
  const fields = fieldsOf(bytes)
  return {
    rows: numberOf(fields.get(1)),
    data: fields.get(2)?.bytes ?? new Uint8Array(0),
    chunk: numberOf(fields.get(4)),
    chunks: Math.max(1, numberOf(fields.get(5))),
  }
}

/** The tasks that are done among those of all stages known so far. */
function readProgress(bytes: Uint8Array): number {
  let tasks = 0
  let done = 0
  for (const { field, bytes: stage } of readFields(bytes)) {
    if (field !== 1) continue
    const fields = fieldsOf(stage)
    tasks += Math.max(0, numberOf(fields.get(2)))
    done += Math.max(0, numberOf(fields.get(3)))
  }
  return tasks === 0 ? 0 : Math.min(1, done / tasks)
}

/** The answer to a request about a plan: the version of Spark, or the type of the rows, whichever was asked for. */
export function readAnalysis(bytes: Uint8Array): {
  readonly observed: string
  readonly version: string
  readonly schema: Uint8Array | null
} {
  const fields = fieldsOf(bytes)
  const version = fields.get(8)
  const schema = fields.get(2)
  return {
    observed: textOf(fields.get(15)),
    version: version === undefined ? '' : textOf(fieldsOf(version.bytes).get(1)),
    schema: schema === undefined ? null : (fieldsOf(schema.bytes).get(1)?.bytes ?? null),
  }
}
