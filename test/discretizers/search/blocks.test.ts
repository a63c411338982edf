import { describe, expect, test } from 'vitest'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { boundaryBlocks, cellBlocks, cutBefore, quickBlocks } from '../../../src/discretizers/search/blocks.ts'
import { boundarySums, runningSums } from '../../../src/discretizers/search/candidate-bounds.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { viewOf } from '../rows.ts'

describe('cellBlocks', () => {
  test('makes every cell a block of its own', () => {
    const view = viewOf(
      [1, 2, 3],
      [
        [1, 0],
        [1, 0],
        [0, 2],
      ],
    )
    expect(cellBlocks(view)).toEqual({
      size: 3,
      firstCell: Uint32Array.of(0, 1, 2, 3),
      counts: Float64Array.of(1, 0, 1, 0, 0, 2),
      classCount: 2,
    })
  })

  test('of no cells has no block', () => {
    expect(cellBlocks(viewOf([], []))).toEqual({
      size: 0,
      firstCell: Uint32Array.of(0),
      counts: new Float64Array(0),
      classCount: 0,
    })
  })
})

describe('boundaryBlocks', () => {
  test('joins neighbouring cells that hold one and the same class', () => {
    const view = viewOf(
      [1, 2, 3, 4, 5, 6],
      [
        [1, 0],
        [2, 0],
        [0, 3],
        [0, 4],
        [0, 5],
        [6, 0],
      ],
    )
    expect(boundaryBlocks(view)).toEqual({
      size: 3,
      firstCell: Uint32Array.of(0, 2, 5, 6),
      counts: Float64Array.of(3, 0, 0, 12, 6, 0),
      classCount: 2,
    })
  })

  test('keeps a cell of several classes apart from both its neighbours, also from one like it', () => {
    const view = viewOf(
      [1, 2, 3, 4],
      [
        [1, 0],
        [1, 1],
        [1, 1],
        [1, 0],
      ],
    )
    expect(boundaryBlocks(view)).toEqual({
      size: 4,
      firstCell: Uint32Array.of(0, 1, 2, 3, 4),
      counts: Float64Array.of(1, 0, 1, 1, 1, 1, 1, 0),
      classCount: 2,
    })
  })

  test('of a column with one class is one block', () => {
    const view = viewOf(
      [1, 2, 3],
      [
        [0, 1],
        [0, 1],
        [0, 1],
      ],
    )
    expect(boundaryBlocks(view)).toEqual({
      size: 1,
      firstCell: Uint32Array.of(0, 3),
      counts: Float64Array.of(0, 3),
      classCount: 2,
    })
  })

  test('of no cells has no block', () => {
    expect(boundaryBlocks(viewOf([], [])).size).toBe(0)
  })

  test('never changes the counts of the view', () => {
    const view = viewOf(
      [1, 2],
      [
        [1, 0],
        [2, 0],
      ],
    )
    boundaryBlocks(view)
    expect(view.counts).toEqual(Float64Array.of(1, 0, 2, 0))
  })
})

describe('cutBefore', () => {
  const view = viewOf(
    [1, 2, 4, 9],
    [
      [1, 0],
      [1, 0],
      [0, 1],
      [1, 0],
    ],
  )

  test('lies midway between the last value of a block and the first of the next', () => {
    const blocks = boundaryBlocks(view)
    expect([1, 2].map((b) => cutBefore(view, blocks, b, 'left'))).toEqual([3, 6.5])
  })

  test('lies in the gap between the largest value of a coarse cell and the smallest of the next', () => {
    const coarse = { ...view, hi: Float64Array.of(1, 3, 8, 9) }
    expect([1, 2].map((b) => cutBefore(coarse, boundaryBlocks(coarse), b, 'left'))).toEqual([3.5, 8.5])
  })

  test('between neighbouring doubles is the end that still parts them', () => {
    const close = viewOf(
      [1, 1 + Number.EPSILON],
      [
        [1, 0],
        [0, 1],
      ],
    )
    const blocks = cellBlocks(close)
    expect(cutBefore(close, blocks, 1, 'left')).toBe(1 + Number.EPSILON)
    expect(cutBefore(close, blocks, 1, 'right')).toBe(1)
  })
})

describe('quickBlocks and boundarySums', () => {
  test.each([2, 3])('of %i classes are those between boundaries', (classes) => {
    const { integer } = random(classes)
    for (const rows of [0, 1, 2, 7, 300]) {
      const x = Array.from({ length: rows }, () => integer(200))
      const names = ['a', 'b', 'c'].slice(0, classes)
      const target = x.map((value) => (value % 5 === 0 ? 'a' : names[integer(classes)]))
      const view = viewColumn(summarize(x, { target, classes: names }))
      const blocks = boundaryBlocks(view)
      expect(quickBlocks(view)).toEqual(blocks)
      const { firstCell, sums, totals, ...rest } = boundarySums(view)
      const plain = runningSums(blocks)
      const { size, width } = plain
      expect(rest).toEqual({ size, width, unit: plain.unit })
      expect(firstCell.subarray(0, size + 1)).toEqual(blocks.firstCell)
      expect(sums.subarray(0, (size + 1) * width)).toEqual(plain.sums)
      expect(totals.subarray(0, size + 1)).toEqual(plain.totals)
    }
  })
})
