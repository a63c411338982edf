import { expect, test } from 'vitest'
import { exp } from '../../../src/util/numbers/exp.ts'
import { ln } from '../../../src/util/numbers/log2.ts'
import { EXPONENTIALS } from '../../reference/numerics.ts'
import { ulpError } from '../ulp-error.ts'

test('exp is within 0.8 ulp of the truth, subnormal results included', () => {
  const errors = EXPONENTIALS.map(([x, power, distance]) => [ulpError(exp(x), power, distance), x])
  expect(errors.filter(([error]) => !(error < 0.8))).toEqual([])
})

test('exp of 0 is 1 and of 1 is e', () => {
  expect([0, -0, 1].map(exp)).toEqual([1, 1, Math.E])
})

test('exp ends at Infinity and 0', () => {
  expect([709.782712893384, 709.7827128933841, 1e300, Infinity].map(exp)).toEqual([
    1.7976931348622732e308,
    Infinity,
    Infinity,
    Infinity,
  ])
  expect([-745.1332191019411, -745.1332191019413, -1e300, -Infinity].map(exp)).toEqual([5e-324, 0, 0, 0])
  expect(exp(NaN)).toBeNaN()
})

test('exp undoes ln', () => {
  for (const x of [1e-300, 1e-5, 0.3, 1, 7, 1e5, 1e300]) expect(Math.abs(exp(ln(x)) / x - 1)).toBeLessThan(1e-13)
})
