import { describe, expect, test } from 'vitest'
import type { Binning, Column } from '../../../src/binning/binning.ts'
import { compareDrift } from '../../../src/binning/drift/compare-drift.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { random } from '../../../src/util/random.ts'

interface Rows {
  readonly seed: number
  readonly n?: number
  /** added to the middle of x */
  readonly moved?: number
  /** added to the rate of yes from here to there */
  readonly change?: readonly [from: number, to: number, by: number]
}

/** x, a copy of it without anything to do with y, a level, and y with a rate of 30 % to 60 %. */
function rows({ seed, n = 2000, moved = 0, change = [0, 0, 0] }: Rows) {
  const { next, normal } = random(seed)
  const x = Array.from({ length: n }, () => moved + normal())
  const rate = (v: number) => 0.3 + 0.3 / (1 + Math.exp(-2 * v)) + (v >= change[0] && v < change[1] ? change[2] : 0)
  return {
    x,
    z: x.map(() => normal()),
    color: x.map(() => (next() < 0.7 ? 'red' : 'blue')),
    y: x.map((v) => (next() < rate(v) ? 'yes' : 'no')),
  }
}

const columns = ['x', 'z', 'color']
const fit = async (table: ReturnType<typeof rows>, more = {}): Promise<Binning> =>
  fitTable(table, { target: 'y', event: 'yes', columns, all: { method: mdlp }, ...more })

describe('what is told of rates', async () => {
  const binning = await fit(rows({ seed: 1, n: 4000 }))

  test('a change everywhere is told once, of the table', () => {
    const { rate, columns: found } = compareDrift(binning, rows({ seed: 2, change: [-9, 9, 0.12] }))
    expect(rate).toMatchObject({ of: 'yes', shifted: true, explainedBy: null, alike: columns })
    expect(rate!.reason).toMatch(
      /^the rate of yes rose from 4\d.* % to 5\d.* % \(p \d+e-\d+\), alike for all values of every column$/,
    )
    expect(found.map((column) => [column.rate!.shifted, column.rate!.change, column.rate!.where])).toEqual(
      columns.map(() => [true, 'overall', null]),
    )
  })

  test('a change in a range is told with the range, of the column that shows it', () => {
    const { columns: found } = compareDrift(binning, rows({ seed: 3, change: [-0.8, 0.2, 0.25] }))
    const { where, change, reason, ranges, tests } = found[0].rate!
    expect(change).toBe('own')
    expect(Math.abs(where!.from! + 0.8)).toBeLessThan(0.3)
    expect(Math.abs(where!.to! - 0.2)).toBeLessThan(0.3)
    expect(where!.now! - where!.before!).toBeGreaterThan(0.1)
    expect(reason).toMatch(
      /^the rate of yes changed between -[01]\.\d+ and -?0\.\d+ \(p \d+e-\d+\): 4\d.* % before, \d+.* % now$/,
    )
    expect(tests!.local).toBeLessThan(0.001)
    const shifted = ranges.map((range) => range.shifted)
    expect(shifted).toContain(true)
    expect(shifted[0]).toBe(false)
    expect(found[1].rate!.change).not.toBe('own')
  })

  test('a population that moved accounts for the rate of the table', () => {
    const { rate, columns: found } = compareDrift(binning, rows({ seed: 4, moved: 1 }))
    expect(found[0]).toMatchObject({ level: 'large', rate: { shifted: false, change: 'none' } })
    expect(rate).toMatchObject({ shifted: false, explainedBy: 'x', alike: ['z', 'color'] })
    expect(rate!.reason).toMatch(
      /; the moved population of x accounts for it: 5\d.* % if each of its values had kept its own$/,
    )
  })

  test('nothing changed', () => {
    const { rate, columns: found } = compareDrift(binning, rows({ seed: 5 }))
    expect(rate).toMatchObject({ shifted: false, alike: [] })
    expect(found.map((column) => column.rate!.change)).toEqual(['none', 'none', 'none'])
  })

  test('without labels in the new rows there is nothing to say of rates', () => {
    const { rate, columns: found } = compareDrift(binning, { ...rows({ seed: 6 }), y: Array(2000).fill(null) })
    expect(rate).toMatchObject({ shifted: false, now: null, pValue: null, reason: 'too few labelled rows to test' })
    expect(found[0].rate).toMatchObject({ withinPValue: null, shifted: false, tests: null, ranges: [] })
  })
})

