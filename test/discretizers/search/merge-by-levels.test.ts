import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Blocks, cellBlocks } from '../../../src/discretizers/search/blocks.ts'
import {
  binsAfter,
  type LevelRule,
  mergeByLevels,
  startsAfter,
} from '../../../src/discretizers/search/merge-by-levels.ts'
import { risingBars } from '../../../src/discretizers/search/chi2-levels.ts'
import { chiSquare, chiSquareOfPair } from '../../../src/measures/chi-square.ts'
import { cases } from '../../cases.ts'
import { holds } from '../holds.ts'
import { viewOf } from '../rows.ts'

const blocksOf = (counts: readonly (readonly number[])[]): Blocks =>
  cellBlocks(
    viewOf(
      counts.map((_, i) => i),
      counts,
    ),
  )

const ruleOf = (classCount: number, scaled: boolean, startLevel = 0.5): LevelRule => ({
  chiSquare: (counts, a, b) => chiSquareOfPair(counts, classCount, a, b, 0, 0),
  barOf: (step, degrees) => risingBars(startLevel, degrees + 1)(step),
  scaled,
  mergeEqual: false,
})

const merged = (counts: readonly (readonly number[])[], scaled: boolean): { at: number[]; ends: readonly number[] } => {
  const { at, ends } = mergeByLevels(blocksOf(counts), ruleOf(counts[0].length, scaled))
  return { at: Array.from(at), ends }
}

describe('mergeByLevels', () => {
  // At level 0.5 the bar is 0.455 for two classes and 1.386 for three. The first pair has two classes and χ² 0.09, so it
  // lies 0.365 below; the second has three and χ² 0.932, so it lies 0.455 below: farther. In deviations of χ² it is
  // 0.365 / √2 = 0.258 against 0.455 / 2 = 0.227: nearer.
  const tangled = [
    [2, 2, 0],
    [3, 2, 0],
    [7, 8, 2],
  ]

  test('takes the pair that lies farthest below the bar of its own classes', () => {
    // Then [2, 2, 0] and [10, 10, 2] have χ² 0.394, far below 1.386.
    expect(merged(tangled, false)).toEqual({ at: [2, 1], ends: [2] })
  })

  test('or farthest in deviations of χ²', () => {
    // Then [5, 4, 0] and [7, 8, 2] have χ² 1.331, just below 1.386.
    expect(merged(tangled, true)).toEqual({ at: [1, 2], ends: [2] })
  })

  test('goes on at the next level where no pair is below its bar', () => {
    // χ² of [3, 0] and [0, 3] is 6: above the bar of 0.02 (5.41) and below that of 0.01 (6.63), the eighth level.
    expect(merged([[3, 0], [0, 3]], false)).toEqual({ at: [1], ends: [0, 0, 0, 0, 0, 0, 0, 1] }) // prettier-ignore
  })

  test('goes on where the table of levels ends', () => {
    const { at, ends } = merged([[500, 0], [0, 500]], true) // prettier-ignore
    expect(at).toEqual([1])
    // 15.14 · 1.25^19 = 1050 is the first bar above 1000.
    expect(ends).toHaveLength(12 + 19)
  })

  test('merges neighbours of one class before all others', () => {
    expect(merged([[1, 1], [2, 2], [3, 0], [4, 0]], true).at[0]).toBe(3) // prettier-ignore
  })

  test('of one block or none has nothing to merge', () => {
    expect(merged([[1, 2]], false)).toEqual({ at: [], ends: [] })
    const none = mergeByLevels(blocksOf([]), ruleOf(0, false))
    expect(none.ends).toEqual([])
    expect(binsAfter(blocksOf([]), none, 0).size).toBe(0)
  })

  test('tells the bins after each merge', () => {
    const blocks = blocksOf(tangled)
    const levels = mergeByLevels(blocks, ruleOf(3, false))
    expect([0, 1, 2].map((merges) => Array.from(startsAfter(levels, merges)))).toEqual([[0, 1, 2], [0, 1], [0]])
    expect(Array.from(binsAfter(blocks, levels, 1).counts)).toEqual([2, 2, 0, 10, 10, 2])
  })
})

/** The same by looking at all pairs after every merge. What is within rounding of a tie or of the bar is passed over. */
function naive(counts: readonly (readonly number[])[], scaled: boolean, startLevel: number): ReturnType<typeof merged> {
  let bins = counts.map((own, start) => ({ start, own }))
  const at: number[] = []
  const ends: number[] = []
  for (let step = 0; bins.length > 1; step++) {
    for (;;) {
      const below = bins.slice(1).map(({ own }, i) => {
        const pair = [bins[i].own, own]
        const degrees = own.filter((count, c) => count + pair[0][c] > 0).length - 1
        if (degrees === 0) return Infinity
        return (risingBars(startLevel, degrees + 1)(step) - chiSquare(pair)) / (scaled ? Math.sqrt(2 * degrees) : 1)
      })
      const most = Math.max(...below)
      fc.pre(below.every((one) => Math.abs(one) > 1e-9 && (one === most || Math.abs(one - most) > 1e-9)))
      if (!(most > 0)) break
      const left = below.indexOf(most)
      const both = { start: bins[left].start, own: bins[left].own.map((count, c) => count + bins[left + 1].own[c]) }
      at.push(bins[left + 1].start)
      bins = bins.toSpliced(left, 2, both)
    }
    ends.push(at.length)
  }
  return { at, ends }
}

test('each merge is the one that looking at all pairs finds', () => {
  const anyCounts = fc.integer({ min: 2, max: 4 }).chain((width) =>
    fc.array(
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: width, maxLength: width })
        .filter((own) => own.some((count) => count > 0)),
      { minLength: 2, maxLength: 8 },
    ),
  )
  holds(
    fc.property(anyCounts, fc.boolean(), fc.constantFrom(0.9, 0.5, 0.05), (counts, scaled, startLevel) => {
      const { at, ends } = mergeByLevels(blocksOf(counts), ruleOf(counts[0].length, scaled, startLevel))
      expect({ at: Array.from(at), ends }).toEqual(naive(counts, scaled, startLevel))
    }),
    cases(70, 500),
  )
})
