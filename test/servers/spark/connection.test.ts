import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServerConnection } from '../../../src/engines/sql/server.ts'
import { DataError } from '../../../src/errors.ts'
import { allColumns, allNumbers, openReal, sparkAddress } from './open.ts'

let spark: ServerConnection
beforeAll(async () => {
  spark = await openReal()
})
afterAll(async () => spark.close())

const TYPES = [
  ['CAST(-1 AS TINYINT)', 'tinyint', -1],
  ['CAST(2 AS SMALLINT)', 'smallint', 2],
  ['3', 'int', 3],
  ['9007199254740991L', 'bigint', 2 ** 53 - 1],
  ['9007199254740993L', 'bigint', 2n ** 53n + 1n],
  ['CAST(0.1 AS FLOAT)', 'float', Math.fround(0.1)],
  ['0.1D', 'double', 0.1],
  ['CAST(-1.05 AS DECIMAL(10,2))', 'decimal(10,2)', '-1.05'],
  ['12345678901234567890123456789012345678BD', 'decimal(38,0)', '12345678901234567890123456789012345678'],
  ["'it''s ü 😀'", 'string', "it's ü 😀"],
  ['true', 'boolean', true],
  ["DATE'1969-12-31'", 'date', -86_400_000],
  ["TIMESTAMP'2020-01-02 03:04:05.678'", 'timestamp', Date.UTC(2020, 0, 2, 3, 4, 5, 678)],
  ["TIMESTAMP_NTZ'2020-01-02 03:04:05.678'", 'timestamp_ntz', Date.UTC(2020, 0, 2, 3, 4, 5, 678)],
  ["TIMESTAMP'2020-07-02 03:04:05+02:00'", 'timestamp', Date.UTC(2020, 6, 2, 1, 4, 5)],
  ['NULL', 'void', null],
  ['CAST(NULL AS DOUBLE)', 'double', null],
  ['ARRAY(1, 2)', 'array<int>', '[1,2]'],
  ["NAMED_STRUCT('x', 1, 'y', 'z')", 'struct<x:int,y:string>', '{"x": 1, "y": "z"}'],
  ["MAP('k', 1)", 'map<string,int>', '{"k": 1}'],
] as const

describe('values', () => {
  test('of every type come as they are, with the type in the words of Spark', async () => {
    const query = `SELECT ${TYPES.map(([sql], i) => `${sql} AS c${i}`).join(', ')}`
    expect((await allColumns(spark, query)).map(([value]) => value)).toEqual(TYPES.map(([, , value]) => value))
    expect(await spark.describe(query)).toEqual(TYPES.map(([, type], i) => ({ name: `c${i}`, type })))
  })
  test('that are doubles come bit for bit', async () => {
    const doubles = [0, -0, 5e-324, -5e-324, 2.225073858507201e-308, 2 ** 53 + 2, 1.7976931348623157e308, 0.1, 1 / 3]
    const rows = doubles.map((x) => `(CAST('${Object.is(x, -0) ? '-0.0' : x}' AS DOUBLE))`)
    rows.push("(double('NaN'))", "(double('Infinity'))", "(double('-Infinity'))", '(NULL)')
    const { columns } = await allNumbers(spark, `SELECT * FROM VALUES ${rows.join(', ')} AS t(x)`)
    const bits = (values: readonly number[]): string[] =>
      [...new BigUint64Array(Float64Array.from(values).buffer)].map((word) => word.toString(16))
    expect(bits(columns[0])).toEqual(bits([...doubles, NaN, Infinity, -Infinity, NaN]))
  })
  test('that are numbers of any type come as doubles', async () => {
    const sql = `SELECT 1, 2L, CAST(3 AS TINYINT), 1.5BD, CAST(0.1 AS FLOAT), -9223372036854775808L, true,
      0.1234567890123456789012345678901234567BD, TIMESTAMP'1970-01-01 00:00:01', NULL`
    const expected = [1, 2, 3, 1.5, Math.fround(0.1), -(2 ** 63), 1, 0.12345678901234568, 1000, NaN]
    expect((await allNumbers(spark, sql)).columns.map(([value]) => value)).toEqual(expected)
  })
  test('come in order and whole when there are a million rows', async () => {
    const before = spark.traffic()
    const { columns, parts } = await allNumbers(spark, 'SELECT id, id * 0.5D AS half FROM range(0, 1000000, 1, 4)')
    expect(columns[0].length).toBe(1_000_000)
    expect(columns[0].every((value, i) => value === i)).toBe(true)
    expect(columns[1].every((value, i) => value === i / 2)).toBe(true)
    expect(parts).toBeGreaterThan(3)
    const after = spark.traffic()
    expect([after.queries - before.queries, after.rows - before.rows]).toEqual([1, 1_000_000])
    expect(after.bytes - before.bytes).toBeGreaterThan(16_000_000)
  })
  test('are none where there are no rows', async () => {
    expect(await allColumns(spark, 'SELECT 1 WHERE false')).toEqual([])
  })
})

