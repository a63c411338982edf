import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { fuseNarrow } from '../../src/explain/fuse-narrow-bins.ts'
import type { NumberColumn } from '../../src/binning/binning.ts'

/** Values 0 … 10 with a class each, cut as told. */
function cutAt(cuts: readonly number[], classes: string): NumberColumn {
  const values = Array.from(classes, (_, i) => i)
  return fit(values, { target: Array.from(classes), method: fixed, cuts: [...cuts] })
}

describe('narrow bins', () => {
  test('are fused with the neighbour whose classes are more alike', () => {
    const column = cutAt([3.5, 4.5], 'aaaabbbbbbb')
    const { cuts, bins, reasons } = fuseNarrow(column, 2)
    expect(cuts).toEqual([3.5])
    expect(bins.map(({ label, count, classes, lo, hi }) => ({ label, count, classes, lo, hi }))).toEqual([
      { label: '< 3.5', count: 4, classes: [4, 0], lo: 0, hi: 3 },
      { label: '≥ 3.5', count: 7, classes: [0, 7], lo: 4, hi: 10 },
    ])
    expect(reasons).toEqual([column.reasons[0]])
    expect(fuseNarrow(cutAt([3.5, 4.5], 'aaaaabbbbbb'), 2).cuts).toEqual([4.5])
  })

  test('go to the lower neighbour on a tie', () => {
    expect(fuseNarrow(cutAt([4.5, 5.5], 'aaaaabaaaaa'), 2).cuts).toEqual([5.5])
  })

  test('at the ends reach to the smallest and largest value', () => {
    expect(fuseNarrow(cutAt([1.5, 6.5], 'aabbbbbcccc'), 2).cuts).toEqual([6.5])
    expect(fuseNarrow(cutAt([3.5, 8.5], 'aaabbbbbbcc'), 2).cuts).toEqual([3.5])
    expect(fuseNarrow(cutAt([1.5, 6.5], 'aabbbbbcccc'), 1.5).cuts).toEqual([1.5, 6.5])
  })

  test('next to each other become one', () => {
    expect(fuseNarrow(cutAt([2.5, 3.5, 4.5, 5.5], 'aaabbbbbccc'), 2).cuts).toEqual([2.5, 5.5])
  })

  test('all narrow leave the one cut that tells most apart: fusing makes no column blunt', () => {
    const { cuts, bins, reasons } = fuseNarrow(cutAt([3.5, 6.5], 'aaaabbbcccc'), 100)
    expect(cuts).toEqual([3.5])
    expect(reasons).toHaveLength(1)
    expect(bins.map(({ count, classes }) => [count, classes])).toEqual([[4, [4, 0, 0]], [7, [0, 3, 4]]]) // prettier-ignore
    expect(fuseNarrow(cutAt([1.5, 6.5], 'abaaaaacccc'), 100).cuts).toEqual([6.5])
  })

  test('of a numeric target go to the neighbour whose mean is nearer', () => {
    const numbers = [0, 0, 0, 0, 9, 10, 10, 10, 10, 10, 10]
    const options = { target: numbers, targetKind: 'numeric', method: fixed, cuts: [3.5, 4.5] } as const
    const values = numbers.map((_, i) => i)
    expect(fuseNarrow(fit(values, options), 2).cuts).toEqual([3.5])
    expect(fuseNarrow(fit(values, options), 100).cuts).toEqual([3.5])
  })

  test('leave a column alone that has none, is whole or has no values', () => {
    for (const column of [cutAt([4.5], 'aaaaabbbbbb'), cutAt([], 'ab'), fit([NaN], { target: ['a'] })]) {
      expect(fuseNarrow(column, 3)).toBe(column)
    }
  })

  test('no bin stays narrow, no row is lost, and only cuts of the fit remain', () => {
    const places = fc.uniqueArray(fc.integer({ min: 1, max: 39 }), { maxLength: 12 })
    const labels = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 41, maxLength: 41 })
    fc.assert(
      fc.property(places, labels, fc.integer({ min: 1, max: 20 }), (at, classes, width) => {
        const cuts = at.toSorted((a, b) => a - b).map((place) => place - 0.5)
        const column = cutAt(cuts, classes.join(''))
        const fused = fuseNarrow(column, width)
        const edges = [0, ...fused.cuts, 40]
        const narrow = edges.slice(1).some((edge, i) => edge - edges[i] < width)
        expect(narrow && fused.cuts.length > 1).toBe(false)
        expect(fused.cuts.length > 0).toBe(cuts.length > 0)
        expect(cuts).toEqual(expect.arrayContaining([...fused.cuts]))
        expect(fused.reasons.length).toBe(fused.cuts.length)
        expect(fused.bins.reduce((sum, { count }) => sum + count, 0)).toBe(41)
      }),
    )
  })
})
