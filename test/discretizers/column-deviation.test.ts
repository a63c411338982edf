import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnDeviation } from '../../src/discretizers/column-deviation.ts'
import { type ColumnView, viewColumn } from '../../src/discretizers/column-view.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import { holds } from './holds.ts'

const { MAX_VALUE, MIN_VALUE } = Number
const viewOf = (values: readonly number[], weights?: readonly number[]): ColumnView =>
  viewColumn(summarize(values, { weights }))
const deviation = (values: readonly number[], weights?: readonly number[]): number =>
  columnDeviation(viewOf(values, weights))

describe('columnDeviation', () => {
  test('is the root of the mean squared distance to the mean', () => {
    expect(deviation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(2)
    expect(deviation([1, 3], [3, 1])).toBe(Math.sqrt(0.75))
  })

  test('of one value, or none, is 0', () => {
    expect([deviation([5, 5, 5]), deviation([]), deviation([Number.NaN])]).toEqual([0, 0, 0])
  })

  test('counts infinite values at the ends', () => {
    expect(deviation([-Infinity, 1, 3, Infinity])).toBe(1)
  })

  test('takes the middle of a coarse cell', () => {
    const view = { ...viewOf([1, 4]), lo: Float64Array.of(0, 3), hi: Float64Array.of(2, 5) }
    expect(columnDeviation(view)).toBe(1.5)
  })

  test('keeps its digits far from zero', () => {
    expect(deviation([2, 4, 4, 4, 5, 5, 7, 9].map((x) => x + 2 ** 52))).toBe(2)
    expect(deviation([-2, -4, -4, -4, -5, -5, -7, -9].map((x) => x - 2 ** 52))).toBe(2)
  })

  test('neither overflows nor vanishes', () => {
    expect(deviation([-MAX_VALUE, MAX_VALUE])).toBe(MAX_VALUE)
    expect(deviation([-1e307, 1e307])).toBe(1e307)
    expect(deviation([-MIN_VALUE * 1000, MIN_VALUE * 1000])).toBe(MIN_VALUE * 1000)
    expect(deviation([MIN_VALUE, 3 * MIN_VALUE])).toBe(MIN_VALUE)
  })

  test('scales with powers of two, bit for bit', () => {
    const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 2, maxLength: 30 })
    holds(
      fc.property(values, fc.integer({ min: -60, max: 60 }), (list, power) => {
        const moderate = list.map((x) => (Math.abs(x) < 1e-200 ? 0 : x))
        expect(deviation(moderate.map((x) => x * 2 ** power))).toBe(deviation(moderate) * 2 ** power)
      }),
    )
  })
})
