import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { viewColumn } from '../../src/discretizers/column-view.ts'
import { disorder, joinSpreads, type SpreadCells, spreadCells, spreadOf } from '../../src/discretizers/spread.ts'
import { targetMoments } from '../../src/discretizers/target-moments.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import { dyadic, nearest, plus, times, ZERO } from '../util/dyadic.ts'
import { holds } from './holds.ts'

function cellsOf(x: readonly number[], y: readonly number[], weights?: readonly number[]): SpreadCells {
  const summary = summarize(x, { target: y, targetKind: 'numeric', weights })
  return spreadCells(viewColumn(summary), targetMoments(summary))
}

/** Σw(y − mean)² by exact arithmetic, as Σwy² − (Σwy)²/Σw for a weight that is a power of two. */
function exactSquares(y: readonly number[]): number {
  const sum = y.reduce((total, term) => plus(total, dyadic(term)), ZERO)
  const squares = y.reduce((total, term) => plus(total, times(dyadic(term), dyadic(term))), ZERO)
  const share = { digits: -1n, exponent: -Math.log2(y.length) }
  return nearest(plus(squares, times(times(sum, sum), share)))
}

describe('spreadCells', () => {
  test('have the mean of each cell and the squares within it', () => {
    expect(cellsOf([1, 1, 2, 2], [3, 5, -8, -8])).toEqual({
      size: 2,
      weights: Float64Array.of(2, 2),
      means: Float64Array.of(4, -8),
      squares: Float64Array.of(2, 0),
    })
    expect(cellsOf([1, 1, 2], [1, 4, -9], [2, 1, 0.5])).toEqual({
      size: 2,
      weights: Float64Array.of(3, 0.5),
      means: Float64Array.of(2, -9),
      squares: Float64Array.of(6, 0),
    })
  })

  test('take no rounding for spread', () => {
    const { squares } = cellsOf([1, 1, 1, 2, 2, 2, 2, 2], [0.1, 0.1, 0.1, -0.7, -0.7, -0.7, -0.7, -0.7])
    expect(squares).toEqual(Float64Array.of(0, 0))
  })
})

describe('spreadOf', () => {
  test('is the weight, the mean and the squares of a stretch', () => {
    const cells = cellsOf([1, 2, 3, 3], [-7, 1, 2, 6])
    expect(spreadOf(cells, 1, 3)).toEqual({ weight: 3, mean: 3, squares: 14 })
    expect(spreadOf(cells, 0, 1)).toEqual({ weight: 1, mean: -7, squares: 0 })
  })

  test('of a constant is 0', () => {
    const cells = cellsOf([1, 1, 1, 2, 3, 3], [0.1, 0.1, 0.1, 0.1, 0.1, 0.1])
    expect(spreadOf(cells, 0, 3).squares).toBe(0)
  })

  test('is exact to 12 digits, near zero and far from it', () => {
    const y = fc.integer({ min: -1000, max: 1000 }).map((k) => k / 64)
    const rows = fc.constantFrom(2, 4, 16, 64).chain((n) => fc.array(y, { minLength: n, maxLength: n }))
    holds(
      fc.property(
        rows,
        fc.constantFrom(0, 100, 1.7e9, -(2 ** 40)),
        fc.integer({ min: 1, max: 9 }),
        (list, shift, cells) => {
          const x = list.map((_, row) => row % cells)
          const moved = list.map((term) => term + shift)
          const { size, ...rest } = cellsOf(x, moved)
          const { squares } = spreadOf({ size, ...rest }, 0, size)
          const exact = exactSquares(moved)
          expect(squares).toBeGreaterThanOrEqual(0)
          expect(Math.abs(squares - exact)).toBeLessThanOrEqual(1e-12 * exact)
        },
      ),
    )
  })
})

describe('joinSpreads', () => {
  test('makes of two stretches what they are together', () => {
    const cells = cellsOf([1, 2, 3, 4, 4], [-7, 1, 2, 6, 8], [1, 2, 1, 1, 3])
    const joined = joinSpreads(spreadOf(cells, 0, 2), spreadOf(cells, 2, 4))
    const whole = spreadOf(cells, 0, 4)
    expect(joined.weight).toBe(8)
    expect(joined.mean).toBeCloseTo(whole.mean, 12)
    expect(joined.squares).toBeCloseTo(whole.squares, 12)
  })
})

describe('disorder', () => {
  test('is Σw times the variance or the deviation', () => {
    const spread = { weight: 4, mean: 0, squares: 36 }
    expect([disorder(spread, 'variance'), disorder(spread, 'deviation')]).toEqual([36, 12])
    expect(disorder({ weight: 1e6, mean: 0, squares: 1e308 }, 'deviation')).toBeCloseTo(1e157, -145)
  })
})
