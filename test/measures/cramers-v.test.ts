import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cramersV } from '../../src/measures/cramers-v.ts'
import { SCIPY_TABLES } from '../reference/scipy-tables.ts'

describe('cramersV', () => {
  test.each(SCIPY_TABLES)('agrees with SciPy: $name', ({ table, cramersV: expected }) => {
    expect(cramersV(table)).toBeCloseTo(expected, 13)
  })

  test('is 1 where one decides the other, whatever the sizes', () => {
    expect(cramersV([[6, 0], [0, 4]])).toBeCloseTo(1, 13) // prettier-ignore
    expect(cramersV([[600, 0, 0], [0, 1, 0], [0, 0, 0.1]])).toBeCloseTo(1, 13) // prettier-ignore
    expect(cramersV([[6, 0], [0, 4], [0, 9]])).toBeCloseTo(1, 13) // prettier-ignore
  })

  test('is 0 where the shares are the same, and where there is one part or one class', () => {
    for (const table of [
      [
        [1, 2],
        [10, 20],
      ],
      [[3, 4]],
      [[3], [4]],
      [
        [3, 0],
        [4, 0],
      ],
      [[0, 0]],
      [],
    ]) {
      expect(cramersV(table)).toBe(0)
    }
  })

  test('lies from 0 to 1, does not grow with the rows, and does not care for empty parts, order or side', () => {
    const tables = fc.array(fc.array(fc.nat({ max: 30 }), { minLength: 3, maxLength: 3 }), {
      minLength: 2,
      maxLength: 5,
    })
    fc.assert(
      fc.property(tables, (table) => {
        const value = cramersV(table)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        const others = [
          table.map((counts) => counts.map((count) => count * 10)),
          [[0, 0, 0], ...table],
          table.toReversed(),
          table[0].map((_, i) => table.map((counts) => counts[i])),
        ]
        for (const other of others) expect(cramersV(other)).toBeCloseTo(value, 10)
      }),
    )
  })
})
