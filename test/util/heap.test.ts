import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Heap } from '../../src/util/heap.ts'

test('gives out what comes first, whatever was put in between', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { freq: 3 })), (steps) => {
      const heap = new Heap<number>((a, b) => a < b)
      const model: number[] = []
      for (const step of steps) {
        if (step === null) expect(heap.pop()).toBe(model.toSorted((a, b) => a - b)[0])
        if (step === null) model.splice(model.indexOf(Math.min(...model)), 1)
        else {
          heap.push(step)
          model.push(step)
        }
      }
    }),
  )
})
