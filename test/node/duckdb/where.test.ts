import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withDuckDb } from '../../../src/node/duckdb/connect.ts'
import { filterRows } from '../../../src/node/duckdb/filter-rows.ts'
import { keepWhere } from '../../../src/node/duckdb/narrow-table.ts'
import { openStored, readStored } from '../../../src/node/duckdb/stored-table.ts'
import type { SourceTable } from '../../../src/sources/source.ts'
import { columnsOf, refusal } from '../../sources/made.ts'
import { Folder } from '../made.ts'

const folder = new Folder()

const HEADER = ['a', 'A', 'kerf_row', 'kerf_rows', 'file_row_number', 'say "hi"', 'two\nlines', "it's", 'z']

/** Rows 1 … 5 in which column j holds 10 j + row. */
const table: SourceTable = {
  rows: 5,
  columns: HEADER.map((name, j) => ({
    name,
    kind: 'number',
    values: Float64Array.from({ length: 5 }, (_, i) => 10 * j + i + 1),
  })),
  notes: [],
  skipped: 0,
}

let files = 0

/** The same rows by both routes: in memory, and in a Parquet file within a limit of memory. */
const ROUTES = {
  'in memory': async (condition: string) => columnsOf(await filterRows(table, condition)),
  'within a limit of memory': async (condition: string) => {
    const selected = HEADER.map((_, j) => `(${10 * j} + i)::DOUBLE AS ${JSON.stringify(`c${j}`)}`).join(', ')
    // The database cannot write names that differ only by case; a reader shows them all the same.
    files++
    const path = await folder.parquet(`rows [${files}]*.parquet`, `SELECT ${selected} FROM range(1, 6) r(i)`)
    return withDuckDb({}, async (connection) => {
      const opened = await openStored(connection, path, { name: 'rows.parquet' })
      const columns = opened!.columns.map((column, j) => ({
        ...column,
        name: HEADER[j],
        fill: (count: number) => {
          const filler = column.fill(count)
          return { ...filler, finish: () => ({ ...filler.finish(), name: HEADER[j] }) }
        },
      }))
      const request = { condition, into: folder.at(`kept-${files}.parquet`), memory: '500MB', threads: 1 }
      const kept = await keepWhere(connection, { ...opened!, columns }, request)
      const values = await readStored(connection, kept, kept.columns)
      return columnsOf({ rows: kept.rows, columns: values, notes: [], skipped: 0 })
    })
  },
}

describe.each(Object.entries(ROUTES))('--where %s', (_, route) => {
  const rowsKept = async (condition: string): Promise<unknown[]> => (await route(condition)).a

  test('runs one expression and nothing behind it', async () => {
    const target = folder.at('stolen.csv')
    const copy = `COPY (SELECT 42) TO '${target}'`
    for (const condition of [
      `1=1); ${copy}; SELECT (1=1`,
      `1=1); ${copy} --`,
      `1=1; ${copy}`,
      '1=1) UNION ALL SELECT (2',
      '1=1) FROM range(3) WHERE (true',
      'true) AS x, (true',
      'z > 1 ORDER BY z',
      '',
      ';',
      'a >',
      "a = 'open",
      '/* open',
    ]) {
      expect(await refusal(route(condition)), condition).toMatch(
        /^the condition ".*" cannot be used: .*one expression/s,
      )
    }
    expect(existsSync(target)).toBe(false)
  })

  test('takes comments, quotes and further parentheses as SQL does', async () => {
    expect(await rowsKept('z > 83 -- the last two')).toEqual([4, 5])
    expect(await rowsKept('z > 83 /* ); */')).toEqual([4, 5])
    expect(await rowsKept("z > 83 AND ');' <> '--'")).toEqual([4, 5])
    expect(await rowsKept('(z = 81) OR (z = 85)')).toEqual([1, 5])
    expect(await rowsKept('z IN (SELECT 80 + i FROM range(2, 4) t(i))')).toEqual([2, 3])
  })

  test('reads no file, loads nothing and changes no setting', async () => {
    const secret = folder.file('secret.txt', '12345')
    for (const expression of [
      `(SELECT content FROM read_text('${secret}')) = '12345'`,
      `EXISTS (SELECT 1 FROM '${secret}')`,
      `EXISTS (SELECT 1 FROM read_csv('${secret}'))`,
      `EXISTS (SELECT 1 FROM glob('${folder.at('*')}'))`,
      `EXISTS (SELECT 1 FROM query('SELECT content FROM read_text(''${secret}'')'))`,
      `EXISTS (SELECT 1 FROM parquet_metadata('${secret}'))`,
    ]) {
      expect(await refusal(route(expression)), expression).toMatch(/^the condition ".*" cannot be used: /)
    }
    // What was locked is a database of its own.
    expect(await refusal(route(`EXISTS (SELECT 1 FROM read_text('${secret}'))`))).toMatch(/disabled by configuration/)
    await withDuckDb({}, async (connection) => {
      const read = await connection.runAndReadAll(`SELECT content FROM read_text('${secret}')`)
      expect(read.getRows()).toEqual([['12345']])
    })
  })

  test('tells names apart by case, and knows names like our own', async () => {
    expect(await rowsKept('a = 2')).toEqual([2])
    expect(await rowsKept('A = 13')).toEqual([3])
    expect(await rowsKept("A > 11 AND \"a\" < 4 AND 'größe' <> '' AND A < 14")).toEqual([2, 3])
    expect(await rowsKept('kerf_row = 21')).toEqual([1])
    expect(await rowsKept('KERF_ROW = 21 OR kerf_rows = 32')).toEqual([1, 2])
    expect(await rowsKept('file_row_number = 45')).toEqual([5])
    expect(await rowsKept('"say ""hi""" = 52')).toEqual([2])
    expect(await rowsKept('"two\nlines" = 63')).toEqual([3])
    expect(await rowsKept('"it\'s" = 74')).toEqual([4])
    expect(await rowsKept('"z" = 85')).toEqual([5])
    expect(await refusal(route('b = 1'))).toMatch(/^the condition "b = 1" cannot be used: .*"b" not found/)
  })
})

test('a name in a third case is asked about', async () => {
  const twice = { ...table, columns: ['Ab', 'aB'].map((name, i) => ({ ...table.columns[i], name })) }
  expect(await refusal(filterRows(twice, 'ab > 1'))).toBe(
    'the condition "ab > 1" cannot be used: ab could be "Ab" and "aB", which differ by case; write it as the header does',
  )
})

test('a Parquet file with a column called file_row_number is filtered and drawn from', async () => {
  const path = await folder.parquet('own.parquet', 'SELECT i AS x, 100 - i AS file_row_number FROM range(50) r(i)')
  await withDuckDb({}, async (connection) => {
    const opened = (await openStored(connection, path, { name: 'own.parquet' }))!
    const request = { condition: 'file_row_number > 95', into: folder.at('own-kept.parquet') }
    const kept = await keepWhere(connection, opened, request)
    const columns = await readStored(connection, kept, kept.columns)
    expect(columnsOf({ ...table, columns })).toEqual({ x: [0, 1, 2, 3, 4], file_row_number: [100, 99, 98, 97, 96] })
  })
})
