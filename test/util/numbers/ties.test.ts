import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clearlyLarger, tieKey } from '../../../src/util/numbers/ties.ts'

fc.configureGlobal({ seed: 443, numRuns: 500 })

describe('clearlyLarger', () => {
  test('is true for what is larger by more than rounding', () => {
    expect(clearlyLarger(2, 1)).toBe(true)
    expect(clearlyLarger(1 + 1e-11, 1)).toBe(true)
    expect(clearlyLarger(-1, -1 - 1e-11)).toBe(true)
    expect(clearlyLarger(1e-300, 0)).toBe(true)
  })

  test('is false for equals and near equals', () => {
    expect(clearlyLarger(1, 1)).toBe(false)
    expect(clearlyLarger(1 + 1e-13, 1)).toBe(false)
    expect(clearlyLarger(0.1 + 0.2, 0.3)).toBe(false)
    expect(clearlyLarger(-0.3, -(0.1 + 0.2))).toBe(false)
    expect(clearlyLarger(0, -0)).toBe(false)
  })

  test('is false for what is smaller', () => {
    expect(clearlyLarger(1, 2)).toBe(false)
    expect(clearlyLarger(-2, -1)).toBe(false)
  })

  test('takes everything but −Infinity for larger than −Infinity', () => {
    expect(clearlyLarger(-1e308, -Infinity)).toBe(true)
    expect(clearlyLarger(Infinity, -Infinity)).toBe(true)
    expect(clearlyLarger(-Infinity, -Infinity)).toBe(false)
    expect(clearlyLarger(-Infinity, 1)).toBe(false)
  })

  test('is false for NaN', () => {
    expect([clearlyLarger(NaN, 1), clearlyLarger(1, NaN), clearlyLarger(NaN, -Infinity)]).toEqual([false, false, false])
  })

  test('is never true both ways', () => {
    const score = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0.3, 0.1 + 0.2, -Infinity, Infinity))
    fc.assert(
      fc.property(score, score, (a, b) => {
        expect(clearlyLarger(a, b) && clearlyLarger(b, a)).toBe(false)
      }),
    )
  })
})

describe('tieKey', () => {
  test('keeps 40 bits', () => {
    expect(tieKey(2 ** 40 - 1)).toBe(2 ** 40 - 1)
    expect(tieKey(2 ** 41 + 1)).toBe(2 ** 41)
    expect(tieKey(2 ** 41 + 3)).toBe(2 ** 41 + 4)
    expect(tieKey(0.1 + 0.2)).toBe(tieKey(0.3))
    expect(tieKey(-(0.1 + 0.2))).toBe(tieKey(-0.3))
  })

  test('keeps 0, infinities and numbers too large to round', () => {
    expect([0, Infinity, -Infinity, 1.7e308].map(tieKey)).toEqual([0, Infinity, -Infinity, 1.7e308])
  })

  test('moves a score by less than one part in 10^12 and keeps the order', () => {
    const score = fc.double({ noNaN: true, min: -1e300, max: 1e300 })
    fc.assert(
      fc.property(score, score, (a, b) => {
        expect(Math.abs(tieKey(a) - a)).toBeLessThanOrEqual(1e-12 * Math.abs(a))
        expect(tieKey(Math.min(a, b))).toBeLessThanOrEqual(tieKey(Math.max(a, b)))
      }),
    )
  })
})
