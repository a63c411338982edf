import { describe, expect, test } from 'vitest'
import { chiSquareQuantile } from '../../src/measures/distributions/chi-square-distribution.ts'
import { populationStability } from '../../src/measures/psi.ts'
import { random } from '../../src/util/random.ts'

describe('populationStability', () => {
  test('adds half a row to every count, by hand', () => {
    const { psi, terms, bins, critical } = populationStability([10, 20], [30, 10])
    const [p, q] = [
      [10.5 / 31, 20.5 / 31],
      [30.5 / 41, 10.5 / 41],
    ]
    const byHand = [0, 1].map((i) => (q[i] - p[i]) * Math.log(q[i] / p[i]))
    expect(terms[0]).toBeCloseTo(byHand[0], 14)
    expect(terms[1]).toBeCloseTo(byHand[1], 14)
    expect(psi).toBeCloseTo(0.703171946142288, 14)
    expect(bins).toBe(2)
    expect(critical).toBeCloseTo((1 / 30 + 1 / 40) * 3.841458820694124, 12)
  })

  test('counts bins that only one side has, and none that both lack', () => {
    const { psi, terms, bins, critical } = populationStability([50, 50, 0, 0], [45, 45, 10, 0])
    expect(bins).toBe(3)
    expect(terms[2]).toBeGreaterThan(0.25)
    expect(terms[3]).toBe(0)
    expect(Number.isFinite(psi)).toBe(true)
    expect(critical).toBeCloseTo(0.02 * chiSquareQuantile(0.95, 2), 12)
    expect(populationStability([50, 50, 0], [45, 45, 10], { smoothing: 0 }).psi).toBe(Infinity)
  })

  test('is nothing for the same shares, for one bin and for no rows', () => {
    expect(populationStability([3, 5], [3, 5])).toMatchObject({ psi: 0, pValue: 1 })
    expect(populationStability([9], [4])).toMatchObject({ psi: 0, critical: 0, pValue: 1 })
    expect(populationStability([0, 0], [4, 2])).toMatchObject({ psi: 0, critical: null, pValue: 1, terms: [0, 0] })
  })

  test('exceeds its critical value in one of twenty cases when nothing changed', () => {
    const { next } = random(5)
    const draw = (rows: number): number[] => {
      const counts = [0, 0, 0, 0, 0]
      for (let i = 0; i < rows; i++) counts[Math.floor(5 * next() * next())]++
      return counts
    }
    let over = 0
    for (let i = 0; i < 2000; i++) {
      const { psi, critical } = populationStability(draw(300), draw(150))
      if (psi > critical!) over++
    }
    expect(over / 2000).toBeGreaterThan(0.035)
    expect(over / 2000).toBeLessThan(0.065)
  })
})
