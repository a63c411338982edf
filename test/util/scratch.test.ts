import { expect, test } from 'vitest'
import { leaveScratch, Scratch, takeScratch } from '../../src/util/scratch.ts'

test('an array is given again by its name, and grows', () => {
  const scratch = new Scratch()
  const first = scratch.integers('counts', 10)
  expect(first).toEqual(new Int32Array(10))
  first.fill(7)
  const shorter = scratch.integers('counts', 4)
  expect(shorter.buffer).toBe(first.buffer)
  expect(Array.from(shorter)).toEqual([7, 7, 7, 7])
  const longer = scratch.integers('counts', 200_000)
  expect(longer).toHaveLength(200_000)
  expect(longer.buffer).not.toBe(first.buffer)
})

test('arrays of other names, kinds and objects are others', () => {
  const scratch = new Scratch()
  const first = scratch.doubles('a', 8)
  expect(scratch.doubles('b', 8).buffer).not.toBe(first.buffer)
  expect(scratch.words('a', 8).buffer).not.toBe(first.buffer)
  expect(new Scratch().doubles('a', 8).buffer).not.toBe(first.buffer)
})

test('of cells in turn, the last ones stay as they are, and arrays of one turn never overlap', () => {
  const scratch = new Scratch()
  const results = [1, 2, 3, 4].map((mark) => {
    const take = scratch.nextCells()
    return [take(8).fill(mark), take(16).fill(10 * mark)]
  })
  expect(results[3].map((list) => list[0])).toEqual([4, 40])
  expect(results[2].map((list) => list[0])).toEqual([3, 30])
  expect(results[1][0].buffer).toBe(results[3][0].buffer)
})

test('anything else with memory is made once, even where there is none', () => {
  const scratch = new Scratch()
  let made = 0
  const make = (): null => {
    made++
    return null
  }
  expect([scratch.other('sort', make), scratch.other('sort', make)]).toEqual([null, null])
  expect(made).toBe(1)
})

test('what a fit leaves the next one takes, and nobody else meanwhile', () => {
  const first = takeScratch()
  expect(takeScratch()).not.toBe(first)
  leaveScratch(first)
  expect(takeScratch()).toBe(first)
  expect(takeScratch()).not.toBe(first)
})
