import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ameva, type AmevaOptions } from '../../../src/discretizers/methods/ameva.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberValues, Proposal } from '../../../src/types.ts'
import { anyLimits, naiveBoundaries, naiveChiSquareShare } from './boundaries-naive.ts'
import { holds } from '../holds.ts'
import { anyRows } from '../rows.ts'
import { argumentError } from '../../refusals.ts'

type Given = Partial<AmevaOptions> & { preset?: string; closed?: Closed }

function run(x: NumberValues, y: string | readonly string[], given: Given = {}, weights?: readonly number[]): Proposal {
  return discretize(summarize(x, { target: Array.from(y), weights }), { method: ameva, ...given })
}

/** The formula for one row in all: χ² / (bins · (classes − 1)), which scales with the rows. */
function naiveAmeva(table: readonly (readonly number[])[]): number {
  return naiveChiSquareShare(table) / (table.length * (table[0].length - 1))
}

describe('ameva', () => {
  test('cuts where χ² grows most', () => {
    expect(run([1, 2, 3, 10, 11, 12], 'aaabbb')).toEqual({
      method: 'ameva',
      options: { minBins: null, maxBins: null },
      closed: 'left',
      cuts: [6.5],
      // χ² 6 over two bins; of one bin it is 0.
      reasons: [{ measure: 'ameva', score: 3, bar: 0, margin: 3, runnerUp: null }],
      notes: [],
    })
  })

  test('scores χ² over bins times classes less one', () => {
    // Three pure bins of three classes: χ² is twice the rows.
    const { reasons } = run([1, 2, 3, 4, 5, 6], 'aabbcc')
    expect(reasons.map(({ score }) => score)).toEqual([6 / (2 * 2), 12 / (3 * 2)])
    expect(reasons[0].runnerUp).toEqual({ cut: 4.5, score: 1.5 })
  })

  test('makes as many bins as there are classes; the preset keel only what raises the score', () => {
    // χ² is 11, which is 2.75 per bin and class less one, then 11 · 11/9, which is 2.24.
    const [x, y] = [[1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3], 'aaaabbbbbbc']
    expect(run(x, y, { preset: 'keel' })).toMatchObject({ cuts: [1.5], notes: [], options: { minBins: 1 } })
    const forced = run(x, y)
    expect(forced.cuts).toEqual([1.5, 2.5])
    expect(forced.reasons.map(({ score }) => score)).toEqual([expect.closeTo(11 / 4, 12), expect.closeTo(121 / 54, 12)])
    expect(forced.notes).toEqual([
      { code: 'weak-cuts', message: '1 cut does not raise the score: there must be as many bins as classes (3)' },
    ])
  })

  test('makes no cut where the classes are the same everywhere, unless it must', () => {
    const [x, y] = [[1, 1, 2, 2, 3, 3], 'ababab']
    expect(run(x, y, { minBins: 1 }).cuts).toEqual([])
    expect(run(x, y).cuts).toEqual([1.5])
    // Tenths are no exact doubles, so equal shares are only equal up to rounding.
    expect(run(x, y, { minBins: 1 }, [0.1, 0.2, 0.3, 0.6, 0.7, 1.4]).cuts).toEqual([])
  })

  test('takes scores for equal that differ by rounding alone', () => {
    // The first and the last part of the column are the same with classes exchanged: 0.5 ties with 2.5, and is left of it.
    const cells = [[1, 0, 0], [2, 1, 1], [0, 0, 1], [1, 1, 2], [0, 1, 0], [1, 2, 1]] // prettier-ignore
    const rows = cells.flatMap((cell, x) => cell.flatMap((count, c) => Array.from({ length: count }, () => ({ x, c }))))
    expect(run(rows.map(({ x }) => x), rows.map(({ c }) => 'abc'[c]), { minBins: 4 }).cuts).toEqual([0.5, 1.5, 3.5]) // prettier-ignore
    // A fourth cut would leave the score at 0.9 but for the last bit.
    expect(run([1, 2, 3, 4, 5, 6, 7, 8], 'cbabcbab').cuts).toEqual([1.5, 2.5, 3.5])
  })

  test('counts only classes that occur', () => {
    const summary = summarize([1, 2, 3, 4, Number.NaN], { target: Array.from('aabbc'), classes: ['a', 'b', 'c', 'd'] })
    expect(discretize(summary, { method: ameva })).toMatchObject({ cuts: [2.5], reasons: [{ score: 4 / 2 }] })
  })

  test('presets r and the default are the same', () => {
    expect(run([1], 'a', { preset: 'r' })).toMatchObject({ closed: 'left', options: { minBins: null, maxBins: null } })
  })

  test('of one class, of one value and of no rows is one bin', () => {
    expect(run([1, 2, 3], 'aaa').cuts).toEqual([])
    expect(run([1, 1, 1], 'abc').cuts).toEqual([])
    expect(run([], '').cuts).toEqual([])
  })

  test('refuses limits that contradict each other', () => {
    expect(() => run([1], 'a', { minBins: 4, maxBins: 3 })).toThrow(
      argumentError('out-of-range', 'discretize: ameva: maxBins must be at least minBins (4), got 3'),
    )
  })
})

describe('against going through the rows', () => {
  test.each([
    ['without weights', [1]],
    ['with whole weights', [1, 2, 5]],
    ['with fractional weights', [0.25, 0.5, 1.75]],
  ])('the cuts are the same %s', (_, weights) => {
    let found = 0
    holds(
      fc.property(anyRows(weights), anyLimits, (rows, limits) => {
        const expected = naiveBoundaries(rows, naiveAmeva, limits)
        expect(run(rows.x, rows.y, limits, weights.length === 1 ? undefined : rows.w).cuts).toEqual(expected)
        found += expected.length
      }),
      400,
    )
    expect(found).toBeGreaterThan(600)
  })
})
