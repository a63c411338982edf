import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chiSquare } from '../../src/measures/chi-square.ts'
import { chiSquareTail } from '../../src/measures/distributions/chi-square-distribution.ts'
import { independenceTest } from '../../src/measures/independence.ts'
import { SCIPY_TABLES } from '../reference/scipy-tables.ts'

describe('independenceTest', () => {
  test.each(SCIPY_TABLES)('agrees with SciPy: $name', ({ table, degrees, pValue, ...expected }) => {
    const found = independenceTest(table)
    expect(found.chiSquare / expected.chiSquare).toBeCloseTo(1, 13)
    expect(found.degrees).toBe(degrees)
    expect(pValue === 0 ? found.pValue : found.pValue / pValue - 1).toBeCloseTo(0, 11)
  })

  test('does not count empty parts and classes', () => {
    const full = independenceTest([[10, 20], [30, 5]]) // prettier-ignore
    expect(independenceTest([[10, 0, 20], [0, 0, 0], [30, 0, 5]])).toEqual(full) // prettier-ignore
  })

  test('has nothing to compare in one part, one class, or none', () => {
    const nothing = { chiSquare: 0, degrees: 0, pValue: 1 }
    for (const table of [
      [],
      [[]],
      [[0, 0]],
      [[3, 4]],
      [[3], [4]],
      [
        [3, 0],
        [4, 0],
      ],
      [
        [0, 0],
        [3, 4],
      ],
    ]) {
      expect(independenceTest(table)).toEqual(nothing)
    }
  })

  test('is sure of nothing where the shares are the same', () => {
    expect(independenceTest([[1, 2], [10, 20]])).toEqual({ chiSquare: 0, degrees: 1, pValue: 1 }) // prettier-ignore
  })

  test('gives a chance, from the χ² of the table, whatever is on the side', () => {
    const tables = fc.array(fc.array(fc.nat({ max: 30 }), { minLength: 3, maxLength: 3 }), {
      minLength: 2,
      maxLength: 5,
    })
    fc.assert(
      fc.property(tables, (table) => {
        const { degrees, pValue, chiSquare: statistic } = independenceTest(table)
        fc.pre(degrees > 0)
        expect(statistic).toBe(chiSquare(table))
        expect(pValue).toBe(chiSquareTail(statistic, degrees))
        const turned = independenceTest(table[0].map((_, i) => table.map((counts) => counts[i])))
        expect(turned.degrees).toBe(degrees)
        expect(turned.pValue).toBeCloseTo(pValue, 10)
      }),
    )
  })
})
