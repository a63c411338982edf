import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { disorder, joinSpreads, offMean, spreadOf } from '../../../src/discretizers/search/spread.ts'
import { type TargetSums, targetSums } from '../../../src/discretizers/search/target-sums.ts'
import { coarsen } from '../../../src/summaries/cells.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { dyadic, nearest, plus, times, ZERO } from '../../util/dyadic.ts'
import { holds } from '../holds.ts'

function sumsOf(x: readonly number[], y: readonly number[], weights?: readonly number[]): TargetSums {
  return targetSums(summarize(x, { target: y, targetKind: 'numeric', weights }))
}

/** Σw(y − mean)² by exact arithmetic, as Σwy² − (Σwy)²/Σw for a weight that is a power of two. */
function exactSquares(y: readonly number[]): number {
  const sum = y.reduce((total, term) => plus(total, dyadic(term)), ZERO)
  const squares = y.reduce((total, term) => plus(total, times(dyadic(term), dyadic(term))), ZERO)
  const share = { digits: -1n, exponent: -Math.log2(y.length) }
  return nearest(plus(squares, times(times(sum, sum), share)))
}

describe('targetSums', () => {
  test('are the sums of all rows before each cell', () => {
    const none = new Float64Array(3)
    expect(sumsOf([1, 1, 2, 2], [3, 5, -8, -8])).toEqual({
      size: 2,
      weights: { hi: Float64Array.of(0, 2, 4), lo: none },
      sums: { hi: Float64Array.of(0, 8, -8), lo: none },
      squares: { hi: Float64Array.of(0, 34, 162), lo: none },
      centre: 0,
    })
  })

  test('keep what rounding leaves over in a second double', () => {
    const { sums } = sumsOf([1, 2, 3], [1, 2 ** -60, 2 ** -61])
    expect([sums.hi, sums.lo]).toEqual([Float64Array.of(0, 1, 1, 1), Float64Array.of(0, 0, 2 ** -60, 3 * 2 ** -61)])
  })

  test('of a target far from zero are taken from its mean on, rows at infinite values included', () => {
    const { sums, squares, centre } = sumsOf([-Infinity, 1, 2, Infinity], [1e9 - 3, 1e9 + 1, 1e9 - 1, 1e9 + 3])
    expect([centre, sums.hi, squares.hi]).toEqual([1e9, Float64Array.of(0, -2, 0), Float64Array.of(0, 10, 20)])
  })

  test('do not depend on where other cells lie, to the last bit', () => {
    const y = fc.oneof(fc.double({ min: -10, max: 10, noNaN: true }), fc.constantFrom(1e9 + 0.1, 1e-9, 1 / 3))
    const rows = fc.array(fc.record({ x: fc.integer({ min: 1, max: 400 }), y }), { minLength: 1, maxLength: 80 })
    holds(
      fc.property(rows, fc.constantFrom(52, 51, 49), fc.constantFrom(0, 1e12), (list, shift, far) => {
        const exact = summarize(
          list.map((row) => row.x),
          { target: list.map((row) => row.y + far), targetKind: 'numeric' },
        )
        const coarse = coarsen(exact, { shift })
        const [fine, wide] = [targetSums(exact), targetSums(coarse)]
        expect(wide.centre).toBe(fine.centre)
        for (let cell = 0; cell < coarse.cells.size; cell++) {
          const at = exact.cells.lo.indexOf(coarse.cells.lo[cell])
          for (const sums of ['weights', 'sums', 'squares'] as const) {
            expect([wide[sums].hi[cell], wide[sums].lo[cell]]).toEqual([fine[sums].hi[at], fine[sums].lo[at]])
          }
        }
      }),
    )
  })
})

describe('spreadOf', () => {
  test('is the weight, the mean and the squares of a part', () => {
    const sums = sumsOf([1, 2, 3, 3], [-7, 1, 2, 6])
    expect(spreadOf(sums, 1, 3)).toEqual({ weight: 3, mean: 3, squares: 14 })
    expect(spreadOf(sums, 0, 1)).toEqual({ weight: 1, mean: -7, squares: 0 })
  })

  test('of a constant is 0', () => {
    const sums = sumsOf([1, 1, 1, 2, 3, 3], [0.1, 0.1, 0.1, 0.1, 0.1, 0.1])
    expect(spreadOf(sums, 0, 3).squares).toBe(0)
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
          const sums = sumsOf(x, moved)
          const { squares } = spreadOf(sums, 0, sums.size)
          const exact = exactSquares(moved)
          expect(squares).toBeGreaterThanOrEqual(0)
          expect(Math.abs(squares - exact)).toBeLessThanOrEqual(1e-12 * exact)
        },
      ),
    )
  })
})

test('a part far from the mean of all, which is 0, keeps its digits', () => {
  const noise = Array.from({ length: 64 }, (_, i) => ((i * 37) % 64) / 61)
  const y = [...noise.map((off) => 1e9 + off), ...noise.map((off) => -1e9 - off)]
  const sums = sumsOf(
    y.map((_, row) => row),
    y,
  )
  expect(sums.centre).toBe(0)
  const { squares } = spreadOf(sums, 64, 128)
  expect(Math.abs(squares / exactSquares(y.slice(64)) - 1)).toBeLessThan(1e-9)
})

describe('offMean', () => {
  test('is the sum of distances to a mean', () => {
    expect(offMean(sumsOf([1, 2, 3, 3], [-7, 1, 2, 6]), 1, 3, 2)).toBe(3)
    expect(offMean(sumsOf([1, 2], [1, 5], [0.5, 3]), 0, 2, 2)).toBe(8.5)
  })
})

describe('joinSpreads', () => {
  test('makes of two parts what they are together', () => {
    const sums = sumsOf([1, 2, 3, 4, 4], [-7, 1, 2, 6, 8], [1, 2, 1, 1, 3])
    const joined = joinSpreads(spreadOf(sums, 0, 2), spreadOf(sums, 2, 4))
    const whole = spreadOf(sums, 0, 4)
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
