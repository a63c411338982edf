import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conditionalVariance, variance } from '../../src/measures/conditional-variance.ts'

type Part = [number, number, number]
type Row = readonly [weight: number, y: number]

const moments = (rows: readonly Row[]): Part => [
  rows.reduce((sum, [w]) => sum + w, 0),
  rows.reduce((sum, [w, y]) => sum + w * y, 0),
  rows.reduce((sum, [w, y]) => sum + w * y * y, 0),
]

/** The weighted mean of (y − mean)², row by row. */
function byRows(rows: readonly Row[]): number {
  const [weight, sum] = moments(rows)
  return rows.reduce((squares, [w, y]) => squares + w * (y - sum / weight) ** 2, 0) / weight
}

const someRows = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: -100, max: 100 })), {
  minLength: 1,
  maxLength: 12,
})

describe('variance', () => {
  test('is Σw(y − mean)² / Σw, from Σw, Σwy and Σwy²', () => {
    // 1, 2, 3, 4: mean 2.5, squares 2.25 + 0.25 + 0.25 + 2.25
    expect(variance(4, 10, 30)).toBe(1.25)
  })

  test('of one value, or of no rows, is zero', () => {
    expect([variance(3, 15, 75), variance(0, 0, 0)]).toEqual([0, 0])
  })

  test('is never negative, though rounding would have it so', () => {
    // 0.1 three times: Σy²/n − mean² comes out below zero
    const [weight, sum, sumSquares] = moments([1, 2, 3].map((): Row => [1, 0.1]))
    expect(sumSquares / weight - (sum / weight) ** 2).toBeLessThan(0)
    expect(variance(weight, sum, sumSquares)).toBe(0)
  })

  test('equals the mean squared distance from the mean, row by row', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        expect(variance(...moments(rows))).toBeCloseTo(byRows(rows), 8)
      }),
    )
  })

  test('a weight of two counts as two rows', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const repeated = rows.flatMap(([w, y]) => Array.from({ length: w }, (): Row => [1, y]))
        expect(variance(...moments(repeated))).toBe(variance(...moments(rows)))
      }),
    )
  })
})

describe('conditionalVariance', () => {
  test('is the mean variance of the parts, weighted by their weights', () => {
    // 1, 3 has variance 1; 5, 5, 5, 9 has variance 3
    expect(
      conditionalVariance([
        [2, 4, 10],
        [4, 24, 156],
      ]),
    ).toBeCloseTo((2 * 1 + 4 * 3) / 6, 14)
  })

  test('of constant parts is zero, and of nothing too', () => {
    expect(
      conditionalVariance([
        [2, 8, 32],
        [3, 3, 3],
      ]),
    ).toBe(0)
    expect([conditionalVariance([]), conditionalVariance([[0, 0, 0]])]).toEqual([0, 0])
  })

  test('and the variance of the part means add up to the variance of all rows', () => {
    fc.assert(
      fc.property(fc.array(someRows, { minLength: 1, maxLength: 5 }), (parts) => {
        const whole = variance(...moments(parts.flat()))
        const within = conditionalVariance(parts.map(moments))
        const means = parts.map((rows): Row => {
          const [weight, sum] = moments(rows)
          return [weight, sum / weight]
        })
        expect(within).toBeLessThanOrEqual(whole + 1e-8)
        expect(within + byRows(means)).toBeCloseTo(whole, 7)
      }),
    )
  })
})
