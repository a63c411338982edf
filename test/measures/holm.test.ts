import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holm } from '../../src/measures/holm.ts'

describe('correction for many tests', () => {
  test('multiplies the smallest by the number of tests, the next by one less, and never falls', () => {
    // 4 · 0.005, 3 · 0.01, 2 · 0.03, and 1 · 0.04 raised to the one before
    expect(Array.from(holm([0.01, 0.04, 0.03, 0.005]))).toEqual([0.03, 0.06, 0.06, 0.02])
  })

  test('leaves a single test alone, and gives nothing for none', () => {
    expect(Array.from(holm([0.2]))).toEqual([0.2])
    expect(holm([]).length).toBe(0)
  })

  test('stays between the value itself and the value times the tests, at most 1, in the same order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), (values) => {
        const corrected = holm(values)
        for (const [i, p] of values.entries()) {
          expect(corrected[i]).toBeGreaterThanOrEqual(p)
          expect(corrected[i]).toBeLessThanOrEqual(Math.min(1, p * values.length))
          expect(values.every((q, j) => q < p || corrected[i] <= corrected[j])).toBe(true)
        }
      }),
    )
  })
})
