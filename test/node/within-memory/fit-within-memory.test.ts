import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { cases } from '../../cases.ts'
import type { Binning } from '../../../src/binning/binning.ts'
import { findMethod } from '../../../src/discretizers/registry.ts'
import { fitWithin, type WithinOptions } from '../../../src/node/within-memory/fit-within-memory.ts'
import { readData } from '../../../src/node/read/read-data.ts'
import { filterRows } from '../../../src/node/duckdb/filter-rows.ts'
import { fitSource } from '../../../src/pipeline.ts'
import type { FitRequest } from '../../../src/plan-fit.ts'
import { Folder } from '../made.ts'

const folder = new Folder()

/** Numbers of all sorts, texts, dates and truth values, with missing ones. */
const ROWS = `SELECT i AS "row id", CASE WHEN i % 11 = 0 THEN NULL ELSE ((i * 7919) % 4001) / 16.0 - 90 END AS age,
  (i * 31) % 9 AS few, sqrt(((i * 104729) % 6007)::DOUBLE) * CASE WHEN i % 3 = 0 THEN -1 ELSE 1 END AS wide,
  CASE WHEN i % 50 = 0 THEN -999 ELSE ((i * 613) % 997) END AS coded, ['north', 'south', 'east'][1 + i % 3] AS place,
  DATE '2020-01-01' + ((i * 37) % 900)::INTEGER AS day, i % 7 < 3 AS flag, 1 + (i % 4) / 4 AS w,
  NULL::DOUBLE AS none, ((i * 17) % 1009) / 8 + CASE WHEN (i * 7919) % 4001 > 2500 THEN 40 ELSE 0 END AS amount,
  CASE WHEN (i * 7919) % 4001 > 2500 AND i % 5 > 0 OR i % 13 = 0 THEN 'yes' WHEN i % 97 = 0 THEN NULL WHEN i % 89 = 0 THEN ' ' ELSE 'no' END AS y
  FROM range(6000) t(i)`

const parquet = folder.parquet('rows.parquet', ROWS)

/** Fits with and without a limit: both as JSON, without the shapes, which may differ. */
async function both(
  path: string,
  request: FitRequest,
  options: WithinOptions,
): Promise<{ within: Binning; usual: Binning }> {
  const { where, memory: _, ...reading } = options
  const within = await fitWithin(path, request, options)
  if (within === null) throw new Error('the file was not fitted in parts')
  // Methods are told apart by their names in it. No limit changes the usual fit.
  const key = JSON.stringify([path, request, reading, where])
  if (!USUAL.has(key)) USUAL.set(key, bare(await fitUsually(path, request, options)))
  return { within: bare(within), usual: USUAL.get(key)! }
}

const USUAL = new Map<string, Binning>()

async function fitUsually(path: string, request: FitRequest, options: WithinOptions): Promise<Binning> {
  const { where, memory: _, ...reading } = options
  const read = await readData(path, reading)
  const table = where === undefined ? read : await filterRows(read, where)
  return fitSource(table, { ...request, source: read.source })
}

function bare(binning: Binning): Binning {
  const columns = binning.columns.map((column) => ({ ...column, shape: null }))
  return JSON.parse(JSON.stringify({ ...binning, columns })) as Binning
}

/** 1MB leaves room for some columns at a time; 100KB for none, so that the database counts all. */
/** Arrays for a part of the columns, and for less than one of them. */
const LIMITS = ['1MB', '100KB'].slice(0, cases(1, 2))

