import { describe, expect, test } from 'vitest'
import { type FuseRule, fuseNarrow } from '../../../src/discretizers/search/fuse.ts'
import type { Split } from '../../../src/discretizers/search/top-down.ts'

const splitsAt = (...candidates: readonly number[]): Split[] =>
  candidates.map((at) => ({ at, score: 1, bar: 0, runnerUp: null }))

/** Bins are the sums of `levels`, wide from three blocks on; a cut saves what the sums beside it differ by. */
function fuse(levels: readonly number[], ...candidates: readonly number[]): number[] {
  const rule: FuseRule<number> = {
    binOf: (from, to) => levels.slice(from, to).reduce((a, b) => a + b, 0),
    wide: (from, to) => to - from >= 3,
    join: (a, b) => a + b,
    saved: (a, b) => Math.abs(a - b),
  }
  return fuseNarrow(splitsAt(...candidates), levels.length, rule).map(({ at }) => at)
}

const ones = (n: number): number[] => Array.from({ length: n }, () => 1)

describe('fuseNarrow', () => {
  test('leaves wide bins alone', () => {
    expect(fuse(ones(9), 3, 6)).toEqual([3, 6])
    expect(fuse(ones(2))).toEqual([])
  })

  test('joins a narrow bin across the cut that saves less, to the left on a tie', () => {
    expect(fuse([1, 1, 1, 1, 1, 4, 4, 4], 3, 5)).toEqual([5])
    expect(fuse([4, 4, 4, 1, 1, 1, 1, 1], 3, 5)).toEqual([3])
    expect(fuse([2, 2, 2, 1, 1, 2, 2, 2], 3, 5)).toEqual([5])
  })

  test('takes savings that differ by rounding only for a tie', () => {
    expect(fuse([2 + 1e-14, 2, 2, 1, 1, 2, 2, 2], 3, 5)).toEqual([5])
  })

  test('joins the first and the last to what they have beside them', () => {
    expect(fuse(ones(8), 1, 4, 7)).toEqual([4])
    expect(fuse(ones(6), 5)).toEqual([])
  })

  test('goes on until what comes out is wide', () => {
    expect(fuse(ones(9), 1, 2, 3, 6)).toEqual([3, 6])
    expect(fuse([1, 1, 1, 9, 9, 9], 1, 2, 3, 4, 5)).toEqual([3])
    expect(fuse(ones(5), 1, 2, 3, 4)).toEqual([])
    expect(fuse(ones(2), 1)).toEqual([])
  })

  test('keeps the splits it keeps as they are', () => {
    const splits = splitsAt(3, 6)
    expect(fuseNarrow(splits, 9, { binOf: () => 0, wide: () => true, join: () => 0, saved: () => 0 })).toEqual(splits)
  })
})
