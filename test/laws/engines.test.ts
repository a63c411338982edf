import { deepStrictEqual } from 'node:assert/strict'
import { afterAll, describe, expect, test } from 'vitest'
import type { Binning } from '../../src/binning/binning.ts'
import type { NumbersAsked, Engine } from '../../src/engines/engine.ts'
import { fitOnEngine } from '../../src/engines/fit-on-engine.ts'
import { localEngine } from '../../src/engines/local.ts'
import { closeDuckDb, withDuckDb } from '../../src/node/duckdb/connect.ts'
import { duckDbEngine } from '../../src/node/duckdb/engine/duckdb-engine.ts'
import { openStored } from '../../src/node/duckdb/stored-table.ts'
import { readData } from '../../src/node/read/read-data.ts'
import { fitSource } from '../../src/pipeline.ts'
import type { FitRequest } from '../../src/plan-fit.ts'
import { planFit } from '../../src/plan-fit.ts'
import { Folder } from '../node/made.ts'

const folder = new Folder()
afterAll(closeDuckDb)

/** Every kind of column, with missing values, codes, infinities, −0, values of all sizes and rows without a label. */
const path = folder.parquet(
  'rows.parquet',
  `SELECT i AS "row", i * 3 AS "customer_id", 'k' || i AS "key", CASE WHEN i % 7 = 0 THEN NULL WHEN i = 5 THEN 'inf'::DOUBLE
     WHEN i = 6 THEN '-inf'::DOUBLE WHEN i = 8 THEN 'nan'::DOUBLE WHEN i % 10 = 0 THEN -9 ELSE ((i * 7919) % 4001) / 16.0 - 90 END AS age,
   CASE WHEN i % 3 = 0 THEN '-0'::DOUBLE ELSE (hash(i) % 9)::DOUBLE END AS few,
   (CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END) * power(10, (hash(i * 3) % 600000)::DOUBLE / 1000 - 300) AS sizes,
   1.7e9 + (hash(i * 5) % 1000000) AS moment, (hash(i * 13) % 50000) / 1000 AS amount,
   [' north', 'south ', 'NA', 'it''s', '', 'é "x"'][1 + i % 6] AS place, DATE '2020-01-01' + ((i * 37) % 900)::INTEGER AS day,
   CASE WHEN i % 5 = 0 THEN NULL ELSE i % 7 < 3 END AS flag,
   CASE WHEN (i * 7919) % 4001 > 2500 THEN 'yes' WHEN i % 97 = 0 THEN NULL WHEN i % 89 = 0 THEN ' ' ELSE 'no' END AS y FROM range(8000) t(i)`,
)
const NUMBERS: NumbersAsked[] = [
  { name: 'age', specialCodes: [-9], missingCodes: [60.125] },
  ...['few', 'sizes', 'moment', 'amount'].map((name) => ({ name, specialCodes: [], missingCodes: [] })),
]
const missingValues = ['NA']
const MEMORY = [1e12, 200_000]

/** What an engine on a file gives beside what the rows in memory give. */
async function both<T>(bytes: number, ask: (engine: Engine) => Promise<T>): Promise<{ there: T; here: T }> {
  const file = await path
  const here = await ask(localEngine(await readData(file, { missingValues }), bytes))
  const there = await withDuckDb({}, async (connection) => {
    const table = (await openStored(connection, file, { name: 'rows.parquet', missingValues, size: 0 }))!
    return ask(duckDbEngine(connection, table, { bytes, drawn: folder.at('drawn.parquet') }))
  })
  return { there, here }
}

/** Asks both; their answers are equal to the last bit. */
async function same<T>(ask: (engine: Engine) => Promise<T>, bytes = 1e12): Promise<T> {
  const { there, here } = await both(bytes, ask)
  deepStrictEqual(there, here)
  return here
}

