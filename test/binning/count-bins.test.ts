import { describe, expect, test } from 'vitest'
import { addCounted, zeroLike } from '../../src/binning/count-bins.ts'

describe('addCounted', () => {
  test('adds rows, weights and classes', () => {
    expect(addCounted({ count: 1, weight: 0.5, classes: [0.5, 0] }, { count: 2, weight: 3, classes: [1, 2] })).toEqual({
      count: 3,
      weight: 3.5,
      classes: [1.5, 2],
    })
  })

  test('adds sums of a numeric target', () => {
    expect(addCounted({ count: 1, sum: 2, sumSquares: 4 }, { count: 1, sum: -3, sumSquares: 9 })).toEqual({
      count: 2,
      sum: -1,
      sumSquares: 13,
    })
  })

  test('adds rows alone', () => {
    expect(addCounted({ count: 1 }, { count: 2 })).toEqual({ count: 3 })
  })

  test('leaves out what is no count', () => {
    const bin = { label: 'x', lo: 1, count: 1 }
    expect(addCounted(bin, bin)).toEqual({ count: 2 })
  })

  test('takes what only one side has as zero on the other, whichever it is', () => {
    const [plain, rich] = [{ count: 1 }, { count: 1, weight: 2, classes: [1, 1], sum: 3, sumSquares: 5 }]
    const both = { count: 2, weight: 2, classes: [1, 1], sum: 3, sumSquares: 5 }
    expect(addCounted(plain, rich)).toEqual(both)
    expect(addCounted(rich, plain)).toEqual(both)
  })
})

describe('zeroLike', () => {
  test('has the same fields, all zero', () => {
    expect(zeroLike({ count: 3 })).toEqual({ count: 0 })
    expect(zeroLike({ count: 3, weight: 2, classes: [1, 1] })).toEqual({ count: 0, weight: 0, classes: [0, 0] })
    expect(zeroLike({ count: 3, sum: 2, sumSquares: 9 })).toEqual({ count: 0, sum: 0, sumSquares: 0 })
  })
})
