import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caim, type CaimOptions } from '../../../src/discretizers/methods/caim.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberValues, Proposal } from '../../../src/types.ts'
import { anyLimits, naiveBoundaries } from './boundaries-naive.ts'
import { holds } from '../holds.ts'
import { anyRows } from '../rows.ts'
import { argumentError } from '../../refusals.ts'

type Given = Partial<CaimOptions> & { preset?: string; closed?: Closed }

function run(x: NumberValues, y: string | readonly string[], given: Given = {}, weights?: readonly number[]): Proposal {
  return discretize(summarize(x, { target: Array.from(y), weights }), { method: caim, ...given })
}

/** The formula: the mean over bins of largest² / rows. */
function naiveCaim(table: readonly (readonly number[])[]): number {
  const terms = table.map((counts) => Math.max(...counts) ** 2 / counts.reduce((sum, count) => sum + count, 0))
  return terms.reduce((sum, term) => sum + term, 0) / table.length
}

const SIX = [1, 2, 3, 10, 11, 12]

describe('caim', () => {
  test('cuts where the most frequent classes stand out most', () => {
    expect(run(SIX, 'aaabbb')).toEqual({
      method: 'caim',
      options: { minBins: null, maxBins: null },
      closed: 'left',
      cuts: [6.5],
      // One bin: 3² / 6. Two: (3² / 3 + 3² / 3) / 2.
      reasons: [{ measure: 'caim', score: 3, bar: 1.5, margin: 1.5, runnerUp: null }],
      notes: [],
    })
  })

  test('names the next best candidate of the whole column', () => {
    // 2.5 leaves (aa)(bcc), 3.5 leaves (aab)(cc): 4/2 + 4/3 against 4/3 + 4/2. The leftmost of equals is taken.
    const { cuts, reasons } = run([1, 2, 3, 4, 5], 'aabcc')
    expect(cuts).toEqual([2.5, 3.5])
    expect(reasons[0].runnerUp).toEqual({ cut: 3.5, score: (2 + 4 / 3) / 2 })
    expect(reasons[1].bar).toBe(reasons[0].score)
    expect(reasons[1].score).toBeCloseTo(5 / 3, 12)
    expect(reasons[1].runnerUp).toBe(null)
  })

  test('takes the next best candidate from another bin', () => {
    // First the middle. Then 3.5 and 8.5 gain the same, each in its own bin, and more than 4.5 and 9.5 beside them.
    const { cuts, reasons } = run([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 'aaacabbbcb')
    expect(cuts).toEqual([3.5, 5.5])
    expect(reasons.map(({ runnerUp }) => runnerUp?.cut)).toEqual([8.5, 3.5])
  })

  test('stops once the score would fall, but not before there are as many bins as classes', () => {
    const { cuts, notes } = run([1, 2, 3, 4, 5, 6], 'aabacc', { minBins: 1 })
    expect(cuts).toEqual([4.5])
    expect(notes).toEqual([])
    const forced = run([1, 2, 3, 4, 5, 6], 'aabacc')
    expect(forced.cuts).toEqual([2.5, 4.5])
    expect(forced.reasons.map(({ margin }) => Math.sign(margin!))).toEqual([-1, 1])
    expect(forced.notes).toEqual([
      { code: 'weak-cuts', message: '1 cut does not raise the score: there must be as many bins as classes (3)' },
    ])
  })

  test('makes no cut that would leave the score as it was', () => {
    // One bin: 3² / 4 = 2.25; (1 + 1 + …) never more.
    expect(run([1, 2, 3, 4], 'aaab', { minBins: 1 }).cuts).toEqual([])
    // 4² / 8 = 2 and (2² / 2 + 4² / 8 …): equal scores do not rise.
    expect(run([1, 1, 1, 1, 2, 2, 2, 2], 'aabbccdd', { minBins: 1 }).cuts).toEqual([1.5])
  })

  test('never cuts inside a part of one class', () => {
    const { cuts, notes } = run(SIX, 'aaabbb', { minBins: 4 })
    expect(cuts).toEqual([6.5])
    expect(notes).toEqual([{ code: 'fewer-bins', message: '4 bins asked for, 2 made: there is no more to tell apart' }])
  })

  test('may need a cut that gains nothing to find the next', () => {
    // Every part of two cells has its largest class at 4 of 10; only the middle cell alone has one at 6.
    const rows = Array.from('ccccdddeeeccccbbbbbbccccdddeee')
    const x = rows.map((_, i) => Math.floor(i / 10))
    expect(run(x, rows, { minBins: 2, maxBins: 2 }).cuts).toEqual([0.5])
    expect(run(x, rows).cuts).toEqual([0.5, 1.5])
    expect(run(x, rows).reasons[0].score).toBeCloseTo(4.8 / 2, 12)
  })

  test('of one class, of one value and of no rows is one bin', () => {
    expect(run([1, 2, 3], 'aaa').cuts).toEqual([])
    expect(run([1, 2, 3], 'aaa', { minBins: 3 }).cuts).toEqual([])
    expect(run([1, 1, 1], 'abc').cuts).toEqual([])
    expect(run([], '', { minBins: 3 })).toMatchObject({ cuts: [], notes: [{ code: 'no-values' }] })
  })

  test('cuts the same when all weights are scaled, however far', () => {
    const x = [1, 2, 3, 4, 5, 6, 7, 8]
    const weights = [1, 2, 1, 3, 1, 1, 2, 1]
    const { cuts } = run(x, 'aabacbcc', {}, weights)
    for (const factor of [2 ** -900, 2 ** -30, 0.1, 1e6, 2 ** 900]) {
      const scaled = weights.map((weight) => weight * factor)
      expect(run(x, 'aabacbcc', {}, scaled).cuts).toEqual(cuts)
    }
  })
})

describe('limits', () => {
  test('maxBins keeps the cuts found first', () => {
    const [x, y] = [[1, 2, 3, 4, 5, 6], 'aabbcc']
    expect(run(x, y).cuts).toEqual([2.5, 4.5])
    expect(run(x, y, { maxBins: 2 }).cuts).toEqual([2.5])
    expect(run(x, y, { maxBins: 1 }).cuts).toEqual([])
  })

  test('minBins goes on although the score falls', () => {
    // (1 + 4/3) / 2, then 2.5 / 3, then 4 / 4.
    const { cuts, notes } = run([1, 2, 3, 4], 'abab', { minBins: 4 })
    expect(cuts).toEqual([1.5, 2.5, 3.5])
    expect(notes).toEqual([{ code: 'weak-cuts', message: '1 cut does not raise the score: minBins is 4' }])
    expect(run([1, 2, 3, 4, 5, 6], 'ababab', { minBins: 5 }).notes).toEqual([
      { code: 'weak-cuts', message: '3 cuts do not raise the score: minBins is 5' },
    ])
  })

  test('are checked', () => {
    const refuse = (given: Given, message: string): void =>
      expect(() => run([1], 'a', given)).toThrow(argumentError('out-of-range', `discretize: caim: ${message}`))
    refuse({ minBins: 0 }, 'minBins must be an integer of at least 1, or null, got 0')
    refuse({ maxBins: 1.5 }, 'maxBins must be an integer of at least 1, or null, got 1.5')
    refuse({ minBins: 3, maxBins: 2 }, 'maxBins must be at least minBins (3), got 2')
  })

  test('presets r and keel are the default', () => {
    for (const preset of ['r', 'keel']) {
      expect(run([1], 'a', { preset })).toMatchObject({ closed: 'left', options: { minBins: null, maxBins: null } })
    }
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
        const expected = naiveBoundaries(rows, naiveCaim, limits)
        expect(run(rows.x, rows.y, limits, weights.length === 1 ? undefined : rows.w).cuts).toEqual(expected)
        found += expected.length
      }),
      400,
    )
    expect(found).toBeGreaterThan(600)
  })
})
