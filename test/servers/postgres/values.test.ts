import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ServerConnection } from '../../../src/engines/sql/server.ts'
import { anyDoubles, bitsOf, NASTY_DOUBLES } from '../loaded-column.ts'
import { load, open } from './open.ts'

let connection: ServerConnection

beforeEach(async () => {
  connection = await open()
})
afterEach(() => connection.close())

async function numbers(sql: string): Promise<number[][]> {
  const found: number[][] = []
  for await (const { size, columns } of connection.numbers(sql))
    columns.forEach((column, i) => (found[i] ??= []).push(...column.subarray(0, size)))
  return found
}

async function values(sql: string): Promise<unknown[][]> {
  const found: unknown[][] = []
  for await (const columns of connection.columns(sql)) columns.forEach((column, i) => (found[i] ??= []).push(...column))
  return found
}

describe('doubles', () => {
  test('nasty ones and any others come back bit for bit', async () => {
    const written = [...NASTY_DOUBLES, ...anyDoubles(20_000)]
    await load(connection, 'doubles', [
      { name: 'i', kind: 'integer', values: written.map((_, i) => BigInt(i)) },
      { name: 'x', kind: 'double', values: written },
    ])
    const [read] = await numbers('SELECT x FROM doubles ORDER BY i')
    expect(bitsOf(read)).toEqual(bitsOf(written))
    const [texts] = await values('SELECT x FROM doubles ORDER BY i')
    expect(texts.slice(0, NASTY_DOUBLES.length)).toEqual(NASTY_DOUBLES)
  })

  test('float4, whole numbers, numeric and truth values become the doubles they are', async () => {
    const sql = `SELECT 0.1::float4, 16777217::float4, '1e-45'::float4, 32767::int2, (-2147483648)::int4,
      9007199254740993::int8, 9223372036854775807::int8, 0.1::numeric, '1e400'::numeric, 'NaN'::numeric, true, NULL::int4`
    const [...found] = (await numbers(sql)).flat()
    expect(found).toEqual([
      Math.fround(0.1), 16777216, Math.fround(1e-45), 32767, -2147483648,
      9007199254740992, 9223372036854775808, 0.1, Infinity, Number.NaN, 1, Number.NaN,
    ]) // prettier-ignore
    const sent =
      'SELECT x::float4, x::float4::float8 FROM (SELECT random() * 10 ^ (random() * 60 - 30) AS x FROM generate_series(1, 50000)) t'
    const [short, long] = await numbers(sent)
    expect(bitsOf(short)).toEqual(bitsOf(long))
  })

  test('what is no number is refused by name', async () => {
    await expect(numbers(`SELECT 1 AS a, now() AS "the moment"`)).rejects.toThrow(
      /^postgres:\/\/127\.0\.0\.1:\d+\/postgres: column "the moment" of the result holds no numbers; cast it to float8$/,
    )
    expect(await numbers('SELECT 2')).toEqual([[2]])
  })
})

test('values of every type come as numbers, truth values, bigints or the text that the server writes', async () => {
  const sql = `SELECT 1::int2, 2::int4, 3::int8, 0.5::float4, 1.5::float8, 12.50::numeric(10,2), true, 'a''b'::text, 'x'::char(3),
    '2026-11-16 11:09:39.123456+02'::timestamptz, '2026-11-16 11:09:39.5'::timestamp, 'infinity'::timestamp, '2026-11-16'::date,
    '1 day 2 hours'::interval, '\\xdead'::bytea, '{"a": 1}'::jsonb, ARRAY[1, 2], 'Ünïcode ☃ 😀', NULL, ''`
  expect((await values(sql)).flat()).toEqual([
    1, 2, 3n, 0.5, 1.5, '12.50', true, "a'b", 'x  ',
    '2026-11-16 09:09:39.123456+00', '2026-11-16 11:09:39.5', 'infinity', '2026-11-16',
    'P1DT2H', String.raw`\xdead`, '{"a": 1}', '{1,2}', 'Ünïcode ☃ 😀', null, '',
  ]) // prettier-ignore
})

test('what is loaded is what was meant', async () => {
  const micros = [0n, -1n, 1_794_827_379_123_456n, -62_135_596_800_000_000n, null]
  await load(connection, 'loaded', [
    { name: 'at', kind: 'timestamp', values: micros },
    {
      name: 'price',
      kind: 'decimal',
      precision: 38,
      scale: 3,
      values: ['0.100', '-12345678901234567890.125', null, '1.000', '0.000'],
    },
    { name: 'n', kind: 'integer', values: [2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n, 0n, null] },
    { name: 'yes', kind: 'boolean', values: [true, false, null, true, true] },
    { name: 't', kind: 'text', values: ['', ' a ', String.raw`back\slash'"`, null, 'line\nbreak\ttab'] },
  ])
  const [at, price, n, yes, t] = await values(
    `SELECT (extract(epoch FROM at) * 1000000)::numeric(30, 0), price, n, yes, t FROM loaded`,
  )
  expect(at).toEqual(micros.map((moment) => (moment === null ? null : String(moment))))
  expect(price).toEqual(['0.100', '-12345678901234567890.125', null, '1.000', '0.000'])
  expect(n).toEqual([2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n, 0n, null])
  expect(yes).toEqual([true, false, null, true, true])
  expect(t).toEqual(['', ' a ', String.raw`back\slash'"`, null, 'line\nbreak\ttab'])
})

test('a query is described in the words of the database, without being run', async () => {
  const query = `SELECT 1 AS a, 2.5::numeric(10,2) AS "B c", 'x'::varchar(7) AS d, now() AS e, ARRAY[1.5::float8] AS f,
    1 / (i - i) AS g FROM generate_series(1, 100000000000) AS i -- all of them`
  expect(await connection.describe(query)).toEqual([
    { name: 'a', type: 'integer' },
    { name: 'B c', type: 'numeric(10,2)' },
    { name: 'd', type: 'character varying(7)' },
    { name: 'e', type: 'timestamp with time zone' },
    { name: 'f', type: 'double precision[]' },
    { name: 'g', type: 'bigint' },
  ])
})

test('names and texts that try to be SQL stay names and texts', async () => {
  const { dialect } = connection
  const hostile = [
    `"; DROP TABLE doubles; --`,
    `a"b`,
    String.raw`\'; SELECT 1`,
    '$$',
    '😀',
    ' ',
    'SELECT',
    '__proto__',
    'constructor',
    'x'.repeat(60),
  ]
  await load(
    connection,
    hostile[0],
    hostile.map((name) => ({ name, kind: 'text', values: [name, null] })),
  )
  const found = await values(`SELECT * FROM ${dialect.identifier(hostile[0])}`)
  expect(found).toEqual(hostile.map((name) => [name, null]))
  const described = await connection.describe(`SELECT * FROM ${dialect.identifier(hostile[0])}`)
  expect(described.map(({ name }) => name)).toEqual(hostile)
  // Only one statement is run at a time.
  await expect(values('SELECT 1; SELECT 2')).rejects.toThrow(/SQLSTATE 42601/)
  await expect(values('COMMIT; DROP TABLE doubles')).rejects.toThrow(/SQLSTATE 42601/)
  expect(await values('SELECT count(*) > 0 FROM doubles')).toEqual([[true]])
})
