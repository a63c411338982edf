import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { equalFrequency, type EqualFrequencyOptions } from '../../../src/discretizers/methods/equal-frequency.ts'
import { DataError } from '../../../src/errors.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, Proposal } from '../../../src/types.ts'
import { nextUp } from '../../../src/util/numbers/doubles.ts'
import { holds } from '../holds.ts'
import { anyRows, SKEWED } from '../rows.ts'
import { argumentError } from '../../refusals.ts'

function run(
  values: readonly number[],
  options: Partial<EqualFrequencyOptions> & { closed?: Closed; preset?: string } = {},
  weights?: readonly number[],
): Proposal {
  return discretize(summarize(values, { weights }), { method: equalFrequency, ...options })
}

describe('equal frequency', () => {
  test('cuts so that every bin holds about the same number of rows', () => {
    expect(run([1, 2, 3, 4, 5, 6], { bins: 3 })).toEqual({
      method: 'equal-frequency',
      options: { bins: 3, quantile: 'gap' },
      closed: 'left',
      cuts: [2.5, 4.5],
      reasons: [
        { measure: 'rank', score: 2, bar: 2, margin: 0, runnerUp: { cut: 1.5, score: 1 } },
        { measure: 'rank', score: 4, bar: 4, margin: 0, runnerUp: { cut: 3.5, score: 3 } },
      ],
      notes: [],
    })
  })

  test('makes ten bins unless asked otherwise', () => {
    expect(run(Array.from({ length: 20 }, (_, i) => i)).cuts).toEqual([1.5, 3.5, 5.5, 7.5, 9.5, 11.5, 13.5, 15.5, 17.5])
  })

  test('cuts in the first gap below which at least i·n/N rows lie', () => {
    expect(run([1, 2, 3, 4, 5], { bins: 2 }).cuts).toEqual([3.5])
    expect(run([1, 2, 2, 2, 3], { bins: 2 }).cuts).toEqual([2.5])
    expect(run([1, 1, 1, 2, 3], { bins: 2 }).cuts).toEqual([1.5])
  })

  test('never parts equal values; cuts that fall together are taken once, with a note', () => {
    const column = fit(SKEWED, { method: equalFrequency })
    expect(column.bins.map(({ count }) => count)).toEqual([8, 7, 4, 3, 3, 2])
    expect(column.notes).toEqual([
      { code: 'fewer-bins', message: '10 bins asked for, 6 made: equal values are never parted' },
    ])
  })

  test('makes no cut above the largest value', () => {
    expect(run([1, 2, 2, 2], { bins: 2 }).cuts).toEqual([])
  })

  test('makes no cut in a constant column, one value or none, and notes no missing bins there', () => {
    expect(run([5, 5, 5]).notes).toEqual([{ code: 'constant', message: 'every value is 5' }])
    expect(run([]).notes).toEqual([{ code: 'no-values', message: 'no finite values' }])
    expect([run([5, 5, 5]).cuts, run([5]).cuts, run([]).cuts]).toEqual([[], [], []])
  })

  test('makes one bin of one', () => {
    expect(run([1, 2, 3], { bins: 1 })).toMatchObject({ cuts: [], notes: [] })
  })

  test('counts infinite values with the lowest and the highest value', () => {
    expect(run([-Infinity, -Infinity, 1, 2, 3, 4], { bins: 2 }).cuts).toEqual([1.5])
    expect(run([1, 2, 3, 4, Infinity, Infinity], { bins: 2 }).cuts).toEqual([3.5])
  })

  test('parts neighbouring doubles', () => {
    expect(run([1, nextUp(1)], { bins: 2 }).cuts).toEqual([nextUp(1)])
    expect(run([1, nextUp(1)], { bins: 2, closed: 'right' }).cuts).toEqual([1])
  })

  test('has a margin of rows above the rank asked for', () => {
    expect(run([1, 1, 1, 2, 3], { bins: 2 }).reasons).toEqual([
      { measure: 'rank', score: 3, bar: 2.5, margin: 0.5, runnerUp: null },
    ])
  })

  test('refuses a bad number of bins or kind of quantile', () => {
    expect(() => run([1], { bins: 0 })).toThrow(
      argumentError(
        'out-of-range',
        'discretize: equal-frequency: bins must be an integer from 1 to 1000000, or one of auto, sturges, scott, freedman-diaconis, advised, got 0',
      ),
    )
    expect(() => run([1], { quantile: 'lin' as 'linear' })).toThrow(
      argumentError('out-of-range', 'discretize: equal-frequency: quantile must be one of gap, linear, got "lin"'),
    )
  })
})

/** Cut i midway in the first gap between distinct values below which at least i·n/N rows lie; repeated cuts once. */
function naiveGaps(rows: readonly number[], bins: number): number[] {
  const sorted = rows.toSorted((a, b) => a - b)
  const cuts: number[] = []
  for (let i = 1; i < bins; i++) {
    for (let row = 1; row < sorted.length; row++) {
      if (sorted[row - 1] === sorted[row] || row * bins < i * sorted.length) continue
      cuts.push((sorted[row - 1] + sorted[row]) / 2)
      break
    }
  }
  return [...new Set(cuts)]
}

