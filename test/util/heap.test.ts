import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Heap } from '../../src/util/heap.ts'

test('gives out what comes first, whatever was put in between', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { freq: 3 })), (steps) => {
      const heap = new Heap<number>((a, b) => a < b)
      const kept: number[] = []
      const [given, expected]: (number | undefined)[][] = [[], []]
      for (const step of steps) {
        if (step === null) {
          kept.sort((a, b) => a - b)
          expected.push(kept.shift())
          given.push(heap.pop())
        } else {
          heap.push(step)
          kept.push(step)
        }
      }
      expect(given).toEqual(expected)
    }),
  )
})
