import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Blocks, cellBlocks } from '../../../src/discretizers/search/blocks.ts'
import { bottomUp, type MergeRule } from '../../../src/discretizers/search/bottom-up.ts'
import { holds } from '../holds.ts'
import { viewOf } from '../rows.ts'

const blocksOf = (counts: readonly (readonly number[])[]): Blocks =>
  cellBlocks(
    viewOf(
      counts.map((_, i) => i),
      counts,
    ),
  )

/** Neighbours differ by the difference of their first count; merges as long as that is below `bar`. */
const byFirst = (bar: number): MergeRule => ({
  difference: (counts, a, b) => Math.abs(counts[a] - counts[b]),
  merges: (difference) => difference < bar,
})

const numbers = (...first: number[]): Blocks => blocksOf(first.map((count) => [count]))

interface Boundary {
  at: number
  score: number
  lost: { at: number; score: number } | null
}

/** What stayed, boundary by boundary. */
function merged(blocks: Blocks, rule: MergeRule): Boundary[] {
  const { at, scores, lostAt, lostScores } = bottomUp(blocks, rule)
  return Array.from(at, (block, i) => ({
    at: block,
    score: scores[i],
    lost: lostAt[i] < 0 ? null : { at: lostAt[i], score: lostScores[i] },
  }))
}

describe('bottomUp', () => {
  test('stops at the same bins where nobody asks for scores', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        (all, bar) => {
          const [told, untold] = [byFirst(bar), { ...byFirst(bar), forgets: true }]
          expect(bottomUp(numbers(...all), untold).at).toEqual(bottomUp(numbers(...all), told).at)
        },
      ),
    )
  })

  test('merges the least different neighbours as long as the rule says', () => {
    // 1 and 2 become 3; 3 and 10 differ by 7.
    expect(merged(numbers(1, 2, 10), byFirst(5))).toEqual([{ at: 2, score: 7, lost: { at: 1, score: 1 } }])
  })

  test('keeps every boundary when the rule merges nothing', () => {
    expect(merged(numbers(1, 2, 10), byFirst(0))).toEqual([
      { at: 1, score: 1, lost: null },
      { at: 2, score: 8, lost: null },
    ])
  })

  test('merges everything when the rule always says so', () => {
    expect(merged(numbers(1, 2, 10), byFirst(Infinity))).toEqual([])
  })

  test('of one block or none has no boundary', () => {
    expect([merged(numbers(), byFirst(1)), merged(numbers(5), byFirst(1))]).toEqual([[], []])
  })

  test('merges the leftmost of equally different pairs', () => {
    // 0 and 1 become 1, which differs from 2 by 1 again, and so on up to the bar.
    const rule: MergeRule = { ...byFirst(2), merges: (difference, bins) => difference < 2 && bins > 3 }
    expect(merged(numbers(0, 1, 2, 3), rule).map(({ at }) => at)).toEqual([2, 3])
  })

  test('tells the rule of every merge in turn, before neighbours are compared again', () => {
    const told: string[] = []
    const rule: MergeRule = {
      difference: (counts, a, b) => {
        told.push(`${a} ${b}`)
        return Math.abs(counts[a] - counts[b])
      },
      merges: (difference) => difference < 5,
      onMerge: (_, a, b) => told.push(`${b} into ${a}`),
    }
    merged(numbers(9, 1, 2, 12), rule)
    // The three pairs; the neighbours of the least of them once it is merged; nothing is asked for twice.
    expect(told).toEqual(['0 1', '1 2', '2 3', '2 into 1', '1 3', '0 1'])
  })

  test('tells of every merge right before it is done', () => {
    const told: unknown[] = []
    const rule: MergeRule = {
      ...byFirst(9),
      onMerge: (counts, a, b, difference) => told.push([a, b, counts[a], counts[b], difference]),
    }
    merged(numbers(1, 2, 10, 30), rule)
    expect(told).toEqual([
      [0, 1, 1, 2, 1],
      [0, 2, 3, 10, 7],
    ])
  })

  test('takes differences that part by rounding only for equal', () => {
    const once: MergeRule = {
      difference: (counts, a, b) => Math.abs(counts[a] - counts[b]),
      merges: (_, bins) => bins > 2,
    }
    const kept = (second: number): number[] => merged(numbers(0, 1, 1 + second), once).map(({ at }) => at)
    expect(kept(1 - 1e-14)).toEqual([2])
    expect(kept(1 - 1e-9)).toEqual([1])
  })

  test('tells the rule how many bins there are', () => {
    const seen: number[] = []
    const rule: MergeRule = { ...byFirst(0), merges: (_, bins) => seen.push(bins) < 3 }
    expect(merged(numbers(1, 2, 3, 4), rule)).toHaveLength(1)
    expect(seen).toEqual([4, 3, 2])
  })

  test('names the strongest boundary lost on either side of one that stayed', () => {
    // 5 and 6 (1) are merged, then 20 and 23 (3): of the two the boundary before 23 was stronger.
    const boundaries = merged(numbers(5, 6, 20, 23), byFirst(4))
    expect(boundaries).toEqual([{ at: 2, score: 32, lost: { at: 3, score: 3 } }])
  })

  test('never changes the counts it is given', () => {
    const blocks = numbers(1, 1, 1)
    merged(blocks, byFirst(Infinity))
    expect(blocks.counts).toEqual(Float64Array.of(1, 1, 1))
  })
})

