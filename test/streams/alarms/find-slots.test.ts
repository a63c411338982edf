import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSlots, slotOf } from '../../../src/streams/alarms/find-slots.ts'

const value = fc.oneof(
  fc.double(),
  fc.integer({ min: -4, max: 4 }),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -0),
)

test('finds the slots of many values as of each, whatever they are', () => {
  const cuts = fc.uniqueArray(fc.oneof(fc.integer({ min: -4, max: 4 }), fc.double({ noNaN: true })), { maxLength: 80 })
  fc.assert(
    fc.property(cuts, fc.array(value, { maxLength: 3000, size: 'max' }), fc.nat(30), (unordered, list, from) => {
      const sorted = Float64Array.from(unordered).sort()
      const values = Float64Array.from(list)
      const slots = new Int32Array(values.length).fill(-7)
      findSlots([...sorted], values, slots, from)
      const wanted = Array.from(values, (x, i) => (i < from ? -7 : slotOf([...sorted], x)))
      expect([...slots]).toEqual(wanted)
    }),
    { numRuns: 50 },
  )
})

test('lists that are no arrays of doubles are read one by one', () => {
  const slots = new Int32Array(20)
  findSlots(
    [1, 2],
    Array.from({ length: 20 }, (_, i) => i % 4),
    slots,
    0,
  )
  expect([...slots.subarray(0, 5)]).toEqual([0, 1, 2, 2, 0])
})