describe('what is told of populations', () => {
  const oneBin = async (x: readonly number[]) => fitTable({ x: [...x] }, { all: { method: equalFrequency, bins: 1 } })
  const draw = (seed: number, n: number, moved = 0): number[] => rows({ seed, n, moved }).x

  test('a column of one bin moves like any other', async () => {
    const [{ level, psi, binsPsi, ranges, reason }] = compareDrift(await oneBin(draw(1, 500)), {
      x: draw(2, 500, 0.5),
    }).columns
    expect(level).not.toBe('stable')
    expect(binsPsi).toBe(0)
    expect(psi).toBeGreaterThan(0.1)
    expect(ranges.reduce((sum, range) => sum + range.psi, 0)).toBeCloseTo(psi, 12)
    expect(reason).toMatch(/PSI 0\.\d+ is /)
  })

  test('values far beyond the fit come first, however few they are', async () => {
    const x = draw(3, 1000)
    const far = x.map((value, i) => (i < 4 ? 1000 + i : value))
    const [{ outside, level, reason, psi }] = compareDrift(await oneBin(draw(4, 8000)), { x: far }).columns
    expect(outside).toMatchObject({ above: 4, highest: 1003, below: 0, lowest: null, beyondChance: true })
    expect(level).toBe('slight')
    expect(psi).toBeLessThan(0.1)
    expect(reason).toMatch(
      /^4 rows lie outside the fitted range \(4 above, up to 1000\), more than chance gives; PSI 0\.0\d+ is below 0\.1, but more than chance \(chance gives up to 0\.0\d+\); the largest change is beyond the fit: 0 % before, 0\.4 % now$/,
    )
  })

  test('a single value that became another is a large change', async () => {
    const [{ level, psi, ranges }] = compareDrift(await oneBin(Array(400).fill(5)), { x: Array(300).fill(6) }).columns
    expect(level).toBe('large')
    expect(psi).toBeGreaterThan(5)
    expect(ranges.map(({ label, before, now }) => [label, before.count, now.count])).toEqual([
      ['all values', 400, 0],
      ['above the fit', 0, 300],
    ])
    const same = compareDrift(await oneBin(Array(400).fill(5)), { x: Array(300).fill(5) }).columns[0]
    expect([same.level, same.outside]).toEqual(['stable', null])
  })

  test('missing values that come up are seen', async () => {
    const x: (number | null)[] = draw(5, 1000).map((value, i) => (i % 20 === 0 ? null : value))
    const [{ level, ranges }] = compareDrift(await oneBin(draw(6, 1000)), { x }).columns
    expect(level).not.toBe('stable')
    expect(ranges.at(-1)).toMatchObject({ label: 'missing', before: { count: 0 }, now: { count: 50 } })
  })

  test('rare levels that the fit did not see are no news in a column of many', async () => {
    const level = (seed: number) => {
      const { next } = random(seed)
      return Array.from({ length: 400 }, () => `shop ${Math.floor(1000 * next() * next())}`)
    }
    const binning = await fitTable({ shop: level(1) })
    const [{ outside, level: verdict }] = compareDrift(binning, { shop: level(2) }).columns
    expect(outside!.levels.length).toBeGreaterThan(50)
    expect([verdict, outside!.beyondChance]).toEqual(['stable', false])
    // All of them new, each once: that is news.
    const [ids] = compareDrift(binning, { shop: Array.from({ length: 400 }, (_, i) => `id ${i}`) }).columns
    expect([ids.level, ids.outside!.beyondChance]).toEqual(['large', true])
  })

  test('dates are told as dates', async () => {
    const day = (i: number) => Date.UTC(2026, 0, 1) + i * 86_400_000
    const before = Array.from({ length: 400 }, (_, i) => new Date(day(i % 100)))
    const now = Array.from({ length: 400 }, (_, i) => new Date(day((i % 100) + 60)))
    const binning = await fitTable({ when: before as unknown as number[] })
    const [{ reason, kind }] = compareDrift(binning, { when: now }).columns
    expect(kind).toBe('date')
    expect(reason).toMatch(
      /^240 rows lie outside the fitted range \(240 above, up to 2026-06-09\), more than chance gives; PSI .*; the largest change is beyond the fit: 0 % before, 60 % now$/,
    )
  })
})

