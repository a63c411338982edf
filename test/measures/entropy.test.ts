import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnTotals, conditionalEntropy, entropy, totalEntropy } from '../../src/measures/entropy.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** Class counts of one partition, not all zero. */
const counts = fc
  .array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 8 })
  .filter((numbers) => numbers.some((n) => n > 0))

/** table[j][i]: rows of class i in part j, not all zero. */
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((k) => fc.array(fc.array(fc.nat({ max: 60 }), { minLength: k, maxLength: k }), { minLength: 1, maxLength: 6 }))
  .filter((table) => table.flat().some((n) => n > 0))

describe('entropy', () => {
  test('is the sum of p·log2(1/p), in bits', () => {
    expect(entropy([0.6, 0.4]).toFixed(6)).toBe('0.970951')
    expect(entropy([0.75, 0.25]).toFixed(6)).toBe('0.811278')
    expect(entropy([4, 3]).toFixed(6)).toBe('0.985228')
    expect(entropy([2, 1]).toFixed(6)).toBe('0.918296')
  })

  test('of two equally likely classes is one bit', () => {
    expect([entropy([0.5, 0.5]), entropy([4, 4])]).toEqual([1, 1])
    expect(entropy([7, 7])).toBeCloseTo(1, 14)
  })

  test('of one certain class is zero: 0·log(1/0) is 0', () => {
    expect([entropy([1, 0]), entropy([0, 9]), entropy([5])]).toEqual([0, 0, 0])
  })

  test('takes counts as well as probabilities', () => {
    expect(entropy([6, 4])).toBeCloseTo(entropy([0.6, 0.4]), 14)
    expect(entropy(Float64Array.of(600, 400))).toBeCloseTo(entropy([6, 4]), 14)
  })

  test('takes another base: nats, digits', () => {
    expect(entropy([3, 2], Math.E).toFixed(6)).toBe('0.673012')
    expect(entropy(Array<number>(10).fill(1), 10)).toBeCloseTo(1, 14)
  })

  test('of nothing is zero', () => {
    expect([entropy([]), entropy([0, 0])]).toEqual([0, 0])
  })

  test('is not changed by empty classes or by the order of the classes', () => {
    fc.assert(
      fc.property(counts, (c) => {
        expect(entropy([0, ...c, 0])).toBe(entropy(c))
        expect(Math.abs(entropy(c.toReversed()) - entropy(c))).toBeLessThan(1e-12)
      }),
    )
  })

  test('lies from 0 to log2 of the number of classes', () => {
    fc.assert(
      fc.property(counts, (c) => {
        expect(entropy(c)).toBeGreaterThanOrEqual(0)
        expect(entropy(c)).toBeLessThanOrEqual(Math.log2(c.length) + 1e-12)
      }),
    )
  })

  test('equals the sum over the classes, term by term', () => {
    fc.assert(
      fc.property(counts, (c) => {
        const total = sum(c)
        const terms = c.filter((n) => n > 0).map((n) => (n / total) * Math.log2(total / n))
        expect(Math.abs(entropy(c) - sum(terms))).toBeLessThan(1e-12)
      }),
    )
  })
})

