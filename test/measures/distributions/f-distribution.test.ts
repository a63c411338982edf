import { describe, expect, test } from 'vitest'
import { fTail } from '../../../src/measures/distributions/f-distribution.ts'

/** Degrees between and within, F, and the share above, computed with 60 digits. */
const TRUTH: readonly (readonly [number, number, number, number])[] = [
  [1, 1, 1, 0.5],
  [1, 1, 1e6, 0.0006366195601611178],
  [1, 5, 0.3, 0.6074354940759242],
  [2, 7, 3.5, 0.08838834764831845],
  [3, 10, 4.25, 0.035321073113790874],
  [4, 95, 2.467, 0.050037325429367015],
  [9, 990, 1.1, 0.3598263644493028],
  [9, 990, 30, 1.5781216903621254e-46],
  [1, 20000, 0.001, 0.9747731949171295],
  [1, 20000, 900, 1.8663190287966723e-193],
  [5, 1000000, 1.5, 0.18603091757744336],
  [40, 1000000, 2, 0.000176383550005271],
  [300, 500, 0.9, 0.8428428580639488],
  [300, 500, 1.4, 0.0004780606536778303],
  [2.5, 7.5, 2, 0.1995727670745474],
  [99999, 999999, 1.001, 0.41511707017725774],
  [1, 1000000, 1200, 8.745416490613814e-263],
]

describe('fTail', () => {
  test.each(TRUTH)('%d and %d degrees at %d', (between, within, x, truth) => {
    expect(Math.abs(fTail(x, between, within) / truth - 1)).toBeLessThan(within <= 20_000 ? 1e-13 : 2e-11)
  })

  test('has the ends', () => {
    expect([fTail(-1, 2, 3), fTail(0, 2, 3), fTail(Infinity, 2, 3)]).toEqual([1, 1, 0])
  })

  test('never rises', () => {
    const tails = Array.from({ length: 400 }, (_, i) => fTail(i / 40, 3, 17))
    expect(tails).toEqual(tails.toSorted((a, b) => b - a))
    expect(new Set(tails).size).toBe(400)
  })

  test('refuses degrees that are not above 0, and NaN', () => {
    expect(() => fTail(1, 0, 3)).toThrow('fTail: between must be a number above 0, got 0')
    expect(() => fTail(1, 2, -1)).toThrow('fTail: within must be a number above 0, got -1')
    expect(() => fTail(NaN, 2, 3)).toThrow('fTail: x must be a number, Infinity included, got NaN')
  })
})
