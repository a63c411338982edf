import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { RecordBatch } from 'apache-arrow'
import { sparkDialect } from '../../../engines/dialects/spark-sql.ts'
import type { ServerConnection } from '../../../engines/sql/server.ts'
import { ArgumentError, DataError } from '../../../errors.ts'
import type { ServerAddress, ServerWatch } from '../server-address.ts'
import { batchReader, loadArrow } from './arrow-batches.ts'
import { readDoubles, readValues } from './arrow-values.ts'
import { connectClient } from './connect-client.ts'
import { type ConnectPlan, configRequest, readAnalysis, schemaRequest, versionRequest } from './connect-messages.ts'
import { SparkSession } from './connect-session.ts'
import { PATIENCE, type Patience } from './patience.ts'
import { runPlan } from './run-plan.ts'
import { readColumns } from './spark-types.ts'

/** What tests set otherwise. */
export interface SparkOptions {
  /** how long things may take */
  readonly patience?: Patience
  /** certificates to trust, as PEM; default those of Node */
  readonly roots?: Uint8Array
}

/** The oldest Spark whose SQL is counted with. */
const OLDEST = 4

/**
 * Settings of the session that answers depend on. Servers may have others: times must not move with the zone of the
 * server, and what does not fit a type must be an error, not NULL or another number.
 */
const NEEDED = { 'spark.sql.session.timeZone': 'UTC', 'spark.sql.ansi.enabled': 'true' }

/** How our SQL is to be read. Some services do not let anyone touch these, and have them as they should be. */
const WANTED = {
  'spark.sql.parser.escapedStringLiterals': 'false',
  'spark.sql.legacy.exponentLiteralAsDecimal.enabled': 'false',
  'spark.sql.execution.arrow.useLargeVarTypes': 'false',
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Opens a session on a Spark Connect server of Spark 4 or later. The token is the password of the address; a token or the
 * setting `use_ssl=true` asks for TLS, `user_id` and `session_id` are those of Spark, other settings become headers.
 */
export async function openSpark(
  address: ServerAddress,
  watch: ServerWatch = {},
  { patience = PATIENCE, roots }: SparkOptions = {},
): Promise<ServerConnection> {
  const { settings, shown } = address
  const given = settings['session_id']
  if (given !== undefined && !UUID.test(given)) {
    throw new ArgumentError(`${shown}: session_id must be a UUID, got ${given}`, { code: 'out-of-range', value: given })
  }
  // Before the server is troubled: a package that is missing is said at once.
  await loadArrow()
  const who = { id: given ?? randomUUID(), user: address.user ?? settings['user_id'] ?? userName(), observed: null }
  const session = new SparkSession(await connectClient(address, roots), who, {
    shown,
    patience,
    onRetry: watch.onRetry,
  })
  const connection = sparkConnection(session, watch, given === undefined)
  try {
    await prepare(session, watch)
    if (address.database !== null) await connection.run(`USE ${sparkDialect.identifier(address.database)}`)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Who asks, as the logs of the server show it. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'kerf'
  }
}

/** Finds out whether the server will do, and makes it answer as we need it. */
async function prepare(session: SparkSession, { signal }: ServerWatch): Promise<void> {
  const first = { signal, waits: session.patience.firstWaits, limit: session.patience.opening }
  const { version, observed } = readAnalysis(await session.ask('AnalyzePlan', versionRequest(session.who), first))
  session.observe(observed)
  if (!(Number.parseInt(version, 10) >= OLDEST)) {
    throw new DataError(
      `${session.shown}: needs Spark ${OLDEST} or later, the server says it is ${version || 'none'}`,
      {
        value: version,
      },
    )
  }
  await session.ask('Config', configRequest(session.who, NEEDED, false), { signal })
  await session.ask('Config', configRequest(session.who, WANTED, true), { signal })
}

function sparkConnection(session: SparkSession, watch: ServerWatch, own: boolean): ServerConnection {
  const counts = { queries: 0, rows: 0, bytes: 0 }
  let closed: Promise<void> | null = null

  /** The rows of a plan, a batch at a time. */
  async function* batches(plan: ConnectPlan): AsyncGenerator<RecordBatch> {
    counts.queries++
    const reader = await batchReader()
    let told = 0
    for await (const { batch, progress } of runPlan(session, plan, watch.signal)) {
      // Stages that begin later make the part smaller: it is told only when it grows.
      if (progress !== null && progress > told) watch.onProgress?.((told = progress))
      if (batch === null) continue
      counts.bytes += batch.data.length
      for (const part of await readWith(session, () => reader.read(batch))) {
        counts.rows += part.numRows
        yield part
      }
    }
    if (told < 1) watch.onProgress?.(1)
  }

  return {
    dialect: sparkDialect,
    async *numbers(sql) {
      for await (const { data, schema, numRows: size } of batches({ sql, kind: 'query' })) {
        if (size === 0) continue
        const columns = await readWith(session, () =>
          data.children.map((child, i) => readDoubles(child, schema.fields[i].name)),
        )
        yield { size, columns }
      }
    },
    async *columns(sql) {
      for await (const batch of batches({ sql, kind: 'query' })) {
        if (batch.numRows === 0) continue
        yield await readWith(session, () =>
          batch.data.children.map((child, i) => readValues(batch.getChildAt(i)!, child, batch.schema.fields[i].name)),
        )
      }
    },
    async run(sql) {
      for await (const _ of batches({ sql, kind: 'statement' })) continue
    },
    async describe(query) {
      const answer = await session.ask('AnalyzePlan', schemaRequest(session.who, query), { signal: watch.signal })
      return readWith(session, () => readColumns(readAnalysis(answer).schema ?? new Uint8Array(0)))
    },
    traffic: () => ({ ...counts }),
    close: () => (closed ??= session.close(own)),
  }
}

/** What is wrong with an answer is told with the server that gave it. */
async function readWith<T>(session: SparkSession, read: () => T): Promise<T> {
  try {
    return read()
  } catch (error) {
    throw await session.inWords(error)
  }
}
