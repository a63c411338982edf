import { describe, expect, test } from 'vitest'
import type { ColumnView } from '../../../src/discretizers/column-view.ts'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import type { RangeCosts } from '../../../src/discretizers/search/monge-partition.ts'
import { SquaredDistances } from '../../../src/discretizers/search/squared-distance.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { ExactCosts } from '../exact-cost.ts'

const { EPSILON, MAX_VALUE, MIN_VALUE } = Number

const viewOf = (values: readonly number[], weights?: readonly number[]): ColumnView =>
  viewColumn(summarize(values, { weights }))

/** How far precise costs are off, and rough ones as a part of what they may be off, at worst. */
function errors(view: ColumnView): { precise: number; rough: number } {
  const costs = new SquaredDistances(view)
  const exact = new ExactCosts([...view.lo], [...view.weights])
  const whole = costs.precise(0, view.size)
  let [precise, rough] = [0, 0]
  for (let a = 0; a < view.size; a++) {
    for (let b = a + 2; b <= view.size; b++) {
      const share = exact.share(a, b)
      if (share < 1e-290) continue
      precise = Math.max(precise, Math.abs(costs.precise(a, b) / whole / share - 1))
      rough = Math.max(rough, Math.abs(costs.rough(a, b) - costs.precise(a, b)) / (costs.blur[a] + costs.blur[b]))
    }
  }
  return { precise, rough }
}

const times = (n: number, make: (i: number) => number): number[] => Array.from({ length: n }, (_, i) => make(i))
const { next, normal } = random(1987)

const COLUMNS: Readonly<Record<string, readonly number[]>> = {
  'a normal column': times(60, () => normal()),
  'values far from zero': times(60, () => 1e12 + normal()),
  'an outlier on the left': [-1e15, ...times(50, () => normal())],
  'outliers on both sides': [-1e200, -1e100, ...times(40, () => normal()), 1e80, 1e150],
  'neighbouring doubles': times(40, (i) => 1 + i * EPSILON),
  'neighbouring doubles and zero': [0, ...times(40, (i) => 1 + i * EPSILON)],
  'groups of neighbouring doubles': times(60, (i) => [-1 / 3, 1e-9, 1, 2][i % 4] + i * EPSILON),
  'powers of two': times(60, (i) => 2 ** (i * 8)),
  'numbers up to the largest': times(33, (i) => ((i - 16) / 16) * MAX_VALUE),
  'the smallest numbers': times(40, (i) => i * i * MIN_VALUE),
}

describe('squared distances', () => {
  test('are those to the mean, in a scale of their own', () => {
    const costs = new SquaredDistances(viewOf([1, 2, 4, 4, 9]))
    expect(costs.size).toBe(4)
    const unit = costs.precise(0, 2) / 0.5
    expect([costs.precise(0, 4) / unit, costs.rough(0, 4) / unit]).toEqual([38, 38])
    expect(costs.precise(1, 3) / unit).toBeCloseTo(8 / 3, 14)
    expect([costs.precise(0, 1), costs.precise(3, 4)]).toEqual([0, 0])
  })

  test.each(Object.entries(COLUMNS))(
    'of %s are right to nearly the last bit, and rough ones to what they say',
    (_, x) => {
      const weights = x.map(() => [1, 2, 0.1, 12.34][Math.floor(next() * 4)])
      const wild = x.map(() => 2 ** (-30 * next()))
      for (const view of [viewOf(x), viewOf(x, weights), viewOf(x, wild)]) {
        const { precise, rough } = errors(view)
        expect(precise).toBeLessThan(1e-13)
        expect(rough).toBeLessThan(1)
      }
    },
  )

  test('are blurred by a value far out only where a range holds it', () => {
    const { blur } = new SquaredDistances(viewOf([-1e9, ...times(40, (i) => i), 1e9]))
    const [least, most] = [Math.max(...blur.slice(1, -1)), Math.min(blur[0], blur[blur.length - 1])]
    expect(least).toBeLessThan(1e-12 * most)
  })

  test('find the end for which cost and rest are least, the leftmost of equals, and the next larger sum', () => {
    const costs = new SquaredDistances(viewOf([1, 2, 4, 9, 10, 30]))
    const rest = Float64Array.from([0, 50, 20, 10, 20, 5, 0], (x) => x * costs.precise(0, 2) * 2)
    const totals = times(7, (end) => (end < 2 ? Infinity : costs.rough(1, end) + rest[end]))
    const two = new Float64Array(2)
    const least = Math.min(...totals)
    expect(costs.cheapestEnd(1, 2, 6, rest, 0, two)).toBe(totals.indexOf(least))
    expect([...two]).toEqual([least, Math.min(...totals.filter((total) => total > least))])
    expect(costs.cheapestEnd(1, 5, 5, rest.subarray(3), 3, two)).toBe(5)
    expect([...two]).toEqual([totals[5], Infinity])
    const flat = Float64Array.from({ length: 7 }, (_, end) => (end < 2 ? 0 : -costs.rough(1, end)))
    expect(costs.cheapestEnd(1, 2, 6, flat, 0, two)).toBe(2)
    expect([...two]).toEqual([0, 0])
  })

  test('do not change with the scale of values or weights', () => {
    const x = times(30, () => normal())
    const w = x.map(() => next())
    const all = (of: RangeCosts): number[] => times(of.size, (i) => of.precise(0, i + 1))
    const costs = all(new SquaredDistances(viewOf(x, w)))
    expect(all(new SquaredDistances(viewOf(x.map((value) => value * 2 ** 500), w)))).toEqual(costs) // prettier-ignore
    expect(all(new SquaredDistances(viewOf(x, w.map((weight) => weight / 2 ** 40))))).toEqual(costs) // prettier-ignore
  })

  test('of coarse cells are those of their middles', () => {
    const coarse = { ...viewOf([0, 3, 12]), lo: Float64Array.of(0, 2, 10), hi: Float64Array.of(0, 4, 12) }
    const fine = new SquaredDistances(viewOf([0, 3, 11]))
    const costs = new SquaredDistances(coarse)
    expect(costs.precise(0, 2) / costs.precise(0, 3)).toBeCloseTo(fine.precise(0, 2) / fine.precise(0, 3), 14)
  })
})
