import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { chi2, type Chi2Options } from '../../../src/discretizers/methods/chi2.ts'
import { isBelow } from '../../../src/discretizers/search/chi2-levels.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { chiSquareQuantileOfTail } from '../../../src/measures/distributions/chi-square-distribution.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberValues, Proposal } from '../../../src/types.ts'
import { cutsOf, DEFAULTS, inconsistentRows, naiveAllows, naiveBar, naiveMerge, startIntervals } from './chi2-naive.ts'
import { holds } from '../holds.ts'
import { anyRows, type Rows } from '../rows.ts'
import { argumentError } from '../../refusals.ts'

type Given = Partial<Chi2Options> & { preset?: string; closed?: Closed }

function run(x: NumberValues, y: string | readonly string[], given: Given = {}, weights?: readonly number[]): Proposal {
  return discretize(summarize(x, { target: Array.from(y), weights }), { method: chi2, ...given })
}

/** Chi2 of one column, row by row: ChiMerge is run from the start for every level. */
function naiveChi2({ x, y, w }: Rows, options: Chi2Options): number[] {
  const start = startIntervals(x, y, w, options)
  const classes = new Set(y).size
  const total = w.reduce((sum, weight) => sum + weight, 0)
  const raw = inconsistentRows(x.map(String), y, w)
  const merged = (step: number): ReturnType<typeof naiveMerge> =>
    naiveMerge(start, naiveBar(step, options.startLevel, classes), options)
  const allows = (intervals: ReturnType<typeof naiveMerge>): boolean => {
    const keys = x.map((value) => String(intervals.findIndex(({ hi }) => value <= hi)))
    return naiveAllows(inconsistentRows(keys, y, w), raw, total, options)
  }
  let [kept, step] = [merged(0), 0]
  while (allows(kept) && kept.length > 1 && allows(merged(step + 1))) kept = merged(++step)
  if (options.maxBins !== null && kept.length > options.maxBins) {
    const fewer = naiveMerge(start, -1, options, options.maxBins)
    kept = naiveMerge(fewer, naiveBar(step, options.startLevel, classes), options)
  }
  return cutsOf(kept)
}

