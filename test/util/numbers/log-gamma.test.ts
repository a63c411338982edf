import { describe, expect, test } from 'vitest'
import { log2 } from '../../../src/util/numbers/log2.ts'
import { log2Binomial, log2Factorial, logGamma, stirlingError } from '../../../src/util/numbers/log-gamma.ts'
import { LOG2_BINOMIALS, LOG2_FACTORIALS, LOG_GAMMAS } from '../../reference/numerics-gamma.ts'

describe('logGamma', () => {
  test('has a relative error below 5e-16 everywhere, near 1 and 2 too', () => {
    const errors = LOG_GAMMAS.map(([x, truth]) => [Math.abs(logGamma(x) / truth - 1), x])
    expect(errors.filter(([error]) => !(error < 5e-16))).toEqual([])
  })

  test('is exactly 0 at 1 and 2, and Infinity at the ends', () => {
    expect([1, 2, 0, Infinity, -1, -0.5, NaN].map(logGamma)).toEqual([0, 0, Infinity, Infinity, NaN, NaN, NaN])
  })

  test('has no jump where its formulas meet', () => {
    for (const x of [0.5, 1.5, 2.5, 3.5, 9.5, 10]) {
      const below = logGamma(x - x * Number.EPSILON)
      expect(Math.abs(logGamma(x) - below)).toBeLessThan(1e-14)
    }
  })
})

describe('stirlingError', () => {
  test('has an error below 2e-15', () => {
    const errors = LOG_GAMMAS.filter(([x]) => x >= 1e-10).map(([x, , truth]) => [Math.abs(stirlingError(x) - truth), x])
    expect(errors.filter(([error]) => !(error < 2e-15))).toEqual([])
  })

  test('has a relative error below 5e-16 from 10 on', () => {
    const errors = LOG_GAMMAS.filter(([x]) => x >= 10).map(([x, , truth]) => [
      Math.abs(stirlingError(x) / truth - 1),
      x,
    ])
    expect(errors.filter(([error]) => !(error < 5e-16))).toEqual([])
  })

  test('goes from Infinity to 0', () => {
    expect([0, Infinity].map(stirlingError)).toEqual([Infinity, 0])
    expect(stirlingError(Number.MIN_VALUE)).toBeCloseTo(371.3010974, 6)
  })
})

describe('log2Factorial', () => {
  test('has an error below 5e-16 for whole numbers and from 9 on, else below 5e-15; relative where the value is above 1', () => {
    const errors = LOG2_FACTORIALS.map(([n, truth]) => [Math.abs(log2Factorial(n) - truth) / Math.max(1, truth), n])
    const limit = (n: number): number => (Number.isInteger(n) || n >= 9 ? 5e-16 : 5e-15)
    expect(errors.filter(([error, n]) => !(error < limit(n)))).toEqual([])
  })

  test('is log2 of the product for small whole numbers', () => {
    let product = 1
    for (let n = 1; n < 9; n++) {
      product *= n
      expect(log2Factorial(n)).toBe(log2(product))
    }
  })

  test('of 0 is 0, of negative numbers NaN', () => {
    expect([0, 1, 2, Infinity, -1, NaN].map(log2Factorial)).toEqual([0, 0, 1, Infinity, NaN, NaN])
  })
})

describe('log2Binomial', () => {
  test('has an error below 5e-15, relative where the value is above 1', () => {
    const errors = LOG2_BINOMIALS.map(([n, k, truth]) => [
      Math.abs(log2Binomial(n, k) - truth) / Math.max(1, truth),
      n,
      k,
    ])
    expect(errors.filter(([error]) => !(error < 5e-15))).toEqual([])
  })

  test('is symmetric', () => {
    const whole = LOG2_BINOMIALS.filter(([n, k]) => Number.isInteger(n) && Number.isInteger(k))
    for (const [n, k] of whole) expect(log2Binomial(n, k)).toBe(log2Binomial(n, n - k))
  })

  test('of none or all is 0, outside the domain NaN', () => {
    expect([log2Binomial(0, 0), log2Binomial(9, 0), log2Binomial(9, 9), log2Binomial(9, 1e-320)]).toEqual([0, 0, 0, 0])
    expect([log2Binomial(9, 10), log2Binomial(9, -1), log2Binomial(NaN, 1), log2Binomial(Infinity, 1)]).toEqual(
      Array(4).fill(NaN),
    )
  })
})
