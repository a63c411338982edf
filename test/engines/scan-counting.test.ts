import { describe, expect, test } from 'vitest'
import { fitNumbers } from '../../src/binning/fit/fit-numbers.ts'
import { runLater } from '../../src/util/steps.ts'
import { cutsAlone } from '../../src/binning/fit/count-column.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import type { NumbersAsked } from '../../src/engines/engine.ts'
import type { RowScan } from '../../src/engines/row-scan.ts'
import { scanCounting } from '../../src/engines/scan-counting.ts'
import { cliffs, discretize, mdlp, summarize, variance } from '../../src/index.ts'
import type { Cells, NumberSummary, ValueRange } from '../../src/types.ts'

const ROWS = 20_000
const CHUNK = 999
/** Every hundredth value is a code, every ninth is 2. */
const x = Float64Array.from({ length: ROWS }, (_, i) =>
  i % 100 === 0 ? -9 : i % 9 === 0 ? 2 : ((i * 7919) % 20_011) / 4096,
)
const y = Float64Array.from(x, (value, i) => (value > 3 ? 1.5 : 0) + ((i * 31) % 97) / 10)
const column: NumbersAsked = { name: 'x', specialCodes: [-9], missingCodes: [] }

interface Case {
  readonly exact: NumberSummary
  readonly targets: Float64Array
}

const numbers: Case = { exact: summarize(x, { target: y, targetKind: 'numeric', special: [-9] }), targets: y }
const classes: Case = {
  exact: summarize(x, { target: Array.from(y, (value) => (value > 5 ? 'b' : 'a')), special: [-9] }),
  targets: y.map((value) => (value > 5 ? 1 : 0)),
}

/** Rows of as many equal columns as are asked for, some at a time; extents say nothing. */
function scanOf({ exact, targets }: Case, bytes: number): RowScan & { passes: number } {
  const scan = {
    rows: ROWS,
    target: exact.target,
    notes: [],
    bytes,
    passes: 0,
    extents: async (columns: readonly unknown[]) => columns.map(() => ({ lo: -1e300, hi: 1e300, distinct: ROWS })),
    async *numbers(columns: readonly unknown[]) {
      scan.passes++
      for (let start = 0; start < ROWS; start += CHUNK) {
        const part = x.subarray(start, start + CHUNK)
        yield { size: part.length, values: columns.map(() => part), targets: targets.subarray(start, start + CHUNK) }
      }
    },
    levels: () => Promise.reject(new Error('there are no levels')),
  }
  return scan
}

describe('rows that are too many to be held', () => {
  test.each<[string, Case, AnyDiscretizer]>([
    ['variance', numbers, variance],
    ['cliffs', numbers, cliffs],
    ['mdlp', classes, mdlp],
  ])('are counted in finer cells until few are left, and %s cuts as usual', async (_, given, method) => {
    const { exact } = given
    const counting = scanCounting(scanOf(given, 2000))
    const [{ cells, aside }] = await counting.count([column])
    let looks = 0
    const readAgain = async (ranges: readonly ValueRange[]): Promise<Cells> => {
      looks++
      return (await counting.readRanges([{ ...column, ranges }]))[0]
    }
    const summary = { ...exact, cells, aside, distinct: null }
    const source = { target: exact.target, summarize: async () => ({ summary, settled: false, readAgain }) }
    const proposal = await runLater(fitNumbers(source, { method }, cutsAlone('fitTable')))
    expect(proposal).toEqual(discretize(exact, { method }))
    expect(aside).toEqual(exact.aside)
    expect(looks).toBeGreaterThan(method === mdlp ? 0 : 1)
  })

  test('lose no row, and no cell reaches from one range into another', async () => {
    const ranges = [
      { lo: 0, hi: 1 },
      { lo: 1.5, hi: 4 },
    ]
    const asked = [{ ...column, ranges }]
    const [held] = await scanCounting(scanOf(numbers, 1e9)).readRanges(asked)
    const [parts] = await scanCounting(scanOf(numbers, 100)).readRanges(asked)
    const inside = x.filter((value) => ranges.some(({ lo, hi }) => value >= lo && value <= hi)).length
    expect([held, parts].map(({ tallies }) => tallies.rows.reduce((sum, rows) => sum + rows, 0))).toEqual([
      inside,
      inside,
    ])
    expect(held.lo).toBe(held.hi)
    expect(parts.lo.every((lo, cell) => parts.hi[cell] <= 1 || lo >= 1.5)).toBe(true)
  })
})

test('few different values are added up one by one', async () => {
  const counting = scanCounting(scanOf(numbers, 1e9))
  expect(await counting.countValues([column])).toEqual([numbers.exact.cells])
})

test('many columns are counted, and read again, in as many passes as one', async () => {
  const passes = async (columns: number): Promise<number> => {
    const scan = scanOf(classes, 1e9)
    const counting = scanCounting(scan)
    const asked = Array.from({ length: columns }, () => column)
    const counted = await counting.count(asked)
    await counting.readRanges(asked.map((one) => ({ ...one, ranges: [{ lo: 0, hi: 1 }] })))
    await counting.countValues(asked)
    expect(counted).toEqual(asked.map(() => counted[0]))
    return scan.passes
  }
  expect(await passes(7)).toBe(await passes(1))
  expect(scanCounting(scanOf(classes, 1e9)).atOnce).toBeGreaterThan(10)
  expect(scanCounting(scanOf(classes, 1)).atOnce).toBe(1)
})
