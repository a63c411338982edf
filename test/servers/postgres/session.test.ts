import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { start } from '../../../scripts/servers/postgres.mjs'
import { AbortError, DataError } from '../../../src/errors.ts'
import type { ServerConnection } from '../../../src/engines/sql/server.ts'
import { openPostgres } from '../../../src/node/servers/postgres/open-postgres.ts'
import { open, otherSession, postgresAddress } from './open.ts'

let other: pg.Client

beforeAll(async () => {
  other = await otherSession()
})
afterAll(() => other.end())

/** A query that would run for minutes. */
const ENDLESS = 'SELECT count(*) FROM generate_series(1, 20000000000) AS i WHERE i % 7 = 9'

async function withConnection<T>(work: (connection: ServerConnection) => Promise<T>): Promise<T> {
  const connection = await open()
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** What a promise was refused with, to be looked at later. */
const refusal = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'it was not refused',
    (error: unknown) => String(error),
  )

async function only(connection: ServerConnection, sql: string): Promise<unknown> {
  for await (const [[value]] of connection.columns(sql)) return value
  return undefined
}

/** How many sessions of Kerf work on a query now, other than those that begin. */
async function working(client: pg.Client = other): Promise<number> {
  const sql = `SELECT count(*)::int AS n FROM pg_stat_activity 
    WHERE application_name = 'kerf' AND state = 'active' AND query ~ 'generate_series|pg_sleep'`
  const { rows } = await client.query<{ n: number }>(sql)
  return rows[0].n
}

async function until(right: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await right()) return
    await wait(100)
  }
  throw new Error('it did not come to pass within ten seconds')
}

describe('a large result', () => {
  test('comes as it is read, and memory stays bounded', async () => {
    const seen = await withConnection(async (connection) => {
      const sql = `SELECT i, i::float8 / 7 AS x, CASE WHEN i % 10 > 0 THEN -i END AS y FROM generate_series(1, 1000000) AS i`
      globalThis.gc?.()
      const before = process.memoryUsage().rss
      let [rows, sum, missing, peak] = [0, 0, 0, 0]
      for await (const { size, columns } of connection.numbers(sql)) {
        rows += size
        for (let i = 0; i < size; i++) {
          sum += columns[0][i]
          if (Number.isNaN(columns[2][i])) missing += 1
        }
        // Whoever reads slowly does not make the rest pile up here.
        if (rows % 200_000 === 0) await wait(50)
        peak = Math.max(peak, process.memoryUsage().rss - before)
      }
      const traffic = connection.traffic()
      return { rows, sum, missing, peak, traffic }
    })
    expect(seen).toMatchObject({ rows: 1_000_000, sum: 500_000_500_000, missing: 100_000 })
    expect(seen.traffic).toMatchObject({ queries: 1, rows: 1_000_000 })
    expect(seen.traffic.bytes).toBeGreaterThan(20_000_000)
    console.log(
      `1,000,000 x 3: ${seen.traffic.bytes} bytes came, resident memory grew by ${seen.peak >> 20} MiB at most`,
    )
    expect(seen.peak).toBeLessThan(150 * 2 ** 20)
  })

  test('may be left half read: the server stops, and the next query sees the same data', async () => {
    await withConnection(async (connection) => {
      for await (const { size } of connection.numbers('SELECT generate_series(1, 100000000)')) {
        expect(size).toBe(10_000)
        break
      }
      expect(await working()).toBe(0)
      expect(await only(connection, 'SELECT 5')).toBe(5)
    })
  })

  test('is scanned in parallel where the server does so', async () => {
    await other.query(
      'CREATE TABLE IF NOT EXISTS wide AS SELECT i, random() AS x FROM generate_series(1, 1000000) AS i',
    )
    await other.query('ANALYZE wide')
    await withConnection(async (connection) => {
      const plan: string[] = []
      for await (const [lines] of connection.columns('EXPLAIN (ANALYZE, COSTS OFF) SELECT count(*), max(x) FROM wide'))
        plan.push(...(lines as string[]))
      expect(plan.join('\n')).toMatch(/Workers Launched: [1-9]/)
    })
  })
})

describe('one state of the data', () => {
  test('rows that others insert or delete meanwhile are not seen', async () => {
    await other.query('DROP TABLE IF EXISTS moving; CREATE TABLE moving AS SELECT i FROM generate_series(1, 1000) AS i')
    await withConnection(async (connection) => {
      expect(await only(connection, 'SELECT count(*) FROM moving')).toBe(1000n)
      await other.query('INSERT INTO moving SELECT i FROM generate_series(1, 500) AS i')
      expect(await only(connection, 'SELECT count(*) FROM moving')).toBe(1000n)
      await other.query('DELETE FROM moving')
      // A query that fails, and one that is left half read, change nothing about it.
      await expect(only(connection, 'SELECT 1 / (i - i) FROM moving')).rejects.toThrow(
        'division by zero (SQLSTATE 22012)',
      )
      for await (const _ of connection.numbers('SELECT generate_series(1, 100000000)')) break
      expect(await only(connection, 'SELECT count(*) FROM moving')).toBe(1000n)
    })
    await withConnection(async (connection) => expect(await only(connection, 'SELECT count(*) FROM moving')).toBe(0n))
  })

  test('queries asked at the same time wait for each other', async () => {
    await withConnection(async (connection) => {
      const asked = [1, 2, 3, 4, 5].map((i) => only(connection, `SELECT ${i} FROM pg_sleep(0.02)`))
      expect(await Promise.all(asked)).toEqual([1, 2, 3, 4, 5])
    })
  })

  test('nothing is written by a query', async () => {
    await withConnection(async (connection) => {
      await expect(only(connection, 'INSERT INTO moving VALUES (1) RETURNING i')).rejects.toThrow(/SQLSTATE 25006/)
      await expect(only(connection, 'CREATE TABLE t2 (i int)')).rejects.toThrow(/SQLSTATE 25006/)
    })
  })

  test('a statement runs outside of it, and gives up where a query here holds what it changes', async () => {
    await withConnection(async (connection) => {
      await connection.run('DROP VIEW IF EXISTS seen; CREATE VIEW seen AS SELECT 7 AS seven')
      expect(await only(connection, 'SELECT seven FROM seen')).toBe(7)
      await expect(connection.run('DROP VIEW seen')).rejects.toThrow(
        /canceling statement due to lock timeout \(SQLSTATE 55P03\); another session holds what is to be changed, or a query/,
      )
      await expect(connection.run('CREATE VIEW seen AS SELECT')).rejects.toThrow(/SQLSTATE 42P07/)
    })
  })
})

