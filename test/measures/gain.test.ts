import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnTotals, conditionalEntropy, entropy } from '../../src/measures/entropy.ts'
import { gain } from '../../src/measures/gain.ts'
import { gainRatio } from '../../src/measures/gain-ratio.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const transpose = (table: readonly (readonly number[])[]): number[][] =>
  table[0].map((_, i) => table.map((counts) => counts[i]))

/** table[j][i]: rows of class i in part j, not all zero. */
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((k) => fc.array(fc.array(fc.nat({ max: 60 }), { minLength: k, maxLength: k }), { minLength: 1, maxLength: 6 }))
  .filter((table) => table.flat().some((n) => n > 0))

/** Quinlan's fourteen days, played or not, by outlook: sunny, overcast, rain. */
const OUTLOOK = [
  [2, 3],
  [4, 0],
  [3, 2],
]

/** The vehicle table: (good, bad) by Wheels two, three, four. */
const WHEELS = [
  [2, 0],
  [0, 1],
  [2, 2],
]

describe('gain', () => {
  test('is the entropy of the classes less their entropy when the part is known', () => {
    expect(gain(WHEELS).toFixed(6)).toBe('0.413800')
    expect(gain(OUTLOOK).toFixed(6)).toBe('0.246750')
  })

  test('of MOTOR in the vehicle table is 0.00597771', () => {
    const motor = [
      [1, 1],
      [3, 2],
    ]
    expect(gain(motor).toFixed(8)).toBe('0.00597771')
  })

  test('of the five-row example at its two cuts, in bits and in nats', () => {
    // (Yes, No) below and above the cut
    const at2 = [
      [2, 0],
      [1, 2],
    ]
    const at3 = [
      [2, 1],
      [1, 1],
    ]
    expect([gain(at2), gain(at3)].map((bits) => bits.toFixed(6))).toEqual(['0.419973', '0.019973'])
    expect([gain(at2, Math.E), gain(at3, Math.E)].map((nats) => nats.toFixed(6))).toEqual(['0.291103', '0.013844'])
  })

  test('is all of the entropy when every part is pure', () => {
    expect(
      gain([
        [4, 0],
        [0, 4],
      ]),
    ).toBe(1)
  })

  test('is zero for one part, for parts with the same shares, and for nothing', () => {
    expect(gain([[3, 4]])).toBe(0)
    expect(
      gain([
        [1, 2],
        [2, 4],
        [4, 8],
      ]),
    ).toBeCloseTo(0, 14)
    expect([gain([]), gain([[0, 0]])]).toEqual([0, 0])
  })

  test('is never negative, whatever the table', () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(gain(table)).toBeGreaterThanOrEqual(0)
        // The difference itself, which the function keeps from going below zero by rounding.
        expect(entropy(columnTotals(table)) - conditionalEntropy(table)).toBeGreaterThan(-1e-12)
      }),
      { numRuns: 500 },
    )
  })

  test('is the mutual information, so classes and parts may change places', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const total = sum(table.flat())
        const [rows, columns] = [table.map(sum), transpose(table).map(sum)]
        const terms = table.flatMap((counts, j) =>
          counts.map((n, i) => (n === 0 ? 0 : (n / total) * Math.log2((n * total) / (rows[j] * columns[i])))),
        )
        expect(Math.abs(gain(table) - sum(terms))).toBeLessThan(1e-11)
        expect(Math.abs(gain(table) - gain(transpose(table)))).toBeLessThan(1e-11)
      }),
    )
  })

  test('never falls when a part is split further', () => {
    fc.assert(
      fc.property(tables, fc.double({ min: 0, max: 1, noNaN: true }), (table, share) => {
        const [first, ...rest] = table
        const piece = first.map((n) => Math.floor(n * share))
        const finer = [piece, first.map((n, i) => n - piece[i]), ...rest]
        expect(gain(finer)).toBeGreaterThanOrEqual(gain(table) - 1e-12)
      }),
    )
  })
})

describe('gainRatio', () => {
  test('is the gain over the entropy of the part sizes', () => {
    expect(gainRatio(OUTLOOK).toFixed(6)).toBe('0.156428')
    expect(gainRatio(WHEELS)).toBeCloseTo(gain(WHEELS) / entropy([2, 1, 4]), 14)
  })

  test('is one for pure parts of as many classes', () => {
    expect(
      gainRatio([
        [3, 0],
        [0, 3],
      ]),
    ).toBe(1)
  })

  test('tames parts that are many and small', () => {
    const halves = [
      [2, 0],
      [0, 2],
    ]
    const singles = [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ]
    expect([gain(halves), gain(singles)]).toEqual([1, 1])
    expect([gainRatio(halves), gainRatio(singles)]).toEqual([1, 0.5])
  })

  test('of a single part is zero', () => {
    expect([gainRatio([[3, 4]]), gainRatio([]), gainRatio([[0, 0]])]).toEqual([0, 0, 0])
    expect(
      gainRatio([
        [3, 4],
        [0, 0],
      ]),
    ).toBe(0)
  })

  test('lies from 0 to 1', () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(gainRatio(table)).toBeGreaterThanOrEqual(0)
        expect(gainRatio(table)).toBeLessThanOrEqual(1 + 1e-9)
      }),
      { numRuns: 500 },
    )
  })
})
