import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { optimal } from '../../../src/discretizers/methods/optimal.ts'
import { prebinStarts } from '../../../src/discretizers/optimal/prebins.ts'
import { summarize } from '../../../src/summaries/summarize.ts'

/** The starts of at most `most` prebins of cells with these weights. */
function starts(weights: readonly number[], most: number, fixed: readonly number[] = []): number[] {
  const summary = summarize(
    weights.map((_, i) => i),
    { weights },
  )
  return Array.from(prebinStarts(viewColumn(summary), most, fixed))
}

describe('prebinStarts', () => {
  test('keeps every cell on its own where there are no more than asked for', () => {
    expect(starts([1, 2, 3], 3)).toEqual([0, 1, 2, 3])
    expect(starts([1, 2, 3], 5)).toEqual([0, 1, 2, 3])
  })

  test('takes neighbours of about equal weight together', () => {
    expect(starts([1, 1, 1, 1, 1, 1, 1, 1], 4)).toEqual([0, 2, 4, 6, 8])
    expect(starts([3, 1, 1, 1, 3, 3], 4)).toEqual([0, 1, 4, 5, 6])
  })

  test('gives a heavy cell a prebin of its own and shares the rest out evenly', () => {
    const light = Array<number>(40).fill(1)
    expect(starts([...light, 1000, ...light], 12)).toEqual([0, 8, 16, 24, 32, 40, 41, 49, 57, 65, 73, 81])
  })

  test('begins a prebin at every fixed cell', () => {
    expect(starts([1, 1, 1, 1, 1, 1, 1, 1], 4, [3])).toEqual([0, 3, 6, 8])
    expect(starts([1, 1, 1, 1, 1, 1], 2, [1, 2, 3])).toEqual([0, 1, 2, 3, 6])
  })

  test('makes at most as many as asked for, of which none is much heavier than its share or one cell', () => {
    const weight = fc.constantFrom(0.1, 0.5, 1, 1, 1, 2, 7, 500)
    const list = fc.array(weight, { minLength: 1, maxLength: 200, size: 'max' })
    fc.assert(
      fc.property(list, fc.integer({ min: 2, max: 40 }), fc.array(fc.nat(199)), (weights, most, wishes) => {
        const fixed = [...new Set(wishes)].filter((cell) => cell > 0 && cell < weights.length).slice(0, most >> 2)
        const found = starts(weights, most, fixed)
        expect(found.length - 1).toBeLessThanOrEqual(Math.max(most, fixed.length + 1))
        expect(found.every((start, i) => i === 0 || start > found[i - 1])).toBe(true)
        expect([found[0], found.at(-1)]).toEqual([0, weights.length])
        expect(found).toEqual(expect.arrayContaining(fixed))
        const total = weights.reduce((sum, w) => sum + w, 0)
        for (const [i, start] of found.slice(0, -1).entries()) {
          const own = weights.slice(start, found[i + 1])
          // Shares of what is left beside heavy cells, with a quarter of the prebins for fixed ones, and one cell over.
          const share = (total / Math.max(1, most - 2 * (most >> 2) - fixed.length)) * 1.01
          expect(own.length === 1 || own.reduce((sum, w) => sum + w, 0) <= share + own.at(-1)!).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('with prebins, the best binning is that of a column whose values are the prebins', () => {
    const rows = fc.array(fc.tuple(fc.nat(40), fc.boolean()), { minLength: 1, maxLength: 150, size: 'max' })
    fc.assert(
      fc.property(rows, fc.integer({ min: 2, max: 12 }), fc.boolean(), (pairs, prebins, trend) => {
        const x = pairs.map(([value]) => value)
        const y = pairs.map(([, yes]) => (yes ? 'yes' : 'no'))
        const options = { method: optimal, prebins, trend: trend ? 'auto' : 'none', minShare: 0.1 } as const
        const target = { target: y, classes: ['no', 'yes'] }
        const summary = summarize(x, target)
        const found = prebinStarts(viewColumn(summary), prebins, [])
        const values = Array.from(summary.cells.lo)
        const prebinOf = x.map((value) => Array.from(found).findLastIndex((start) => values[start] <= value))
        const { cuts } = discretize(summary, options)
        const merged = discretize(summarize(prebinOf, target), { ...options, prebins: null })
        expect(cuts.map((cut) => values.findIndex((value) => value > cut))).toEqual(
          merged.cuts.map((cut) => found[Math.ceil(cut)]),
        )
      }),
      { numRuns: 150 },
    )
  })
})
