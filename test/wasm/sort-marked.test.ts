import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sortedOrder } from '../../src/util/sort.ts'
import { makeSortMarked } from '../../src/wasm/sort-marked.ts'

const sort = makeSortMarked()!

/** What `sortedOrder` makes of the same values. */
function plainly(values: Float64Array): { values: number[]; marks: number[] } {
  const order = [...sortedOrder(values)]
  return { values: order.map((i) => values[i]), marks: order }
}

/** What the kernel makes of them. */
function sorted(values: Float64Array): { values: number[]; marks: number[] } {
  const found = sort(
    values,
    values.map((_, i) => i),
  )!
  return { values: [...found.values], marks: [...found.marks] }
}

/** Numbers without −0: near ones, whole ones, all doubles, and some that differ in their low words alone. */
const number = fc
  .oneof(
    fc.double({ noNaN: true }),
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: 0, max: 999 }).map((i) => 1 + i * Number.EPSILON),
    fc.integer({ min: 0, max: 999 }).map((i) => -1 - i * Number.EPSILON),
  )
  .map((x) => x + 0)

describe('sortMarked', () => {
  test('sorts like the plain sort, equal values in their order', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 2000, size: 'max' }), (list) => {
        const values = Float64Array.from(list)
        expect(sorted(values)).toEqual(plainly(values))
      }),
    )
  })

  test.each([1, -1, -1e6])('long runs of one high word are sorted by the low one: %d', (step) => {
    const values = Float64Array.from(
      { length: 5000 },
      (_, i) => Math.sign(step) + ((i * 7919) % 4999) * step * Number.EPSILON,
    )
    expect(sorted(values)).toEqual(plainly(values))
  })

  test.each([200_000, 3, 0])('grows its memory for larger columns and takes smaller ones afterwards: %i', (length) => {
    const values = Float64Array.from({ length }, (_, i) => Math.sin(i * i))
    expect(sorted(values)).toEqual(plainly(values))
  })
})