describe('weights', () => {
  const weighed = (table: ReturnType<typeof rows>, weights: (row: number) => number) => ({
    ...table,
    w: table.x.map((_, i) => weights(i)),
  })
  const before = rows({ seed: 1, n: 500 })
  const now = rows({ seed: 2, n: 400, change: [0, 1, 0.1] })
  const parts = ({ columns: found, rate }: ReturnType<typeof compareDrift>) => [
    rate!.pValue,
    ...found.map((column) => [column.psi, column.pValue, column.rate!.withinPValue, column.rate!.tests]),
  ]

  test('of 1 everywhere change nothing, and neither does a factor', async () => {
    const plain = parts(compareDrift(await fit(before), now))
    const ones = await fit(
      weighed(before, () => 1),
      { weights: 'w' },
    )
    expect(
      parts(
        compareDrift(
          ones,
          weighed(now, () => 1),
        ),
      ),
    ).toEqual(plain)
    const threes = await fit(
      weighed(before, () => 3),
      { weights: 'w' },
    )
    expect(
      parts(
        compareDrift(
          threes,
          weighed(now, () => 3),
        ),
      ),
    ).toEqual(plain)
    expect(
      parts(
        compareDrift(
          ones,
          weighed(now, () => 4),
        ),
      ),
    ).toEqual(plain)
  })

  test('that differ leave less evidence than rows', async () => {
    const uneven = (i: number): number => (i % 4 === 0 ? 9 : 1)
    const some = await fit(weighed(before, uneven), { weights: 'w' })
    const heavy = weighed(rows({ seed: 3, n: 400, change: [-9, 9, 0.15] }), uneven)
    const { rate: weak } = compareDrift(some, heavy)
    const { rate: strong } = compareDrift(await fit(before), heavy)
    expect(weak!.pValue!).toBeGreaterThan(strong!.pValue!)
    expect(compareDrift(some, before).notes).toEqual([
      { code: 'no-weights', message: 'the fit was weighted by w, the new rows have no weights and count 1 each' },
    ])
  })
})

describe('a file of before', () => {
  const without = (binning: Binning): Binning => ({
    ...binning,
    columns: binning.columns.map((column): Column => {
      const { reference, ...rest } = column
      expect(reference).toBeDefined()
      return rest
    }),
  })

  test('is compared over its bins, and says so', async () => {
    const old = without(await fit(rows({ seed: 1, n: 4000 })))
    const { columns: found, notes, rate } = compareDrift(old, rows({ seed: 2, change: [-9, 9, 0.12] }))
    expect(notes).toEqual([
      {
        code: 'compared-over-bins',
        message:
          'the binning has no reference cells, so bins were compared; rates of bins chosen on the same rows flatter, so "shifted" may be chance; fit again to have cells',
      },
    ])
    expect(found.map(({ comparedOver, psi, binsPsi }) => [comparedOver, psi === binsPsi])).toEqual(
      columns.map(() => ['bins', true]),
    )
    expect(rate!.shifted).toBe(true)
    const moved = compareDrift(old, { ...rows({ seed: 3, moved: 2 }), color: Array(2000).fill('green') }, {})
    expect(moved.columns.map(({ level }) => level)).toEqual(['large', 'stable', 'large'])
    expect(moved.columns[2].outside).toMatchObject({ rows: 2000, levels: ['green'], beyondChance: true })
  })

  test('some columns with cells and some without', async () => {
    const binning = await fit(rows({ seed: 1 }))
    const [x, ...rest] = binning.columns
    const { notes } = compareDrift(
      { ...without(binning), columns: [without(binning).columns[0], ...rest] },
      rows({ seed: 2 }),
    )
    expect(x.name).toBe('x')
    expect(notes[0].message).toMatch(/^"x" have no reference cells, so bins were compared;/)
  })
})
