import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { throwIfAborted } from '../../../util/stop-signal.ts'
import { retriesOf, withBackOff } from '../back-off.ts'
import type { ServerAddress, ServerWatch } from '../server-address.ts'
import { mayRecover, serverFault } from '../server-fault.ts'
import { WANTED_SETTINGS } from './clickhouse-client.ts'
import { clickHouseFault } from './clickhouse-faults.ts'
import { type NativeBlock, nativeBlocks, nativeValues } from './native-blocks.ts'

/** Milliseconds between two looks at how far a query is. */
const LOOK_EVERY = 1000

/** How often a query is told to end, the pause in between, and the milliseconds after which it is given up. */
const KILLS = { tries: 25, pause: 200, limit: 10_000 }

/** Milliseconds in which a server must begin to answer the first, very small query. */
const FIRST_ANSWER = 20_000

/** A query that the server has begun to answer. */
interface Begun {
  readonly stream: AsyncIterable<Buffer> & { destroy(): void }
}

/** Runs queries on a server, each a request of its own, and ends them there when they are stopped here. */
export class ClickHouseQueries {
  readonly #client: ClickHouseClient
  readonly #address: ServerAddress
  readonly #watch: ServerWatch
  #settings: Record<string, string> = {}
  #version: string | null = null
  #running = new Set<string>()
  #queries = 0
  #bytes = 0

  constructor(client: ClickHouseClient, address: ServerAddress, watch: ServerWatch) {
    this.#client = client
    this.#address = address
    this.#watch = watch
  }

