import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyDoubles, bitsOf, NASTY_DOUBLES } from '../loaded-column.ts'
import { openChdb } from './chdb-connection.ts'
import { type Loadable, load, noServer, open } from './open.ts'

const SERVERS = [
  { title: 'chdb', open: openChdb, skipped: null },
  { title: 'the server of 2018', open: () => open(), skipped: noServer },
]

describe.each(SERVERS)('$title', ({ open: openIt, skipped, title }) => {
  const old = title !== 'chdb'
  let connection: Loadable

  beforeAll(async () => {
    if (skipped === null) connection = await openIt()
  })
  afterAll(async () => connection?.close())

  async function numbers(sql: string): Promise<number[][]> {
    const found: number[][] = []
    for await (const { size, columns } of connection.numbers(sql))
      columns.forEach((column, i) => (found[i] ??= []).push(...column.subarray(0, size)))
    return found
  }

  async function values(sql: string): Promise<unknown[][]> {
    const found: unknown[][] = []
    for await (const columns of connection.columns(sql))
      columns.forEach((column, i) => (found[i] ??= []).push(...column))
    return found
  }

  test.skipIf(skipped !== null)('doubles, nasty ones and any others, come back bit for bit', async () => {
    const written = [...NASTY_DOUBLES, ...anyDoubles(20_000)]
    const full = written.map((value) => value ?? 0)
    await load(connection, 'doubles', [
      { name: 'i', kind: 'integer', values: written.map((_, i) => BigInt(i)) },
      { name: 'x', kind: 'double', values: written },
      { name: 'y', kind: 'double', values: full },
    ])
    const [x, y] = await numbers('SELECT x, y FROM doubles ORDER BY i')
    expect(bitsOf(x)).toEqual(bitsOf(written))
    expect(bitsOf(y)).toEqual(bitsOf(full))
    const [some] = await values('SELECT x FROM doubles ORDER BY i')
    expect(some.slice(0, NASTY_DOUBLES.length)).toEqual(NASTY_DOUBLES)
  })

  test.skipIf(skipped !== null)('numbers of every type become the doubles they are', async () => {
    const sql = `SELECT toFloat32(0.1), toInt8(-128), toUInt8(255), toInt16(-32768), toUInt16(65535), toInt32(-2147483648),
      toUInt32(4294967295), toInt64(-9007199254740993), toUInt64(18446744073709551615), toDecimal32(-1.25, 3),
      toDecimal64(-12345678901.125, 3), toDecimal128('-12345678901234567890.125', 3), CAST(NULL AS Nullable(Int32)), NULL`
    expect((await numbers(sql)).flat()).toEqual([
      Math.fround(0.1), -128, 255, -32768, 65535, -2147483648,
      4294967295, -9007199254740992, 18446744073709551616, -1.25,
      -12345678901.125, Number('-12345678901234567890.125'), Number.NaN, Number.NaN,
    ]) // prettier-ignore
    await expect(numbers(`SELECT 'x' AS "a text"`)).rejects.toThrow(
      /: column "a text" of the result holds no numbers but String; write toFloat64\(…\) around it$/,
    )
  })

  test.skipIf(skipped !== null)('values come as numbers, bigints, or texts', async () => {
    const sql = `SELECT toInt8(1), toUInt64(2), -toInt64(3), 0.5, toDecimal64(12.5, 2), toDecimal32(-0.05, 2), toDecimal64(7, 0), 'a\\'b', '',
      toDate('2026-11-16'), toDateTime('2026-11-16 11:09:39', 'UTC'), 'Ünïcode ☃ 😀', NULL, toNullable('z')`
    expect((await values(sql)).flat()).toEqual([
      1, 2n, -3n, 0.5, '12.50', '-0.05', '7', "a'b", '',
      '2026-11-16', '2026-11-16 11:09:39', 'Ünïcode ☃ 😀', null, 'z',
    ]) // prettier-ignore
    await expect(values('SELECT [1, 2] AS a')).rejects.toThrow(
      /: the result holds values of type Array\(UInt8\); write toString\(…\) around them$/,
    )
  })

  test.skipIf(old)('values of types of today', async () => {
    const sql = `SELECT toDateTime64('2026-11-16 11:09:39.123456', 6, 'UTC'), toDateTime64('1969-12-31 23:59:59.5', 3, 'UTC'),
      toDate32('1925-01-01'), true, toInt128('-170141183460469231731687303715884105728'), toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935'),
      toLowCardinality('low'), toDecimal256('-1.5', 2)`
    expect((await values(sql)).flat()).toEqual([
      '2026-11-16 11:09:39.123456', '1969-12-31 23:59:59.500',
      '1925-01-01', true, -(2n ** 127n), 2n ** 256n - 1n,
      'low', '-1.50',
    ]) // prettier-ignore
    expect(await numbers('SELECT true, toInt128(5)')).toEqual([[1], [5]])
    const [low] = await values(`SELECT toLowCardinality(nullIf(toString(number % 3), '2')) FROM numbers(9)`)
    expect(low).toEqual(['0', '1', null, '0', '1', null, '0', '1', null])
    const [wide] = await values('SELECT toLowCardinality(toString(number)) FROM numbers(70000)')
    expect(wide.every((text, i) => text === String(i))).toBe(true)
    expect(await numbers('SELECT toLowCardinality(toUInt16(number)) FROM numbers(3)')).toEqual([[0, 1, 2]])
    // What has no zone is told in UTC, wherever the server is.
    expect(await values(`SELECT toString(toDateTime(0))`)).toEqual([['1970-01-01 00:00:00']])
  })

  test.skipIf(skipped !== null)('what is loaded is what was meant', async () => {
    const micros = old ? [0n, 1_000_000n, 1_794_827_379_000_000n] : [0n, -1n, 1_794_827_379_123_456n]
    await load(connection, 'loaded', [
      { name: 'at', kind: 'timestamp', values: micros },
      { name: 'price', kind: 'decimal', precision: 38, scale: 3, values: ['0.100', '-12345678901234567890.125', null] },
      { name: 'n', kind: 'integer', values: [2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n] },
      { name: 'yes', kind: 'boolean', values: [true, false, null] },
      { name: 't', kind: 'text', values: ['', String.raw`back\slash'"`, null] },
    ])
    expect(await values('SELECT price, n, yes, t FROM loaded')).toEqual([
      ['0.100', '-12345678901234567890.125', null],
      [2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n],
      old ? [1, 0, null] : [true, false, null],
      ['', String.raw`back\slash'"`, null],
    ])
    const [at] = await values('SELECT at FROM loaded')
    expect(at).toEqual(
      old
        ? ['1970-01-01 00:00:00', '1970-01-01 00:00:01', '2026-11-16 11:09:39']
        : ['1970-01-01 00:00:00.000000', '1969-12-31 23:59:59.999999', '2026-11-16 11:09:39.123456'],
    )
  })

  test.skipIf(skipped !== null)('a query is described in the words of the database', async () => {
    const query = `SELECT toUInt8(1) AS a, toDecimal64(1, 2) AS \`B c\`, toNullable('x') AS d FROM system.numbers -- all of them`
    expect(await connection.describe(query)).toEqual([
      { name: 'a', type: 'UInt8' },
      { name: 'B c', type: 'Decimal(18, 2)' },
      { name: 'd', type: 'Nullable(String)' },
    ])
  })

  test.skipIf(skipped !== null)('names and texts that try to be SQL stay names and texts', async () => {
    const { identifier, text } = connection.dialect
    const hostile = [
      '`; DROP TABLE doubles; --',
      'a"b',
      "\\'; SELECT 1",
      '$$',
      '😀',
      ' ',
      'SELECT',
      '__proto__',
      'x'.repeat(60),
    ]
    // The name of a table is the name of a folder too.
    const table = "t`; DROP' --"
    await load(
      connection,
      table,
      hostile.map((name) => ({ name, kind: 'text', values: [name, null] })),
    )
    expect(await values(`SELECT * FROM ${identifier(table)}`)).toEqual(hostile.map((name) => [name, null]))
    expect((await connection.describe(`SELECT * FROM ${identifier(table)}`)).map(({ name }) => name)).toEqual(hostile)
    expect((await values(`SELECT ${hostile.map(text).join(', ')}`)).flat()).toEqual(hostile)
  })

  test.skipIf(skipped !== null || !old)('a server takes one statement at a time', async () => {
    await expect(values('SELECT 1; SELECT 2')).rejects.toThrow(/\(code 62/)
  })

  test.skipIf(old)('a server of today takes tens of thousands of literals', async () => {
    const many = Array.from({ length: 60_000 }, (_, i) => `${i}.5`)
    const sql = `SELECT count() FROM numbers(10) WHERE toFloat64(number) + 0.5 IN (${many.join(', ')})`
    expect(await numbers(sql)).toEqual([[10]])
  })

  test.skipIf(skipped !== null)('long queries and large results are no trouble', async () => {
    // An old server takes minutes for tens of thousands of literals, and no time for a long text.
    const long = 'x'.repeat(600_000)
    expect(await numbers(`SELECT length('${long}')`)).toEqual([[600_000]])
    let [rows, total] = [0, 0]
    for await (const { size, columns } of connection.numbers(
      'SELECT number, toFloat64(number) / 7 FROM system.numbers LIMIT 1000000',
    )) {
      rows += size
      for (let i = 0; i < size; i++) total += columns[0][i]
    }
    expect([rows, total]).toEqual([1_000_000, 499_999_500_000])
    expect(connection.traffic().bytes).toBeGreaterThan(16_000_000)
    expect(await values('SELECT 1 FROM system.numbers WHERE 0 LIMIT 1')).toEqual([])
  })

  test.skipIf(skipped !== null)('errors are one sentence with their number', async () => {
    await expect(values('SELECT nope')).rejects.toThrow(/^\S+: .*nope.* \(code 47(?:, UNKNOWN_IDENTIFIER)?\)$/i)
    await expect(
      values('SELECT throwIf(number = 700000) FROM (SELECT number FROM system.numbers LIMIT 1000000)'),
    ).rejects.toThrow(/^\S+: Value passed to '?throwIf'? function is non-?\s?zero.* \(code 395/)
    await expect(connection.run('DROP TABLE nowhere')).rejects.toThrow(/\(code 60/)
  })
})