describe('an engine gives what rows in memory give', () => {
  test('columns, kinds of targets, ids and samples', async () => {
    const described = await same(async (engine) => engine.columns.map(({ name, kind }) => `${name} ${kind}`))
    expect(described).toHaveLength(12)
    for (const target of ['y', 'few', 'amount', 'flag', 'day', undefined]) {
      await same(async (engine) => engine.targetKind({ target }))
    }
    const ids = await same(async (engine) => new Map(await engine.idReasons(engine.columns.map(({ name }) => name))))
    expect([...ids.keys()]).toEqual(['row', 'customer_id', 'key'])
    await same(async (engine) => {
      const drawn = await engine.sample({ sample: 3000, seed: 5 })
      return [drawn.notes, drawn.engine.rows, await drawn.engine.read(['age', 'place', 'day', 'flag'])]
    })
  })

  test.each(['y', 'amount', undefined])('cells, values, ranges and deviations by target %s', async (target) => {
    for (const bytes of MEMORY) {
      const found = await same(async (engine) => {
        const counting = await engine.counting({ target })
        const columns = NUMBERS.filter(({ name }) => name !== target)
        const counted = await counting.count(columns)
        const coarse = columns.map((column, i) => ({ ...column, cells: counted[i].cells }))
        const ranges = coarse.map(({ cells: { lo, hi } }) =>
          [1, 3, Math.floor(lo.length / 2)].flatMap((i) => (i < lo.length ? [{ lo: lo[i], hi: hi[i] }] : [])),
        )
        return {
          target: counting.target,
          notes: counting.notes,
          cells: counted.map(({ cells, aside, leftOut }) => ({ cells, aside, leftOut })),
          values: await counting.countValues(columns),
          finer: await counting.readRanges(columns.map((column, i) => ({ ...column, ranges: ranges[i] }))),
          deviations: await counting.deviations(coarse),
          levels: [await counting.levels('place'), await counting.levels('flag')],
        }
      }, bytes)
      expect(found.cells.length).toBeGreaterThan(3)
    }
  })

  test.each<[string, FitRequest]>([
    ['classes', { target: 'y' }],
    ['a number', { target: 'amount', exclude: ['y'] }],
    ['no target, codes', { exclude: ['y'], special: [-9], bins: 4 }],
    ['a sample, an event', { target: 'y', event: 'yes', sample: 5000, seed: 2 }],
  ])('bins and the slots of rows: %s', async (_, request) => {
    for (const bytes of [...MEMORY, 2e6]) {
      const { there, here } = await both(bytes, async (engine) => {
        const binning = await fitSource(engine, request)
        const slots: Int32Array[][] = binning.columns.map(() => [])
        for await (const chunk of engine.apply(binning)) for (const [i, part] of chunk.entries()) slots[i].push(part)
        return { binning: bare(binning), slots: slots.map((parts) => parts.flatMap((part) => [...part])) }
      })
      deepStrictEqual(there, here)
      expect(here.binning.columns.length).toBeGreaterThan(5)
    }
  })
})

test('several columns that are too large to be read are counted together', async () => {
  const columns = NUMBERS.map(({ name }) => name)
  const { there, here } = await both(60e6, async (engine) => {
    const request = { target: 'y', columns }
    if (engine.held !== null) return bare(await fitSource(engine, request))
    const chosen = engine.columns.filter(({ name }) => columns.includes(name))
    const options = planFit(request, chosen, { kind: 'class', sampled: false })
    let [counts, reads] = [0, 0]
    const watched: Engine = {
      ...engine,
      // So many rows that no column can be read.
      rows: 1e9,
      counting: async (asked) => {
        const counting = await engine.counting(asked)
        return {
          ...counting,
          atOnce: 5,
          count: (all) => (counts++, counting.count(all)),
          readRanges: (all) => (reads++, counting.readRanges(all)),
        }
      },
    }
    const binning = await fitOnEngine({ engine: watched, options, kind: 'class', run: {} })
    expect(counts).toBe(1)
    expect(reads).toBeLessThan(5)
    return bare(binning)
  })
  expect(there.columns).toEqual(here.columns)
})

/** Without the shapes, which depend on where cells lie. */
function bare(binning: Binning): Binning {
  return { ...binning, columns: binning.columns.map((column) => ({ ...column, shape: null })) }
}
