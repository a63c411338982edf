import { bareMessage } from '../../../src/util/called-as.ts'
import { dirname, join } from 'node:path'
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dataPage, little, measured, parquetFile } from '../../../scripts/fuzz/parquet-files.mjs'
import { withDuckDb } from '../../../src/node/duckdb/connect.ts'
import { readLargeParquet, readParquetByDuckDb, readParquetParts } from '../../../src/node/duckdb/duckdb-parquet.ts'
import { openStored } from '../../../src/node/duckdb/stored-table.ts'
import { withParts } from '../../../src/node/files/file-bytes.ts'
import { readParquet } from '../../../src/sources/parquet/read-parquet.ts'
import type { ReadOptions } from '../../../src/sources/source.ts'
import { refusal } from '../../sources/made.ts'
import { columnsOf, exact, Folder } from '../made.ts'

const folder = new Folder()

/** Reads what a query gives with both readers, which must agree; an error as its message. */
async function both(sql: string, options: ReadOptions = {}): Promise<unknown> {
  const path = await folder.parquet('data.parquet', sql)
  const all = { name: 'data.parquet', ...options }
  const outcome = async (reading: ReturnType<typeof readParquet>): Promise<unknown> => {
    try {
      return exact(await reading)
    } catch (error) {
      return bareMessage(error as Error)
    }
  }
  const found = await outcome(readParquetByDuckDb(path, all))
  expect(found).toEqual(await outcome(withParts(path, 'data.parquet', (file) => readParquet(file, all))))
  return found
}

test('every type is read as readParquet does, missing values too', async () => {
  const row = `1::TINYINT a, 2::UBIGINT u, 1.25::DECIMAL(10,2) d, 123456789.5678::DECIMAL(30,4) dd, 1.5::FLOAT f,
    DATE '1969-12-31' dt, TIMESTAMP '2020-01-01 01:02:03.456789' ts, TIMESTAMPTZ '2020-01-01 01:02:03+02' tz,
    TIMESTAMP_NS '1960-01-01 01:02:03.123456789' tn, TIMESTAMP_MS '2020-01-01' tm, TIME '01:02:03' t, INTERVAL 1 DAY i,
    [1, 2] l, {'x': 1} s, MAP {'a': 1} m, 'x'::BLOB b, true bo, 'e'::ENUM ('e', 'f') e, '{}'::JSON j, ' v ' v, -0.0::DOUBLE z,
    '5f2a2a4e-0000-4000-8000-000000000001'::UUID uu, 'inf'::DOUBLE inf, 'nan'::DOUBLE nan, 9007199254740992::BIGINT big`
  const nulls = Array.from({ length: 25 }, () => 'NULL').join(', ')
  const table = await both(`SELECT ${row} UNION ALL SELECT ${nulls} UNION ALL SELECT ${row}`)
  expect(table).toMatchObject({ rows: 3 })
})

test('whole numbers and decimals that a double cannot hold are refused with column and value', async () => {
  expect(await both('SELECT 1 AS x, 9007199254740993 AS id')).toBe(
    'data.parquet, row 1, column "id": found 9007199254740993, which a double cannot hold exactly, ' +
      'expected a whole number up to 2^53; leave the column out, or store it as DOUBLE or text',
  )
  expect(await both('SELECT 18446744073709551615::UBIGINT AS id')).toMatch(/found 18446744073709551615/)
  expect(await both("SELECT '123456789012345678.25'::DECIMAL(20,2) AS price")).toMatch(/found 123456789012345678.25/)
  expect(await both('SELECT 1 AS x, 9007199254740993 AS id', { columns: ['x'] })).toMatchObject({ rows: 1 })
})

test('columns can be chosen, values declared missing', async () => {
  const sql = "SELECT * FROM (VALUES (1, 'a', -9), (-9, 'NA', 2)) t(x, y, z)"
  await both(sql, { missingValues: ['NA', '-9'] })
  await both(sql, { columns: ['z', 'x'] })
  expect(await both(sql, { columns: ['w'] })).toMatch(/^data.parquet: there is no column "w"/)
  expect(await both('SELECT [1] AS l', { columns: ['l'] })).toBe(
    'data.parquet: column "l" holds lists, which cannot be binned',
  )
  await both('SELECT [1] AS l')
})

