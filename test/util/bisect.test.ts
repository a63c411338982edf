import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bisectLeft, bisectRight } from '../../src/util/bisect.ts'

fc.configureGlobal({ seed: 577, numRuns: 500 })

test('bisectRight counts the numbers that are at most x, bisectLeft those below x', () => {
  const sorted = [1, 2, 2, 2, 5]
  expect([0, 1, 1.5, 2, 3, 5, 6].map((x) => bisectRight(sorted, x))).toEqual([0, 1, 1, 4, 4, 5, 5])
  expect([0, 1, 1.5, 2, 3, 5, 6].map((x) => bisectLeft(sorted, x))).toEqual([0, 0, 1, 1, 4, 4, 5])
})

test('both take infinities, empty lists and typed arrays', () => {
  expect([bisectRight([], 1), bisectLeft([], 1)]).toEqual([0, 0])
  const sorted = Float64Array.of(-Infinity, 0, Infinity)
  expect([-Infinity, 0, Infinity].map((x) => bisectRight(sorted, x))).toEqual([1, 2, 3])
  expect([-Infinity, 0, Infinity].map((x) => bisectLeft(sorted, x))).toEqual([0, 1, 2])
})

test('both take −0 for 0', () => {
  expect([bisectRight([0], -0), bisectRight([-0], 0), bisectLeft([0], -0), bisectLeft([-0], 0)]).toEqual([1, 1, 0, 0])
})

test('both agree with counting', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 })
  fc.assert(
    fc.property(numbers, fc.integer({ min: -1, max: 26 }), (list, doubled) => {
      const sorted = list.toSorted((a, b) => a - b)
      const x = doubled / 2
      expect(bisectRight(sorted, x)).toBe(sorted.filter((y) => y <= x).length)
      expect(bisectLeft(sorted, x)).toBe(sorted.filter((y) => y < x).length)
    }),
  )
})
