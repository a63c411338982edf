import { ArgumentError } from '../../../src/errors.ts'
import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { kMeans } from '../../../src/discretizers/methods/k-means.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, Proposal } from '../../../src/types.ts'
import { nextUp } from '../../../src/util/numbers/doubles.ts'
import { random } from '../../../src/util/random.ts'
import { everyPartition, ExactCosts } from '../exact-cost.ts'
import { SKEWED } from '../rows.ts'

const { EPSILON, MAX_VALUE, MIN_VALUE } = Number

interface More {
  readonly closed?: Closed
  readonly weights?: readonly number[] | undefined
}

function run(values: readonly number[], bins: number, { weights, ...rest }: More = {}): Proposal {
  return discretize(summarize(values, { weights }), { method: kMeans, bins, ...rest })
}

describe('k-means', () => {
  test('groups values that lie close together, and says what each cut saves', () => {
    expect(run([1, 2, 3, 10, 11, 12], 2)).toEqual({
      method: 'k-means',
      options: { bins: 2 },
      closed: 'left',
      cuts: [6.5],
      reasons: [
        {
          measure: 'squared distance',
          score: 121.5 / 125.5, // of 125.5 around the mean of all, 2 + 2 around the means of both
          bar: null,
          margin: null,
          runnerUp: { cut: 2.5, score: 75 / 125.5 }, // leaves 0.5 + 50
        },
      ],
      notes: [],
    })
  })

  test('makes ten bins unless asked otherwise', () => {
    const values = Array.from({ length: 30 }, (_, i) => 10 * Math.floor(i / 3) + (i % 3))
    expect(discretize(summarize(values), { method: kMeans }).cuts).toEqual([6, 16, 26, 36, 46, 56, 66, 76, 86])
  })

  test('weighs what lies far out more than how many rows there are', () => {
    const column = fit(SKEWED, { method: kMeans, bins: 4 })
    expect(column.cuts).toEqual([7.5, 30, 60])
    expect(column.bins.map(({ count }) => count)).toEqual([22, 2, 1, 2])
  })

  test('takes the leftmost cuts where several partitions are as good', () => {
    expect(run([1, 2, 3], 2).cuts).toEqual([1.5])
    expect(run([1, 2, 3, 4, 5], 2).cuts).toEqual([2.5])
    expect(run([1, 2, 3, 4, 5], 4).cuts).toEqual([1.5, 2.5, 3.5])
    expect(run([0.1, 0.2, 0.3], 2).cuts).toEqual([0.15000000000000002])
    expect(run([1, 2, 3], 2, { weights: [0.3, 0.1, 0.3] }).cuts).toEqual([1.5])
  })

  test('counts a row of weight 2 as two rows', () => {
    expect(run([0, 4, 10], 2, { weights: [1, 1, 1] }).cuts).toEqual([7])
    expect(run([0, 4, 10], 2, { weights: [9, 1, 1] }).cuts).toEqual([7])
    expect(run([0, 4, 7], 2, { weights: [1, 9, 1] }).cuts).toEqual([2])
    expect(run([0, 4, 4, 4, 7], 2).cuts).toEqual(run([0, 4, 7], 2, { weights: [1, 3, 1] }).cuts)
  })

  test('makes one bin per value where there are fewer, with a note', () => {
    const { cuts, reasons, notes } = run([5, 1, 5, 3], 10)
    expect(cuts).toEqual([2, 4])
    expect(notes).toEqual([{ code: 'fewer-bins', message: '10 bins asked for, 3 made: there are 3 distinct values' }])
    expect(reasons.map(({ runnerUp }) => runnerUp)).toEqual([null, null])
    expect(run([1, 3, 5], 3).notes).toEqual([])
  })

  test('makes one bin of one, of a constant column and of nothing', () => {
    expect(run([1, 2, 3], 1)).toMatchObject({ cuts: [], notes: [] })
    expect(run([5, 5, 5], 3)).toMatchObject({ cuts: [], notes: [{ code: 'constant', message: 'every value is 5' }] })
    expect(run([], 3)).toMatchObject({ cuts: [], notes: [{ code: 'no-values', message: 'no finite values' }] })
  })

  test('counts infinite values with the lowest and the highest value', () => {
    expect(run([0, 4, 7, Infinity, Infinity], 2).cuts).toEqual(run([0, 4, 7, 7, 7], 2).cuts)
    expect(run([-Infinity, 0, 4, 7], 2).cuts).toEqual(run([0, 0, 4, 7], 2).cuts)
  })

  test('parts neighbouring doubles, far from zero, at both ends of what doubles hold', () => {
    const next = nextUp(1)
    expect(run([1, next, 5], 3).cuts).toEqual([next, 3])
    expect(run([1, next, 5], 3, { closed: 'right' }).cuts).toEqual([1, 3])
    expect(run([1e15, 1e15 + 1, 1e15 + 5, 1e15 + 6], 2).cuts).toEqual([1e15 + 3])
    expect(run([-MAX_VALUE, -MAX_VALUE / 2, MAX_VALUE], 2).cuts).toEqual([MAX_VALUE / 4])
    expect(run([0, MIN_VALUE, 4 * MIN_VALUE, 6 * MIN_VALUE], 2).cuts).toEqual([2 * MIN_VALUE])
  })

  test('tells a narrow group from another, wherever they lie', () => {
    const narrow = [0, 1, 5, 6].map((x) => 1 + x * EPSILON)
    expect(run([-1e6, ...narrow, 3e9], 4).cuts.slice(1, 2)).toEqual([1 + 3 * EPSILON])
    expect(run([0, 1e-200, 5e-200, 6e-200, 1], 3).cuts).toEqual([3e-200, 0.5])
  })

  test('refuses a bad number of bins', () => {
    expect(() => run([1, 2], 0)).toThrow(ArgumentError)
    expect(() => run([1, 2], 1001)).toThrow('k-means: bins must be an integer from 1 to 1000')
  })
})

