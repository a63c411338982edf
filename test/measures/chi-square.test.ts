import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chiSquare, chiSquareOfPair } from '../../src/measures/chi-square.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

const tables = fc
  .integer({ min: 1, max: 4 })
  .chain((k) => fc.array(fc.array(fc.nat({ max: 30 }), { minLength: k, maxLength: k }), { minLength: 1, maxLength: 5 }))
  .filter((table) => table.flat().some((n) => n > 0))

describe('chiSquare', () => {
  test('is Σ (observed − expected)² / expected, expected = row total · column total / total', () => {
    const table = [
      [10, 20],
      [30, 40],
    ]
    expect(chiSquare(table)).toBeCloseTo(50 / 63, 14)
  })

  test('is the number of rows for two pure parts', () => {
    expect(
      chiSquare([
        [6, 0],
        [0, 4],
      ]),
    ).toBeCloseTo(10, 13)
  })

  test('is zero for parts with the same shares', () => {
    expect(
      chiSquare([
        [1, 2, 3],
        [2, 4, 6],
      ]),
    ).toBe(0)
    expect(chiSquare([[3, 4]])).toBe(0)
  })

  test('rows and columns without any count add nothing', () => {
    const plain = chiSquare([
      [1, 2],
      [3, 1],
    ])
    expect(plain).toBeCloseTo(1.2152777777777777, 14)
    expect(
      chiSquare([
        [1, 0, 2],
        [0, 0, 0],
        [3, 0, 1],
      ]),
    ).toBe(plain)
  })

  test('of a table without any count is zero', () => {
    expect(
      chiSquare([
        [0, 0],
        [0, 0],
      ]),
    ).toBe(0)
    expect(chiSquare([])).toBe(0)
  })

  test('expectedFloor is the least value of the expected count in the denominator, and only there', () => {
    const kerber = [
      [16, 0, 0],
      [4, 1, 1],
    ]
    // expected 160/11, 8/11, 8/11 | 60/11, 3/11, 3/11: only the last two lie below the floor
    const above = (16 - 160 / 11) ** 2 / (160 / 11) + 2 * (8 / 11) + (4 - 60 / 11) ** 2 / (60 / 11)
    expect(chiSquare(kerber, { expectedFloor: 0.5 })).toBeCloseTo(above + (2 * (8 / 11) ** 2) / 0.5, 12)
    expect(chiSquare(kerber)).toBeCloseTo(above + (2 * (8 / 11) ** 2) / (3 / 11), 12)
    expect(chiSquare(kerber, { expectedFloor: 0.5 }).toFixed(1)).toBe('4.1')
    expect(chiSquare(kerber).toFixed(1)).toBe('5.9')
  })

  test('addToCounts is added to every count before anything else', () => {
    const table = [
      [2, 0],
      [0, 3],
    ]
    const shifted = table.map((counts) => counts.map((n) => n + 0.5))
    expect(chiSquare(table, { addToCounts: 0.5 })).toBe(chiSquare(shifted))
    expect(chiSquare(table, { addToCounts: 0.5 })).not.toBe(chiSquare(table))
  })

  test('is from 0 to rows · (the smaller side − 1), and all the same in any order', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const value = chiSquare(table)
        const side = Math.min(table.length, table[0].length)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(sum(table.flat()) * (side - 1) + 1e-9)
        expect(chiSquare(table.toReversed())).toBeCloseTo(value, 9)
        expect(chiSquare(table.map((counts) => counts.toReversed()))).toBeCloseTo(value, 9)
      }),
    )
  })

  test('equals rows · (Σ n²/(row total · column total) − 1)', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const rows = table.map(sum)
        const columns = table[0].map((_, i) => sum(table.map((counts) => counts[i])))
        const terms = table.flatMap((counts, j) =>
          counts.map((n, i) => (n === 0 ? 0 : n ** 2 / (rows[j] * columns[i]))),
        )
        expect(chiSquare(table)).toBeCloseTo(sum(rows) * (sum(terms) - 1), 9)
      }),
    )
  })
})

describe('chiSquareOfPair', () => {
  test('is chiSquare of two intervals held in one flat array', () => {
    const counts = Float64Array.of(9, 9, 3, 1, 2, 2, 9, 9, 0, 5)
    const pair = [
      [3, 1],
      [2, 2],
    ]
    expect(chiSquareOfPair(counts, 2, 1, 2, 0, 0)).toBeCloseTo(chiSquare(pair), 14)
  })

  test('agrees with chiSquare for every floor and addition', () => {
    const interval = fc.array(fc.nat({ max: 20 }), { minLength: 3, maxLength: 3 })
    const option = fc.constantFrom(0, 0.0001, 0.5, 2)
    fc.assert(
      fc.property(interval, interval, option, option, (a, b, expectedFloor, addToCounts) => {
        fc.pre(sum(a) > 0 && sum(b) > 0)
        const value = chiSquareOfPair(Float64Array.of(...a, ...b), 3, 0, 1, expectedFloor, addToCounts)
        expect(value).toBeCloseTo(chiSquare([a, b], { expectedFloor, addToCounts }), 9)
      }),
    )
  })

  test('of two empty intervals is zero', () => {
    expect(chiSquareOfPair(new Float64Array(4), 2, 0, 1, 0, 0)).toBe(0)
  })
})
