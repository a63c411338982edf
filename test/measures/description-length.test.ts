import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrangementBits, log2WaysToShareClasses, mdlBar } from '../../src/measures/description-length.ts'
import { entropy } from '../../src/measures/entropy.ts'

/** log2 of a whole number of any size, from its leading 53 bits. */
function log2Of(whole: bigint): number {
  const bits = whole.toString(2)
  return Math.log2(Number(BigInt(`0b${bits.slice(0, 53)}`))) + Math.max(0, bits.length - 53)
}

const factorial = (n: number): bigint => Array.from({ length: n }, (_, i) => BigInt(i + 1)).reduce((a, b) => a * b, 1n)
const binomial = (n: number, k: number): bigint => factorial(n) / factorial(k) / factorial(n - k)

describe('log2WaysToShareClasses', () => {
  test('is log2(3^k − 2)', () => {
    expect([1, 2, 3, 5].map(log2WaysToShareClasses)).toEqual([0, Math.log2(7), Math.log2(25), Math.log2(241)])
  })

  test('is within rounding of the truth for every number of classes up to 2,000', () => {
    const wrong: number[] = []
    for (let k = 1; k <= 2000; k++) {
      const truth = log2Of(3n ** BigInt(k) - 2n)
      if (!(Math.abs(log2WaysToShareClasses(k) - truth) <= 4e-16 * Math.max(1, truth))) wrong.push(k)
    }
    expect(wrong).toEqual([])
  })

  test('does not overflow where 3^k does, from 647 classes on', () => {
    expect([3 ** 646, 3 ** 647].map(Number.isFinite)).toEqual([true, false])
    expect([646, 647, 1e6].map((k) => log2WaysToShareClasses(k).toFixed(6))).toEqual([
      '1023.885775',
      '1025.470738',
      '1584962.500721',
    ])
  })

  test('grows with every class', () => {
    for (let k = 2; k <= 2000; k++) expect(log2WaysToShareClasses(k)).toBeGreaterThan(log2WaysToShareClasses(k - 1))
  })
})

describe('mdlBar', () => {
  test('is log2(N − 1)/N + (log2(3^k − 2) − (k·H − k1·H1 − k2·H2))/N', () => {
    // The five-row example (Yes, No): 3, 2, cut at 2.0 into 2, 0 and 1, 2.
    const whole = { rows: 5, classes: 2, entropy: entropy([3, 2]) }
    const left = { rows: 2, classes: 1, entropy: 0 }
    const right = { rows: 3, classes: 2, entropy: entropy([1, 2]) }
    expect(mdlBar(whole, left, right, 4).toFixed(6)).toBe('0.940409')
  })

  test('of the same example in nats, as the blog has it', () => {
    const whole = { rows: 5, classes: 2, entropy: entropy([3, 2], Math.E) }
    const left = { rows: 2, classes: 1, entropy: 0 }
    const right = { rows: 3, classes: 2, entropy: entropy([1, 2], Math.E) }
    expect(mdlBar(whole, left, right, 4).toFixed(6)).toBe('0.946872')
  })

  test('two classes, one row each: log2(7)/2 − 1', () => {
    const one = { rows: 1, classes: 1, entropy: 0 }
    expect(mdlBar({ rows: 2, classes: 2, entropy: 1 }, one, one, 1)).toBeCloseTo(Math.log2(7) / 2 - 1, 15)
  })

  test('falls with fewer places to choose from', () => {
    const whole = { rows: 8, classes: 2, entropy: 1 }
    const half = { rows: 4, classes: 1, entropy: 0 }
    expect(mdlBar(whole, half, half, 7) - mdlBar(whole, half, half, 1)).toBeCloseTo(Math.log2(7) / 8, 15)
  })
})

describe('arrangementBits', () => {
  test('is log2 C(N + c − 1, c − 1) + log2 of the multinomial', () => {
    // C(7, 1) ways to share six rows among two classes, C(6, 2) arrangements of 4 and 2
    expect(arrangementBits([4, 2], 6, 2)).toBeCloseTo(Math.log2(7 * 15), 13)
    // two of three classes occur: C(8, 2) and C(6, 2)
    expect(arrangementBits([4, 0, 2], 6, 3)).toBeCloseTo(Math.log2(28 * 15), 13)
  })

  test('of one class is nothing', () => {
    expect(arrangementBits([6], 6, 1)).toBeCloseTo(0, 13)
  })

  test('agrees with whole-number arithmetic', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }), (counts) => {
        const rows = counts.reduce((a, b) => a + b, 0)
        const multinomial = counts.reduce((ways, n) => ways / factorial(n), factorial(rows))
        const truth = log2Of(binomial(rows + counts.length - 1, counts.length - 1) * multinomial)
        expect(Math.abs(arrangementBits(counts, rows, counts.length) - truth)).toBeLessThan(1e-9)
      }),
    )
  })
})
