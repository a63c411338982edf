import { describe, expect, test } from 'vitest'
import { chiSquareTail } from '../../src/measures/distributions/chi-square-distribution.ts'
import { combineShifts, meanShift, shareShift } from '../../src/measures/rate-shift.ts'

/** Answers of scipy 1.14: chi2_contingency without correction, fisher_exact, ttest_ind with equal_var=False. */
describe('tests of a shift', () => {
  test('shares of two classes: χ², and Fisher where rows are few', () => {
    expect(shareShift([90, 10], [70, 30])).toEqual({ pValue: expect.closeTo(0.0004069520174449589, 12), degrees: 1 })
    expect(shareShift([8, 2], [1, 5])?.pValue).toBeCloseTo(0.03496503496503495, 12)
    // Both sides count where they are as unlikely: 3/0 against 0/3.
    expect(shareShift([3, 0], [0, 3])?.pValue).toBeCloseTo(0.1, 12)
    expect(shareShift([8, 2, 0], [1, 5, 0])?.pValue).toBe(shareShift([8, 2], [1, 5])?.pValue)
  })

  test('three classes have two degrees of freedom', () => {
    expect(shareShift([30, 30, 40], [50, 30, 20])).toMatchObject({ degrees: 2 })
  })

  test('nothing to test without rows on a side, or with one class', () => {
    expect(shareShift([3, 4], [0, 0])).toBeNull()
    expect(shareShift([3, 0], [5, 0])).toBeNull()
    expect(meanShift([1, 2, 4], [9, 9, 10])).toBeNull()
    expect(combineShifts([])).toBeNull()
  })

  test('means by Welch', () => {
    // [1, 2, 3, 4] and [3, 5, 7, 9, 11]: t = −2.8947, 5.52 degrees
    expect(meanShift([4, 10, 30], [5, 35, 285])?.pValue).toBeCloseTo(0.030286153937034287, 12)
    expect(meanShift([2, 2, 2], [2, 2, 2])?.pValue).toBe(1)
    expect(meanShift([2, 2, 2], [2, 4, 8])?.pValue).toBe(0)
  })

  test('many tests become one: one is itself, many weak ones add up', () => {
    expect(combineShifts([{ pValue: 0.03, degrees: 2 }])).toEqual({ pValue: expect.closeTo(0.03, 12), degrees: 2 })
    const weak = Array.from({ length: 8 }, () => ({ pValue: 0.06, degrees: 1 }))
    expect(combineShifts(weak)!.pValue).toBeLessThan(0.001)
    // χ² with one degree has its median at 0.4549: eight of those are 3.639 with eight degrees.
    const even = Array.from({ length: 8 }, () => ({ pValue: 0.5, degrees: 1 }))
    expect(combineShifts(even)).toEqual({ pValue: expect.closeTo(chiSquareTail(3.6395, 8), 4), degrees: 8 })
  })
})