test('odd names, no rows and columns without values', async () => {
  await both('SELECT 1 AS " a ", 2 AS "A", 3 AS "a", 4 AS "quote""d", 5 AS "it\'s"')
  expect(await both('SELECT 1 AS x WHERE false')).toMatchObject({ rows: 0 })
  await both('SELECT 1 AS x, NULL::INTEGER AS y, NULL::VARCHAR AS z')
})

test('many rows keep their order', async () => {
  const path = await folder.parquet(
    'many.parquet',
    "SELECT i, i / 7 AS x, CASE WHEN i % 3 = 0 THEN NULL ELSE 'level ' || i % 11 END AS c FROM range(400000) t(i)",
  )
  const { rows, columns } = await readParquetByDuckDb(path, { name: 'many.parquet' })
  const [i, x, c] = columns.map(({ values }) => values)
  expect(rows).toBe(400_000)
  expect(i.every((value: number | string | null, row: number) => value === row)).toBe(true)
  expect(x.every((value: number | string | null, row: number) => value === row / 7)).toBe(true)
  expect(c[1]).toBe('level 1')
  expect(c[399_999]).toBeNull()
})

test('names with patterns in them and folders with = stand for themselves', async () => {
  mkdirSync(folder.at('year=2024'))
  for (const name of ['a[1].parquet', 'a1.parquet', 'q?.parquet', "it's.parquet", 'year=2024/x.parquet']) {
    const path = await folder.parquet(name.replaceAll("'", "''"), `SELECT ${name.length} AS x`)
    const table = await readParquetByDuckDb(path.replaceAll("''", "'"), { name })
    expect(columnsOf(table)).toEqual({ x: [name.length] })
  }
})

test('broken files are refused in words', async () => {
  const path = await folder.parquet('cut.parquet', 'SELECT i FROM range(5000) t(i)')
  truncateSync(path, 900)
  expect(await folder.refusal(readParquetByDuckDb(path, { name: 'cut.parquet' }))).toBe(
    'cut.parquet is a Parquet file whose end is missing; copy it again',
  )
  writeFileSync(folder.at('junk.parquet'), `PAR1${'x'.repeat(100)}PAR1`)
  expect(await folder.refusal(readParquetByDuckDb(folder.at('junk.parquet'), { name: 'junk.parquet' }))).toMatch(
    /^junk.parquet is a broken Parquet file/,
  )
  expect(
    columnsOf(await readParquetByDuckDb(await folder.parquet('ok.parquet', 'SELECT 1 AS x'), { name: 'ok' })),
  ).toEqual({
    x: [1],
  })
})

