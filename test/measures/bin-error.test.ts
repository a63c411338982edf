import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  betweenHalves,
  correctnessOfLine,
  correctnessOfMean,
  explainedByLine,
  robustness,
} from '../../src/measures/bin-error.ts'

/** Predictions are H · observed: a row per prediction. */
type Matrix = number[][]

/** By the definitions: E of the mean square error is |truth − H·truth|²/n + noise · Σ H²/n. */
function expectedError(h: Matrix, truths: readonly number[], noise: number): number {
  const bias = truths.map((truth, i) => truth - h[i].reduce((sum, part, j) => sum + part * truths[j], 0))
  const squares = [...bias, ...h.flat().map((part) => Math.sqrt(noise) * part)].reduce((sum, x) => sum + x * x, 0)
  return squares / truths.length
}

/** By the definitions: V of the mean prediction is noise · Σ over observations of the mean of their column of H, squared. */
function expectedSpread(h: Matrix, noise: number): number {
  const columns = h[0].map((_, j) => h.reduce((sum, row) => sum + row[j], 0) / h.length)
  return noise * columns.reduce((sum, part) => sum + part * part, 0)
}

const bins = fc.integer({ min: 2, max: 8 }).chain((size) => {
  const numbers = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: size, maxLength: size })
  return fc.tuple(numbers, numbers, fc.double({ min: 0, max: 4, noNaN: true }))
})

describe('correctness and robustness of a bin', () => {
  test('of the mean are what the definitions say', () => {
    fc.assert(
      fc.property(bins, ([, truths, noise]) => {
        const h = truths.map(() => truths.map(() => 1 / truths.length))
        expect(correctnessOfMean(truths, noise)).toBeCloseTo(expectedError(h, truths, noise), 9)
        expect(robustness(truths.length, noise)).toBeCloseTo(expectedSpread(h, noise), 9)
      }),
    )
  })

  test('of a line are what the definitions say', () => {
    fc.assert(
      fc.property(bins, ([values, truths, noise]) => {
        const n = values.length
        const middle = values.reduce((sum, value) => sum + value, 0) / n
        const width = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
        // Where all values are one, the line is the mean.
        const slope = (i: number, j: number): number =>
          width === 0 ? 0 : ((values[i] - middle) * (values[j] - middle)) / width
        const h = values.map((_, i) => values.map((__, j) => 1 / n + slope(i, j)))
        expect(correctnessOfLine(values, truths, noise)).toBeCloseTo(expectedError(h, truths, noise), 9)
        expect(robustness(n, noise)).toBeCloseTo(expectedSpread(h, noise), 9)
      }),
    )
  })

  test('parts of the variance', () => {
    expect(betweenHalves([1, 3], [5, 7])).toBe(4)
    expect(explainedByLine([0, 1, 2, 3], [1, 3, 5, 7])).toBe(5)
    expect(explainedByLine([2, 2], [1, 3])).toBe(0)
  })
})
