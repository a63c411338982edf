import { describe, expect, test } from 'vitest'
import { type Blocks, cellBlocks } from '../../../src/discretizers/search/blocks.ts'
import { type Sides, type SplitRule, type Part, topDown } from '../../../src/discretizers/search/top-down.ts'
import { viewOf } from '../rows.ts'

const blocksOf = (counts: readonly (readonly number[])[]): Blocks =>
  cellBlocks(
    viewOf(
      counts.map((_, i) => i),
      counts,
    ),
  )

/** Splits where one class differs most in share between the sides, as long as the shares differ by more than `bar`. */
function shareRule(bar: number): SplitRule {
  const difference = ({ left, leftTotal, right, rightTotal }: Sides): number =>
    Math.abs(left[0] / leftTotal - right[0] / rightTotal)
  return {
    rate: difference,
    judge: (sides) => ({ score: difference(sides), bar, accepted: difference(sides) > bar }),
  }
}

/** Splits at chosen candidates with chosen scores, and nowhere else. */
function scriptedRule(scores: Readonly<Record<number, number>>): SplitRule {
  const placeOf = ({ leftTotal }: Sides, { from }: Part): number => from + leftTotal
  return {
    rate: (sides, part) => scores[placeOf(sides, part)] ?? -Infinity,
    judge: (sides, part) => ({ score: scores[placeOf(sides, part)], bar: 0, accepted: true }),
  }
}

const singles = (n: number): Blocks => blocksOf(Array.from({ length: n }, () => [1]))

describe('topDown', () => {
  test('splits at the best candidate, then each part, and answers in order', () => {
    const blocks = blocksOf([
      [4, 0],
      [0, 4],
      [0, 4],
      [3, 1],
    ])
    expect(topDown(blocks, shareRule(0.5))).toEqual([
      { at: 1, score: 0.75, bar: 0.5, runnerUp: { at: 3, score: 0.4166666666666667 } },
      { at: 3, score: 0.75, bar: 0.5, runnerUp: { at: 2, score: 0.375 } },
    ])
  })

  test('does not split what the rule does not accept', () => {
    const blocks = blocksOf([
      [4, 0],
      [0, 4],
    ])
    expect(topDown(blocks, shareRule(1))).toEqual([])
  })

  test('does not split one block, or none', () => {
    expect(topDown(singles(1), scriptedRule({ 0: 1, 1: 1 }))).toEqual([])
    expect(topDown(singles(0), scriptedRule({ 0: 1, 1: 1 }))).toEqual([])
  })

  test('takes the leftmost of equally good candidates', () => {
    const [first] = topDown(singles(4), scriptedRule({ 1: 5, 2: 5, 3: 5 }), 1)
    expect(first).toEqual({ at: 1, score: 5, bar: 0, runnerUp: { at: 2, score: 5 } })
  })

  test('takes scores that differ by rounding only for equal', () => {
    const candidates = (second: number): number[] =>
      topDown(singles(3), scriptedRule({ 1: 5, 2: second }), 1).map(({ at }) => at)
    expect(candidates(5 * (1 + 1e-13))).toEqual([1])
    expect(candidates(5 * (1 + 1e-11))).toEqual([2])
  })

  test('names the second best candidate as runner-up, on either side of the best', () => {
    const runnerUp = (scores: Record<number, number>): unknown =>
      topDown(singles(5), scriptedRule(scores), 1).map((split) => [split.at, split.runnerUp])
    expect(runnerUp({ 1: 3, 2: 9, 3: 4 })).toEqual([[2, { at: 3, score: 4 }]])
    expect(runnerUp({ 1: 4, 2: 9, 3: 3 })).toEqual([[2, { at: 1, score: 4 }]])
    expect(runnerUp({ 1: 4, 2: 9, 4: 4 })).toEqual([[2, { at: 1, score: 4 }]])
    expect(runnerUp({ 2: 9 })).toEqual([[2, null]])
  })

  test('passes over candidates rated −Infinity', () => {
    expect(topDown(singles(4), scriptedRule({ 3: 1 })).map(({ at }) => at)).toEqual([3])
    expect(topDown(singles(4), scriptedRule({}))).toEqual([])
  })

  test('tells the rule the rows, classes and gaps of every part it looks at', () => {
    const seen: unknown[] = []
    const rule: SplitRule = {
      rate: ({ leftTotal }) => -leftTotal,
      judge: ({ left, leftTotal, right, rightTotal }, { from, to, counts, total, gaps }) => {
        seen.push({
          from,
          to,
          counts: [...counts],
          total,
          gaps,
          left: [...left],
          leftTotal,
          right: [...right],
          rightTotal,
        })
        return { score: 1, bar: 0, accepted: true }
      },
    }
    const blocks: Blocks = {
      size: 2,
      firstCell: Uint32Array.of(0, 3, 5),
      counts: Float64Array.of(3, 0, 1, 2),
      classCount: 2,
    }
    expect(topDown(blocks, rule)).toEqual([{ at: 1, score: 1, bar: 0, runnerUp: null }])
    expect(seen).toEqual([
      { from: 0, to: 2, counts: [4, 2], total: 6, gaps: 4, left: [3, 0], leftTotal: 3, right: [1, 2], rightTotal: 3 },
    ])
  })
})

describe('topDown with a limit', () => {
  test('keeps the splits that save most: score times rows', () => {
    // First at 4, then the part of 4 rows saves 4 · 2 and the part of 8 rows 8 · 1.5.
    const rule = scriptedRule({ 2: 2, 4: 9, 8: 1.5 })
    expect(topDown(singles(12), rule, 2).map(({ at }) => at)).toEqual([4, 8])
    expect(topDown(singles(12), rule, 3).map(({ at }) => at)).toEqual([2, 4, 8])
    expect(topDown(singles(12), rule, 99)).toEqual(topDown(singles(12), rule))
  })

  test('of no splits makes none', () => {
    expect(topDown(singles(3), scriptedRule({ 1: 5, 2: 5 }), 0)).toEqual([])
  })

  test('takes the leftmost of parts that save equally much', () => {
    expect(topDown(singles(8), scriptedRule({ 2: 1, 4: 9, 6: 1 }), 2).map(({ at }) => at)).toEqual([2, 4])
  })

  test('takes the leftmost of parts whose savings differ by rounding only', () => {
    const rule = scriptedRule({ 2: 1, 4: 9, 6: 1 + Number.EPSILON })
    expect(topDown(singles(8), rule, 2).map(({ at }) => at)).toEqual([2, 4])
  })

  test('takes the leftmost also where a part on the right was found earlier', () => {
    // After 8 and 4, the part 0 … 4 (found last) and the part 8 … 12 (found first) save equally much.
    const rule = scriptedRule({ 2: 1, 4: 3, 8: 9, 10: 1 })
    expect(topDown(singles(12), rule, 3).map(({ at }) => at)).toEqual([2, 4, 8])
  })
})