describe('against trying every partition', () => {
  const { next, normal } = random(1958)
  const below = (n: number): number => Math.floor(next() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]

  const VALUES: Readonly<Record<string, () => number>> = {
    'whole numbers': () => below(20),
    tenths: () => below(60) / 10,
    'values far from zero': () => 1e9 + below(30),
    'neighbouring doubles': () => 1 + below(20) * EPSILON,
    'narrow groups far apart': () => pick([0, 1, -1]) * 1e6 + below(9) / 8,
    'groups as narrow as they can be': () => pick([0, 1, -1 / 3, 1e-9]) + below(9) * EPSILON,
    'groups in groups': () => 1 + below(5) * 1e-5 + below(3) * EPSILON,
    'long tails': () => (1 + below(9)) * 10 ** below(14),
    'all sizes': () => pick([-1, 1]) * 2 ** (normal() * 60),
    'numbers up to the largest': () => (below(17) - 8) * 2e307,
    'the smallest numbers': () => below(30) * MIN_VALUE,
  }
  const WEIGHTS: Readonly<Record<string, (() => number) | null>> = {
    'no weights': null,
    'whole weights': () => 1 + below(4),
    'fractional weights': () => pick([0.1, 0.2, 0.25, 0.3, 0.7, 1, 1.5, 12.34]),
    'weights of all sizes': () => 2 ** (below(30) - 20) * (1 + next()),
  }
  const cases = Object.keys(VALUES).flatMap((values) => Object.keys(WEIGHTS).map((weights) => [values, weights]))

  test.each(cases)('%s with %s are cut alike for every number of bins', (kind, weighing) => {
    for (let time = 0; time < 48; time++) {
      const values = Array.from({ length: 4 + below(12) }, VALUES[kind])
      const distinct = [...new Set(values)].toSorted((a, b) => a - b).slice(0, 12)
      const rows = values.filter((value) => distinct.includes(value))
      const weigh = WEIGHTS[weighing]
      const weights = rows.map(() => weigh?.() ?? 1)
      const heavy = distinct.map((value) => rows.reduce((sum, x, row) => sum + (x === value ? weights[row] : 0), 0))
      const best = everyPartition(new ExactCosts(distinct, heavy))
      const summary = summarize(rows, { weights: weigh === null ? undefined : weights })
      const found = best.map((_, i) => discretize(summary, { method: kMeans, bins: i + 1 }).cuts)
      const expected = best.map(({ cuts }) => cuts.map((at) => [distinct[at - 1], distinct[at]]))
      expect(found.map((cuts) => cuts.map((cut) => around(distinct, cut)))).toEqual(expected)
    }
  })

  /** The values on both sides of a cut. */
  function around(distinct: readonly number[], cut: number): number[] {
    const above = distinct.findIndex((value) => value >= cut)
    return [distinct[above - 1], distinct[above]]
  }
})
