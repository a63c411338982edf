import { expect, test } from 'vitest'
import { kolmogorovTail } from '../../../src/measures/distributions/kolmogorov.ts'

test('the tail of the Kolmogorov-Smirnov distance', () => {
  // Large samples: 1.3581 and 1.6276 are the 5 % and 1 % points of the limit.
  const n = 2e8
  const root = Math.sqrt(n / 2)
  expect(kolmogorovTail(1.3581 / root, n, n)).toBeCloseTo(0.05, 4)
  expect(kolmogorovTail(1.6276 / root, n, n)).toBeCloseTo(0.01, 4)
  expect(kolmogorovTail(0, 50, 60)).toBe(1)
  expect(kolmogorovTail(1, 50, 60)).toBeLessThan(1e-20)
  expect(kolmogorovTail(0.4, 0, 60)).toBe(1)
})
