import { expect, test } from 'vitest'
import { powerOfTwo } from '../../../src/util/numbers/power-of-two.ts'
import { nearest } from '../dyadic.ts'

test('powerOfTwo is exact for every exponent a double has', () => {
  const wrong: number[] = []
  for (let k = -1074; k < 1024; k++) if (powerOfTwo(k) !== nearest({ digits: 1n, exponent: k })) wrong.push(k)
  expect(wrong).toEqual([])
})

test('powerOfTwo ends at 0 and Infinity', () => {
  expect([-1075, 1024, 0, 1, -1].map(powerOfTwo)).toEqual([0, Infinity, 1, 2, 0.5])
})
