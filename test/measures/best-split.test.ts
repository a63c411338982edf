import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestSplitLimit } from '../../src/measures/best-split.ts'
import { chiSquareQuantileOfTail } from '../../src/measures/distributions/chi-square-distribution.ts'

/** Miller and Siegmund's approximation for shares from t to 1 − t, with the functions of Math. */
function chance(b: number, t: number): number {
  const density = Math.exp((-b * b) / 2) / Math.sqrt(2 * Math.PI)
  return density * ((b - 1 / b) * 2 * Math.log((1 - t) / t) + 4 / b)
}

describe('bestSplitLimit', () => {
  test('of one place is that of a single test', () => {
    for (const alpha of [0.5, 0.05, 0.001]) {
      const limit = bestSplitLimit(alpha, { places: 1, first: 0.4, last: 0.4 })
      expect(limit).toBe(chiSquareQuantileOfTail(alpha, 1))
    }
  })

  test('of a few places is that of Bonferroni', () => {
    expect(bestSplitLimit(0.05, { places: 4, first: 0.1, last: 0.9 })).toBe(chiSquareQuantileOfTail(0.0125, 1))
  })

  test('of many places is that of Miller and Siegmund, however many there are', () => {
    for (const [alpha, t] of [
      [0.05, 0.1],
      [0.01, 0.1],
      [0.05, 0.01],
      [0.1, 0.25],
    ]) {
      const limit = bestSplitLimit(alpha, { places: 1e6, first: t, last: 1 - t })
      expect(chance(Math.sqrt(limit), t)).toBeCloseTo(alpha, 12)
      expect(bestSplitLimit(alpha, { places: 1e9, first: t, last: 1 - t })).toBe(limit)
    }
  })

  test('rises with the places, the width of the range and the strictness', () => {
    const share = fc.double({ min: 0.001, max: 0.5, noNaN: true })
    fc.assert(
      fc.property(share, share, fc.integer({ min: 1, max: 1000 }), (a, b, places) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const limit = (alpha: number, first: number, count: number): number =>
          bestSplitLimit(alpha, { places: count, first, last: 1 - first })
        expect(limit(0.05, low, places)).toBeGreaterThanOrEqual(limit(0.05, high, places))
        expect(limit(0.05, low, places + 1)).toBeGreaterThanOrEqual(limit(0.05, low, places))
        expect(limit(0.01, low, places)).toBeGreaterThan(limit(0.05, low, places))
      }),
    )
  })

  test('is a finite number for any level', () => {
    for (const alpha of [1e-300, 1e-9, 0.9, 0.97, 0.999999]) {
      const limit = bestSplitLimit(alpha, { places: 100, first: 0.01, last: 0.99 })
      expect(limit).toBeGreaterThan(0)
      expect(limit).toBeLessThan(1600)
    }
  })
})
