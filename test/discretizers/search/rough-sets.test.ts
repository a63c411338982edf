import { describe, expect, test } from 'vitest'
import { type Blocks, cellBlocks } from '../../../src/discretizers/search/blocks.ts'
import { mixedWeight, precisionOf } from '../../../src/discretizers/search/rough-sets.ts'
import { viewOf } from '../rows.ts'

const blocksOf = (...counts: readonly (readonly number[])[]): Blocks =>
  cellBlocks(
    viewOf(
      counts.map((_, i) => i),
      counts,
    ),
  )

describe('mixedWeight', () => {
  test('is what bins of more than one class hold', () => {
    expect(mixedWeight(blocksOf([3, 0], [0, 2], [4, 1], [0.5, 0.25]))).toBe(5.75)
    expect(mixedWeight(blocksOf([3, 0], [0, 2]))).toBe(0)
    expect(mixedWeight(blocksOf())).toBe(0)
  })
})

describe('precisionOf', () => {
  test('of two classes is the largest share of the smaller one', () => {
    expect(precisionOf(blocksOf([4, 1], [0, 5], [3, 7]))).toEqual({ error: 0.3, halves: 0 })
  })

  test('of three classes looks at each: inside most of it, outside the rest', () => {
    // Shares 0.4, 0.3, 0.3: outside all three, and the first is wrong for 0.4 of the rows.
    expect(precisionOf(blocksOf([4, 3, 3])).error).toBe(0.4)
    // Shares 0.6, 0.3, 0.1: inside the first, wrong for 0.4.
    expect(precisionOf(blocksOf([6, 3, 1])).error).toBe(0.4)
  })

  test('counts bins that are half of a class apart', () => {
    expect(precisionOf(blocksOf([3, 3], [4, 1]))).toEqual({ error: 0.2, halves: 6 })
    // Half of the first, and outside the others by a quarter.
    expect(precisionOf(blocksOf([4, 2, 2]))).toEqual({ error: 0.25, halves: 8 })
  })

  test('of pure bins is no error at all', () => {
    expect(precisionOf(blocksOf([3, 0], [0, 2]))).toEqual({ error: 0, halves: 0 })
    expect(precisionOf(blocksOf())).toEqual({ error: 0, halves: 0 })
  })
})