/** Type 7 quantiles with numpy's interpolation, then unique edges. */
function naiveQuantiles(rows: readonly number[], bins: number): number[] {
  const sorted = rows.toSorted((a, b) => a - b)
  const edges = Array.from({ length: bins + 1 }, (_, i) => {
    const rank = (sorted.length - 1) * ((i * (100 / bins)) / 100)
    const below = Math.floor(rank)
    const [a, b] = [sorted[below], sorted[Math.min(below + 1, sorted.length - 1)]]
    const part = rank - below
    return part >= 0.5 ? b - (b - a) * (1 - part) : a + (b - a) * part
  })
  return [...new Set(edges)].slice(1, -1)
}

const repeated = (values: readonly number[], times: readonly number[]): number[] =>
  values.flatMap((value, i) => Array.from({ length: times[i] }, () => value))

describe('against going through the rows', () => {
  const anyBins = fc.integer({ min: 1, max: 30 })

  test('the cuts are the same, with and without weights', () => {
    holds(
      fc.property(anyRows([1, 2, 3, 7]), anyBins, ({ x, w }, bins) => {
        expect(run(x, { bins }).cuts).toEqual(naiveGaps(x, bins))
        expect(run(x, { bins }, w).cuts).toEqual(naiveGaps(repeated(x, w), bins))
      }),
    )
  })

  test('numpy’s quantiles are the same, with and without weights', () => {
    holds(
      fc.property(anyRows([1, 2, 3, 7]), anyBins, ({ x, w }, bins) => {
        expect(run(x, { bins, quantile: 'linear' }).cuts).toEqual(naiveQuantiles(x, bins))
        expect(run(x, { bins, preset: 'numpy' }, w).cuts).toEqual(naiveQuantiles(repeated(x, w), bins))
      }),
    )
  })
})

describe('with weights', () => {
  test('a row of weight 2 counts as two rows', () => {
    expect(run([1, 2, 3], { bins: 2 }, [2, 1, 1]).cuts).toEqual(run([1, 1, 2, 3], { bins: 2 }).cuts)
  })

  test('fractions of a row count', () => {
    expect(run([1, 2, 3], { bins: 2 }, [0.25, 0.5, 0.5])).toMatchObject({
      cuts: [2.5],
      reasons: [{ measure: 'rank', score: 0.75, bar: 0.625, margin: 0.125, runnerUp: { cut: 1.5, score: 0.25 } }],
    })
  })

  test('only the proportions of the weights matter', () => {
    expect(run([1, 1, 2, 3], { bins: 2 }).cuts).toEqual([1.5])
    expect(run([1, 1, 2, 3], { bins: 2 }, [0.1, 0.1, 0.1, 0.1]).cuts).toEqual([1.5])
  })

  test('only the proportions of the weights matter, whatever the rows', () => {
    const anyUnit = fc.constantFrom(0.1, 0.7, 1 / 3, 1e-9, 12345.678)
    holds(
      fc.property(anyRows([1, 2, 3]), anyUnit, fc.integer({ min: 2, max: 12 }), ({ x, w }, unit, bins) => {
        const scaled = w.map((weight) => weight * unit)
        expect(run(x, { bins }, scaled).cuts).toEqual(run(x, { bins }, w).cuts)
      }),
    )
  })
})

describe('numpy’s quantiles', () => {
  test('are interpolated and may fall on a value', () => {
    expect(run([1, 2, 3, 4, 10], { bins: 4, preset: 'numpy' }).cuts).toEqual([2, 3, 4])
    expect(run([1, 2, 3, 4], { bins: 3, preset: 'numpy' }).cuts).toEqual([2, 3])
    expect(run([0, 1], { bins: 4, preset: 'numpy' }).cuts).toEqual([0.25, 0.5, 0.75])
  })

  test('on the smallest or largest value are outer edges and no cuts', () => {
    expect(run([1, 1, 1, 2, 3, 3, 3], { bins: 4, preset: 'numpy' }).cuts).toEqual([2])
  })

  test('leave an empty bin in the skewed numbers', () => {
    const column = fit(SKEWED, { method: equalFrequency, preset: 'numpy' })
    expect(column.cuts).toEqual([0.7999999999999998, 1, 2, 2.1999999999999993, 4.800000000000001, 28.000000000000043])
    expect(column.bins.map(({ count }) => count)).toEqual([8, 0, 7, 4, 2, 3, 3])
  })

  test('have no bar and no runner-up', () => {
    expect(run([0, 1], { bins: 2, preset: 'numpy' }).reasons).toEqual([
      { measure: 'rank', score: 0.5, bar: null, margin: null, runnerUp: null },
    ])
  })

  test('are refused for weights that are no numbers of rows, since ranks go from 0 to Σw − 1', () => {
    const ten = Array.from({ length: 10 }, (_, i) => i + 1)
    const tenths = ten.map(() => 0.1)
    expect(() => run(ten, { bins: 2, preset: 'numpy' }, tenths)).toThrow(DataError)
  })

  test('are finite where the range overflows', () => {
    const { cuts } = run([-1.7e308, -1.7e308, 1.7e308, 1.7e308, 1.7e308], { bins: 4, preset: 'numpy' })
    expect(cuts.filter((cut) => !Number.isFinite(cut))).toEqual([])
    expect(run([-1.6e308, 1.6e308], { bins: 2, preset: 'numpy' }).cuts).toEqual([0])
  })
})
