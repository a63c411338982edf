import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leadingBits, nearWhole, nextDown, nextUp, powerOfTwo } from '../../../src/util/numbers/doubles.ts'
import { nearest } from '../dyadic.ts'

fc.configureGlobal({ seed: 1301, numRuns: 500 })

const { MAX_VALUE, MIN_VALUE, EPSILON } = Number

test('nextUp is the next double above', () => {
  expect([0, -0, 1, -1, 2, MIN_VALUE].map(nextUp)).toEqual([
    MIN_VALUE,
    MIN_VALUE,
    1 + EPSILON,
    -1 + EPSILON / 2,
    2 + 2 * EPSILON,
    2 * MIN_VALUE,
  ])
})

test('nextDown is the next double below', () => {
  expect([0, -0, 1, -1, 2, -MIN_VALUE].map(nextDown)).toEqual([
    -MIN_VALUE,
    -MIN_VALUE,
    1 - EPSILON / 2,
    -1 - EPSILON,
    2 - EPSILON,
    -2 * MIN_VALUE,
  ])
})

test('from the smallest numbers the next is zero', () => {
  expect(nextUp(-MIN_VALUE) === 0).toBe(true)
  expect(nextDown(MIN_VALUE) === 0).toBe(true)
})

test('doubles end at infinity', () => {
  expect([MAX_VALUE, Infinity, -Infinity, NaN].map(nextUp)).toEqual([Infinity, Infinity, -MAX_VALUE, NaN])
  expect([-MAX_VALUE, -Infinity, Infinity, NaN].map(nextDown)).toEqual([-Infinity, -Infinity, MAX_VALUE, NaN])
})

test('there is nothing between a double and its neighbour, and each undoes the other', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
      const up = nextUp(x)
      expect(up > x).toBe(true)
      expect(nextDown(up) === x).toBe(true)
      const middle = x / 2 + up / 2
      expect(middle <= x || middle >= up).toBe(true)
    }),
  )
})

test('powerOfTwo is exact for every exponent a double has', () => {
  const wrong: number[] = []
  for (let k = -1074; k < 1024; k++) if (powerOfTwo(k) !== nearest({ digits: 1n, exponent: k })) wrong.push(k)
  expect(wrong).toEqual([])
})

test('powerOfTwo ends at 0 and Infinity', () => {
  expect([-1075, 1024, 0, 1, -1].map(powerOfTwo)).toEqual([0, Infinity, 1, 2, 0.5])
})

test('nearWhole undoes rounding and nothing else', () => {
  expect([3 + 0.01 - 0.01, 0.1 + 0.2 - 0.3, 2.5, -1e-9].map(nearWhole)).toEqual([3, 0, 2.5, 0])
})

test('leadingBits is the largest double of 16 digits after the leading one that is not above', () => {
  const bits = (x: number): bigint => new BigInt64Array(Float64Array.of(x).buffer)[0]
  expect([1.5, -1.5, 0, 1 + EPSILON, -1 - EPSILON].map(leadingBits)).toEqual([1.5, -1.5, 0, 1, -1 - 2 ** -16])
  const step = 0x10_0000_0000n
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (x) => {
      const found = bits(leadingBits(x))
      expect(found % step).toBe(0n)
      // The next one of so few digits lies above.
      const [here, next] = new Float64Array(BigInt64Array.of(found, x < 0 ? found - step : found + step).buffer)
      expect(here <= x && (next > x || here === x)).toBe(true)
    }),
  )
})
