import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextUp, shortestDecimal } from '../../../src/util/numbers/doubles.ts'

fc.configureGlobal({ seed: 1729, numRuns: 400 })

/** Digits of a number from the first to the last that is not 0; none for 0. */
function digitsOf(x: number): number {
  return x === 0 ? 0 : x.toExponential().split('e')[0].replaceAll(/[-.]/g, '').length
}

/** Of all decimals of up to `most` digits between lo and hi the one with the fewest, then the nearest to the wish. */
function bruteForce(lo: number, hi: number, wish: number, most: number): number | null {
  let best: number | null = null
  for (let exponent = -6; exponent <= 6; exponent++) {
    const unit = Number(`1e${exponent}`)
    const first = Math.max(Math.floor(lo / unit), 1 - 10 ** most)
    const last = Math.min(Math.ceil(hi / unit), 10 ** most - 1)
    for (let k = first; k <= last; k++) {
      const x = Number(`${k}e${exponent}`)
      if (x < lo || x > hi) continue
      const shorter = best === null ? -1 : digitsOf(x) - digitsOf(best)
      if (best === null || shorter < 0 || (shorter === 0 && Math.abs(x - wish) < Math.abs(best - wish))) best = x
    }
  }
  return best
}

describe('shortestDecimal', () => {
  test('takes the decimal with the fewest digits', () => {
    expect(shortestDecimal(2.2, 2.7, 2.45)).toBe(2.5)
    expect(shortestDecimal(3.3, 3.4, 3.3499999999999996)).toBe(3.3)
    expect(shortestDecimal(154.1, 154.9, 154.5)).toBe(154.5)
    expect(shortestDecimal(120, 180, 150)).toBe(150)
    expect(shortestDecimal(95, 105, 99)).toBe(100)
    expect(shortestDecimal(-2.7, -2.2, -2.45)).toBe(-2.5)
  })

  test('takes the one nearest to the wish among equally short ones', () => {
    expect(shortestDecimal(1.5, 8.5, 6.6)).toBe(7)
    expect(shortestDecimal(1.5, 8.5, 2.2)).toBe(2)
    expect(shortestDecimal(-8.5, -1.5, -6.6)).toBe(-7)
  })

  test('takes the nearest also where longer numbers of one digit are allowed', () => {
    expect(shortestDecimal(0.95, 12, 6.475)).toBe(6)
    expect(shortestDecimal(0.02, 1.5, 0.3)).toBe(0.3)
  })

  test('takes 0 wherever it is allowed', () => {
    expect(shortestDecimal(-1, 1000, 999)).toBe(0)
    expect(shortestDecimal(0, 5, 3)).toBe(0)
    expect(shortestDecimal(-5, -0, -3)).toBe(0)
  })

  test('may take the ends', () => {
    expect(shortestDecimal(0.3, 0.34, 0.32)).toBe(0.3)
    expect(shortestDecimal(0.26, 0.3, 0.27)).toBe(0.3)
  })

  test('gives a number that is alone in its range as it is', () => {
    for (const x of [0.1 + 0.2, 1 / 3, -Math.PI, 1e300 / 7, Number.MAX_VALUE, 5e-324, -2.2250738585072014e-308]) {
      expect(shortestDecimal(x, x, x)).toBe(x)
    }
  })

  test('keeps the wish where nothing in the range is shorter', () => {
    expect(shortestDecimal(1.0000000000000004, 1.0000000000000009, 1.0000000000000007)).toBe(1.0000000000000007)
    expect(shortestDecimal(0.1 + 0.2, 0.30000000000000016, 0.3000000000000001)).toBe(0.3000000000000001)
  })

  test('works at the ends of the doubles', () => {
    expect(shortestDecimal(1e308, Number.MAX_VALUE, 1.5e308)).toBe(1e308)
    expect(shortestDecimal(5e-324, 9e-323, 5e-323)).toBe(5e-323)
  })

  test('agrees with trying all decimals of up to three digits', () => {
    const end = fc
      .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -4, max: 3 }))
      .map(([digits, exponent]) => Number(`${digits}e${exponent}`))
    fc.assert(
      fc.property(end, end, fc.nat(20), (a, b, part) => {
        const [lo, hi] = a < b ? [a, b] : [b, a]
        const wish = Math.min(hi, Math.max(lo, lo + ((hi - lo) * part) / 20))
        const found = shortestDecimal(lo, hi, wish)
        const best = bruteForce(lo, hi, wish, 3)!
        expect(digitsOf(found)).toBe(digitsOf(best))
        // Equally near ones may differ.
        expect(Math.abs(Math.abs(found - wish) - Math.abs(best - wish))).toBeLessThanOrEqual(1e-12 * (hi - lo))
      }),
      { numRuns: 60 },
    )
  })

  test('always lies inside, and is never longer than the wish itself', () => {
    const positive = fc.double({ noNaN: true, min: 0, max: 1e300, minExcluded: true })
    fc.assert(
      fc.property(positive, fc.integer({ min: 0, max: 40 }), fc.boolean(), (x, steps, negative) => {
        let hi = x
        for (let i = 0; i < steps; i++) hi = nextUp(hi)
        const [lo, top] = negative ? [-hi, -x] : [x, hi]
        const found = shortestDecimal(lo, top, lo)
        expect(found >= lo && found <= top).toBe(true)
        expect(String(found).length).toBeLessThanOrEqual(String(lo).length)
      }),
    )
  })
})
