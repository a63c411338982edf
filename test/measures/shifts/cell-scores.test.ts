import { describe, expect, test } from 'vitest'
import { independenceTest } from '../../../src/measures/independence.ts'
import {
  addScores,
  classScore,
  leastVariance,
  numberScore,
  scoreWithout,
} from '../../../src/measures/shifts/cell-score.ts'
import { scoreTail, scoreTest } from '../../../src/measures/shifts/score-test.ts'

/** By hand, of one fourfold table: 3 of 10 before, 6 of 8 now. */
describe('the score of a cell', () => {
  test('two classes: what was seen less what both sides give, and the hypergeometric variance', () => {
    const { u, v, size } = classScore([3, 7], [6, 2])!
    expect(u[0]).toBeCloseTo(6 - (8 * 9) / 18, 12)
    expect(v[0]).toBeCloseTo((8 * 10 * 9 * 9) / (18 * 18 * 17), 12)
    expect(size).toBeCloseTo(80 / 18, 12)
  })

  test('of one cell it is the χ² of independence, but for (N − 1)/N, however many classes', () => {
    for (const [before, now] of [
      [
        [3, 7],
        [6, 2],
      ],
      [
        [30, 30, 40],
        [50, 30, 20],
      ],
      [
        [5, 0, 9, 2],
        [1, 0, 3, 8],
      ],
    ]) {
      const all = [...before, ...now].reduce((sum, x) => sum + x, 0)
      const { chiSquare, degrees } = independenceTest([before, now])
      const score = scoreTest(classScore(before, now)!)
      expect(score.degrees).toBe(degrees)
      expect(score.chiSquare).toBeCloseTo((chiSquare * (all - 1)) / all, 9)
    }
  })

  test('a numeric target: the permutation variance of the sum of the new rows', () => {
    // Before 1, 2, 6 and now 4, 7: all ways to draw two of the five numbers have this mean and variance.
    const { u, v } = numberScore([3, 9, 41], [2, 11, 65])!
    expect(u[0]).toBeCloseTo(11 - 8, 12)
    expect(v[0]).toBeCloseTo((2 * 3 * (106 - 80)) / (5 * 4), 12)
    expect(numberScore([3, 3e8, 3e16], [2, 2e8, 2e16])!.v[0]).toBe(0)
  })

  test('nothing without rows on a side, or of one row', () => {
    expect(classScore([0, 0], [3, 4])).toBeNull()
    expect(classScore([3, 4], [0, 0])).toBeNull()
    expect(numberScore([0, 0, 0], [3, 4, 5])).toBeNull()
    expect(addScores([null, null])).toBeNull()
    expect(leastVariance(null)).toBe(0)
    expect(scoreTail(scoreTest(classScore([4, 0], [3, 0])!))).toBe(1)
  })

  test('scores add up and come apart', () => {
    const [a, b] = [classScore([3, 7, 1], [6, 2, 4])!, classScore([5, 5, 9], [1, 8, 2])!]
    const back = scoreWithout(addScores([a, null, b])!, b)
    expect([...back.u]).toEqual([...a.u].map((x) => expect.closeTo(x, 12) as number))
    expect([...back.v]).toEqual([...a.v].map((x) => expect.closeTo(x, 12) as number))
    // The variance of the last class is that of the others together.
    expect(leastVariance(a)).toBeCloseTo(Math.min(a.v[0], a.v[3], a.v[0] + a.v[1] + a.v[2] + a.v[3]), 12)
  })
})
