import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedList } from '../../../src/trees/grow/sorted-list.ts'
import { bisectLeft, bisectRight } from '../../../src/util/bisect.ts'

test('places are those of a plain search', () => {
  const value = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.double({ noNaN: true }))
  fc.assert(
    fc.property(fc.array(value, { maxLength: 400 }), fc.array(value), (values, others) => {
      const sorted = Float64Array.from(values).sort()
      const list = new SortedList(sorted)
      for (const x of [...values, ...others]) {
        expect(list.atMost(x)).toBe(bisectRight(sorted, x))
        expect(list.below(x)).toBe(bisectLeft(sorted, x))
      }
    }),
  )
})
