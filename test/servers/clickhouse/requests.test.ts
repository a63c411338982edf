import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../../scripts/servers/clickhouse.mjs'
import { AbortError, DataError } from '../../../src/errors.ts'
import type { ServerConnection } from '../../../src/engines/sql/server.ts'
import { openClickHouse } from '../../../src/node/servers/clickhouse/open-clickhouse.ts'
import { clickHouseAddress, noServer, open, request } from './open.ts'

/** A query that would run for hours. */
const ENDLESS = 'SELECT count() FROM system.numbers WHERE number % 7 = 9'

async function only(connection: ServerConnection, sql: string): Promise<unknown> {
  for await (const [[value]] of connection.columns(sql)) return value
  return undefined
}

async function working(): Promise<number> {
  return Number(
    await request(
      `SELECT count() FROM system.processes WHERE query LIKE '%number \\% 7%' AND query NOT LIKE '%processes%'`,
    ),
  )
}

async function until(right: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await right()) return
    await wait(100)
  }
  throw new Error('it did not come to pass within ten seconds')
}

describe.skipIf(noServer !== null)(`a server${noServer === null ? '' : `: ${noServer}`}`, () => {
  test('a large result comes as it is read, and memory stays bounded', async () => {
    const connection = await open()
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let [rows, sum, missing, peak] = [0, 0, 0, 0]
    const sql = `SELECT number, toFloat64(number) / 7, nullIf(toInt64(number % 10), 0) FROM system.numbers LIMIT 5000000`
    for await (const { size, columns } of connection.numbers(sql)) {
      rows += size
      for (let i = 0; i < size; i++) {
        sum += columns[0][i]
        if (Number.isNaN(columns[2][i])) missing += 1
      }
      peak = Math.max(peak, process.memoryUsage().rss - before)
    }
    expect([rows, sum, missing]).toEqual([5_000_000, 12_499_997_500_000, 500_000])
    const traffic = connection.traffic()
    expect(traffic).toMatchObject({ queries: 1, rows: 5_000_000 })
    console.log(`5,000,000 x 3: ${traffic.bytes} bytes came, resident memory grew by ${peak >> 20} MiB at most`)
    expect(peak).toBeLessThan(150 * 2 ** 20)
    await connection.close()
  })

  test('a result may be left half read: the server stops', async () => {
    const connection = await open()
    for await (const { size } of connection.numbers('SELECT number FROM system.numbers WHERE number % 7 < 9')) {
      expect(size).toBeGreaterThan(0)
      break
    }
    expect(await working()).toBe(0)
    expect(await only(connection, 'SELECT 5')).toBe(5)
    await connection.close()
  })

  test('queries may be asked at the same time', async () => {
    const connection = await open()
    const asked = [1, 2, 3, 4, 5].map((i) => only(connection, `SELECT ${i}`))
    expect(await Promise.all(asked)).toEqual([1, 2, 3, 4, 5])
    await connection.close()
  })

  test('a signal ends the query on the server within seconds', async () => {
    const controller = new AbortController()
    const connection = await open({ signal: controller.signal })
    const asked = only(connection, ENDLESS).catch((error: unknown) => error)
    await until(async () => (await working()) === 1)
    controller.abort(new Error('enough'))
    const error = await asked
    expect(error).toBeInstanceOf(AbortError)
    expect((error as AbortError).message).toMatch(
      /^clickhouse:\/\/127\.0\.0\.1:\d+\/default: stopped by its signal \(enough\)$/,
    )
    expect(await working()).toBe(0)
    await expect(only(connection, 'SELECT 1')).rejects.toBeInstanceOf(AbortError)
    await connection.close()
    await expect(open({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(AbortError)
  })

  test('a signal ends a result that is being read', async () => {
    const controller = new AbortController()
    const connection = await open({ signal: controller.signal })
    const read = async (): Promise<void> => {
      for await (const _ of connection.numbers('SELECT number FROM system.numbers WHERE number % 7 < 9'))
        controller.abort()
    }
    await expect(read()).rejects.toBeInstanceOf(AbortError)
    expect(await working()).toBe(0)
    await connection.close()
  })

  test('says how far a query is', async () => {
    await request('DROP TABLE IF EXISTS many')
    await request('CREATE TABLE many (x UInt64) ENGINE = MergeTree PARTITION BY tuple() ORDER BY tuple()')
    await request('INSERT INTO many SELECT number FROM system.numbers LIMIT 20000000')
    const parts: number[] = []
    const connection = await open({ onProgress: (part) => parts.push(part) })
    const slow = "SELECT sum(length(replaceRegexpAll(toString(x % 7), '([0-9]+)+(.)*', '\\\\1\\\\1\\\\1'))) FROM many"
    await only(connection, slow)
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true)
    expect(parts).toEqual([...parts].sort((a, b) => a - b))
    await connection.close()
  })

  test('an error in mid-result is told as what it is', async () => {
    const connection = await open()
    const read = async (): Promise<number> => {
      let rows = 0
      const sql = 'SELECT number, throwIf(number = 3000000) FROM system.numbers LIMIT 5000000'
      for await (const { size } of connection.numbers(sql)) rows += size
      return rows
    }
    await expect(read()).rejects.toThrow(/: Value passed to 'throwIf' function is non zero \(code 395\)$/)
    expect(await only(connection, 'SELECT 5')).toBe(5)
    await connection.close()
  })

  test('a user who may only read can count all the same', async () => {
    const connection = await openClickHouse({ ...clickHouseAddress(), user: 'reader' }, {})
    expect(await only(connection, 'SELECT count() FROM (SELECT number FROM system.numbers LIMIT 7)')).toBe(7n)
    await expect(connection.run('CREATE TABLE t2 (i Int8) ENGINE = Memory')).rejects.toThrow(/\(code 164\)$/)
    for await (const _ of connection.numbers('SELECT number FROM system.numbers WHERE number % 7 < 9')) break
    expect(await working()).toBe(0)
    await connection.close()
  })

  test('a server that is killed in mid-query is told at once', async () => {
    const own = await startServer()
    try {
      const address = {
        ...clickHouseAddress(own.env['KERF_CLICKHOUSE_ADDRESS']),
        password: own.env['CLICKHOUSE_PASSWORD'],
      }
      const connection = await openClickHouse(address, {})
      const asked = only(connection, ENDLESS).catch((error: unknown) => error)
      const reading = (async () => {
        for await (const _ of connection.numbers('SELECT number FROM system.numbers')) await wait(5)
      })().catch((error: unknown) => error)
      await wait(1000)
      await own.stop()
      // The first gave nothing yet and is asked again, until nobody answers.
      expect(String(await asked)).toBe(
        `DataError: ${address.shown}: no server answers at 127.0.0.1:${address.port}; is it running, and is the port right?`,
      )
      expect(String(await reading)).toMatch(
        /^DataError: clickhouse:\S+: (?:the server broke the connection|the answer breaks off in the middle; run it again)/,
      )
      await connection.close()
    } finally {
      await own.stop()
    }
  })

  describe('what cannot be opened is told in one sentence, without the password', () => {
    const secret = 'not-the-Password-1'
    const refused = async (over: object): Promise<string> => {
      const address = { ...clickHouseAddress(), password: secret, ...over }
      const error = await openClickHouse(address, {}, 2000).then(
        (connection) => connection.close(),
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(DataError)
      const { message, stack } = error as DataError
      expect(`${message}${stack}${JSON.stringify(error)}`).not.toContain(secret)
      return message.slice(address.shown.length)
    }

    test('a wrong password', async () => {
      expect(await refused({})).toBe(
        ': Wrong password for user kerf (code 193); the password comes from the environment or a file',
      )
    })
    test('a wrong database', async () => {
      const { password } = clickHouseAddress()
      expect(await refused({ database: 'nowhere', password })).toBe(": Database nowhere doesn't exist (code 81)")
    })
    test('a wrong host, and https where there is none', async () => {
      expect(await refused({ host: 'no-such-host.invalid' })).toMatch(/^: the host no-such-host\.invalid is not known/)
      // The server either breaks the connection or waits for the rest of what it takes for a request.
      expect(await refused({ settings: { secure: 'true' } })).toMatch(/^: (?:.*SSL|the server broke|.*did not answer)/)
    })
  })
})