describe('the three axioms of uncertainty', () => {
  test('1: entropy is a continuous function of the probabilities', () => {
    // The modulus of continuity (Fannes, Audenaert): a step of total variation T changes the entropy of n classes by at
    // most T·log2(n − 1) + H(T, 1 − T), which goes to 0 with T.
    const step = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }).chain((n) => {
          const side = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: n, maxLength: n })
          return fc.tuple(side, side)
        }),
        step,
        ([a, b], t) => {
          fc.pre(sum(a) > 0 && sum(b) > 0)
          const p = a.map((n) => n / sum(a))
          const q = b.map((n, i) => (1 - t) * p[i] + (t * n) / sum(b))
          const variation = Math.min(1, sum(p.map((x, i) => Math.abs(x - q[i]))) / 2)
          const most = variation * Math.log2(p.length - 1) + entropy([variation, 1 - variation])
          expect(Math.abs(entropy(p) - entropy(q))).toBeLessThanOrEqual(most + 1e-9)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('2: with equal probabilities it grows with the number of classes', () => {
    const entropies = Array.from({ length: 1000 }, (_, i) => entropy(Array<number>(i + 1).fill(1)))
    expect(entropies.filter((h, i) => i > 0 && !(h > entropies[i - 1]))).toEqual([])
    expect(entropies[0]).toBe(0)
    expect(entropies[7]).toBe(3)
    expect(entropies[999]).toBeCloseTo(Math.log2(1000), 12)
  })

  test('3: subdividing a part never lowers it, and adds the share of the part times the entropy of its pieces', () => {
    fc.assert(
      fc.property(counts, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (c, place, share) => {
        const at = place % c.length
        const piece = Math.round(c[at] * share)
        const finer = [...c.slice(0, at), piece, c[at] - piece, ...c.slice(at + 1)]
        expect(entropy(finer)).toBeGreaterThanOrEqual(entropy(c) - 1e-12)
        const added = (c[at] / sum(c)) * entropy([piece, c[at] - piece])
        expect(Math.abs(entropy(finer) - entropy(c) - added)).toBeLessThan(1e-12)
      }),
      { numRuns: 500 },
    )
  })
})

describe('conditionalEntropy', () => {
  test('is the mean entropy of the parts, weighted by their sizes', () => {
    const colour = [
      [3, 1], // R
      [2, 2], // G
      [1, 1], // B
    ]
    expect(conditionalEntropy(colour).toFixed(6)).toBe('0.924511')
  })

  test('of the vehicle table: Efficiency (good, bad) given each feature', () => {
    expect(
      Object.entries({
        motor: [
          [1, 1],
          [3, 2],
        ],
        wheels: [
          [2, 0],
          [0, 1],
          [2, 2],
        ],
        doors: [
          [2, 1],
          [0, 1],
          [1, 0],
          [1, 1],
        ],
        size: [
          [2, 2],
          [2, 0],
          [0, 1],
        ],
      }).map(([feature, table]) => `${feature} ${conditionalEntropy(table).toFixed(6)}`),
    ).toEqual(['motor 0.979250', 'wheels 0.571429', 'doors 0.679270', 'size 0.571429'])
  })

  test('takes another base', () => {
    const halves = [
      [2, 0],
      [1, 2],
    ]
    expect(conditionalEntropy(halves).toFixed(6)).toBe('0.550978')
    expect(conditionalEntropy(halves, Math.E).toFixed(6)).toBe('0.381909')
  })

  test('of pure parts is zero, and of nothing too', () => {
    expect(
      conditionalEntropy([
        [4, 0],
        [0, 3],
      ]),
    ).toBe(0)
    expect([conditionalEntropy([]), conditionalEntropy([[0, 0]])]).toEqual([0, 0])
  })

  test('never exceeds the entropy of the classes: H(S) ≥ H(S|T)', () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(conditionalEntropy(table)).toBeLessThanOrEqual(entropy(columnTotals(table)) + 1e-12)
      }),
      { numRuns: 500 },
    )
  })

  test('may exceed it for a single part: known blue, the target is less certain than before', () => {
    expect(entropy([1, 1])).toBeGreaterThan(entropy([6, 4]))
  })

  test('is the joint entropy less the entropy of the parts: H(S|T) = H(S, T) − H(T)', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const difference = entropy(table.flat()) - entropy(table.map(sum))
        expect(Math.abs(conditionalEntropy(table) - difference)).toBeLessThan(1e-11)
      }),
    )
  })
})

test('totalEntropy is the number of rows times the entropy', () => {
  expect(totalEntropy([2, 2], 4)).toBe(4)
  expect(totalEntropy([7, 0], 7)).toBe(0)
  expect(totalEntropy([3, 2], 5)).toBeCloseTo(5 * entropy([3, 2]), 13)
})

test('columnTotals adds the parts class by class', () => {
  expect(
    Array.from(
      columnTotals([
        [1, 0, 2],
        [3, 5, 0],
      ]),
    ),
  ).toEqual([4, 5, 2])
  expect(Array.from(columnTotals([]))).toEqual([])
})
