import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { binningTable } from '../../../src/binning/use/binning-table.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { optimal, type OptimalOptions } from '../../../src/discretizers/methods/optimal.ts'
import { gain } from '../../../src/measures/gain.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberSummary, Proposal } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'
import { argumentError, dataError } from '../../refusals.ts'

type Given = Partial<OptimalOptions> & { closed?: Closed; readable?: boolean }

function run(x: readonly number[], y: string | readonly string[], given: Given = {}, event?: string): Proposal {
  return discretize(summarize(x, { target: Array.from(y), targetKind: 'class', event }), {
    method: optimal,
    maxPValue: null,
    ...given,
  })
}

function runNumbers(x: readonly number[], y: readonly number[], given: Given = {}): Proposal {
  return discretize(summarize(x, { target: y, targetKind: 'numeric' }), { method: optimal, maxPValue: null, ...given })
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

const DEFAULTS: OptimalOptions = {
  objective: 'auto',
  minBins: 1,
  maxBins: 10,
  minShare: 0.05,
  minEvents: 0,
  minNonEvents: 0,
  minRateDifference: 0,
  maxPValue: null,
  trend: 'none',
  mandatory: [],
  prebins: null,
}

describe('optimal', () => {
  test('finds the bins that tell most about the classes, with what each cut adds', () => {
    expect(run([1, 2, 3, 10, 11, 12], 'aaabbb')).toEqual({
      method: 'optimal',
      options: DEFAULTS,
      closed: 'left',
      cuts: [6.5],
      reasons: [
        {
          measure: 'information',
          score: 1,
          bar: null,
          margin: null,
          runnerUp: { cut: 2.5, score: expect.closeTo(gain([[2, 0], [1, 3]]), 12) }, // prettier-ignore
        },
      ],
      notes: [
        {
          code: 'optimal-gap',
          message: 'information 1 bit per row, the most with any cuts under these limits',
          figures: { found: 1, upper: 1, gap: 0 },
        },
      ],
    })
  })

  test('finds cuts that no single cut leads to', () => {
    // Every first cut gains little here; all three together tell everything.
    expect(run(upTo(8), 'aabbaabb').cuts).toEqual([2.5, 4.5, 6.5])
  })

  test('takes no cut that adds nothing', () => {
    expect(run(upTo(6), 'aaaaaa').cuts).toEqual([])
    expect(run([1, 1, 2, 2, 3, 3], 'ababab')).toMatchObject({ cuts: [], notes: [{ code: 'blunt' }] })
  })

  test('takes the leftmost of equally good binnings', () => {
    expect(run(upTo(4), 'abba', { maxBins: 2 }).cuts).toEqual([1.5])
    expect(run(upTo(6), 'ababab', { maxBins: 3 }).cuts).toEqual([1.5, 2.5])
  })

  test('names the next best candidate among those that keep the limits', () => {
    const [free] = run(upTo(10), 'aaaaabbbbb').reasons
    expect(free.runnerUp?.cut).toBe(4.5)
    const [limited] = run(upTo(10), 'aaaaabbbbb', { minShare: 0.5 }).reasons
    expect(limited.runnerUp).toBeNull()
    const other = (minRateDifference: number): number | undefined =>
      run(upTo(11), 'aaaabbabbbb', { maxBins: 2, minRateDifference }).reasons[0].runnerUp?.cut
    expect([0, 0.74, 0.8].map(other)).toEqual([7.5, 3.5, undefined])
  })

  test('measures information value as the table does', () => {
    const x = upTo(40)
    const y = x.map((value) => (value % 7 < value / 8 ? 'yes' : 'no'))
    const column = fit(x, { target: y, method: optimal, maxPValue: null, objective: 'iv', maxBins: 4, minShare: 0.1 })
    const target = { kind: 'class', name: null, classes: ['no', 'yes'], event: null } as const
    const iv = binningTable(column, target).total.iv ?? 0
    expect(column.reasons[0].measure).toBe('iv')
    // Cuts moved by one candidate in any direction have less of it.
    for (const i of column.cuts.keys()) {
      for (const step of [-1, 1]) {
        const cuts = column.cuts.with(i, column.cuts[i] + step)
        const moved = fit(x, {
          target: y,
          method: optimal,
          maxPValue: null,
          objective: 'iv',
          minShare: 0,
          mandatory: cuts,
          maxBins: 4,
        })
        expect(binningTable(moved, target).total.iv).toBeLessThan(iv)
      }
    }
  })

  test('takes weights of any size, where smoothing makes information values huge', () => {
    const { next, integer } = random(3)
    const x = Array.from({ length: 60 }, () => integer(12))
    const y = x.map((value) => (next() < value / 12 ? 'b' : 'a'))
    for (const scale of [1e-9, 1e-3, 1e9]) {
      const weights = x.map(() => scale * (1 + next()))
      const summary = summarize(x, { target: y, weights })
      const { cuts } = discretize(summary, {
        method: optimal,
        maxPValue: null,
        objective: 'iv',
        minShare: 0,
        maxBins: 5,
      })
      expect(cuts.every((cut) => Number.isInteger(cut * 2) && cut > 0 && cut < 11)).toBe(true)
      expect(cuts.length).toBeGreaterThan(0)
    }
  })

  test('explains the variance of numbers', () => {
    const { cuts, reasons } = runNumbers([1, 2, 3, 4], [0, 0, 4, 4], { minShare: 0 })
    expect(cuts).toEqual([2.5])
    expect(reasons).toEqual([
      { measure: 'explained variance', score: 1, bar: null, margin: null, runnerUp: { cut: 1.5, score: 1 / 3 } },
    ])
  })

  test('explains the variance of numbers far from zero as of those around it', () => {
    const y = [1, 2, 1, 5, 6, 5, 9, 9, 8, 2]
    const near = runNumbers(upTo(10), y, { maxBins: 4 })
    const far = runNumbers(
      upTo(10),
      y.map((value) => value + 1e9),
      { maxBins: 4 },
    )
    expect(far.cuts).toEqual(near.cuts)
    expect(far.reasons.map(({ score }) => score)).toEqual(
      near.reasons.map(({ score }) => expect.closeTo(score ?? 0, 9)),
    )
  })

  test('finds nothing to explain in equal numbers', () => {
    expect(runNumbers(upTo(5), [0.1, 0.1, 0.1, 0.1, 0.1]).cuts).toEqual([])
    const forced = runNumbers(upTo(5), [0.1, 0.1, 0.1, 0.1, 0.1], { minBins: 2, trend: 'ascending' })
    expect(forced).toMatchObject({ cuts: [1.5], reasons: [{ score: 0, runnerUp: { cut: 2.5, score: 0 } }] })
  })

  test('takes what rounding leaves of equal numbers for nothing', () => {
    const weight = fc.constantFrom(0.1, 0.3, 0.7, 1, 2.7, 12.34)
    const weighted = fc.array(weight, { minLength: 3, maxLength: 30 })
    fc.assert(
      fc.property(weighted, fc.constantFrom(0.1, 1 / 3, 1e9 + 0.1, -7.7e-12), (weights, y) => {
        const target = weights.map(() => y)
        const summary = summarize(upTo(weights.length), { target, targetKind: 'numeric', weights })
        expect(discretize(summary, { method: optimal }).cuts).toEqual([])
        const two = { method: optimal, maxPValue: null, minBins: 2, minShare: 0, trend: 'descending' } as const
        expect(discretize(summary, two)).toMatchObject({ cuts: [1.5], reasons: [{ score: 0 }] })
      }),
    )
  })

  test('does not tell equal means apart, however small their variance', () => {
    // Means of 0.1 that differ by rounding, without any variance around them.
    const y = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 9, 9]
    const x = [1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3]
    expect(() => runNumbers(x, y, { minBins: 3, minShare: 0, maxPValue: 0.5 })).toThrow(
      dataError('discretize: optimal: no binning keeps minBins 3 and maxPValue 0.5 together'),
    )
    expect(runNumbers(x, y, { minBins: 2, minShare: 0, maxPValue: 0.001 }).cuts).toEqual([2.5])
  })

  test('of no rows, and of one value, is one bin', () => {
    expect(run([], '')).toMatchObject({ cuts: [], notes: [{ code: 'no-values' }] })
    expect(run([7, 7, 7], 'aab', { minBins: 2, minEvents: 5 })).toMatchObject({
      cuts: [],
      notes: [{ code: 'constant' }],
    })
  })
})