describe('files that the database must not see', () => {
  const page = dataPage(little(7, 4), { values: 1 })
  const plain = { rows: 1, required: true }
  const written = (claims: object): string => {
    const path = folder.at('hostile.parquet')
    writeFileSync(path, parquetFile([page], { ...plain, ...claims }))
    return path
  }
  const asked = { name: 'hostile.parquet' }

  test('a list of more than the file holds, on which it hangs', async () => {
    const path = written({ groups: 2 ** 48 })
    const said = /^hostile\.parquet is a broken Parquet file .*a list of 281474976710656 in \d+ bytes/
    expect(await refusal(readParquetByDuckDb(path, asked))).toMatch(said)
    expect(await withDuckDb({}, (connection) => openStored(connection, path, asked))).toBeNull()
  })

  test('decimals of −36 digits, on which it gives up', async () => {
    const path = written({ converted: 5, scale: -36, precision: 9 })
    expect(await refusal(readParquetByDuckDb(path, asked))).toMatch(/column "x" has decimals of -36 digits/)
    expect(await withDuckDb({}, (connection) => openStored(connection, path, asked))).toBeNull()
  })

  test('more rows than there is memory for', async () => {
    const path = written({ rows: 2 ** 34, chunkRows: 2 ** 34 })
    expect(await refusal(readParquetByDuckDb(path, asked))).toMatch(/far too many for its size/)
    expect(await withDuckDb({}, (connection) => openStored(connection, path, asked))).toBeNull()
  })

  test('pages of more values than their column', async () => {
    const path = folder.at('hostile.parquet')
    writeFileSync(path, parquetFile([dataPage(little(7, 4), { values: 2 ** 31 - 1 })], plain))
    expect(await refusal(readParquetByDuckDb(path, asked))).toMatch(/column "x": a page of 2147483647 values where 1/)
    expect(await withDuckDb({}, (connection) => openStored(connection, path, asked))).toBeNull()
  })

  test('differences in blocks of none, on which it ends the process', async () => {
    const path = folder.at('hostile.parquet')
    const text = { rows: 3, type: 'BYTE_ARRAY', converted: 0 }
    const none = [0, 4, 3, 0, 3, 3, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0]
    for (const required of [true, false]) {
      const levels = required ? [] : measured([6, 1])
      const hostile = dataPage([...levels, ...none], { values: 3, encoding: 'DELTA_BYTE_ARRAY' })
      writeFileSync(path, parquetFile([hostile], { ...text, required }))
      const said = /column "x": blocks of 0 differences in 4 parts/
      expect(await refusal(readParquetByDuckDb(path, asked))).toMatch(said)
      expect(await withDuckDb({}, (connection) => openStored(connection, path, asked))).toBeNull()
    }
  })

  test('the database is started again after it gave up', async () => {
    const path = written({ converted: 5, scale: -36, precision: 9 })
    const seen = await withDuckDb({}, async (connection) => {
      try {
        await connection.run(`SELECT * FROM parquet_schema('${path}')`)
        return 'accepted'
      } catch (error) {
        return String(error)
      }
    })
    expect(seen).toMatch(/INTERNAL Error/)
    const rows = await withDuckDb({}, async (connection) => (await connection.runAndReadAll('SELECT 42')).getRows())
    expect(rows).toEqual([[42]])
  })
})

test.each(['snappy', 'uncompressed', 'lz4_raw', 'zstd', 'gzip'])(
  'a large file packed by %s is the same whoever reads it',
  async (codec) => {
    const path = join(dirname(await folder.parquet('small.parquet', 'SELECT 1 AS x')), `${codec}.parquet`)
    await withDuckDb({}, async (connection) => {
      const rows = `SELECT i, CASE WHEN i % 7 = 0 THEN NULL ELSE sqrt(i) END AS x, i % 3 = 0 AS b, 'level ' || i % 9 AS t,
      CASE WHEN i % 5 = 0 THEN NULL ELSE TIMESTAMP '2020-01-01' + INTERVAL (i) SECOND END AS at FROM range(50000) t(i)`
      await connection.run(`COPY (${rows}) TO '${path}' (CODEC ${codec}, ROW_GROUP_SIZE 20000)`)
    })
    const options = { name: 'data.parquet', missingValues: ['level 4', '17'] }
    const expected = exact(await readParquetByDuckDb(path, options))
    expect(exact(await readParquetParts(path, options))).toEqual(expected)
    expect(exact(await readLargeParquet(path, options))).toEqual(expected)
  },
)

test.each([
  ['without its end', (path: string) => truncateSync(path, 5000)],
  ['with a broken page', (path: string) => overwrite(path, 4, 200)],
])('a large file %s is refused by both in the same words', async (_, harm) => {
  const path = await folder.parquet('torn.parquet', 'SELECT i, sqrt(i) AS x FROM range(50000) t(i)')
  harm(path)
  const own = await refusal(readParquetParts(path, { name: 'torn.parquet' }))
  expect(own).toMatch(/torn\.parquet/)
  expect(await refusal(readParquetByDuckDb(path, { name: 'torn.parquet' }))).toEqual(own)
  expect(await refusal(readLargeParquet(path, { name: 'torn.parquet' }))).toEqual(own)
})

function overwrite(path: string, at: number, length: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(length, 0xff), 0, length, at)
  closeSync(file)
}
