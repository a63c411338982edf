import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entropy } from '../../src/measures/entropy.ts'
import { gain } from '../../src/measures/gain.ts'
import { mutualInformation } from '../../src/measures/mutual-information.ts'
import { SCIPY_TABLES } from '../reference/scipy-tables.ts'

describe('mutualInformation', () => {
  test.each(SCIPY_TABLES)('agrees with SciPy: $name', ({ table, mutualInformation: expected }) => {
    expect(mutualInformation(table)).toBeCloseTo(expected, 13)
  })

  test('is the entropy of the classes where the part decides them', () => {
    expect(mutualInformation([[6, 0], [0, 4]])).toBeCloseTo(entropy([6, 4]), 14) // prettier-ignore
  })

  test('is 0 where the shares are the same, and where there is nothing to compare', () => {
    for (const table of [
      [
        [1, 2],
        [10, 20],
      ],
      [[3, 4]],
      [[3], [4]],
      [
        [0, 0],
        [0, 0],
      ],
      [],
    ]) {
      expect(mutualInformation(table)).toBe(0)
    }
  })

  test('takes another base', () => {
    expect(mutualInformation([[6, 0], [0, 6]], 4)).toBeCloseTo(0.5, 14) // prettier-ignore
  })

  test('is the gain, seen from either side, and never negative', () => {
    const tables = fc
      .array(fc.array(fc.nat({ max: 60 }), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 })
      .filter((table) => table.flat().some((count) => count > 0))
    fc.assert(
      fc.property(tables, (table) => {
        const value = mutualInformation(table)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeCloseTo(gain(table), 12)
        expect(value).toBeCloseTo(mutualInformation(table[0].map((_, i) => table.map((counts) => counts[i]))), 12)
      }),
    )
  })
})
