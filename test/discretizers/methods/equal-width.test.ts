import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { equalWidth } from '../../../src/discretizers/methods/equal-width.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, Proposal } from '../../../src/types.ts'
import { nextUp } from '../../../src/util/numbers/doubles.ts'
import { holds } from '../holds.ts'
import { SKEWED } from '../rows.ts'

const cut = (values: readonly number[], bins: number, closed: Closed = 'left'): Proposal =>
  discretize(summarize(values), { method: equalWidth, bins, closed })

describe('equal width', () => {
  test('cuts the range into bins of one width', () => {
    expect(cut([0, 3, 10], 4).cuts).toEqual([2.5, 5, 7.5])
  })

  test('computes cut i as A + i·((B − A)/N)', () => {
    const cuts = cut([0.1, 0.8], 7).cuts
    const step = (0.8 - 0.1) / 7
    expect(cuts).toEqual([1, 2, 3, 4, 5, 6].map((i) => 0.1 + i * step))
  })

  test('makes ten bins unless asked otherwise', () => {
    expect(discretize(summarize([0, 10]), { method: equalWidth }).cuts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('keeps empty bins, with a note', () => {
    const column = fit(SKEWED, { method: equalWidth })
    expect(column.bins.map(({ count }) => count)).toEqual([22, 1, 1, 0, 1, 0, 0, 0, 1, 1])
    expect(column.notes).toEqual([{ code: 'empty-bins', message: '4 of 10 bins hold no rows' }])
  })

  test('does not depend on the rows between the ends, nor on infinite values', () => {
    expect(cut([0, 10, 7, 7, 7, Infinity, -Infinity], 2).cuts).toEqual([5])
  })

  test('of a constant column has no cut', () => {
    const { cuts, notes } = cut([3, 3], 5)
    expect(cuts).toEqual([])
    expect(notes).toEqual([{ code: 'constant', message: 'every value is 3' }])
  })

  test('leaves out cuts where doubles are too coarse, with a note', () => {
    const { cuts, notes } = cut([1, nextUp(1)], 4)
    expect(cuts).toEqual([nextUp(1)])
    expect(notes).toEqual([
      {
        code: 'fewer-bins',
        message: '4 bins asked for, 2 made: the range is too narrow for doubles to hold more',
      },
    ])
    expect(cut([1, nextUp(1)], 4, 'right').cuts).toEqual([1])
  })

  test('of the smallest numbers there are has no cut that parts nothing', () => {
    expect(cut([0, Number.MIN_VALUE], 10).cuts).toEqual([])
  })

  test('does not overflow where the range does', () => {
    expect(cut([-1.6e308, 1.6e308], 2).cuts).toEqual([0])
    expect(cut([-1.6e308, 1.6e308], 4).cuts.map((x) => x / 8e307)).toEqual([-1, 0, expect.closeTo(1, 14)])
    expect(cut([-1.6e308, 1.6e308], 4).notes).toEqual([])
  })

  test('has cuts in order, strictly inside the range on the open side, N − 1 of them where doubles allow', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true })
    const ends = fc.constantFrom<Closed>('left', 'right')
    holds(
      fc.property(double, double, fc.integer({ min: 1, max: 40 }), ends, (a, b, bins, closed) => {
        const [min, max] = [Math.min(a, b) + 0, Math.max(a, b) + 0]
        const { cuts, notes } = cut([min, max], bins, closed)
        expect(cuts).toEqual([...new Set(cuts)].toSorted((x, y) => x - y))
        for (const c of cuts) expect(closed === 'left' ? c > min && c <= max : c >= min && c < max).toBe(true)
        expect(notes.length === 0).toBe(min < max && cuts.length === bins - 1)
      }),
    )
  })
})
