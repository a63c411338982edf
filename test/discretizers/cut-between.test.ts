import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutBetween } from '../../src/discretizers/column-view.ts'
import { nextDown, nextUp } from '../../src/util/numbers/doubles.ts'
import { holds } from './holds.ts'

const { MAX_VALUE, MIN_VALUE } = Number

describe('cutBetween', () => {
  test('is (a + b) / 2 as a double, as other tools compute it', () => {
    expect(cutBetween(1, 2, 'left')).toBe(1.5)
    expect(cutBetween(3.3, 3.4, 'left')).toBe(3.3499999999999996)
    expect(cutBetween(3.3, 3.4, 'right')).toBe(3.3499999999999996)
    expect(cutBetween(-1, 1, 'left')).toBe(0)
    expect(cutBetween(0.1, 0.7, 'left')).toBe((0.1 + 0.7) / 2)
  })

  test('halves each end first where the sum overflows', () => {
    expect(cutBetween(1e308, 1.5e308, 'left')).toBe(1e308 / 2 + 1.5e308 / 2)
    expect(cutBetween(-1.5e308, -1e308, 'right')).toBe(-1e308 / 2 - 1.5e308 / 2)
    expect(cutBetween(nextDown(MAX_VALUE), MAX_VALUE, 'left')).toBe(MAX_VALUE)
    expect(cutBetween(nextDown(MAX_VALUE), MAX_VALUE, 'right')).toBe(nextDown(MAX_VALUE))
  })

  test('is the upper of two neighbouring doubles for bins closed on the left', () => {
    for (const a of [1, nextUp(1), -1, -nextUp(1), 0, MIN_VALUE, 1e300]) {
      expect(cutBetween(a, nextUp(a), 'left')).toBe(nextUp(a))
    }
  })

  test('is the lower of two neighbouring doubles for bins closed on the right', () => {
    for (const a of [1, nextUp(1), -1, -nextUp(1), 0, MIN_VALUE, 1e300]) {
      expect(cutBetween(a, nextUp(a), 'right')).toBe(a)
    }
  })

  test('is 0 and never −0', () => {
    expect(cutBetween(-1, 1, 'right')).toBe(0)
    expect(cutBetween(-MIN_VALUE, 0, 'left')).toBe(0)
    expect(cutBetween(-MIN_VALUE, MIN_VALUE, 'left')).toBe(0)
  })

  test('always parts its two values, and is finite', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0)
    holds(
      fc.property(double, fc.oneof(double, fc.constant(null)), (a, other) => {
        const b = other === null || other <= a ? nextUp(a) : other
        fc.pre(b < Infinity)
        const [left, right] = [cutBetween(a, b, 'left'), cutBetween(a, b, 'right')]
        expect(a < left && left <= b).toBe(true)
        expect(a <= right && right < b).toBe(true)
      }),
    )
  })
})