describe('errors', () => {
  test.each([
    ['SELECT * FROM nowhere', 'TABLE_OR_VIEW_NOT_FOUND', '42P01'],
    ['SELECT 1 FORM x y', 'PARSE_SYNTAX_ERROR', '42601'],
    ['SELECT sum(1 / (id - 7)) FROM range(10)', 'DIVIDE_BY_ZERO', '22012'],
    ["SELECT CAST('x' AS DOUBLE)", 'CAST_INVALID_INPUT', '22018'],
    ["SELECT raise_error(repeat('long ', 1000)) FROM range(3)", 'USER_RAISED_EXCEPTION', 'P0001'],
  ])('%s', async (sql, errorClass, sqlState) => {
    const error = await allColumns(spark, sql).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DataError)
    expect(error).toMatchObject({ cause: { errorClass, sqlState } })
    const { message } = error as Error
    expect(message).toMatch(/^sc:\/\/[\d.:]+: Spark says: \[/)
    expect(message).toMatch(new RegExp(` \\(SQL state ${sqlState}\\)$`))
    expect(message).not.toMatch(/\n|\tat |org\.apache/)
  })
  test('of a long message are known whole', async () => {
    const error = await allColumns(spark, "SELECT raise_error(repeat('long ', 1000))").catch(
      (caught: unknown) => caught,
    )
    expect((error as { cause: { message: string } }).cause.message.length).toBeGreaterThan(5000)
  })
  test('leave the connection as it was', async () => {
    expect(await allColumns(spark, 'SELECT 1')).toEqual([[1]])
  })
})

describe('statements', () => {
  test('make views that later queries see, and tables', async () => {
    await spark.run('CREATE OR REPLACE TEMP VIEW kerf_view AS SELECT id AS `my id` FROM range(3)')
    expect(await allColumns(spark, 'SELECT `my id` FROM kerf_view')).toEqual([[0, 1, 2]])
    expect(await spark.describe('SELECT * FROM kerf_view')).toEqual([{ name: 'my id', type: 'bigint' }])
    await spark.run('CREATE TABLE kerf_table USING parquet AS SELECT id, id / 4 AS x FROM range(8)')
    try {
      expect((await allNumbers(spark, 'SELECT x FROM kerf_table ORDER BY id')).columns).toEqual([
        [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75],
      ])
    } finally {
      await spark.run('DROP TABLE kerf_table')
    }
  })
  test('of another session are not seen', async () => {
    const other = await openReal()
    await spark.run('CREATE OR REPLACE TEMP VIEW kerf_own AS SELECT 1')
    await expect(other.describe('SELECT * FROM kerf_own')).rejects.toThrow('(SQL state 42P01)')
    await other.close()
  })
})

describe('a session', () => {
  test('has the settings that answers depend on', async () => {
    expect(await allColumns(spark, 'SELECT current_timezone()')).toEqual([['UTC']])
    expect((await allColumns(spark, 'SET spark.sql.ansi.enabled'))[1]).toEqual(['true'])
  })
  test('tells how far a query is', async () => {
    const parts: number[] = []
    const watched = await openReal({ onProgress: (part) => parts.push(part) })
    await allColumns(watched, 'SELECT count(*) FROM range(0, 1000000000, 1, 8) WHERE hash(id) = 7')
    await watched.close()
    expect(parts.at(-1)).toBe(1)
    expect(parts).toEqual(parts.toSorted((a, b) => a - b))
  })
  test('runs several queries at once', async () => {
    const asked = [1, 2, 3].map((n) => allColumns(spark, `SELECT sum(id) FROM range(${n}000)`))
    expect((await Promise.all(asked)).flat(2)).toEqual([499_500, 1_999_000, 4_498_500])
  })
  test('begins in the database of the address, and can be closed twice', async () => {
    await spark.run('CREATE DATABASE IF NOT EXISTS `kerf_tests`')
    const there = await openReal({}, { database: 'kerf_tests' })
    expect(await allColumns(there, 'SELECT current_schema()')).toEqual([['kerf_tests']])
    await there.close()
    await there.close()
    await expect(openReal({}, { database: 'nowhere' })).rejects.toThrow('SCHEMA_NOT_FOUND')
  })
})

// Only where the server was started with KERF_SPARK_TOKEN.
test.runIf(sparkAddress().password !== null)('a wrong token is refused', async () => {
  await expect(openReal({}, { password: 'wrong' })).rejects.toThrow('the server does not accept the token')
})
