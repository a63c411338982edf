import { describe, expect, test } from 'vitest'
import { fitNumbers } from '../../../src/binning/fit/fit-numbers.ts'
import { cutsAlone } from '../../../src/binning/fit/last-step.ts'
import { runLater } from '../../../src/binning/fit/run-steps.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import { cliffs, discretize, mdlp, summarize, varianceCuts } from '../../../src/index.ts'
import { withDuckDb } from '../../../src/node/duckdb/connect.ts'
import { readRanges } from '../../../src/node/within/read-ranges.ts'
import { countCells, sumValues } from '../../../src/node/within/count-cells.ts'
import type { NumberSummary } from '../../../src/types.ts'

const ROWS = 20_000
/** The same rows here and in the database; every hundredth is a code, every ninth value is 2. */
const x = Array.from({ length: ROWS }, (_, i) => (i % 100 === 0 ? -9 : i % 9 === 0 ? 2 : ((i * 7919) % 20_011) / 4096))
const y = x.map((value, i) => (value > 3 ? 1.5 : 0) + ((i * 31) % 97) / 10)
const sql = `SELECT CASE WHEN i % 100 = 0 THEN -9.0 WHEN i % 9 = 0 THEN 2.0 ELSE ((i * 7919) % 20011) / 4096.0 END::DOUBLE AS x,
  CASE WHEN x > 3 THEN 1.5 ELSE 0.0 END::DOUBLE + ((i * 31) % 97) / 10.0::DOUBLE AS y FROM range(${ROWS}) t(i)`

interface Case {
  readonly exact: NumberSummary
  readonly rows: string
}

const numbers: Case = {
  exact: summarize(x, { target: y, targetKind: 'numeric', special: [-9] }),
  rows: `SELECT x, y AS c FROM (${sql})`,
}
const classes: Case = {
  exact: summarize(x, { target: y.map((value) => (value > 5 ? 'b' : 'a')), special: [-9] }),
  rows: `SELECT x, (y > 5)::INTEGER::DOUBLE AS c FROM (${sql})`,
}
const columnOf = ({ exact, rows }: Case, bytes: number): Parameters<typeof countCells>[1] => ({
  rows,
  total: ROWS,
  target: exact.target,
  specialCodes: [-9],
  missingCodes: [],
  bytes,
})

describe('rows that are too many to be held', () => {
  test.each<[string, Case, AnyDiscretizer]>([
    ['variance', numbers, varianceCuts],
    ['cliffs', numbers, cliffs],
    ['mdlp', classes, mdlp],
  ])('are counted in finer cells until few are left, and %s cuts as usual', async (_, given, method) => {
    const { exact } = given
    await withDuckDb({}, async (connection) => {
      let looks = 0
      const counted = await countCells(connection, columnOf(given, 2000), { lo: -1e300, hi: 1e300 })
      const read: typeof counted.read = (ranges) => {
        looks++
        return counted.read(ranges)
      }
      const coarse = { ...exact, cells: counted.cells, aside: counted.aside, distinct: null }
      const source = {
        target: exact.target,
        summarize: () => Promise.resolve({ summary: coarse, settled: false, readAgain: read }),
      }
      const proposal = await runLater(fitNumbers(source, { method }, cutsAlone))
      expect(proposal).toEqual(discretize(exact, { method }))
      expect(counted.aside).toEqual(exact.aside)
      expect(looks).toBeGreaterThan(method === mdlp ? 0 : 1)
    })
  })

  test('lose no row, and no cell reaches from one range into another', async () => {
    const ranges = [
      { lo: 0, hi: 1 },
      { lo: 1.5, hi: 4 },
    ]
    await withDuckDb({}, async (connection) => {
      const held = await readRanges(connection, columnOf(numbers, 1e9), ranges)
      const parts = await readRanges(connection, columnOf(numbers, 100), ranges)
      const inside = x.filter((value) => ranges.some(({ lo, hi }) => value >= lo && value <= hi)).length
      expect([held, parts].map(({ tallies }) => tallies.rows.reduce((sum, rows) => sum + rows, 0))).toEqual([
        inside,
        inside,
      ])
      expect(held.lo).toBe(held.hi)
      expect(parts.lo.every((lo, cell) => parts.hi[cell] <= 1 || lo >= 1.5)).toBe(true)
    })
  })
})

test('few different values are added up one by one', async () => {
  await withDuckDb({}, async (connection) => {
    expect(await sumValues(connection, columnOf(numbers, 1e9))).toEqual(numbers.exact.cells)
  })
})
