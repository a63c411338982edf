import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnMoments } from '../../src/summaries/column-moments.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import { type Dyadic, dyadic, nearest, plus, times, ZERO } from '../util/dyadic.ts'

fc.configureGlobal({ seed: 31337, numRuns: 200 })

const { MAX_VALUE } = Number

/** Σw, Σwx and Σwx² by exact arithmetic, each rounded once. */
function exactMoments(values: readonly number[], weights: readonly number[]): { [name: string]: number } {
  let [weight, sum, sumSquares]: Dyadic[] = [ZERO, ZERO, ZERO]
  values.forEach((x, i) => {
    const [w, v] = [dyadic(weights[i]), dyadic(x)]
    weight = plus(weight, w)
    sum = plus(sum, times(w, v))
    sumSquares = plus(sumSquares, times(w, times(v, v)))
  })
  return { weight: nearest(weight), sum: nearest(sum), sumSquares: nearest(sumSquares) }
}

const value = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((x) => x / 10 + 0),
  fc.double({ noNaN: true, min: -1e60, max: 1e60 }).filter((x) => x === 0 || Math.abs(x) > 1e-60),
)

describe('columnMoments', () => {
  test('are Σw, Σwx and Σwx² of the finite values', () => {
    expect(columnMoments(summarize([1, 2, 2, 5, NaN, Infinity, -9], { special: [-9] }))).toEqual({
      weight: 4,
      sum: 10,
      sumSquares: 34,
    })
    expect(columnMoments(summarize([1, 2, 5], { weights: [2, 0.5, 1] }))).toEqual({
      weight: 3.5,
      sum: 8,
      sumSquares: 29,
    })
  })

  test('of nothing are 0', () => {
    expect(columnMoments(summarize([NaN]))).toEqual({ weight: 0, sum: 0, sumSquares: 0 })
  })

  test('equal exact arithmetic, rounded once', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 40 }), (values) => {
        const ones = values.map(() => 1)
        expect(columnMoments(summarize(values))).toEqual(exactMoments(values, ones))
      }),
    )
  })

  test('equal exact arithmetic with weights, also where a cell holds many', () => {
    const weight = fc.constantFrom(0.1, 0.2, 0.7, 1, 3, 1e-9)
    fc.assert(
      fc.property(fc.array(fc.tuple(value, weight), { maxLength: 40 }), (rows) => {
        const values = rows.map(([x]) => x)
        const weights = rows.map(([, w]) => w)
        expect(columnMoments(summarize(values, { weights }))).toEqual(exactMoments(values, weights))
      }),
    )
  })

  test('equal exact arithmetic with weights shared out among classes', () => {
    const values = [3, 3, 3, 3, 3, 3, 3]
    const weights = values.map(() => 0.1)
    const target = ['a', 'b', 'a', 'b', 'a', 'b', 'c']
    expect(columnMoments(summarize(values, { weights, target }))).toEqual(exactMoments(values, weights))
  })

  test('hold for values as large as doubles go', () => {
    expect(columnMoments(summarize([MAX_VALUE]))).toEqual({ weight: 1, sum: MAX_VALUE, sumSquares: Infinity })
    expect(columnMoments(summarize([MAX_VALUE, MAX_VALUE, -MAX_VALUE, -MAX_VALUE]))).toEqual({
      weight: 4,
      sum: 0,
      sumSquares: Infinity,
    })
  })
})