/** The same by looking at all pairs again after every merge. */
function naive(counts: readonly (readonly number[])[], rule: MergeRule): Boundary[] {
  let bins = counts.map((own, at) => ({ at, own: [...own], lost: [] as { at: number; score: number }[] }))
  const difference = (a: number): number => {
    const pair = Float64Array.from([...bins[a].own, ...bins[a + 1].own])
    return rule.difference(pair, 0, 1)
  }
  while (bins.length > 1) {
    const differences = bins.slice(1).map((_, a) => difference(a))
    const least = Math.min(...differences)
    const a = differences.findIndex((d) => d <= least * (1 + 1e-10))
    if (!rule.merges(differences[a], bins.length)) break
    const [left, right] = [bins[a], bins[a + 1]]
    const own = left.own.map((count, c) => count + right.own[c])
    const lost = [...left.lost, ...right.lost, { at: right.at, score: differences[a] }]
    bins = bins.toSpliced(a, 2, { at: left.at, own, lost })
  }
  return bins.slice(1).map(({ at, lost }, a) => {
    const all = [...bins[a].lost, ...lost].toSorted((p, q) => q.score - p.score)
    return { at, score: difference(a), lost: all[0] ?? null }
  })
}

describe('against looking at all pairs again after every merge', () => {
  const anyRule = fc.record({
    bar: fc.double({ min: 0.01, max: 2, noNaN: true }),
    most: fc.integer({ min: 1, max: 9 }),
  })
  // Different in share of the first class; symmetrical, and different for nearly all counts.
  const difference = (counts: Float64Array, a: number, b: number): number => {
    const width = 3
    const share = (at: number): number =>
      counts[at * width] / (counts[at * width] + counts[at * width + 1] + counts[at * width + 2])
    return Math.abs(share(a) - share(b))
  }

  test('the boundaries, their differences and the lost ones are the same', () => {
    const cell = fc.array(fc.double({ min: 0.001, max: 9, noNaN: true }), { minLength: 3, maxLength: 3 })
    holds(
      fc.property(fc.array(cell, { maxLength: 30 }), anyRule, (counts, { bar, most }) => {
        const rule = { difference, merges: (d: number, bins: number) => d < bar || bins > most }
        expect(merged(blocksOf(counts), rule)).toEqual(naive(counts, rule))
      }),
    )
  })

  test('the boundaries are the same where many pairs are equally different', () => {
    const cell = fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 3, maxLength: 3 })
    const candidates = (boundaries: Boundary[]): number[] => boundaries.map(({ at }) => at)
    holds(
      fc.property(fc.array(cell, { maxLength: 40 }), anyRule, (counts, { bar, most }) => {
        const rule = { difference, merges: (d: number, bins: number) => d < bar / 8 || bins > most }
        expect(candidates(merged(blocksOf(counts), rule))).toEqual(candidates(naive(counts, rule)))
      }),
    )
  })

  test('a long list takes no time worth speaking of', () => {
    const counts = Array.from({ length: 60_000 }, (_, i) => [1 + ((i * 7919) % 1000), 5, 5])
    const start = performance.now()
    expect(merged(blocksOf(counts), { difference, merges: (_, bins) => bins > 10 })).toHaveLength(9)
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