describe('limits of optimal', () => {
  const x = upTo(10)
  const mixed = 'aababbabbb'

  test('minShare counts weight, and just enough is enough', () => {
    expect(run(upTo(20), 'aabbbbbbbbbbbbbbbbbb', { minShare: 0.1 }).cuts).toEqual([2.5])
    expect(run(upTo(20), 'aabbbbbbbbbbbbbbbbbb', { minShare: 0.11 }).cuts).toEqual([3.5])
    const weighted = summarize(upTo(10), { target: Array.from('abbbbbbbbb'), weights: upTo(10).map(() => 0.1) })
    expect(discretize(weighted, { method: optimal, maxPValue: null, minShare: 0.1 }).cuts).toEqual([1.5])
  })

  test('minEvents and minNonEvents count the two kinds of rows', () => {
    const bins = (given: Given, event?: string): unknown =>
      fit(x, { target: Array.from(mixed), method: optimal, maxPValue: null, event, minShare: 0, ...given }).bins.map(
        (bin) => bin.classes,
      )
    expect(bins({ maxBins: 3 })).toEqual([[2, 0], [2, 3], [0, 3]]) // prettier-ignore
    expect(bins({ maxBins: 3, minEvents: 1 })).toEqual([[3, 1], [1, 2], [0, 3]]) // prettier-ignore
    expect(bins({ maxBins: 3, minNonEvents: 1 })).toEqual([[2, 0], [1, 1], [1, 5]]) // prettier-ignore
    expect(bins({ maxBins: 3, minEvents: 1 }, 'a')).toEqual(bins({ maxBins: 3, minNonEvents: 1 }))
  })

  test('a trend holds from bin to bin', () => {
    const means = (y: readonly number[], trend: OptimalOptions['trend']): unknown =>
      fit(upTo(12), {
        target: y,
        targetKind: 'numeric',
        method: optimal,
        maxPValue: null,
        trend,
        minShare: 0,
      }).bins.map(({ sum = 0, count }) => sum / count)
    const hills = [0, 0, 1, 1, 5, 5, 2, 2, 9, 9, 3, 3]
    expect(means(hills, 'none')).toEqual([0, 1, 5, 2, 9, 3])
    expect(means(hills, 'ascending')).toEqual([0, 1, 3.5, 6])
    expect(means(hills, 'descending')).toEqual([3.4, 3])
    expect(means(hills, 'auto')).toEqual(means(hills, 'ascending'))
    expect(means(hills, 'peak')).toEqual([0, 1, 3.5, 9, 3])
    expect(means(hills, 'valley')).toEqual(means(hills, 'ascending'))
    const bowl = [9, 9, 2, 2, 3, 3, 0, 0, 1, 1, 8, 8]
    expect(means(bowl, 'valley')).toEqual([9, 2.5, 0, 1, 8])
    expect(means(bowl, 'convex')).toEqual([9, 2.5, 0, 1, 8])
    const dome = bowl.map((y) => -y)
    expect(means(dome, 'concave')).toEqual([-9, -2.5, 0, -1, -8])
    expect(means([0, 0, 4, 4, 5, 5, 9, 9, 9, 9, 9, 9], 'concave')).toEqual([0, 4.5, 9])
  })

  test('auto takes the better of ascending and descending', () => {
    const rising = run(upTo(8), 'aaabbabb', { trend: 'auto', minShare: 0 })
    const falling = run(upTo(8), 'bbabbaaa', { trend: 'auto', minShare: 0 })
    expect(rising.cuts).toEqual(run(upTo(8), 'aaabbabb', { trend: 'ascending', minShare: 0 }).cuts)
    expect(falling.cuts).toEqual(run(upTo(8), 'bbabbaaa', { trend: 'descending', minShare: 0 }).cuts)
    expect(falling.cuts.length).toBeGreaterThan(0)
  })

  test('the event says which way a rate goes', () => {
    expect(run(upTo(6), 'aaabbb', { trend: 'ascending' }).cuts).toEqual([3.5])
    expect(run(upTo(6), 'aaabbb', { trend: 'ascending' }, 'a').cuts).toEqual([])
    expect(run(upTo(6), 'aabbcc', { trend: 'ascending' }, 'c').cuts).toEqual([2.5, 4.5])
  })

  test('minRateDifference and maxPValue keep neighbours apart', () => {
    expect(run(x, mixed, { minShare: 0.2, minRateDifference: 0.75 }).cuts).toEqual([2.5])
    expect(run(x, mixed, { minShare: 0.2, minRateDifference: 0.76 }).cuts).toEqual([])
    // 0 of 2 against 6 of 8: z² = 0.75² / (0.6 · 0.4 · (1/2 + 1/8)), p = 0.053.
    expect(run(x, mixed, { minShare: 0.2, maxPValue: 0.053 }).cuts).toEqual([2.5])
    expect(run(x, mixed, { minShare: 0.2, maxPValue: 0.052 }).cuts).toEqual([])
    // Means 0 and 1 with a variance of 1/3 each over four rows: z = 1 / √(1/12 + 1/12), p = 0.014.
    const numbers = [-0.5, 0.5, -0.5, 0.5, 0.5, 1.5, 0.5, 1.5]
    expect(runNumbers(upTo(8), numbers, { maxBins: 2, minShare: 0.5, maxPValue: 0.015 }).cuts).toEqual([4.5])
    expect(runNumbers(upTo(8), numbers, { maxBins: 2, minShare: 0.5, maxPValue: 0.014 }).cuts).toEqual([])
  })

  test('a p-value of several classes is that of the χ² test', () => {
    const classes = 'aaaaabbbbbccccc'
    expect(run(upTo(15), classes, { maxPValue: 0.01 }).cuts).toEqual([5.5, 10.5])
    expect(run(upTo(15), classes, { maxPValue: 0.0001 }).cuts).toEqual([])
  })

  test('mandatory cuts stay as they are, whatever is readable', () => {
    const { cuts, reasons } = run([1, 2, 3, 10, 11, 12], 'aaabbb', { mandatory: [2, 4.25], readable: true })
    expect(cuts).toEqual([2, 4.25])
    expect(reasons.map(({ measure }) => measure)).toEqual(['given', 'given'])
    expect(run([1, 2, 3, 10, 11, 12], 'aaabbb', { mandatory: [10.5], readable: true }).cuts).toEqual([6, 10.5])
    // A value equal to the cut belongs to the bin above, or below where bins are closed on the right.
    expect(run([1, 2, 3], 'aab', { mandatory: [3] }).cuts).toEqual([3])
    expect(run([-1, 0, 1], 'abb', { mandatory: [-0] }).cuts).toEqual([0])
    expect(run([1, 2, 3], 'aab', { mandatory: [1], closed: 'right' }).cuts).toEqual([1, 2.5])
  })
})

