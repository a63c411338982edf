import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromUnits, productUnits, toUnits } from '../../../src/util/numbers/big-double.ts'
import { dyadic, nearest, times } from '../dyadic.ts'

fc.configureGlobal({ seed: 1074, numRuns: 500 })

const { MAX_VALUE, MIN_VALUE } = Number
const anyFinite = fc.double({ noNaN: true, noDefaultInfinity: true })

describe('toUnits', () => {
  test('counts in the smallest double', () => {
    expect([0, -0, MIN_VALUE, -3 * MIN_VALUE].map(toUnits)).toEqual([0n, 0n, 1n, -3n])
    expect(toUnits(1)).toBe(1n << 1074n)
    expect(toUnits(MAX_VALUE)).toBe(((1n << 53n) - 1n) << 2045n)
  })

  test('loses nothing', () => {
    fc.assert(
      fc.property(anyFinite, (x) => {
        const { digits, exponent } = dyadic(x)
        expect(toUnits(x)).toBe(digits << BigInt(exponent + 1074))
        expect(fromUnits(toUnits(x))).toBe(x + 0)
      }),
    )
  })
})

describe('fromUnits', () => {
  test('rounds to the nearest double, half way to the even one', () => {
    const one = 1n << 1074n
    const step = one >> 52n
    expect(fromUnits(one + step / 2n)).toBe(1)
    expect(fromUnits(one + step / 2n + 1n)).toBe(1 + Number.EPSILON)
    expect(fromUnits(one + step + step / 2n)).toBe(1 + 2 * Number.EPSILON)
    expect(fromUnits(-(one + step / 2n + 1n))).toBe(-1 - Number.EPSILON)
  })

  test('is infinite from half way beyond the largest double on', () => {
    const half = toUnits(MAX_VALUE) + (1n << 2044n)
    expect(fromUnits(half - 1n)).toBe(MAX_VALUE)
    expect(fromUnits(half)).toBe(Infinity)
    expect(fromUnits(-half)).toBe(-Infinity)
  })

  test('agrees with exact arithmetic', () => {
    const size = fc.tuple(fc.bigInt({ min: -(1n << 120n), max: 1n << 120n }), fc.nat(2100))
    fc.assert(
      fc.property(size, fc.nat(3), ([digits, shift], more) => {
        const units = (digits << BigInt(shift)) + BigInt(more)
        expect(fromUnits(units)).toBe(nearest({ digits: units, exponent: -1074 }))
      }),
    )
  })
})

test('productUnits is exact where the product has no digits below the smallest double', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: 1e-100, max: 1e200 }),
      fc.double({ noNaN: true, min: 1, max: 1e200 }),
      (a, b) => {
        const { digits, exponent } = times(dyadic(a), dyadic(b))
        expect(productUnits(a, b)).toBe(digits << BigInt(exponent + 1074))
      },
    ),
  )
})