describe.each(LIMITS)('within %s the binning is the usual one', (memory) => {
  test.each<[string, FitRequest]>([
    ['a class target', { target: 'y', exclude: ['w'] }],
    ['no target', { exclude: ['y'], bins: 4 }],
    ['an event, right ends', { target: 'y', event: 'no', options: { closed: 'right' } }],
    [
      'special codes and own cuts',
      { target: 'y', specialOf: { coded: [-999], amount: [80.5] }, cutsOf: { age: [-50, 20.5] } },
    ],
    ['codes beside cuts', { target: 'y', specialOf: { age: [66.25, 66.3125] }, columns: ['age', 'few'] }],
    ['equal width', { method: findMethod('equal-width'), bins: 5, exclude: ['y'] }],
    ['chosen columns, ids too', { target: 'y', columns: ['wide', 'row id'] }],
    ['readable cuts', { target: 'y', options: { readable: true } }],
    ['whole numbers as classes', { target: 'few', columns: ['age', 'place'] }],
    ['truth values as classes', { target: 'flag', columns: ['age', 'place'] }],
    ['a sample', { target: 'y', sample: 5000, seed: 3 }],
    ['a numeric target', { target: 'amount', exclude: ['w'] }],
    [
      'a numeric target, by deviation',
      { target: 'amount', method: findMethod('cliffs'), columns: ['age', 'wide', 'few'] },
    ],
    ['groups of levels', { target: 'amount', method: findMethod('optimal'), columns: ['place', 'few'] }],
  ])('%s', async (_, request) => {
    const { within, usual } = await both(await parquet, request, { memory })
    expect(within).toEqual(usual)
    expect(within.columns.length).toBeGreaterThan(1)
  })

  test('a condition, values declared missing', async () => {
    const request = { target: 'y' }
    const where = "age > -60 AND place <> 'east' AND (flag OR day > '2020-06-01')"
    const { within, usual } = await both(await parquet, request, { memory, where, missingValues: ['7', 'north'] })
    expect(within).toEqual(usual)
    expect(within.notes?.some(({ code }) => code === 'where')).toBe(true)
  })
})

test('sorting methods, weights and a numeric target in groups', async () => {
  const path = await parquet
  const options = { memory: '1.6MB' }
  for (const request of [
    { target: 'y', method: findMethod('chi-merge'), columns: ['age', 'few', 'wide', 'coded'] },
    { target: 'y', weight: 'w' },
    { target: 'amount', columns: ['age', 'place', 'wide', 'flag'] },
    { target: 'y', special: [-999] },
  ]) {
    const { within, usual } = await both(path, request, options)
    expect(within).toEqual(usual)
  }
})

test('a method that must see every value says so where they do not fit', async () => {
  const path = await folder.parquet('many.parquet', 'SELECT random() AS x, i % 2 AS y FROM range(60000) t(i)')
  const request = { target: 'y', method: findMethod('chi-merge'), options: { maxBins: 5 } }
  const binning = await fitWithin(path, request, { memory: '1MB' })
  const [column] = binning!.columns
  expect(column).toMatchObject({ cutsExact: false })
  expect(column.notes.at(-1)?.message).toMatch(/^its different values do not fit into the 1 MB of memory/)
})

describe('values of one size, of all sizes, and almost all of them the same', () => {
  let sizes = ''
  beforeAll(async () => {
    sizes = await folder.parquet(
      'sizes.parquet',
      `SELECT 1e12 + hash(i) % 100000 / 64 AS far, (CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END) * power(10, (hash(i * 3) % 600000)::DOUBLE / 1000 - 300) AS sizes,
     CASE WHEN i = 5 THEN 1e300 WHEN i = 6 THEN 'inf'::DOUBLE WHEN i = 7 THEN '-inf'::DOUBLE ELSE (hash(i * 7) % 1000000)::DOUBLE / 1e20 END AS tiny,
     CASE WHEN i % 4 = 0 THEN '-0'::DOUBLE ELSE 0 END AS zero, ((hash(i * 13) % 50000) / 1000)::DECIMAL(15,3) AS price,
     CASE WHEN hash(i) % 100000 > 60000 THEN i % 10 > 1 ELSE i % 10 > 7 END AS y FROM range(40000) t(i)`,
    )
  })
  const two = { target: 'y', columns: ['far', 'sizes'] }
  const codes = Array.from({ length: 60 }, (_, i) => 1e12 + (59_970 + i) / 64)

  test.each<[string, FitRequest]>([
    ['classes', { target: 'y' }],
    ['codes beside cuts', { target: 'y', columns: ['far', 'zero'], special: codes }],
    ['a numeric target', { ...two, target: 'price' }],
    [
      'variance by deviation',
      { ...two, target: 'price', method: findMethod('variance'), options: { criterion: 'deviation', maxBins: 4 } },
    ],
    ['cliffs of a number', { ...two, target: 'price', method: findMethod('cliffs'), options: { cohen: 0.6 } }],
    ['d2', { ...two, method: findMethod('d2') }],
    // Sides a little too narrow or wide enough: only the deviation of the rows can tell.
    ['cliffs of classes', { ...two, method: findMethod('cliffs'), options: { mdl: false, cohen: 0.6 } }],
    ['equal frequencies', { exclude: ['y'], bins: 6 }],
  ])('%s', async (_, request) => {
    const { within, usual } = await both(sizes, request, { memory: '700KB' })
    expect(within).toEqual(usual)
  })
})

