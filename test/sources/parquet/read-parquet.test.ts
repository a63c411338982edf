import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SourceTable } from '../../../src/sources/source.ts'
import type { ParquetOptions } from '../../../src/sources/parquet/read-parquet.ts'
import {
  dataPage,
  dataPage2,
  little,
  measured,
  parquetFile,
  textBytes,
  varint,
} from '../../../scripts/fuzz/parquet-files.mjs'
import { columnsOf, kindsOf, messagesOf, refusal } from '../made.ts'
import { readBytes } from './made-parquet.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-parquet-'))
let connection: DuckDBConnection

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => {
  connection.closeSync()
  rmSync(folder, { recursive: true })
})

/** The bytes of what DuckDB writes for a query. */
async function written(sql: string, how = ''): Promise<Uint8Array> {
  const path = join(folder, 'data.parquet')
  await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet${how})`)
  return new Uint8Array(readFileSync(path))
}

const read = async (sql: string, options?: Partial<ParquetOptions>, how?: string): Promise<SourceTable> =>
  readBytes(await written(sql, how), options)

describe('readParquet', () => {
  test('reads every kind of number, missing ones too', async () => {
    const types = [
      'TINYINT',
      'SMALLINT',
      'INTEGER',
      'BIGINT',
      'UTINYINT',
      'USMALLINT',
      'UINTEGER',
      'UBIGINT',
      'FLOAT',
      'DOUBLE',
    ]
    const columns = types.map((type) => `x::${type} AS ${type}, coalesce(x, 0)::${type} AS full_${type}`).join(', ')
    const table = await read(`SELECT ${columns} FROM (VALUES (1), (NULL), (100)) t(x)`)
    for (const [name, values] of Object.entries(columnsOf(table))) {
      expect(values, name).toEqual(name.startsWith('full_') ? [1, 0, 100] : [1, null, 100])
    }
    expect(new Set(Object.values(kindsOf(table)))).toEqual(new Set(['number']))
  })

  test('reads the largest and smallest of each', async () => {
    const table = await read(
      `SELECT unnest([255, 0])::UTINYINT a, unnest([4294967295, 0])::UINTEGER b, unnest([-2147483648, 2147483647])::INTEGER c,
       unnest([9007199254740992, -9007199254740992])::BIGINT d, unnest([9007199254740992, 0])::UBIGINT e,
       unnest([4294967296, -4294967297])::BIGINT f, unnest(['inf', 'nan'])::DOUBLE g, unnest([0.1, 1e38])::FLOAT h`,
    )
    expect(columnsOf(table)).toEqual({
      a: [255, 0],
      b: [4_294_967_295, 0],
      c: [-2_147_483_648, 2_147_483_647],
      d: [2 ** 53, -(2 ** 53)],
      e: [2 ** 53, 0],
      f: [4_294_967_296, -4_294_967_297],
      g: [Infinity, null],
      h: [Math.fround(0.1), Math.fround(1e38)],
    })
  })

  test('reads decimals as their text would be read', async () => {
    const table = await read(
      `SELECT x::DECIMAL(4,2) a, x::DECIMAL(9,2) b, x::DECIMAL(18,6) c, x::DECIMAL(38,18) d, NULL::DECIMAL(18,3) e
       FROM (VALUES (0.1), (-12.34), (NULL), (99.99)) t(x)`,
    )
    const right = [0.1, -12.34, null, 99.99]
    expect(columnsOf(table)).toEqual({ a: right, b: right, c: right, d: right, e: [null, null, null, null] })
    expect(messagesOf(table)).toEqual(['no value in column "e"'])
  })

  test('reads dates and times of any unit as milliseconds since 1970', async () => {
    const table = await read(
      `SELECT DATE '2015-02-04' a, TIMESTAMP '2015-02-04 17:51:59.123456' b, TIMESTAMP_MS '2015-02-04 17:51:59.123' c,
       TIMESTAMP_NS '2015-02-04 17:51:59.123456789' d, TIMESTAMPTZ '2015-02-04 17:51:59.5+01' e, TIMESTAMP_S '1969-12-31 23:59:59' f,
       TIMESTAMP_NS '1969-12-31 23:59:59.999999999' g UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL`,
    )
    const second = Date.UTC(2015, 1, 4, 17, 51, 59)
    expect(new Set(Object.values(kindsOf(table)))).toEqual(new Set(['date']))
    expect(columnsOf(table)).toEqual({
      a: [Date.UTC(2015, 1, 4), null],
      b: [(second * 1000 + 123_456) / 1000, null],
      c: [second + 123, null],
      d: [(second * 1000 + 123_456) / 1000, null],
      e: [second - 3_600_000 + 500, null],
      f: [-1000, null],
      g: [-0.001, null],
    })
  })

  test('reads truth values and texts', async () => {
    const table = await read(
      `SELECT unnest([true, NULL, false]) a, unnest(['x', NULL, ' größe 😀 ']) b, unnest(['', '?', 'y']) c,
       unnest(['u', 'v', 'u'])::ENUM('u', 'v') d, '00000000-0000-0000-0000-000000000001'::UUID e`,
      { missingValues: ['?'] },
    )
    expect(kindsOf(table)).toEqual({ a: 'boolean', b: 'category', c: 'category', d: 'category', e: 'category' })
    const id = '00000000-0000-0000-0000-000000000001'
    expect(columnsOf(table)).toEqual({
      a: ['true', null, 'false'],
      b: ['x', null, 'größe 😀'],
      c: [null, null, 'y'],
      d: ['u', 'v', 'u'],
      e: [id, id, id],
    })
  })

  test('takes declared numbers as missing', async () => {
    const table = await read('SELECT unnest([1, -9, 3]) a, unnest([-9.5, -9.0, 0.5])::DOUBLE b', {
      missingValues: ['-9', 'NA'],
    })
    expect(columnsOf(table)).toEqual({ a: [1, null, 3], b: [-9.5, null, 0.5] })
  })

  test('leaves out what cannot be binned, and says so', async () => {
    const odd = `[1, 2] list, {'p': 1} AS struct, MAP {'k': 1} AS map, 'x'::BLOB bytes, TIME '12:00' clock, INTERVAL 1 DAY AS span, '{}'::JSON AS json`
    const table = await read(`SELECT 1 a, ${odd}`)
    expect(columnsOf(table)).toEqual({ a: [1] })
    expect(table.notes).toEqual([
      { code: 'left-out', message: 'column "list" left out: it holds lists' },
      { code: 'left-out', message: 'column "struct" left out: it holds nested values' },
      { code: 'left-out', message: 'column "map" left out: it holds maps' },
      { code: 'left-out', message: 'column "bytes" left out: it holds bytes' },
      { code: 'left-out', message: 'column "clock" left out: it holds times of day' },
      { code: 'left-out', message: 'column "span" left out: it holds spans of time' },
      { code: 'left-out', message: 'column "json" left out: it holds JSON documents' },
    ])
    expect(await refusal(read(`SELECT 1 a, ${odd}`, { columns: ['a', 'list'] }))).toBe(
      'data.parquet: column "list" holds lists, which cannot be binned',
    )
    expect(await refusal(read(`SELECT ${odd}`))).toBe(
      'data.parquet: found no column of numbers, dates, truth values or texts',
    )
  })

  test('reads many rows in groups, however they are compressed', async () => {
    const sql = `SELECT i, i / 7.0::DOUBLE x, CASE WHEN i % 5 = 0 THEN NULL ELSE i END n, 'level ' || (i % 3) t FROM range(5000) r(i)`
    for (const codec of ['snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw', 'uncompressed']) {
      const table = await read(
        sql,
        { brotli: (bytes) => brotliDecompressSync(bytes) },
        `, COMPRESSION ${codec}, ROW_GROUP_SIZE 2048`,
      )
      expect(table.rows).toBe(5000)
      const [i, x, n, t] = table.columns
      expect((i.values as Float64Array).every((value, k) => value === k)).toBe(true)
      expect((x.values as Float64Array).every((value, k) => value === k / 7)).toBe(true)
      expect((n.values as Float64Array).every((value, k) => (k % 5 === 0 ? Number.isNaN(value) : value === k))).toBe(
        true,
      )
      expect((t.values as readonly string[]).every((value, k) => value === `level ${k % 3}`)).toBe(true)
    }
  })

  test('reads differences, split bytes and texts by length, packed hard', async () => {
    const sql = `SELECT i, -i * i AS square, hash(i) % 1000003 AS wild, (hash(i) % 977)::INTEGER - 500 AS small, i / 7.0::DOUBLE AS x,
       (i / 3.0)::FLOAT AS f, 'text ' || hash(i) AS t, CASE WHEN i % 7 < 3 THEN NULL ELSE hash(i) % 5 = 0 END AS b,
       CASE WHEN i % 11 = 0 THEN NULL ELSE repeat('word ' || (i % 13) || ' ', 3) || i END AS s FROM range(6000) r(i)`
    const expected = columnsOf(await read(sql, {}, ', COMPRESSION uncompressed'))
    expect(expected.square.slice(0, 4)).toEqual([0, -1, -4, -9])
    for (const how of [
      'COMPRESSION zstd, PARQUET_VERSION v2',
      'COMPRESSION zstd, COMPRESSION_LEVEL 19',
      'COMPRESSION snappy, PARQUET_VERSION v2',
      'COMPRESSION lz4_raw',
      'COMPRESSION gzip, PARQUET_VERSION v2',
    ]) {
      expect(columnsOf(await read(sql, {}, `, ${how}`)), how).toEqual(expected)
    }
  })

  test('reads pages of the second kind, repeated beginnings and framed LZ4', async () => {
    const second = dataPage2([2 * 2, 1, 2, 0], [...little(7, 4), ...little(8, 4)], { values: 3, nulls: 1 })
    expect(columnsOf(await readBytes(parquetFile([second], { rows: 3 })))).toEqual({ x: [7, 8, null] })
    const text = { type: 'BYTE_ARRAY', required: true, converted: 0 }
    // Lengths 0, 4, 2 of the beginning and 5, 1, 0 of the rest, as differences from the least.
    const shared = [...varint(128), 4, 3, 0, 3, 3, 0, 0, 0, 0b110, ...Array.from({ length: 11 }, () => 0)]
    const rest = [...varint(128), 4, 3, 10, 7, 2, 0, 0, 0, 0b1100, ...Array.from({ length: 7 }, () => 0)]
    const repeated = dataPage([...shared, ...rest, ...textBytes('applyx')], { values: 3, encoding: 'DELTA_BYTE_ARRAY' })
    expect(columnsOf(await readBytes(parquetFile([repeated], { ...text, rows: 3 })))).toEqual({
      x: ['apply', 'applx', 'ap'],
    })
    const packed = [0xa0, ...measured(textBytes('abcdef'))]
    const framed = dataPage([0, 0, 0, 10, 0, 0, 0, packed.length, ...packed], { values: 1, unpacked: 10 })
    const bare = dataPage(packed, { values: 1, unpacked: 10 })
    for (const page of [framed, bare]) {
      const file = parquetFile([page], { ...text, rows: 1, codec: 5 })
      expect(columnsOf(await readBytes(file))).toEqual({ x: ['abcdef'] })
    }
  })

  test('reads old times, halves and truth values in runs', async () => {
    const old = dataPage([...little(3_600_000_000_000, 8), ...little(2_440_589, 4)], { values: 1 })
    expect(columnsOf(await readBytes(parquetFile([old], { rows: 1, type: 'INT96', required: true })))).toEqual({
      x: [86_400_000 + 3_600_000],
    })
    const truths = dataPage(measured([2 * 2, 1, 3, 0b10]), { values: 4, encoding: 'RLE' })
    expect(columnsOf(await readBytes(parquetFile([truths], { rows: 4, type: 'BOOLEAN', required: true })))).toEqual({
      x: ['true', 'true', 'false', 'true'],
    })
  })

  test('reads only the columns asked for, and tells how far it is', async () => {
    const parts: number[] = []
    const options = { columns: ['c', 'a'], onProgress: (part: number) => parts.push(part) }
    expect(columnsOf(await read('SELECT 1 a, 2 b, 3 c', options))).toEqual({ a: [1], c: [3] })
    expect(parts).toEqual([0.5, 1])
    expect(await refusal(read('SELECT 1 apple', { columns: ['aple'] }))).toBe(
      'data.parquet: there is no column "aple", did you mean apple?',
    )
  })

  test('gives no rows and a note for an empty table', async () => {
    const table = await read('SELECT 1 a WHERE false')
    expect(table).toMatchObject({
      rows: 0,
      notes: [{ code: 'no-rows', message: 'there are column names but no rows' }],
    })
  })
})

describe('what is refused', () => {
  const remedy = 'leave the column out, or store it as DOUBLE or text'

  test('whole numbers and decimals that a double cannot hold', async () => {
    const big = 'which a double cannot hold exactly, expected a whole number up to 2^53'
    expect(await refusal(read('SELECT 1::BIGINT a UNION ALL SELECT 9007199254740993'))).toBe(
      `data.parquet, row 2, column "a": found 9007199254740993, ${big}; ${remedy}`,
    )
    expect(await refusal(read('SELECT NULL::BIGINT a UNION ALL SELECT -9007199254740993'))).toBe(
      `data.parquet, row 2, column "a": found -9007199254740993, ${big}; ${remedy}`,
    )
    expect(await refusal(read('SELECT 18446744073709551615::UBIGINT a'))).toBe(
      `data.parquet, row 1, column "a": found 18446744073709551615, ${big}; ${remedy}`,
    )
    const digits = 'which a double cannot hold exactly, expected at most 15 digits'
    expect(await refusal(read("SELECT '-0.123456789012345678'::DECIMAL(38,18) a"))).toBe(
      `data.parquet, row 1, column "a": found -0.123456789012345678, ${digits}; ${remedy}`,
    )
    expect(await refusal(read("SELECT '12345678901234567890'::DECIMAL(38,0) a"))).toBe(
      `data.parquet, row 1, column "a": found 12345678901234567890, ${digits}; ${remedy}`,
    )
  })

  test('files that are none, or not whole', async () => {
    const bytes = await written('SELECT i, i::VARCHAR s FROM range(5000) r(i)', ', COMPRESSION snappy')
    const none = 'data.parquet is not a Parquet file: it does not start with PAR1'
    expect(await refusal(readBytes(new Uint8Array(0)))).toBe(none)
    expect(await refusal(readBytes(new TextEncoder().encode('a,b\n1,2\n3,4\n5,6\n')))).toBe(none)
    const encrypted = Uint8Array.from(bytes)
    encrypted[3] = 69
    expect(await refusal(readBytes(encrypted))).toBe(
      'data.parquet is an encrypted Parquet file, expected a plain one; decrypt it first',
    )
    expect(await refusal(readBytes(bytes.slice(0, bytes.length - 100)))).toBe(
      'data.parquet is a Parquet file whose end is missing; copy it again',
    )
    const hollow = new Uint8Array([...bytes.slice(0, 100), ...bytes.slice(bytes.length - 8)])
    expect(await refusal(readBytes(hollow))).toMatch(
      /^data\.parquet is a broken Parquet file or one of an unknown kind \(.+\); copy or write it again$/,
    )
  })

  test('files with broken bytes: an error in words or other values, never another error', async () => {
    for (const codec of ['snappy', 'zstd', 'lz4_raw']) {
      const bytes = await written(
        'SELECT i, i::VARCHAR s, i / 3.0::DOUBLE x FROM range(100) r(i)',
        `, COMPRESSION ${codec}`,
      )
      for (let at = 4; at < bytes.length; at += 5) {
        const broken = Uint8Array.from(bytes)
        broken[at] ^= 0xff
        expect(await refusal(readBytes(broken)), `byte ${at}`).toMatch(/^(?:accepted|data\.parquet)/)
      }
    }
  })
})
