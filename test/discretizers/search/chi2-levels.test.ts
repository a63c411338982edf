import { describe, expect, test } from 'vitest'
import { risingBars } from '../../../src/discretizers/search/chi2-levels.ts'
import { chiSquareQuantileOfTail, chiSquareTail } from '../../../src/measures/distributions/chi-square-distribution.ts'

const steps = (count: number): number[] => Array.from({ length: count }, (_, step) => step)

describe('risingBars', () => {
  test('start at the level asked for and go down a table of levels', () => {
    const barOf = risingBars(0.5, 3)
    const levels = steps(12).map((step) => Number(chiSquareTail(barOf(step), 2).toPrecision(10)))
    expect(levels).toEqual([0.5, 0.25, 0.2, 0.1, 0.05, 0.025, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001])
  })

  test('skip the levels above the start', () => {
    const barOf = risingBars(0.03, 2)
    expect([barOf(0), barOf(1)]).toEqual([0.03, 0.025].map((level) => chiSquareQuantileOfTail(level, 1)))
  })

  test('grow by a quarter where the table ends', () => {
    const barOf = risingBars(0.0001, 2)
    expect(barOf(3)).toBeCloseTo(chiSquareQuantileOfTail(0.0001, 1) * 1.25 ** 3, 10)
    expect(barOf(60)).toBeGreaterThan(1e6)
  })

  test('may be asked in any order', () => {
    const [forward, backward] = [risingBars(0.5, 4), risingBars(0.5, 4)]
    const later = backward(30)
    expect(steps(31).map(forward)).toEqual([...steps(30).map(backward), later])
  })

  test('never stop rising', () => {
    for (const level of [0.999999, 0.5, 1e-200]) {
      const bars = steps(80).map(risingBars(level, 2))
      expect(bars).toEqual(bars.toSorted((a, b) => a - b))
      expect(new Set(bars).size).toBe(80)
    }
  })

  test('are infinite where there is one class', () => {
    expect(risingBars(0.5, 1)(0)).toBe(Infinity)
  })
})
