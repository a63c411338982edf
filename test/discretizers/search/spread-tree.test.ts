import { describe, expect, test } from 'vitest'
import { spreadTree } from '../../../src/discretizers/search/spread-tree.ts'
import { random } from '../../../src/util/random.ts'
import { ExactCosts } from '../exact-cost.ts'

function below(weights: readonly number[]): Float64Array {
  const sums = new Float64Array(weights.length + 1)
  weights.forEach((weight, i) => (sums[i + 1] = sums[i] + weight))
  return sums
}

describe('a spread tree', () => {
  test('gives squared distances to the mean of a range', () => {
    const spread = spreadTree(Float64Array.of(1, 2, 4, 9), below([1, 1, 2, 1]))
    expect([spread(0, 1), spread(0, 2), spread(1, 3)]).toEqual([0, 0.5, 8 / 3])
    expect(spread(0, 4)).toBeCloseTo(38, 12)
  })

  test.each([1, 2, 3, 7, 8, 21, 64, 65])('of %i cells is right to nearly the last bit for every range', (size) => {
    const { next } = random(size)
    const steps = Array.from({ length: size }, () => 2 ** Math.floor(next() * 40) * (1 + Math.floor(next() * 4)))
    const values = steps.map((_, i) => 1e9 + steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0) / 1024)
    const weights = values.map(() => 1 + Math.floor(next() * 1000))
    const spread = spreadTree(Float64Array.from(values), below(weights))
    const exact = new ExactCosts(values, weights)
    for (let a = 0; a < size; a++) {
      for (let b = a + 2; b <= size; b++) {
        expect(Math.abs(spread(a, b) / spread(0, size) / exact.share(a, b) - 1)).toBeLessThan(1e-14)
      }
    }
    expect(spread(0, 1)).toBe(0)
  })
})