describe('chi2', () => {
  test('lowers the level as long as the bins tell the classes apart', () => {
    // One bin of both classes would leave 3 of 6 rows outside its largest class.
    const { cuts, reasons, notes, options } = run([1, 2, 3, 10, 11, 12], 'aaabbb')
    expect({ cuts, notes, options }).toEqual({ cuts: [6.5], notes: [], options: DEFAULTS })
    // χ² is 6; the last level it stays above is 0.02 (5.41), since 0.01 (6.63) would merge the two.
    const bar = chiSquareQuantileOfTail(0.02, 1)
    expect(reasons).toEqual([{ measure: 'chi-square', score: 6, bar, margin: 6 - bar, runnerUp: null }])
  })

  test('allows the more inconsistency the larger delta is', () => {
    const x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    const cuts = [0, 0.05, 0.15, 0.25, 0.5].map((delta) => run(x, 'aaaabaabbb', { delta }).cuts)
    expect(cuts).toEqual([[4.5, 5.5, 7.5], [4.5, 5.5, 7.5], [7.5], [7.5], []])
  })

  test('goes on where the table of levels ends', () => {
    // 500 rows of each class: χ² is 1000, far beyond level 0.0001; with 60 % allowed they are merged all the same.
    const x = Array.from({ length: 1000 }, (_, row) => row)
    const y = x.map((value) => (value < 500 ? 'a' : 'b'))
    expect(run(x, y, { delta: 0.4 }).cuts).toEqual([499.5])
    expect(run(x, y, { delta: 0.6 }).cuts).toEqual([])
    const [{ score, bar }] = run(x, y, { delta: 0.4 }).reasons
    expect(score).toBe(1000)
    expect(bar).toBeGreaterThan(800)
    expect(bar).toBeLessThanOrEqual(1000)
  })

  test('counts from what equal values already mix', () => {
    // The middle value is half a, half b: 20 of 80 rows can never be told apart, and 40 are not in one bin of all.
    const x = [1, 2, 3].flatMap((value) => Array.from({ length: value === 2 ? 40 : 20 }, () => value))
    const y = 'a'.repeat(20) + 'ab'.repeat(20) + 'b'.repeat(20)
    expect(run(x, y)).toMatchObject({ cuts: [2.5], notes: [] })
    expect(run(x, y, { delta: 0.25 }).cuts).toEqual([2.5])
    expect(run(x, y, { delta: 0.26 }).cuts).toEqual([])
    expect(run(x, y, { delta: 0.26, absolute: true }).cuts).toEqual([2.5])
    expect(run(x, y, { delta: 0.51, absolute: true }).cuts).toEqual([])
  })

  test('keeps the bins of the start level where they mix too much already, and says so', () => {
    const message = 'the bins of the start level already mix classes: inconsistency 0.333, delta 0.05'
    const note = { code: 'inconsistent', message }
    // Everything differs less than level 0.001 asks for.
    expect(run([1, 2, 3, 4, 5, 6], 'ababaa', { startLevel: 0.001 })).toMatchObject({
      cuts: [],
      notes: [{ code: 'blunt' }, note],
    })
    // Counted from zero, 10 of 30 rows are too many from the beginning.
    const x = [1, 2, 3].flatMap((value) => Array.from({ length: 10 }, () => value))
    const y = 'aaaaaaaaaaaaaaabbbbbbbbbbccccc'
    expect(run(x, y, { absolute: true })).toMatchObject({ cuts: [1.5, 2.5], notes: [note] })
  })

  test('merges everything where one class is nearly all there is', () => {
    const x = Array.from({ length: 100 }, (_, row) => row)
    expect(run(x, `aaaa${'b'.repeat(96)}`).cuts).toEqual([])
    expect(run(x, `aaaa${'b'.repeat(96)}`, { delta: 0.04 }).cuts).toEqual([3.5])
  })

  test('merges down to maxBins beyond delta', () => {
    const x = [1, 2, 3, 4, 5, 6, 7, 8]
    expect(run(x, 'aabbccdd').cuts).toEqual([2.5, 4.5, 6.5])
    expect(run(x, 'aabbccdd', { maxBins: 2 }).cuts).toEqual([4.5])
    expect(run(x, 'aabbccdd', { maxBins: 1 }).cuts).toEqual([])
  })

  test('of one class or of no rows is one bin', () => {
    expect(run([1, 2, 3], 'aaa', { start: 'distinct' }).cuts).toEqual([])
    expect(run([], '').cuts).toEqual([])
    expect(run([], '').notes.map(({ code }) => code)).toEqual(['no-values'])
  })

  test('weighs rows: what is lost counts by weight', () => {
    const x = [1, 2, 3, 4]
    // The one b among a weighs 1 of 10, then 10 of 19.
    expect(run(x, 'aaab', { delta: 0.2 }, [3, 3, 3, 1]).cuts).toEqual([])
    expect(run(x, 'aaab', { delta: 0.2 }, [3, 3, 3, 10]).cuts).toEqual([3.5])
  })

  test('names the strongest boundary that was merged away beside a cut', () => {
    const { cuts, reasons } = run([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 'aaaabaabbb', { delta: 0.15 })
    expect(cuts).toEqual([7.5])
    expect(reasons[0].runnerUp?.cut).toBe(5.5)
  })
})

describe('against going through the rows', () => {
  const anyOptions = fc.record({
    startLevel: fc.constantFrom(0.9, 0.5, 0.5, 0.1, 0.00005),
    delta: fc.constantFrom(0, 0.05, 0.05, 0.1, 0.2, 0.35),
    absolute: fc.boolean(),
    expectedFloor: fc.constantFrom(0, 0.5, 1),
    addToCounts: fc.constantFrom(0, 0, 0.0001),
    start: fc.constantFrom('boundaries' as const, 'distinct' as const),
    maxBins: fc.constantFrom(null, null, 2, 4),
  })

  test.each([
    ['without weights', [1]],
    ['with whole weights', [1, 2, 5]],
    ['with fractional weights', [0.25, 0.5, 1.75]],
  ])('the cuts are the same %s', (_, weights) => {
    let found = 0
    holds(
      fc.property(anyRows(weights), anyOptions, (rows, given) => {
        const expected = naiveChi2(rows, { ...DEFAULTS, ...given })
        expect(run(rows.x, rows.y, given, weights.length === 1 ? undefined : rows.w).cuts).toEqual(expected)
        found += expected.length
      }),
      250,
    )
    expect(found).toBeGreaterThan(250)
  })
})

describe('very many bins', () => {
  test('are told, with what to do about them', () => {
    const waves = Array.from({ length: 24_000 }, (_, i) => 'ab'[Math.floor(i / 20) % 2])
    const given = { x: waves.map((_, i) => i), y: waves.join('') }
    const message = '1200 bins, most of them parted by chance: set maxBins, or let mdlp or modl choose the cuts'
    expect(run(given.x, given.y).notes).toEqual([{ code: 'many-bins', message }])
    expect(run(given.x, given.y, { maxBins: 1000 }).notes.map(({ code }) => code)).not.toContain('many-bins')
  })
})

describe('options', () => {
  test('are checked', () => {
    const refuse = (given: Given, message: string): void =>
      expect(() => run([1], 'a', given)).toThrow(argumentError('out-of-range', `discretize: chi2: ${message}`))
    refuse({ startLevel: 0 }, 'startLevel must be a number above 0 and below 1, got 0')
    refuse({ startLevel: 1 }, 'startLevel must be a number above 0 and below 1, got 1')
    refuse({ delta: -0.1 }, 'delta must be a number of at least 0 and at most 1, got -0.1')
    refuse({ delta: 1.1 }, 'delta must be a number of at least 0 and at most 1, got 1.1')
    refuse({ maxBins: 0 }, 'maxBins must be an integer of at least 1, or null, got 0')
    refuse({ start: 'rows' as 'distinct' }, 'start must be one of boundaries, distinct, got "rows"')
  })

  test('with the χ² of R are a preset', () => {
    const { options, closed } = run([1], 'a', { preset: 'r' })
    expect(closed).toBe('right')
    expect(options).toEqual({
      ...DEFAULTS,
      absolute: true,
      expectedFloor: 0,
      addToCounts: 0.0001,
      start: 'distinct',
      mergeEqual: true,
      preset: 'r',
    })
    expect(run([1], 'a', { preset: 'plain' }).options).toEqual({ ...DEFAULTS, expectedFloor: 0, preset: 'plain' })
  })

  test('mergeEqual merges a pair whose χ² just equals the bar', () => {
    const below = (difference: number, mergeEqual: boolean): boolean => isBelow(difference, 4, { mergeEqual })
    expect([below(3.9, false), below(4, false), below(4.1, true), below(4, true)]).toEqual([true, false, false, true])
  })

  test('the last bar merges what is no number', () => {
    expect(isBelow(Number.NaN, 4, { mergeEqual: false })).toBe(false)
    expect(isBelow(Number.NaN, Infinity, { mergeEqual: false })).toBe(true)
  })

  test('a target that is no class is refused', () => {
    expect(() => fit([1, 2], { target: [0.5, 1.5], method: chi2 })).toThrow(
      'chi2: needs a class target, got a numeric one',
    )
  })
})
