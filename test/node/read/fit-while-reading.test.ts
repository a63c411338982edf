import { afterAll, describe, expect, test } from 'vitest'
import { binningToJson } from '../../../src/binning/binning-json.ts'
import { equalWidth } from '../../../src/discretizers/methods/equal-width.ts'
import { fitWhileReading } from '../../../src/node/read/fit-while-reading.ts'
import { type DataOptions, readData } from '../../../src/node/read/read-data.ts'
import { readingThreads } from '../../../src/node/thread-pool.ts'
import { fitSource } from '../../../src/pipeline.ts'
import type { FitRequest } from '../../../src/plan-fit.ts'
import { Folder } from '../made.ts'

const folder = new Folder()
const worker = new URL('../../../dist/column-worker.js', import.meta.url)
const pool = readingThreads({ threads: 2, here: true, fewValues: 0, worker })
afterAll(() => pool.close())

const ROWS = 60_000

/** Columns of every kind, several groups of rows, and numbers that look random but are the same in every run. */
const KINDS = `SELECT
  (hash(i) % 100000) / 7.0 - 5000 AS x,
  CASE WHEN i % 11 = 0 THEN NULL ELSE (hash(i + 1) % 1000) / 10.0 END AS gaps,
  (hash(i + 2) % 50)::INTEGER AS whole,
  CASE WHEN i % 97 = 0 THEN 'inf'::DOUBLE WHEN i % 89 = 0 THEN 'nan'::DOUBLE WHEN i % 83 = 0 THEN -0.0 ELSE sin(i) END AS odd,
  CASE WHEN i % 5 = 0 THEN -9 ELSE cos(i) END AS codes,
  'level ' || (hash(i + 3) % 4) AS text,
  hash(i + 4) % 3 = 0 AS truth,
  DATE '2020-01-01' + (hash(i + 5) % 900)::INTEGER AS day,
  7.0 AS constant,
  NULL::DOUBLE AS nothing,
  NULL::VARCHAR AS silent,
  [i] AS list,
  1.0 + i AS nr,
  i AS visit_id,
  'key ' || i AS key,
  (hash(i + 6) % 4)::DOUBLE AS w,
  CASE WHEN (hash(i) % 100000) / 7.0 > 5000 + (hash(i + 7) % 3000) THEN 'yes' ELSE 'no' END AS y,
  sin(i) + (hash(i + 8) % 100) / 50.0 AS amount
FROM range(${ROWS}) t(i)`

/** The binning as it is saved, by both ways; what is not fitted while it is read is null. */
async function both(sql: string, request: FitRequest, options: DataOptions = {}): Promise<[string | null, string]> {
  const path = await folder.parquet('rows.parquet', sql)
  const { source, ...table } = await readData(path, options)
  const usual = await fitSource(table, { ...request, source })
  const quick = await fitWhileReading(path, request, options, { pool })
  return [quick && binningToJson(quick), binningToJson(usual)]
}

describe('a fit while columns are read', () => {
  test.for<[string, FitRequest, DataOptions?]>([
    ['classes', { target: 'y' }],
    ['an amount', { target: 'amount' }],
    ['no target', {}],
    ['weights', { target: 'y', weight: 'w', method: equalWidth, bins: 4 }],
    ['columns by name', { target: 'y', columns: ['whole', 'visit_id', 'x'] }],
    ['all columns but some', { target: 'truth', exclude: ['x', 'nothing'] }],
    ['special codes', { target: 'y', specialOf: { codes: [-9] }, missingPolicy: 'nearest' }],
    ['cuts of the user', { target: 'y', cutsOf: { x: [0, 100] } }],
    ['texts that stand for nothing', { target: 'y' }, { missingValues: ['-9', 'level 1'] }],
    ['some columns of the file', { target: 'y' }, { columns: ['y', 'gaps', 'odd', 'nr'] }],
  ])('gives the bytes of a fit of what was read: %s', async ([, request, options]) => {
    const [quick, usual] = await both(KINDS, request, options)
    expect(quick).toBe(usual)
  })

  test('uses memory again where one column has a value and the next has none', async () => {
    const columns = Array.from(
      { length: 12 },
      (_, c) => `CASE WHEN (i + ${c}) % 3 = 0 THEN NULL ELSE sin(i * ${c + 1}) END AS c${c}`,
    )
    const [quick, usual] = await both(`SELECT ${columns.join(', ')}, i % 2 = 0 AS y FROM range(${ROWS}) t(i)`, {
      target: 'y',
    })
    expect(quick).toBe(usual)
  })

  test.for<[string, FitRequest, DataOptions?]>([
    ['some of the rows', { target: 'y', sample: 1000 }],
    ['kinds that were asked for', { target: 'y' }, { texts: ['whole'] }],
  ])('leaves to others what is more than a fit of all rows: %s', async ([, request, options]) => {
    expect((await both(KINDS, request, options))[0]).toBeNull()
  })

  test('leaves what goes wrong to those who have read everything', async () => {
    const path = await folder.parquet('rows.parquet', KINDS)
    const found = (request: FitRequest): Promise<unknown> => fitWhileReading(path, request, {}, { pool })
    expect(await found({ target: 'z' })).toBeNull()
    expect(await found({ target: 'y', specialOf: { nr: [1] } })).toBeNull()
    expect(await found({ target: 'y', weight: 'codes' })).toBeNull()
    expect(await fitWhileReading(`${path}.gone`, { target: 'y' }, {}, { pool })).toBeNull()
    const broken = await folder.parquet(
      'rows.parquet',
      `SELECT sin(i) AS x, 9007199254740993 + i AS id FROM range(${ROWS}) t(i)`,
    )
    expect(await fitWhileReading(broken, {}, {}, { pool })).toBeNull()
  })

  test('leaves what is packed tightly, text, and too few values to others', async () => {
    const packed = await folder.parquet('rows.parquet', KINDS, 'zstd')
    expect(await fitWhileReading(packed, { target: 'y' }, {}, { pool })).toBeNull()
    const text = folder.file('rows.csv', 'x,y\n1,a\n2,b\n')
    expect(await fitWhileReading(text, { target: 'y' }, {}, { pool })).toBeNull()
    const many = readingThreads({ threads: 2, here: true, worker })
    const few = await folder.parquet('rows.parquet', 'SELECT i AS x, i % 2 = 0 AS y FROM range(100) t(i)')
    expect(await fitWhileReading(few, { target: 'y' }, {}, { pool: many })).toBeNull()
    await many.close()
  })
})
