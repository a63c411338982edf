import { describe, expect, test } from 'vitest'
import {
  chiSquareCdf,
  chiSquareQuantile,
  chiSquareQuantileOfTail,
  chiSquareTail,
  logChiSquareTail,
} from '../../../src/measures/distributions/chi-square-distribution.ts'
import { CHI_SQUARE_BY_LOWER_TAIL, CHI_SQUARE_BY_UPPER_TAIL } from '../../reference/numerics-gamma.ts'

const ALL = [...CHI_SQUARE_BY_LOWER_TAIL, ...CHI_SQUARE_BY_UPPER_TAIL]
const relativeError = (result: number, truth: number): number => Math.abs(result / truth - 1)

describe('against the truth, for df from 1 to 100000 and tails from 1e-12 on', () => {
  test('chiSquareCdf has a relative error below 1e-13', () => {
    const errors = ALL.map(([df, , x, cdf]) => [relativeError(chiSquareCdf(x, df), cdf), df, x])
    expect(errors.filter(([error]) => !(error < 1e-13))).toEqual([])
  })

  test('chiSquareTail has a relative error below 1e-13', () => {
    const errors = ALL.map(([df, , x, , tail]) => [relativeError(chiSquareTail(x, df), tail), df, x])
    expect(errors.filter(([error]) => !(error < 1e-13))).toEqual([])
  })

  test('chiSquareQuantile has a relative error below 1e-13', () => {
    const errors = CHI_SQUARE_BY_LOWER_TAIL.map(([df, p, x]) => [relativeError(chiSquareQuantile(p, df), x), df, p])
    expect(errors.filter(([error]) => !(error < 1e-13))).toEqual([])
  })

  test('chiSquareQuantileOfTail has a relative error below 1e-13', () => {
    const errors = CHI_SQUARE_BY_UPPER_TAIL.map(([df, q, x]) => [
      relativeError(chiSquareQuantileOfTail(q, df), x),
      df,
      q,
    ])
    expect(errors.filter(([error]) => !(error < 1e-13))).toEqual([])
  })
})

describe('df need not be whole', () => {
  const degrees = [0.3, 1.5, 2.75, 33.3, 1234.5, 1e6]

  test('the cdf of the quantile is the probability', () => {
    for (const df of degrees) {
      for (const p of [1e-3, 0.1, 0.4, 0.6, 0.9, 0.999]) {
        const x = chiSquareQuantile(p, df)
        expect(relativeError(chiSquareCdf(x, df), p)).toBeLessThan(1e-10)
      }
    }
  })

  test('the tail of the quantile is the tail', () => {
    for (const df of [0.01, ...degrees]) {
      for (const q of [1e-100, 1e-3, 0.1, 0.4, 0.6, 0.9]) {
        const x = chiSquareQuantileOfTail(q, df)
        expect(relativeError(chiSquareTail(x, df), q)).toBeLessThan(1e-10)
      }
    }
  })
})

test('both ways to ask for a quantile agree', () => {
  for (const df of [1, 4, 99]) {
    for (const p of [0.125, 0.375, 0.75]) expect(chiSquareQuantile(p, df)).toBe(chiSquareQuantileOfTail(1 - p, df))
  }
})

test('two degrees of freedom are the exponential distribution', () => {
  expect(chiSquareQuantile(0.5, 2)).toBeCloseTo(2 * Math.LN2, 14)
  expect(chiSquareTail(2, 2)).toBeCloseTo(1 / Math.E, 15)
})

test('the well-known critical values', () => {
  const critical = [1, 2, 3, 4].map((df) => chiSquareQuantileOfTail(0.05, df).toFixed(3))
  expect(critical).toEqual(['3.841', '5.991', '7.815', '9.488'])
})

test('a cdf never falls and stays from 0 to 1', () => {
  for (const df of [0.5, 1, 2, 9, 250]) {
    let last = 0
    for (let x = 0; x < 3 * df + 20; x += df / 64) {
      const cdf = chiSquareCdf(x, df)
      expect(cdf).toBeGreaterThanOrEqual(last - 1e-15)
      expect(cdf).toBeLessThanOrEqual(1)
      last = cdf
    }
  }
})

test('the ends', () => {
  expect([-1, 0, Infinity, 1e308].map((x) => chiSquareCdf(x, 3))).toEqual([0, 0, 1, 1])
  expect([-Infinity, 0, Infinity, 1e308].map((x) => chiSquareTail(x, 3))).toEqual([1, 1, 0, 0])
  expect([0, 1].map((p) => chiSquareQuantile(p, 3))).toEqual([0, Infinity])
  expect([0, 1].map((q) => chiSquareQuantileOfTail(q, 3))).toEqual([Infinity, 0])
})

test('bad arguments are refused', () => {
  const message = (call: () => number): string => {
    try {
      return String(call())
    } catch (error) {
      return String(error)
    }
  }
  expect(message(() => chiSquareCdf(NaN, 1))).toBe('ArgumentError: chiSquareCdf: x must be a number, got NaN')
  expect(message(() => chiSquareCdf(1, 0))).toBe('ArgumentError: chiSquareCdf: df must be a number above 0, got 0')
  expect(message(() => chiSquareTail(NaN, 1))).toBe('ArgumentError: chiSquareTail: x must be a number, got NaN')
  expect(message(() => chiSquareTail(1, -2))).toBe('ArgumentError: chiSquareTail: df must be a number above 0, got -2')
  expect(message(() => chiSquareQuantile(2, 1))).toBe(
    'ArgumentError: chiSquareQuantile: p must be a number from 0 to 1, got 2',
  )
  expect(message(() => chiSquareQuantile(0.5, Infinity))).toBe(
    'ArgumentError: chiSquareQuantile: df must be a number above 0, got Infinity',
  )
  expect(message(() => chiSquareQuantileOfTail(-0.1, 1))).toBe(
    'ArgumentError: chiSquareQuantileOfTail: q must be a number from 0 to 1, got -0.1',
  )
  expect(message(() => chiSquareQuantileOfTail(0.5, 0))).toBe(
    'ArgumentError: chiSquareQuantileOfTail: df must be a number above 0, got 0',
  )
})

describe('logChiSquareTail', () => {
  test('is the logarithm of the tail where that is a double', () => {
    for (const [x, df] of [
      [0.3, 1],
      [3.84, 1],
      [10, 3],
      [40, 50],
      [700, 9],
      [1000, 1000],
    ] as const) {
      // prettier-ignore
      expect(logChiSquareTail(x, df) / Math.log(chiSquareTail(x, df))).toBeCloseTo(1, 12)
    }
    expect([logChiSquareTail(0, 3), logChiSquareTail(-1, 3)]).toEqual([0, 0])
  })

  test('goes on where the tail is too small for a double', () => {
    // With two degrees of freedom the tail is e^(-x/2), with four (1 + x/2) · e^(-x/2).
    expect(chiSquareTail(3000, 2)).toBe(0)
    expect(logChiSquareTail(3000, 2)).toBeCloseTo(-1500, 9)
    expect(logChiSquareTail(3000, 4)).toBeCloseTo(Math.log(1501) - 1500, 9)
  })
})
