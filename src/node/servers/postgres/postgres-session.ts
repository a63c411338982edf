import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client, FieldDef } from 'pg'
import { throwIfAborted } from '../../../util/stop-signal.ts'
import type { ServerAddress, ServerWatch } from '../server-address.ts'
import { serverFault } from '../server-fault.ts'
import { connectPostgres } from './postgres-client.ts'
import { isLost, lostFault, postgresFault, sqlState } from './postgres-faults.ts'
import { type RowBatch, streamRows } from './postgres-rows.ts'

/** Milliseconds that a query has to end after it was cancelled, before its connection is cut. */
const GRACE = 5000

/**
 * How texts come back, and that nothing ends the session between two queries, whatever the server usually does. Those
 * that a server does not know are left out.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'iso_8601',
  bytea_output: 'hex',
  // Since 12 any number above 0 gives the shortest text that is read back as the same double; before, 3 does.
  extra_float_digits: '3',
  standard_conforming_strings: 'on',
  // Compiling the long expressions of counts takes longer than it saves.
  jit: 'off',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
  // A program that is killed takes its query with it.
  client_connection_check_interval: '2000',
}

const settingsSql = `SELECT pg_backend_pid(), set_config(s.name, v.value, true)
FROM (VALUES ${Object.entries(SETTINGS)
  .map(([name, value]) => `('${name}', '${value}')`)
  .join(', ')}) AS v (name, value) JOIN pg_settings AS s ON s.name = v.name
WHERE s.name <> 'client_connection_check_interval' OR version() !~* 'visual|msvc|mingw'`

/**
 * One session of the server, in one transaction that sees the data as they were at the first query. Queries are run
 * one after the other.
 */
export class PostgresSession {
  readonly #address: ServerAddress
  readonly #watch: ServerWatch
  readonly #client: Client
  /** the process of the server that works for this session; null before the transaction began */
  #process: string | null = null
  /** resolved when no query runs */
  #free: Promise<void> = Promise.resolve()
  #closed = false
  #queries = 0

  constructor(address: ServerAddress, watch: ServerWatch, client: Client) {
    this.#address = address
    this.#watch = watch
    this.#client = client
  }

  get queries(): number {
    return this.#queries
  }

  get bytes(): number {
    return (this.#client.connection.stream as Socket).bytesRead
  }

  /** The rows of a query, some at a time. */
  async *rows(sql: string): AsyncGenerator<RowBatch> {
    const leave = await this.#enter()
    try {
      await this.#begin()
      this.#queries += 1
      const { batches, done, drain } = await streamRows(this.#client, sql)
      try {
        for await (const batch of batches) {
          this.#checkStopped()
          yield batch
        }
      } finally {
        // Whoever asked wants no more of it: the server need not go on.
        if (!done()) {
          await this.#cancel()
          await drain()
          await this.#recover()
        }
      }
    } catch (error) {
      throw await this.#told(error)
    } finally {
      leave()
    }
  }

  /** Names and types of the columns of a query, which is not run. */
  async fields(query: string): Promise<FieldDef[]> {
    const leave = await this.#enter()
    try {
      await this.#begin()
      // A line of its own: a query may end in a comment.
      const text = `SELECT * FROM (\n${query}\n) AS kerf_rows LIMIT 0`
      const config = { text, rowMode: 'array', queryMode: 'extended' } as const
      const { fields } = await this.#client.query(config)
      return fields
    } catch (error) {
      throw await this.#told(error)
    } finally {
      leave()
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    // What runs is cut; else the transaction ends with its session.
    await this.#client.end().catch(() => {})
  }

  /** Waits for its turn, in which the signal ends what runs on the server; gives what ends the turn. */
  async #enter(): Promise<() => void> {
    const before = this.#free
    let release = (): void => {}
    this.#free = new Promise((resolve) => (release = resolve))
    await before
    if (this.#closed) {
      release()
      this.#checkStopped()
      throw serverFault(this.#address, 'the connection was closed')
    }
    const { signal } = this.#watch
    const stop = (): void => void this.#cancel()
    signal?.addEventListener('abort', stop)
    return () => {
      signal?.removeEventListener('abort', stop)
      release()
    }
  }

  #checkStopped(): void {
    throwIfAborted(this.#address.shown, this.#watch.signal)
  }

  /** Begins the transaction. Its first query, which is asked here, decides which state of the data all see. */
  async #begin(): Promise<void> {
    this.#checkStopped()
    if (this.#process !== null) return
    await this.#client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await this.#client.query<string[]>({ text: settingsSql, rowMode: 'array' })
    // Where a query fails, all goes back to here, and the state of the data stays.
    await this.#client.query('SAVEPOINT kerf')
    this.#process = rows[0][0]
  }

  /** After a query that failed, the transaction goes on as if it had not been asked. */
  async #recover(): Promise<void> {
    const back = (): Promise<unknown> => this.#client.query('ROLLBACK TO SAVEPOINT kerf')
    await back().catch((error: unknown) => {
      // A cancel that came late hits what runs then.
      if (sqlState(error) === '57014') return back()
      throw error
    })
  }

  /** Ends the query that runs on the server, from a session of its own. */
  async #cancel(): Promise<void> {
    const cut = (): void => void this.#client.connection.stream.destroy()
    if (this.#process === null) {
      cut()
      return
    }
    try {
      const helper = await connectPostgres(this.#address)
      await helper.query({ text: 'SELECT pg_cancel_backend($1::int)', values: [this.#process] })
      await helper.end()
    } catch {
      // Then its connection is cut, which the server notices by itself.
      cut()
      return
    }
    if (this.#watch.signal?.aborted === true) void this.#cutLate(cut)
  }

  async #cutLate(cut: () => void): Promise<void> {
    this.#client.connection.stream.resume()
    await Promise.race([this.#free, wait(GRACE, undefined, { ref: false })])
    if (!this.#closed) cut()
  }

  /** An error as it is told; the session goes on where it can. */
  async #told(error: unknown): Promise<unknown> {
    if (this.#watch.signal?.aborted === true) {
      await this.close()
      this.#checkStopped()
    }
    if (sqlState(error) === null && !isLost(error)) return error
    if (isLost(error)) {
      const asked = this.#process !== null
      await this.close()
      return asked ? lostFault(error, this.#address) : postgresFault(error, this.#address)
    }
    if (this.#process !== null) await this.#recover().catch(() => this.close())
    return postgresFault(error, this.#address)
  }
}
