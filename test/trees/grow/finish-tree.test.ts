import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOutside } from '../../../src/trees/grow/finish-tree.ts'

const RUNS = 2000

test('a number of few digits that is said to lie outside of a range does so', () => {
  const wish = fc.oneof(
    fc.double({ min: 1e-7, max: 1e16, noNaN: true }),
    fc.double({ min: 0, max: 100, noNaN: true }),
    fc.integer({ min: 1, max: 1e9 }).map((n) => n / 1000),
    fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: -8, max: 12 })).map(([n, e]) => Number(`${n}.5e${e}`)),
    fc.integer({ min: -7, max: 15 }).map((e) => Number(`1e${e}`)),
  )
  const width = fc.integer({ min: -14, max: 0 }).map((e) => Number(`1e${e}`))
  fc.assert(
    fc.property(wish, width, width, fc.boolean(), (size, below, above, negative) => {
      const x = negative ? -size : size
      const [lo, hi] = [x - size * below, x + size * above]
      const inside = Array.from({ length: 15 }, (_, i) => i + 1).filter((digits) => {
        const text = Number(x.toPrecision(digits))
        return text >= lo && text <= hi
      })
      expect(inside.filter((digits) => isOutside(x, digits, lo, hi))).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

test('most numbers of few digits are said to lie outside of a narrow range', () => {
  const said = [1, 2, 3, 4, 5, 6].map((digits) => isOutside(0.123456789, digits, 0.1234567, 0.1234568))
  expect(said).toEqual([true, true, true, true, true, true])
  expect(isOutside(-12.3456, 3, -12.35, -12.34)).toBe(true)
  expect(isOutside(-12.3456, 4, -12.35, -12.34)).toBe(false)
})
