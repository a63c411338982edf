import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { random } from '../../../src/index.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { summarizeNumbers } from '../../../src/summaries/summarize-numbers.ts'
import { finiteEnds } from '../../../src/summaries/fast/bucket-plan.ts'
import { classRows } from '../../../src/summaries/fast/class-rows.ts'
import { gridScale, gridSpan, gridSummary } from '../../../src/summaries/fast/grid.ts'
import { Scratch } from '../../../src/util/scratch.ts'
import type { NumberSummary } from '../../../src/types.ts'

function summaries(values: Float64Array, labels?: string[]): { grid: NumberSummary | null; exact: NumberSummary } {
  const marks = markRows(values.length, { target: labels })
  const scale = gridScale(values)
  const grid =
    scale === null ? null : gridSummary(values, classRows(marks, new Scratch())!, { scale, ends: finiteEnds(values) })
  return { grid, exact: summarizeNumbers(values, marks) }
}

/** Some thousand rows; now and then a hole. */
function column(seed: number, rows: number, value: (next: () => number) => number, holes: number): Float64Array {
  const { next } = random(seed)
  const hole = (): number => [NaN, Infinity, -Infinity, -0][Math.floor(next() * 4)]
  return Float64Array.from({ length: rows }, () => (next() < holes ? hole() : value(next)))
}

describe('a table of counts gives the summary that sorting gives', () => {
  const kinds: Record<string, (next: () => number) => number> = {
    'whole numbers': (next) => Math.floor(next() * 900) - 300,
    'far from zero': (next) => 2e9 + Math.floor(next() * 1000),
    'one decimal': (next) => Math.round(next() * 800 - 400) / 10,
    'three decimals': (next) => Math.round(next() * 2000 - 900) / 1000,
    'few values': (next) => Math.floor(next() * 3) - 1,
  }
  for (const [kind, value] of Object.entries(kinds)) {
    test(`of ${kind}`, () => {
      fc.assert(
        fc.property(fc.nat(1e6), fc.constantFrom(0, 0.02), fc.constantFrom(1, 2, 5), (seed, holes, classes) => {
          const values = column(seed, 3000, value, kind === 'far from zero' ? 0 : holes)
          const labels = Array.from(values, (_, row) => `c${(row * 7 + seed) % classes}`)
          const { grid, exact } = summaries(values, classes === 1 ? undefined : labels)
          expect(grid).toEqual(exact)
        }),
        { numRuns: 10 },
      )
    })
  }
})

describe('a column that does not lie on a grid is refused', () => {
  const whole = column(3, 5000, (next) => Math.floor(next() * 100), 0)

  test('by a look at a few rows', () => {
    expect(gridScale(column(1, 5000, (next) => next(), 0))).toBeNull()
    expect(gridScale(whole)).toBe(1)
    expect(gridScale(whole.map((value) => value / 100))).toBe(100)
  })

  test.each([0.5, 1e-20, 5 + 2 ** -50, 1e-300])('by a single row of %d', (odd) => {
    const marks = markRows(whole.length, {})
    for (const scale of [1, 1000]) {
      const values = whole.map((value) => value / scale)
      values[4321] = odd / scale
      expect(gridSummary(values, classRows(marks, new Scratch())!, { scale, ends: finiteEnds(values) })).toBeNull()
    }
  })

  test('where the range is too large for a table', () => {
    expect(summaries(whole.map((value, row) => (row === 17 ? 1e6 : value))).grid).toBeNull()
    expect(summaries(whole.map((value) => value + 1e15)).grid).toBeNull()
    expect(summaries(new Float64Array(100).fill(NaN)).grid).toBeNull()
  })
})

test('columns on a grid are told apart by how many steps they have', () => {
  const rows = 10_300
  const { integer } = random(1)
  const made = (valueOf: (row: number) => number): Float64Array => Float64Array.from({ length: rows }, (_, i) => valueOf(i)) // prettier-ignore
  expect(gridSpan(made((i) => (i * 7) % 3))).toBe(2)
  expect(gridSpan(made(() => integer(1000) / 1000))).toBeGreaterThan(800)
  expect(gridSpan(made(() => integer(1000) / 1000))).toBeLessThan(1000)
  expect(gridSpan(made((i) => Math.sqrt(i)))).toBe(Infinity)
})

test('what is not finite has no say', () => {
  expect(gridSpan(Float64Array.of(Number.NaN, 4, Infinity, 9))).toBe(5)
  expect(gridSpan(Float64Array.of(Number.NaN))).toBe(0)
  expect(gridSpan(new Float64Array(0))).toBe(0)
})
