import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnTotals } from '../../src/measures/entropy.ts'
import { conditionalGini, gini } from '../../src/measures/gini.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

const tables = fc
  .integer({ min: 1, max: 4 })
  .chain((k) => fc.array(fc.array(fc.nat({ max: 20 }), { minLength: k, maxLength: k }), { minLength: 1, maxLength: 5 }))
  .filter((table) => table.flat().some((n) => n > 0))

describe('gini', () => {
  test('is 1 − Σ p²', () => {
    expect(gini([1, 1])).toBe(0.5)
    expect(gini([3, 1])).toBe(0.375)
    expect(gini([0.6, 0.4])).toBeCloseTo(0.48, 15)
    expect(gini([1, 1, 1, 1])).toBe(0.75)
  })

  test('of one class, or of nothing, is zero', () => {
    expect([gini([5]), gini([5, 0]), gini([]), gini([0, 0])]).toEqual([0, 0, 0, 0])
  })

  test('is the chance that two rows drawn with replacement differ in class', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 4 }), (counts) => {
        fc.pre(sum(counts) > 0)
        const rows = counts.flatMap((n, i) => Array<number>(n).fill(i))
        const differing = rows.flatMap((a) => rows.filter((b) => a !== b)).length
        expect(gini(counts)).toBeCloseTo(differing / rows.length ** 2, 12)
      }),
    )
  })
})

describe('conditionalGini', () => {
  test('is the mean impurity of the parts, weighted by their sizes', () => {
    const parts = [
      [3, 1],
      [0, 4],
    ]
    expect(conditionalGini(parts)).toBe(0.1875)
  })

  test('of pure parts is zero, and of nothing too', () => {
    expect(
      conditionalGini([
        [3, 0],
        [0, 9],
      ]),
    ).toBe(0)
    expect([conditionalGini([]), conditionalGini([[0, 0]])]).toEqual([0, 0])
  })

  test('never exceeds the impurity of all rows', () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(conditionalGini(table)).toBeLessThanOrEqual(gini(columnTotals(table)) + 1e-12)
        expect(conditionalGini(table)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
