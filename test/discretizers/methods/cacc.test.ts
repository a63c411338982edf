import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cacc, type CaccOptions } from '../../../src/discretizers/methods/cacc.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberValues, Proposal } from '../../../src/types.ts'
import { anyLimits, naiveBoundaries, naiveChiSquareShare } from './boundaries-naive.ts'
import { holds } from '../holds.ts'
import { anyRows } from '../rows.ts'
import { argumentError } from '../../refusals.ts'

type Given = Partial<CaccOptions> & { preset?: string; closed?: Closed }

function run(x: NumberValues, y: string | readonly string[], given: Given = {}, weights?: readonly number[]): Proposal {
  return discretize(summarize(x, { target: Array.from(y), weights }), { method: cacc, ...given })
}

/** The formula for one row in all: √(y / (y + 1)), y = χ² / ln(bins + more); one bin has χ² 0. */
function naiveCacc(table: readonly (readonly number[])[], more: number): number {
  if (table.length === 1) return 0
  const y = naiveChiSquareShare(table) / Math.log(table.length + more)
  return Math.sqrt(y / (y + 1))
}

const coefficient = (y: number): number => Math.sqrt(y / (y + 1))
const DEFAULTS: CaccOptions = { logOf: 'edges', minBins: null, maxBins: null }

describe('cacc', () => {
  test('cuts where χ² grows most', () => {
    const { reasons, ...rest } = run([1, 2, 3, 10, 11, 12], 'aaabbb')
    expect(rest).toEqual({
      method: 'cacc',
      options: DEFAULTS,
      closed: 'left',
      cuts: [6.5],
      notes: [],
    })
    // χ² is as large as the rows; there are three edges.
    expect(reasons).toEqual([
      { measure: 'cacc', score: expect.closeTo(coefficient(1 / Math.log(3)), 12), bar: 0, margin: reasons[0].score, runnerUp: null }, // prettier-ignore
    ])
  })

  test('divides χ² by the logarithm of the edges or of the bins', () => {
    const scores = (logOf: CaccOptions['logOf']): (number | null)[] =>
      run([1, 2, 3, 4, 5, 6], 'aabbcc', { logOf }).reasons.map(({ score }) => score)
    const expected = (...y: number[]): unknown[] => y.map((share) => expect.closeTo(coefficient(share), 12))
    expect(scores('edges')).toEqual(expected(1 / Math.log(3), 2 / Math.log(4)))
    expect(scores('bins')).toEqual(expected(1 / Math.log(2), 2 / Math.log(3)))
  })

  test('needs a larger gain for a cut when the logarithm is that of the bins', () => {
    // χ² is 8, then 8 · 4/3: more than ln 4 / ln 3 and less than ln 3 / ln 2.
    const [x, y] = [[1, 1, 1, 1, 2, 2, 3, 3], 'aaaabbbc']
    expect(run(x, y, { minBins: 1 }).cuts).toEqual([1.5, 2.5])
    expect(run(x, y, { minBins: 1, logOf: 'bins' }).cuts).toEqual([1.5])
  })

  test('makes as many bins as there are classes; the preset keel only what raises the score', () => {
    // χ² is 11, then 11 · 11/9, a rise by less than ln 4 / ln 3.
    const [x, y] = [[1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3], 'aaaabbbbbbc']
    expect(run(x, y, { preset: 'keel' })).toMatchObject({ cuts: [1.5], options: { ...DEFAULTS, minBins: 1 } })
    expect(run(x, y).cuts).toEqual([1.5, 2.5])
  })

  test('makes no cut where the classes are the same everywhere, unless it must', () => {
    expect(run([1, 1, 2, 2], 'abab', { minBins: 1 }).cuts).toEqual([])
    expect(run([1, 1, 2, 2], 'abab').cuts).toEqual([1.5])
  })

  test('of one class, of one value and of no rows is one bin', () => {
    expect(run([1, 2, 3], 'aaa').cuts).toEqual([])
    expect(run([1, 1, 1], 'abc').cuts).toEqual([])
    expect(run([], '').cuts).toEqual([])
  })

  test('cuts on and on where classes alternate, says so, and does not take the square of the time', () => {
    const x = Float64Array.from({ length: 50_000 }, (_, i) => i)
    const y = Array.from(x, (i) => 'ab'[i % 2])
    const { cuts, notes } = run(x, y)
    expect(cuts).toHaveLength(49_999)
    const message = '50000 bins for 50000 distinct values: the score rises with cuts that follow chance, set maxBins'
    expect(notes).toEqual([{ code: 'many-bins', message }])
    expect(run(x, y, { maxBins: 20 }).notes).toEqual([])
    // Many bins are well founded when each has many values.
    const waves = Array.from({ length: 1000 }, (_, i) => 'ab'[Math.floor(i / 40) % 2])
    expect(run(x.subarray(0, 1000), waves)).toMatchObject({ cuts: { length: 24 }, notes: [] })
  })
})

describe('options', () => {
  test('are checked', () => {
    expect(() => run([1], 'a', { logOf: 'rows' as 'bins' })).toThrow(
      argumentError('out-of-range', 'discretize: cacc: logOf must be one of edges, bins, got "rows"'),
    )
    expect(() => run([1], 'a', { minBins: 4, maxBins: 3 })).toThrow(
      argumentError('out-of-range', 'discretize: cacc: maxBins must be at least minBins (4), got 3'),
    )
  })

  test('of R are the default, those of the paper a preset', () => {
    expect(run([1], 'a', { preset: 'r' })).toMatchObject({ closed: 'left', options: DEFAULTS })
    expect(run([1], 'a', { preset: 'paper' })).toMatchObject({
      closed: 'left',
      options: { ...DEFAULTS, logOf: 'bins' },
    })
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
      fc.property(anyRows(weights), anyLimits, fc.boolean(), (rows, limits, edges) => {
        const expected = naiveBoundaries(rows, (table) => naiveCacc(table, edges ? 1 : 0), limits)
        const given = { ...limits, logOf: edges ? ('edges' as const) : ('bins' as const) }
        expect(run(rows.x, rows.y, given, weights.length === 1 ? undefined : rows.w).cuts).toEqual(expected)
        found += expected.length
      }),
      400,
    )
    expect(found).toBeGreaterThan(600)
  })
})