describe('CSV', () => {
  const lines = (rows: number): string =>
    ['id;day;age;city;ok;late;y']
      .concat(
        Array.from({ length: rows }, (_, i) =>
          [
            `k${i}`,
            `2021-0${1 + (i % 9)}-1${i % 9}`,
            i % 13 === 0 ? '' : (((i * 7919) % 4001) / 8).toFixed(3),
            ['Oslo', ' Rome', 'NA'][i % 3],
            i % 2 === 0 ? 'true' : 'false',
            i === rows - 5 ? 'x' : String(i % 10),
            (i * 7919) % 4001 > 2500 ? 'b' : 'a',
          ].join(';'),
        ),
      )
      .join('\n')

  test.each(['rows.csv', 'rows.csv.gz'])('%s is written as Parquet first', async (name) => {
    const path = folder.file(name, lines(9000))
    const { within, usual } = await both(path, { target: 'y' }, { memory: '1.2MB', missingValues: ['NA'] })
    expect(within).toEqual(usual)
    expect(within.notes?.map(({ code }) => code)).toContain('id')
  })

  test('a condition and a sample', async () => {
    const path = folder.file('where.csv', lines(9000))
    const options = { memory: '1.2MB', where: "age > 100 AND city = 'Oslo'" }
    const { within, usual } = await both(path, { target: 'y', sample: 1500 }, options)
    expect(within).toEqual(usual)
  })

  test('no file is left behind', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith(`.kerf-${process.pid}-`))
    expect(before).toEqual([])
  })

  test('what cannot be fitted in parts is refused in words', async () => {
    const path = folder.file('dates.csv', lines(9000))
    const refusal = (file: string, request: FitRequest, options: Partial<WithinOptions> = {}): Promise<string> =>
      folder.refusal(fitWithin(file, request, { memory: '200KB', ...options }))
    expect(await refusal(path, { target: 'y' })).toMatch(
      /^dates.csv: column "day" holds dates written as text and is too large for the 1 MB of memory/,
    )
    expect(await refusal(path, { target: 'y' }, { where: "day > '2021-03-01'" })).toMatch(
      /^--where speaks of column "day"/,
    )
    expect(await refusal(path, { target: 'y' }, { where: 'agee > 3' })).toMatch(
      /^the condition "agee > 3" cannot be used: /,
    )
    expect(await refusal(path, { target: 'y' }, { where: 'age > 1000' })).toBe('no row is left where age > 1000')
    expect(await refusal(path, { target: 'yy' })).toMatch(/^unknown column "yy"/)
    expect(await refusal(path, { weight: 'age', columns: ['city'] })).toMatch(/rows with weights cannot be counted/)
    writeFileSync(folder.at('ragged.csv'), `${lines(9000)}\n1;2\n`)
    expect(await refusal(folder.at('ragged.csv'), { target: 'y' })).toMatch(/only Parquet files and plain CSV files/)
    const json = folder.file('rows.jsonl', '{"x":1}\n'.repeat(100_000))
    expect(await refusal(json, {})).toMatch(/^rows.jsonl takes about 1 MB in memory, and only Parquet/)
    expect(await refusal(folder.at('*.csv'), {})).toMatch(/several files are read whole/)
    expect(await refusal(path, { together: true })).toMatch(/--together must hold all columns/)
    await expect(fitWithin(path, {}, { memory: 'lots' })).rejects.toThrow('kerf: memory must be a number of bytes')
  })
})

test('a small file is left to the usual reader', async () => {
  expect(await fitWithin(await parquet, { target: 'y' }, { memory: '2GB' })).toBeNull()
})
