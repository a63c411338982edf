import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hellinger, jensenShannon, kolmogorovSmirnov } from '../../src/measures/divergence.ts'
import { entropy } from '../../src/measures/entropy.ts'

const DISTANCES = [
  { name: 'jensenShannon', distance: jensenShannon },
  { name: 'hellinger', distance: hellinger },
  { name: 'kolmogorovSmirnov', distance: kolmogorovSmirnov },
]

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const shares = (counts: readonly number[]): number[] => counts.map((n) => n / sum(counts))

/** Two columns of counts over the same bins, neither of them empty. */
const pairs = fc
  .integer({ min: 1, max: 6 })
  .chain((n) => {
    const side = fc.array(fc.nat({ max: 100 }), { minLength: n, maxLength: n })
    return fc.tuple(side, side)
  })
  .filter(([p, q]) => sum(p) > 0 && sum(q) > 0)

describe.each(DISTANCES)('$name', ({ distance }) => {
  test('lies from 0 to 1', () => {
    fc.assert(
      fc.property(pairs, ([p, q]) => {
        expect(distance(p, q)).toBeGreaterThanOrEqual(0)
        expect(distance(p, q)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('is the same both ways', () => {
    fc.assert(
      fc.property(pairs, ([p, q]) => {
        expect(distance(p, q)).toBeCloseTo(distance(q, p), 13)
      }),
    )
  })

  test('is zero for equal shares, whatever the number of rows', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 1000 }), ([p], times) => {
        expect(distance(p, p)).toBe(0)
        expect(
          distance(
            p,
            p.map((n) => n * times),
          ),
        ).toBeCloseTo(0, 13)
      }),
    )
  })

  test('is above zero for unequal shares', () => {
    fc.assert(
      fc.property(pairs, ([p, q]) => {
        fc.pre(p.some((n, i) => n * sum(q) !== q[i] * sum(p)))
        expect(distance(p, q)).toBeGreaterThan(0)
      }),
    )
  })

  test('is one for shares that never meet', () => {
    expect(distance([3, 0], [0, 8])).toBe(1)
  })

  test('takes counts or shares', () => {
    expect(distance([1, 3], [2, 2])).toBeCloseTo(distance([0.25, 0.75], [0.5, 0.5]), 14)
    expect(distance(Float64Array.of(1, 3), Int32Array.of(2, 2))).toBe(distance([1, 3], [2, 2]))
  })

  test('hardly moves when a share that is next to nothing appears', () => {
    expect(distance([1, Number.MIN_VALUE], [1, 0])).toBeCloseTo(0, 15)
    expect(distance([1, 1e-300], [1, 0])).toBeCloseTo(0, 15)
  })
})

describe('jensenShannon', () => {
  test('is the entropy of the average less the average of the entropies', () => {
    fc.assert(
      fc.property(pairs, ([p, q]) => {
        const middle = shares(p).map((share, i) => (share + shares(q)[i]) / 2)
        expect(jensenShannon(p, q)).toBeCloseTo(entropy(middle) - (entropy(p) + entropy(q)) / 2, 12)
      }),
    )
  })

  test('of half against all is 0.311278 bits', () => {
    expect(jensenShannon([1, 1], [2, 0]).toFixed(6)).toBe('0.311278')
  })
})

describe('hellinger', () => {
  test('is √(1 − Σ √(p·q))', () => {
    fc.assert(
      fc.property(pairs, ([p, q]) => {
        const overlap = sum(shares(p).map((share, i) => Math.sqrt(share * shares(q)[i])))
        // Compared as squares, since the form under the root cancels for near shares.
        expect(hellinger(p, q) ** 2).toBeCloseTo(1 - overlap, 13)
      }),
    )
  })

  test('of half against all is √(1 − √½)', () => {
    expect(hellinger([1, 1], [2, 0])).toBeCloseTo(Math.sqrt(1 - Math.SQRT1_2), 14)
  })
})

describe('kolmogorovSmirnov', () => {
  test('is the largest gap between the cumulative shares', () => {
    expect(kolmogorovSmirnov([1, 1, 2], [2, 1, 1])).toBe(0.25)
    fc.assert(
      fc.property(pairs, ([p, q]) => {
        const gaps = p.map((_, i) => Math.abs(sum(shares(p).slice(0, i + 1)) - sum(shares(q).slice(0, i + 1))))
        expect(kolmogorovSmirnov(p, q)).toBeCloseTo(Math.max(...gaps), 13)
      }),
    )
  })

  test('knows the order of the bins', () => {
    expect(kolmogorovSmirnov([2, 0, 0], [0, 1, 1])).toBe(1)
    expect(kolmogorovSmirnov([0, 2, 0], [1, 0, 1])).toBe(0.5)
  })
})