describe('what optimal refuses', () => {
  const refusal = (action: () => unknown): unknown => {
    try {
      action()
    } catch (error) {
      return error
    }
    return 'nothing was refused'
  }
  const data = (message: string): Error => dataError(message)

  test('limits that no binning keeps, by name', () => {
    const of = (given: Given): unknown => refusal(() => run(upTo(6), 'aaabbb', given))
    expect(of({ minEvents: 4 })).toEqual(data('discretize: optimal: no binning keeps minEvents 4'))
    expect(of({ minNonEvents: 4, minBins: 2, maxBins: 3 })).toEqual(
      data('discretize: optimal: no binning keeps minNonEvents 4'),
    )
    expect(of({ minBins: 3, minShare: 0.4 })).toEqual(
      data('discretize: optimal: no binning keeps minBins 3 and minShare 0.4 together'),
    )
    // One bin, two of one rate, or two that rise can be had; not all three.
    const three = { minBins: 2, trend: 'descending', minRateDifference: 0.1, maxBins: 4 } as const
    expect(refusal(() => run(upTo(4), 'abab', three))).toEqual(
      data('discretize: optimal: no binning keeps minBins 2, minRateDifference 0.1 and trend descending together'),
    )
    expect(of({ mandatory: [1.5, 2.5], maxPValue: 0.3 })).toEqual(
      data('discretize: optimal: no binning keeps maxPValue 0.3 and mandatory 1.5, 2.5 together'),
    )
    expect(of({ prebins: 3, minBins: 3, minShare: 0.4 })).toEqual(
      data('discretize: optimal: no binning of the 3 prebins keeps minBins 3 and minShare 0.4 together'),
    )
  })

  test('limits that contradict each other', () => {
    const of = (given: Given): unknown => refusal(() => run(upTo(6), 'aaabbb', given))
    expect(of({ minBins: 5, maxBins: 4 })).toEqual(
      argumentError('out-of-range', 'discretize: optimal: maxBins must be at least minBins (5), got 4'),
    )
    expect(of({ mandatory: [1.5, 2.5], maxBins: 2 })).toEqual(
      argumentError('out-of-range', 'discretize: optimal: maxBins must be at least 3 with 2 mandatory cuts, got 2'),
    )
    expect(of({ prebins: 3, minBins: 4 })).toEqual(
      argumentError('out-of-range', 'discretize: optimal: prebins must be at least minBins (4), got 3'),
    )
    expect(of({ prebins: 1001, trend: 'peak' })).toEqual(
      argumentError(
        'out-of-range',
        'discretize: optimal: prebins must be at most 1000 with a trend, minRateDifference or maxPValue, got 1001',
      ),
    )
    expect(of({ prebins: 151, trend: 'convex' })).toEqual(
      argumentError('out-of-range', 'discretize: optimal: prebins must be at most 150 with trend convex, got 151'),
    )
  })

  test('mandatory cuts that would leave a bin empty', () => {
    const of = (mandatory: number[], given: Given = {}): unknown =>
      refusal(() => run([1, 2, 3], 'aab', { mandatory, ...given }))
    expect(of([1])).toEqual(data('discretize: optimal: mandatory cut 1 has no values on one side, they go from 1 to 3'))
    expect(of([3], { closed: 'right' })).toEqual(
      data('discretize: optimal: mandatory cut 3 has no values on one side, they go from 1 to 3'),
    )
    expect(of([1.2, 1.4])).toEqual(data('discretize: optimal: mandatory cuts 1.2 and 1.4 have no values between them'))
    expect(refusal(() => run([], '', { mandatory: [1] }))).toEqual(
      data('discretize: optimal: mandatory cut 1 has no values on one side, there are none'),
    )
  })

  test('a mandatory cut inside a cell that cannot be parted', () => {
    const exact = summarize([1, 2, 5, 6], { target: Array.from('aabb') })
    const coarse: NumberSummary = { ...exact, cells: { ...exact.cells, hi: Float64Array.of(1, 4, 5, 6) } }
    expect(refusal(() => discretize(coarse, { method: optimal, mandatory: [3] }))).toEqual(
      data('discretize: optimal: mandatory cut 3 falls into a cell from 2 to 4, which cannot be parted'),
    )
    expect(discretize(coarse, { method: optimal, mandatory: [4], closed: 'right' }).cuts).toEqual([4])
  })

  test('what the target does not have', () => {
    const three = (given: Given): unknown => refusal(() => run(upTo(6), 'aabbcc', given))
    const needs = 'needs two classes or an event, the target has 3 classes and no event'
    expect(three({ objective: 'iv' })).toEqual(data(`discretize: optimal: objective iv ${needs}`))
    expect(three({ minEvents: 1 })).toEqual(data(`discretize: optimal: minEvents ${needs}`))
    expect(three({ minNonEvents: 1 })).toEqual(data(`discretize: optimal: minNonEvents ${needs}`))
    expect(three({ minRateDifference: 0.1 })).toEqual(data(`discretize: optimal: minRateDifference ${needs}`))
    expect(three({ trend: 'auto' })).toEqual(data(`discretize: optimal: trend auto ${needs}`))
    expect(three({ objective: 'variance' })).toEqual(
      data('discretize: optimal: objective variance needs a numeric target, got a class one'),
    )
    expect(refusal(() => run([1, 2], 'aa', { trend: 'peak' }))).toEqual(
      data('discretize: optimal: trend peak needs two classes or an event, the target has 1 class and no event'),
    )
    const number = (given: Given): unknown => refusal(() => runNumbers([1, 2], [1, 2.5], given))
    expect(number({ minEvents: 1 })).toEqual(
      data('discretize: optimal: minEvents needs a class target, got a numeric one'),
    )
    expect(number({ objective: 'iv' })).toEqual(
      data('discretize: optimal: objective iv needs a class target, got a numeric one'),
    )
    expect(number({ objective: 'information' })).toEqual(
      data('discretize: optimal: objective information needs a class target, got a numeric one'),
    )
    expect(refusal(() => discretize(summarize([1, 2]), { method: optimal }))).toEqual(
      data('discretize: optimal: needs a target, got no target'),
    )
  })
})

