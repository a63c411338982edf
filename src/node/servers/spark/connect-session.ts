import { isKerfError, retell } from '../../../errors.ts'
import { throwIfAborted } from '../../../util/stop-signal.ts'
import type { ConnectClient, ConnectMethod } from './connect-client.ts'
import {
  connectionError,
  faultError,
  isCut,
  isLost,
  isStatus,
  lostError,
  readFault,
  SilentError,
  STATUS,
  type SparkFault,
  withDetails,
} from './connect-errors.ts'
import { type ConnectSession, errorDetailsRequest, releaseSessionRequest, versionRequest } from './connect-messages.ts'
import { retriesOf } from '../back-off.ts'
import type { ServerWatch } from '../server-address.ts'
import { type Attempts, attempts, type Patience, watchSilence } from './patience.ts'

/** What a question may need: a signal that ends it, other waits between attempts, a time after which it is given up. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined
  readonly waits?: readonly number[]
  readonly limit?: number
}

/** How a session is called in messages, how patient it is, and who is told of attempts. */
export interface SessionWatch extends Pick<ServerWatch, 'onRetry'> {
  /** the address as messages show it */
  readonly shown: string
  readonly patience: Patience
}

/** A session on a server, in which everything of a connection happens. Its errors are in words. */
export class SparkSession {
  readonly client: ConnectClient
  readonly patience: Patience
  /** the address as messages show it */
  readonly shown: string
  /** who asks, for requests */
  who: ConnectSession
  private readonly onRetry: ServerWatch['onRetry']
  private readonly farewells = new Set<Promise<unknown>>()

  constructor(client: ConnectClient, who: ConnectSession, { shown, patience, onRetry }: SessionWatch) {
    this.client = client
    this.who = who
    this.shown = shown
    this.patience = patience
    this.onRetry = onRetry
  }

  /** Keeps what the server calls the session. From then on it refuses to answer once it was started again. */
  observe(name: string): void {
    if (name !== '' && this.who.observed === null) this.who = { ...this.who, observed: name }
  }

  /** Counts attempts to get a lost connection back, and tells of them. */
  attempts(signal: AbortSignal | undefined, waits: readonly number[] = this.patience.waits): Attempts {
    return attempts(waits, this.patience.longest, retriesOf(this, { signal, onRetry: this.onRetry }))
  }

  /** One answer to a question that may be asked again when the connection is lost. */
  async ask(method: ConnectMethod, request: Uint8Array, options: AskOptions = {}): Promise<Uint8Array> {
    const { signal, waits = this.patience.waits, limit } = options
    const tries = this.attempts(signal, waits)
    for (;;) {
      throwIfAborted(this.shown, signal)
      const call = this.client.call(method, request, limit)
      const guard = this.guard(() => call.cancel(), signal, limit === undefined)
      try {
        return await call.answer
      } catch (caught) {
        throwIfAborted(this.shown, signal)
        const error = guard.isGone() ? new SilentError() : caught
        if (!isLost(error) || !(await tries.next())) throw await this.inWords(error)
      } finally {
        guard.stop()
      }
    }
  }

  /** Ends a call when the signal aborts, or, where it may take long, when the server does not answer any more. */
  guard(
    cancel: () => void,
    signal: AbortSignal | undefined,
    long: boolean,
  ): { heard(): void; isGone(): boolean; stop(): void } {
    let gone = false
    const silence = watchSilence(
      this.patience,
      () => this.isThere(),
      () => {
        gone = true
        cancel()
      },
    )
    if (!long) silence.stop()
    if (signal?.aborted === true) cancel()
    else signal?.addEventListener('abort', cancel)
    return {
      heard: () => silence.heard(),
      isGone: () => gone,
      stop() {
        silence.stop()
        signal?.removeEventListener('abort', cancel)
      },
    }
  }

  /** Whether the server answers, whatever it says. */
  private async isThere(): Promise<boolean> {
    try {
      await this.client.call('AnalyzePlan', versionRequest(this.who), this.patience.answer).answer
      return true
    } catch (error) {
      return isStatus(error) && error.code !== STATUS.deadline && !isLost(error)
    }
  }

  /** Tells the server something whose answer matters to nobody. `close` waits for it, or whoever calls. */
  tell(method: ConnectMethod, request: Uint8Array): Promise<void> {
    const told = this.client.call(method, request, this.patience.farewell).answer.then(
      () => {},
      () => {},
    )
    this.farewells.add(told)
    return told.finally(() => this.farewells.delete(told))
  }

  /** An error in words; asks the server for the whole of a message that was cut. */
  async inWords(error: unknown): Promise<unknown> {
    if (error instanceof SilentError) return lostError(this.shown, error)
    if (isKerfError(error)) return error.message.startsWith(this.shown) ? error : retell(error, `${this.shown}: ${error.message}`) // prettier-ignore
    if (!isStatus(error)) return error
    const fault = readFault(error)
    if (fault.errorClass === '' && fault.sqlState === '' && fault.errorId === '') {
      return connectionError(this.shown, error)
    }
    return faultError(this.shown, isCut(fault) ? await this.whole(fault) : fault)
  }

  private async whole(fault: SparkFault): Promise<SparkFault> {
    try {
      const request = errorDetailsRequest(this.who, fault.errorId)
      return withDetails(fault, await this.client.call('FetchErrorDetails', request, this.patience.answer).answer)
    } catch {
      return fault
    }
  }

  /** Lets go of the session, where it is ours, and of the channel. */
  async close(release: boolean): Promise<void> {
    await Promise.all(this.farewells)
    if (release) await this.tell('ReleaseSession', releaseSessionRequest(this.who))
    this.client.close()
  }
}
