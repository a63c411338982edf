import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modlLength } from '../../src/measures/modl-length.ts'
import { naiveLength } from '../discretizers/modl/modl-naive.ts'
import { holds } from '../discretizers/holds.ts'

function factorial(n: number): bigint {
  let product = 1n
  for (let i = 2n; i <= n; i++) product *= i
  return product
}

const choose = (n: number, k: number): bigint => factorial(n) / factorial(k) / factorial(n - k)

/** The number whose logarithm is meant, as a whole number: how many descriptions there are to choose from. */
function descriptions(table: readonly (readonly number[])[]): bigint {
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)
  const n = sum(table.map(sum))
  const classes = table[0].filter((_, c) => table.some((counts) => counts[c] > 0)).length
  let product = BigInt(n) * choose(n + table.length - 1, table.length - 1)
  for (const counts of table) {
    product *= choose(sum(counts) + classes - 1, classes - 1) * factorial(sum(counts))
    for (const count of counts) product /= factorial(count)
  }
  return product
}

/** log2 of a whole number of any size, from its first 53 bits. */
function log2OfBig(n: bigint): number {
  const shift = Math.max(0, n.toString(2).length - 53)
  return Math.log2(Number(n >> BigInt(shift))) + shift
}

/** Tables of two to four classes and one to six parts without an empty part. */
const anyTable = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 6 }))
  .chain(([classes, parts]) =>
    fc.array(fc.array(fc.nat(12), { minLength: classes, maxLength: classes }), { minLength: parts, maxLength: parts }),
  )
  .map((table) => table.map((counts) => (counts.some((count) => count > 0) ? counts : counts.map(() => 1))))

describe('modlLength', () => {
  test('is the logarithm of the number of descriptions to choose from', () => {
    // 4 numbers of bins × C(5, 1) sizes × C(3, 1)² class counts × 1 order each.
    expect(modlLength([[2, 0], [0, 2]])).toBeCloseTo(Math.log2(4 * 5 * 3 * 3), 12) // prettier-ignore
    // 4 × C(5, 1) × 6 orders of aabb.
    expect(modlLength([[2, 2]])).toBeCloseTo(Math.log2(4 * 5 * 6), 12)
    holds(
      fc.property(anyTable, (table) => {
        const expected = log2OfBig(descriptions(table))
        expect(Math.abs(modlLength(table) - expected)).toBeLessThan(1e-13 * expected)
      }),
      500,
    )
  })

  test('takes fractional counts by the gamma function', () => {
    holds(
      fc.property(anyTable, fc.constantFrom(0.25, 0.5, 1.75), (table, weight) => {
        const weighted = table.map((counts) => counts.map((count) => count * weight))
        const expected = naiveLength(weighted)
        expect(Math.abs(modlLength(weighted) - expected)).toBeLessThan(1e-12 * Math.max(1, Math.abs(expected)))
      }),
    )
  })

  test('does not depend on the order of classes or parts, nor on classes without a row', () => {
    holds(
      fc.property(anyTable, (table) => {
        const length = modlLength(table)
        const others = [
          table.toReversed(),
          table.map((counts) => counts.toReversed()),
          table.map((counts) => [0, ...counts, 0]),
        ]
        for (const other of others) expect(modlLength(other)).toBeCloseTo(length, 10)
      }),
    )
  })

  test('of parts with one and the same class is always shorter when they are one part', () => {
    holds(
      fc.property(anyTable, fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }), (table, a, b) => {
        const pure = (count: number): number[] => table[0].map((_, c) => (c === 0 ? count : 0))
        expect(modlLength([pure(a + b), ...table])).toBeLessThan(modlLength([pure(a), pure(b), ...table]))
      }),
    )
  })

  test('pays for a cut between two pure halves from three rows a side on', () => {
    const saved = (n: number): number => modlLength([[n, n]]) - modlLength([[n, 0], [0, n]]) // prettier-ignore
    expect([1, 2, 3, 4].map((n) => saved(n) > 0)).toEqual([false, false, true, true])
  })

  test('of no rows is 0', () => {
    expect(modlLength([])).toBe(0)
    expect(modlLength([[0, 0]])).toBe(0)
  })

  test('with one part is what Khiops calls the cost of the null model, but for log N', () => {
    // Khiops 10.0.3, Adult, 34,189 rows, and 10.0.0, iris; preparation and data cost in nats, six digits.
    const nats = (bits: number): number => bits * Math.LN2
    expect(nats(modlLength([[26003, 8186]])) - Math.log(34189)).toBeCloseTo(10.4397 + 18813.2, 1)
    expect(nats(modlLength([[50, 50, 50]])) - Math.log(150)).toBeCloseTo(9.34801 + 159.587, 3)
  })

  test('has the terms for the order of the classes that Khiops prints as the data cost', () => {
    // Khiops 10.0.3, Adult, hours per week; what the parts themselves cost differs.
    const hours = [[5087, 348], [2291, 394], [12912, 3516], [1800, 1008], [3202, 2505], [711, 415]] // prettier-ignore
    const one = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
    const orders = hours.reduce((sum, counts) => {
      const n = one(counts)
      // A part on its own: log2 N, one part, C(N + 1, 1) class counts, and the order.
      return sum + modlLength([counts]) - Math.log2(n) - Math.log2(n + 1)
    }, 0)
    expect(orders * Math.LN2).toBeCloseTo(17405.3, 1)
  })
})
