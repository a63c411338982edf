import { randomUUID } from 'node:crypto'
import { DataError } from '../../../errors.ts'
import { throwIfAborted } from '../../../util/stop-signal.ts'
import type { ConnectMethod } from './connect-client.ts'
import { isLost, isUnknownThere, lostError, SilentError } from './connect-errors.ts'
import {
  type ConnectAnswer,
  type ConnectPlan,
  executeRequest,
  interruptRequest,
  readAnswer,
  reattachRequest,
  releaseRequest,
} from './connect-messages.ts'
import type { SparkSession } from './connect-session.ts'

/** Bytes after which the server is told that it need not keep them any longer. */
const RELEASE_AFTER = 8 * 2 ** 20

/** A stream that ends sooner than this many milliseconds, with nothing in it, counts as an attempt that failed. */
const TOO_SOON = 100

/** What is running: its name on the server, and how far its answers have come. */
interface Running {
  readonly operation: string
  readonly plan: ConnectPlan
  /** the last answer that came, to go on after it */
  last: string | null
  received: boolean
  complete: boolean
  /** whether it was sent and may run there */
  sent: boolean
  /** whether the connection was given up */
  lost: boolean
  unreleased: number
}

/**
 * Runs a plan and gives its answers in order, each once. A server ends the stream of answers now and then, and
 * connections break: both times the answers after the last one are asked for. Whoever stops listening, or aborts the
 * signal, ends what runs on the server too.
 */
export async function* runPlan(
  session: SparkSession,
  plan: ConnectPlan,
  signal: AbortSignal | undefined,
): AsyncGenerator<ConnectAnswer> {
  const operation = randomUUID()
  const running: Running = { operation, plan, last: null, received: false, complete: false, sent: false, lost: false, unreleased: 0 } // prettier-ignore
  const tries = session.attempts(signal)
  let method: ConnectMethod = 'ExecutePlan'
  try {
    while (!running.complete) {
      throwIfAborted(session.shown, signal)
      const begun = performance.now()
      let failure: unknown = new Error('the stream of answers ends at once each time')
      try {
        let heard = false
        for await (const answer of listen(session, running, method, signal)) {
          tries.reset()
          heard = true
          yield answer
        }
        method = 'ReattachExecute'
        if (heard || running.complete || performance.now() - begun > TOO_SOON) continue
      } catch (error) {
        throwIfAborted(session.shown, signal)
        failure = error
        method = await methodAfter(error, session, running)
      }
      if (await tries.next()) continue
      running.lost = true
      throw lostError(session.shown, failure, tries.waited())
    }
  } finally {
    await leave(session, running, signal)
  }
}

/** The answers of one stream. */
async function* listen(
  session: SparkSession,
  running: Running,
  method: ConnectMethod,
  signal: AbortSignal | undefined,
): AsyncGenerator<ConnectAnswer> {
  const { operation, plan, last } = running
  const request =
    method === 'ExecutePlan'
      ? executeRequest(session.who, plan, operation)
      : reattachRequest(session.who, operation, last)
  const stream = session.client.stream(method, request)
  running.sent = true
  const guard = session.guard(() => stream.cancel(), signal, true)
  try {
    for await (const bytes of stream.answer) {
      guard.heard()
      const answer = readAnswer(bytes)
      running.received = true
      if (answer.id !== '') running.last = answer.id
      if (answer.complete) running.complete = true
      session.observe(answer.observed)
      releaseOnTheWay(session, running, bytes.length)
      yield answer
      if (running.complete) return
    }
  } catch (error) {
    throw guard.isGone() ? new SilentError() : error
  } finally {
    guard.stop()
    stream.cancel()
  }
}

/** What to ask for after an error; throws where nothing can be done about it. */
async function methodAfter(error: unknown, session: SparkSession, running: Running): Promise<ConnectMethod> {
  if (isUnknownThere(error)) {
    if (!running.received) return 'ExecutePlan'
    running.lost = true
    throw new DataError(
      `${session.shown}: the server has lost the query after a part of its result came; it was probably started again, so run the command again`,
      { cause: error },
    )
  }
  if (isLost(error)) return 'ReattachExecute'
  throw await session.inWords(error)
}

/** Long results are not kept on the server once they are here. */
function releaseOnTheWay(session: SparkSession, running: Running, bytes: number): void {
  running.unreleased += bytes
  if (running.unreleased < RELEASE_AFTER || running.last === null || running.complete) return
  running.unreleased = 0
  void session.tell('ReleaseExecute', releaseRequest(session.who, running.operation, running.last))
}

/** Frees what the server keeps of a query, and ends it where it still runs. */
async function leave(session: SparkSession, running: Running, signal: AbortSignal | undefined): Promise<void> {
  const { operation, complete, sent, lost } = running
  if (!sent || lost) return
  // Waited for, since a program that was interrupted may end right after.
  if (signal?.aborted === true && !complete) await session.tell('Interrupt', interruptRequest(session.who, operation))
  void session.tell('ReleaseExecute', releaseRequest(session.who, operation, null))
}
