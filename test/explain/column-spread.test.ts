import { expect, test } from 'vitest'
import { columnSpread } from '../../src/explain/column-spread.ts'
import { summarizeNumbers } from '../../src/summaries/summarize-numbers.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'

const spread = (values: readonly number[]): number =>
  columnSpread(summarizeNumbers(values, markRows(values.length, {}), {}).cells)

const ramp = Array.from({ length: 1001 }, (_, i) => i)

test('the spread of an even column is its standard deviation', () => {
  expect(spread(ramp)).toBeCloseTo(Math.sqrt((1001 * 1001 - 1) / 12), 9)
})

test('a few huge values do not widen it', () => {
  expect(spread([...ramp, 1e9, 1e12])).toBeCloseTo(502 / 1.3489795, 9)
})

const deviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length)
}

test('of a column that is mostly one value the other rows are asked', () => {
  const zeros = (part: number): number[] => ramp.map((i) => (i < 1001 * part ? 0 : i))
  expect(spread(zeros(0.85))).toBeCloseTo(deviation(zeros(0.85)), 9)
  expect(spread(zeros(0.93))).toBeCloseTo(deviation(zeros(0.93)), 9)
  // However far away the last rows are, they widen nothing.
  expect(spread(ramp.map((i) => (i < 850 ? 0 : i < 950 ? 1 : 1e9)))).toBeCloseTo(1 / 2.5631031, 9)
  expect(spread(ramp.map((i) => (i < 930 ? 0 : i < 960 ? 1 : 1e9)))).toBeCloseTo(1 / 3.2897073, 9)
  expect(spread(zeros(0.97))).toBe(0)
})

test('there is none without values, or where the deviation is too large for a double', () => {
  expect(spread([])).toBe(0)
  expect(spread([-1e308, 1e308])).toBe(0)
})