  get traffic(): { readonly queries: number; readonly bytes: number } {
    return { queries: this.#queries, bytes: this.#bytes }
  }

  /** Finds out which settings the server knows; a user that may only read cannot change any. */
  async open(firstAnswer: number = FIRST_ANSWER): Promise<void> {
    const names = ['readonly', ...Object.keys(WANTED_SETTINGS)].map((name) => `'${name}'`).join(', ')
    const known = new Map<string, string>()
    for await (const { columns } of this.blocks(
      `SELECT name, value, version() FROM system.settings WHERE name IN (${names})`,
      firstAnswer,
    )) {
      const [found, values, [version]] = columns.map(nativeValues) as string[][]
      this.#version = version
      found.forEach((name, i) => known.set(name, values[i]))
    }
    this.#queries = 0
    if (known.get('readonly') === '1') return
    this.#settings = Object.fromEntries(Object.entries(WANTED_SETTINGS).filter(([name]) => known.has(name)))
  }

  /**
   * The rows of a query, block by block. With a limit each try to begin it has so many milliseconds: a port of another
   * protocol may take the connection and wait for ever for more of a question that it does not understand.
   */
  async *blocks(sql: string, limit: number | null = null): AsyncGenerator<NativeBlock> {
    const { signal } = this.#watch
    throwIfAborted(this.#address.shown, signal)
    this.#queries += 1
    let id = ''
    let done = false
    const start = async (): Promise<Begun['stream']> => {
      id = randomUUID()
      this.#running.add(id)
      const query = `${sql}\nFORMAT Native`
      const { stream } = await (limit === null ? this.#exec(query, id, signal) : this.#begin(query, id, limit))
      return stream
    }
    const ended = new AbortController()
    void this.#tellProgress(() => id, ended.signal)
    let stop = (): void => {}
    try {
      // No data has come yet, and a query changes nothing: it may be asked again.
      const stream = await withBackOff(start, mayRecover, retriesOf(this.#address, this.#watch))
      stop = () => stream.destroy()
      signal?.addEventListener('abort', stop)
      for await (const block of nativeBlocks(this.#counted(stream))) {
        throwIfAborted(this.#address.shown, signal)
        if (block.size > 0) yield block
      }
      done = true
    } catch (error) {
      // A query that failed is over; one that was stopped is not.
      done = signal?.aborted !== true
      await this.#endOf(id, done)
      throwIfAborted(this.#address.shown, signal)
      throw clickHouseFault(error, this.#address, this.#version)
    } finally {
      ended.abort()
      signal?.removeEventListener('abort', stop)
      // Whoever asked wants no more of it: the server need not go on.
      await this.#endOf(id, done)
    }
  }

  /** Runs a statement that gives no rows. It is asked again only where it cannot have been run. */
  async run(sql: string): Promise<void> {
    const { signal } = this.#watch
    throwIfAborted(this.#address.shown, signal)
    const id = randomUUID()
    const refused = (error: unknown): boolean =>
      error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
    const command = {
      query: sql,
      query_id: id,
      clickhouse_settings: this.#settings,
      ...(signal && { abort_signal: signal }),
    }
    try {
      await withBackOff(() => this.#client.command(command), refused, retriesOf(this.#address, this.#watch))
    } catch (error) {
      if (signal?.aborted === true) await this.#kill(id)
      throwIfAborted(this.#address.shown, signal)
      throw clickHouseFault(error, this.#address, this.#version)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((id) => this.#endOf(id, false)))
    await this.#client.close()
  }

  async #exec(query: string, id: string, signal: AbortSignal | undefined): Promise<Begun> {
    return this.#client.exec({
      query,
      query_id: id,
      clickhouse_settings: this.#settings,
      ...(signal === undefined ? {} : { abort_signal: signal }),
    })
  }

  async #begin(query: string, id: string, limit: number): Promise<Begun> {
    const { signal } = this.#watch
    const late = AbortSignal.timeout(limit)
    try {
      return await this.#exec(query, id, signal === undefined ? late : AbortSignal.any([signal, late]))
    } catch (error) {
      // It is too small to be worth ending, and who does not answer could not be told to.
      this.#running.delete(id)
      if (!late.aborted || signal?.aborted === true) throw error
      const { host, port } = this.#address
      const where = port === null ? host : `${host}:${port}`
      const told = `${where} took the connection and did not answer within ${limit / 1000} s`
      throw serverFault(this.#address, `${told}; is it the port of HTTP, and of https where secure=true?`)
    }
  }

  async *#counted(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      this.#bytes += chunk.length
      yield chunk
    }
  }

  async #endOf(id: string, done: boolean): Promise<void> {
    if (!this.#running.delete(id) || done) return
    await this.#kill(id)
  }

  /** Ends a query on the server, and waits some seconds until it is gone. */
  async #kill(id: string): Promise<void> {
    const late = AbortSignal.timeout(KILLS.limit)
    try {
      for (let i = 0; i < KILLS.tries; i++) {
        await this.#client.command({ query: `KILL QUERY WHERE query_id = '${id}' ASYNC`, abort_signal: late })
        if ((await this.#about(id, 'count()', late)) === 0) return
        await wait(KILLS.pause)
      }
    } catch {
      // The connection was cut as well, which ends it on servers of today.
    }
  }

  /** A number that the server tells about a query that runs; 0 where it does not. */
  async #about(id: string, expression: string, signal?: AbortSignal): Promise<number> {
    const sql = `SELECT toFloat64(${expression}) FROM system.processes WHERE query_id = '${id}'\nFORMAT Native`
    const { stream } = await this.#exec(sql, randomUUID(), signal)
    for await (const { columns } of nativeBlocks(stream)) return Number(nativeValues(columns[0])[0] ?? 0)
    return 0
  }

  async #tellProgress(id: () => string, ended: AbortSignal): Promise<void> {
    const { onProgress } = this.#watch
    if (onProgress === undefined) return
    try {
      for (;;) {
        await wait(LOOK_EVERY, undefined, { signal: ended })
        const part = await this.#about(id(), 'read_rows / greatest(total_rows_approx, 1)')
        // A guess of how many rows there are may be too low.
        if (!ended.aborted) onProgress(Math.min(1, part))
      }
    } catch {
      // It ended, or the server does not let everybody look: it goes on without.
    }
  }
}
