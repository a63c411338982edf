import { describe, expect, test } from 'vitest'
import { numberJudge, numberTally, ranksAlike, ranksOf } from '../../../src/explain/check/number-judge.ts'
import { weighRows } from '../../../src/explain/check/weighed-rows.ts'

const high = numberJudge(1)
const low = numberJudge(-1)

/** Tallies of the first rows and of all of them. */
function tallies(
  numbers: readonly number[],
  first: number,
  weights: readonly number[] | null = null,
): [Float64Array, Float64Array] {
  const given = Float64Array.from(numbers)
  const weighed = weighRows(numbers.length, () => true, weights === null ? null : Float64Array.from(weights), null)
  const { channels, add } = numberTally(given, ranksOf(given), weighed)
  const [own, all] = [new Float64Array(channels), new Float64Array(channels)]
  for (let row = 0; row < numbers.length; row++) {
    add(all, 0, row)
    if (row < first) add(own, 0, row)
  }
  return [own, all]
}

test('ranks are the part of the rows below, equal ones counted half', () => {
  expect(Array.from(ranksOf(Float64Array.of(5, 1, 5, NaN, 9)))).toEqual([0.5, 0.125, 0.5, NaN, 0.875])
})

describe('a number in a range', () => {
  const numbers = [9, 8, 7, 4, 6, 5, 3, 2, 1, 0]

  test('is told by its mean', () => {
    const [inside, all] = tallies(numbers, 4)
    expect(high.count(inside)).toEqual({ rows: 4, mean: 7 })
    expect([high.lead(inside, all), low.lead(inside, all)]).toEqual([2.5, -2.5])
    expect(high.facts(inside, all)).toEqual({ difference: 2.5 })
  })

  test('is tested by ranks as Wilcoxon does, without a correction for continuity', () => {
    const [inside, all] = tallies(numbers, 4)
    // Rank sum 32 of 4 among 10: mean 22, variance 22
    expect(high.score(inside, all)).toBeCloseTo(10 / Math.sqrt(22), 12)
    expect(high.chance(inside, all)).toBeCloseTo(0.01651, 4)
    expect(low.chance(inside, all)).toBeCloseTo(1 - 0.01651, 4)
  })

  test('is not moved by an outlier', () => {
    const wild = [9e9, ...numbers.slice(1)]
    expect(high.chance(...tallies(wild, 4))).toBe(high.chance(...tallies(numbers, 4)))
  })

  test('is no more likely when all weights are doubled, and weighs rows', () => {
    const doubled = tallies(numbers, 4, numbers.map(() => 2)) // prettier-ignore
    expect(high.chance(...doubled)).toBeCloseTo(high.chance(...tallies(numbers, 4)), 12)
    expect(high.count(tallies(numbers, 2, [3, 1, 1, 1, 1, 1, 1, 1, 1, 1])[0]).mean).toBe(8.75)
  })

  test('that is mostly zero has the chance of a rare event, not of a normal one', () => {
    // 5 of 20 inside are not zero, 10 of 200 are: 0.0007 by Fisher’s test, 0.00001 by a normal approximation.
    const rare = Array.from({ length: 200 }, (_, row) => (row < 5 || (row >= 20 && row < 25) ? 1 : 0))
    const chance = high.chance(...tallies(rare, 20))
    expect(chance).toBeGreaterThan(0.0002)
    expect(chance).toBeLessThan(0.003)
  })

  test('says nothing of no rows, all rows or one number', () => {
    expect(high.chance(...tallies(numbers, 0))).toBe(0.5)
    expect(high.chance(...tallies(numbers, 10))).toBe(0.5)
    expect(high.chance(...tallies([1, 1, 1, 1], 2))).toBe(0.5)
  })
})

test('levels are compared by an F test of their ranks', () => {
  const [first, all] = tallies([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5)
  const second = all.map((sum, c) => sum - first[c])
  expect(ranksAlike([first, second], 1)).toBeCloseTo(0.00105, 4)
  expect(ranksAlike([all], 1)).toBe(1)
})