describe('notes of optimal', () => {
  test('fewer distinct values than bins', () => {
    expect(run([1, 1, 2, 3], 'abab', { minBins: 5 })).toMatchObject({
      cuts: [1.5, 2.5],
      notes: [
        { code: 'fewer-bins', message: 'at least 5 bins asked for, 3 made: there are 3 distinct values' },
        { code: 'optimal-gap' },
      ],
    })
  })

  test('values grouped into prebins', () => {
    const { cuts, notes } = run(upTo(12), 'aaaabbbbbbbb', { prebins: 4 })
    expect(cuts).toEqual([3.5, 6.5])
    expect(notes).toMatchObject([
      {
        code: 'prebins',
        message: '12 distinct values were first grouped into 4 prebins; the cuts are the best between those',
      },
      {
        code: 'optimal-gap',
        message: 'information 0.689 bits per row, at most 0.919 with any cuts under these limits (gap 34 %)',
      },
    ])
    expect(run(upTo(12), 'aaaabbbbbbbb', { prebins: 12 }).notes).toMatchObject([{ code: 'optimal-gap' }])
  })
})

describe('searches of optimal agree where they must', () => {
  /** A column of 60 values whose rate goes up and down. */
  const column = (seed: number, numeric: boolean): NumberSummary => {
    const { next, integer } = random(seed)
    const x = Array.from({ length: 300 }, () => integer(60))
    const tilt = x.map((value) => (value < 20 ? 0.2 : value < 40 ? 0.7 : 0.4))
    const y = tilt.map((rate) => (numeric ? rate + next() : next() < rate ? 'b' : 'a'))
    return summarize(x, { target: y, targetKind: numeric ? 'numeric' : 'class' })
  }

  test('a p-value of 1 asks for nothing, with every trend', () => {
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), fc.integer({ min: 1, max: 8 }), (seed, numeric, maxBins) => {
        const summary = column(seed, numeric)
        const cuts = (given: Given): readonly number[] =>
          discretize(summary, { method: optimal, maxPValue: null, maxBins, ...given }).cuts
        expect(cuts({ maxPValue: 1 })).toEqual(cuts({}))
        expect(cuts({ maxPValue: 1, trend: 'ascending' })).toEqual(cuts({ trend: 'ascending' }))
        expect(cuts({ maxPValue: 1, trend: 'convex' })).toEqual(cuts({ trend: 'convex' }))
      }),
      { numRuns: 15 },
    )
  })

  test('a column turned round is cut at the mirrored candidates, with the mirrored trend', () => {
    const mirrored = {
      ascending: 'descending',
      peak: 'peak',
      valley: 'valley',
      convex: 'convex',
      auto: 'auto',
    } as const
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...(Object.keys(mirrored) as (keyof typeof mirrored)[])), (seed, trend) => {
        const { next } = random(seed)
        const x = upTo(80)
        // Of real numbers no two binnings are equally good, so that left and right do not matter.
        const y = x.map((value) => next() + (value < 30 ? 0 : value < 60 ? 0.6 : 0.3))
        const forth = runNumbers(x, y, { trend })
        const back = runNumbers(x.map((value) => -value).toReversed(), y.toReversed(), { trend: mirrored[trend] }) // prettier-ignore
        expect(back.cuts).toEqual(forth.cuts.map((cut) => -cut).toReversed())
      }),
      { numRuns: 20 },
    )
  })
})

test('the least share is one of all rows, those without a value included', () => {
  const { next } = random(11)
  const x = Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? null : next()))
  const target = x.map((value) => (next() < 0.2 + 0.6 * (value ?? 0) ? 'yes' : 'no'))
  const { bins } = fit(x, { target, method: optimal, minShare: 0.12, maxPValue: null, maxBins: 12 })
  expect(bins.length).toBeGreaterThan(1)
  expect(Math.min(...bins.map(({ count }) => count))).toBeGreaterThanOrEqual(240)
})
