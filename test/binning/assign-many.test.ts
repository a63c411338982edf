import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assign, fit, fixed } from '../../src/index.ts'

const { MAX_VALUE, MIN_VALUE } = Number

/** Cuts evenly and unevenly spread, of all sizes. */
const cutLists = fc
  .oneof(
    fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 60 }),
    fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 20 }),
    fc.array(
      fc.integer({ min: -300, max: 300 }).map((power) => 10 ** power),
      { minLength: 1, maxLength: 40 },
    ),
    fc.array(fc.constantFrom(-MAX_VALUE, MAX_VALUE / 2, 0, MIN_VALUE, 1, 1 + Number.EPSILON), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map((list) => [...new Set(list.map((x) => x + 0))].toSorted((a, b) => a - b))

test('thousands of values at once go where each goes alone: cuts counted one by one', () => {
  fc.assert(
    fc.property(cutLists, fc.constantFrom('left' as const, 'right' as const), fc.nat(1e6), (cuts, closed, seed) => {
      const column = fit([-MAX_VALUE, MAX_VALUE, ...cuts], { method: fixed, cuts, closed })
      const near = cuts.flatMap((cut) => [cut, cut * (1 + Number.EPSILON), cut * (1 - Number.EPSILON), cut / 2, -cut])
      const odd = [0, -0, Infinity, -Infinity, Number.NaN, MAX_VALUE, -MAX_VALUE, MIN_VALUE]
      const pool = [...near, ...odd, seed / 1e4 - 50]
      const values = Float64Array.from({ length: 2500 }, (_, row) => pool[(row * 7919 + seed) % pool.length])
      const expected = Array.from(values, (x) =>
        Number.isNaN(x)
          ? column.cuts.length + 1
          : column.cuts.filter((cut) => (closed === 'left' ? x >= cut : x > cut)).length,
      )
      expect(Array.from(assign(column, values))).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})
