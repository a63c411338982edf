import { expect, test } from 'vitest'
import { room, roomInTurn } from '../../src/util/scratch.ts'

test('room is given again, and grows', () => {
  const take = room(Int32Array)
  const first = take(10)
  expect(first).toEqual(new Int32Array(10))
  first.fill(7)
  const shorter = take(4)
  expect(shorter.buffer).toBe(first.buffer)
  expect(Array.from(shorter)).toEqual([7, 7, 7, 7])
  const longer = take(200_000)
  expect(longer).toHaveLength(200_000)
  expect(longer.buffer).not.toBe(first.buffer)
})

test('in turn, the last result stays as it is, and arrays of one result never overlap', () => {
  const next = roomInTurn()
  const results = [1, 2, 3, 4].map((mark) => {
    const take = next()
    return [take(8).fill(mark), take(16).fill(10 * mark)]
  })
  expect(results[3].map((list) => list[0])).toEqual([4, 40])
  expect(results[2].map((list) => list[0])).toEqual([3, 30])
  expect(results[1][0].buffer).toBe(results[3][0].buffer)
})