describe('a signal', () => {
  test('ends the query on the server within seconds, and the session', async () => {
    const controller = new AbortController()
    const connection = await open({ signal: controller.signal })
    const told = refusal(only(connection, ENDLESS))
    await until(async () => (await working()) === 1)
    controller.abort(new Error('enough'))
    expect(await told).toMatch(
      /^AbortError: postgres:\/\/127\.0\.0\.1:\d+\/postgres: stopped by its signal \(enough\)$/,
    )
    await until(async () => (await working()) === 0)
    await expect(only(connection, 'SELECT 1')).rejects.toBeInstanceOf(AbortError)
    await connection.close()
    await connection.close()
  })

  test('ends a result that is being read, a statement, and one that was aborted before', async () => {
    const controller = new AbortController()
    const connection = await open({ signal: controller.signal })
    const read = async (): Promise<void> => {
      for await (const _ of connection.numbers('SELECT generate_series(1, 100000000)')) controller.abort()
    }
    await expect(read()).rejects.toBeInstanceOf(AbortError)
    expect(await working()).toBe(0)

    const second = new AbortController()
    const writer = await open({ signal: second.signal })
    const running = refusal(writer.run(`DO $$ BEGIN PERFORM pg_sleep(600); END $$`))
    await until(async () => (await working()) === 1)
    second.abort()
    expect(await running).toMatch(/^AbortError: /)
    await until(async () => (await working()) === 0)
    await writer.close()

    await expect(open({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(AbortError)
  })
})

describe('a connection that is lost', () => {
  test('says that the state of the data is lost too', async () => {
    const connection = await open()
    const told = refusal(only(connection, ENDLESS))
    await until(async () => (await working()) === 1)
    await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kerf'`)
    expect(await told).toMatch(
      /: the connection was lost \(terminating connection due to administrator command, SQLSTATE 57P01\), and with it the state of the data that was being read; run it again$/,
    )
    await expect(only(connection, 'SELECT 1')).rejects.toThrow(/: the connection was closed$/)
  })

  test('between two queries is told by the next one', async () => {
    const connection = await open()
    expect(await only(connection, 'SELECT 1')).toBe(1)
    await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kerf'`)
    await wait(200)
    await expect(only(connection, 'SELECT 1')).rejects.toThrow(/the connection was lost, and with it the state/)
    await connection.close()
  })

  test('because the server was stopped in mid-query is told at once', async () => {
    const own = await start()
    try {
      const address = { ...postgresAddress(own.env.KERF_POSTGRES_ADDRESS), password: own.env.PGPASSWORD }
      const connection = await openPostgres(address, {})
      const told = refusal(only(connection, ENDLESS))
      await wait(1000)
      await own.stop()
      expect(await told).toMatch(/the connection was lost.*run it again$/)
      await expect(openPostgres(address, {})).rejects.toThrow(
        `${address.shown}: no server answers at 127.0.0.1:${address.port}; is it running, and is the port right?`,
      )
    } finally {
      await own.stop()
    }
  })
})

describe('what cannot be opened is told in one sentence, without the password', () => {
  const secret = 'not-the-Password-1'
  const refused = async (over: object): Promise<string> => {
    const address = { ...postgresAddress(), password: secret, ...over }
    const error = await openPostgres(address, {}).then(
      async (connection) => connection.close(),
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(DataError)
    const { message, stack } = error as DataError
    expect(`${message}${stack}${JSON.stringify(error)}`).not.toContain(secret)
    return message.slice(address.shown.length)
  }

  test('a wrong password', async () => {
    expect(await refused({})).toBe(
      ': password authentication failed for user "kerf" (SQLSTATE 28P01); the password comes from PGPASSWORD or the password file',
    )
  })
  test('a wrong database', async () => {
    const { password } = postgresAddress()
    expect(await refused({ database: 'nowhere', password })).toBe(
      ': database "nowhere" does not exist (SQLSTATE 3D000)',
    )
  })
  test('a wrong host', async () => {
    expect(await refused({ host: 'no-such-host.invalid' })).toMatch(
      /^: the host no-such-host\.invalid is not known; is its name/,
    )
  })
  test('encryption that the server does not have, and an unknown word for it', async () => {
    expect(await refused({ settings: { sslmode: 'require' } })).toBe(': The server does not support SSL connections')
    expect(await refused({ settings: { sslmode: 'maybe' } })).toBe(
      ': sslmode must be disable, require or verify-full, got "maybe"',
    )
  })
})
