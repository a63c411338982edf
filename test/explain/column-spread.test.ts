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
  expect(spread([...ramp, 1e9, 1e12])).toBeCloseTo(501 / 1.3489795, 0)
})

test('of a column that is mostly one value the other rows are asked', () => {
  const zeros = (part: number): number[] => ramp.map((i) => (i < 1001 * part ? 0 : i))
  expect(spread(zeros(0.85))).toBeCloseTo(900 / 2.5631031, 0)
  expect(spread(zeros(0.93))).toBeCloseTo(950 / 3.2897073, -1)
  expect(spread(zeros(0.97))).toBe(0)
})

test('there is none without values, or where the deviation is too large for a double', () => {
  expect(spread([])).toBe(0)
  expect(spread([-1e308, 1e308])).toBe(0)
})
