import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../src/binning/assign.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { binLog } from '../../src/discretizers/methods/bin-log.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../src/discretizers/methods/equal-width.ts'

type Fitted = ReturnType<typeof fit>

const times = (n: number, value: number): number[] => Array<number>(n).fill(value)
const countsOf = (column: Fitted): number[] => column.bins.map((bin) => bin.count)

/** The numbers of 001. */
const NUMBERS = [...times(8, 0), ...times(7, 1), ...times(4, 2), 3, 4, 5, 10, 20, 40, 80, 100]

const someValues = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 60 })

test('the example has 27 numbers, 11 of them distinct', () => {
  expect([NUMBERS.length, new Set(NUMBERS).size]).toEqual([27, 11])
})

describe('equal width', () => {
  const column = fit(NUMBERS, { method: equalWidth })

  test('10 is the default: cuts at 10, 20 … 90', () => {
    expect(column.options).toEqual({ bins: 10 })
    expect(column.cuts).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90])
  })

  test('22 of the 27, 81.5 %, are in the first bin, one each in bins 2, 3, 5, 9 and 10', () => {
    expect(countsOf(column)).toEqual([22, 1, 1, 0, 1, 0, 0, 0, 1, 1])
    expect(((100 * 22) / 27).toFixed(1)).toBe('81.5')
  })

  test('the four empty bins are kept, with a note', () => {
    expect(column.bins[3]).toEqual({ label: '[30, 40)', count: 0, lo: null, hi: null, median: null })
    expect(column.notes).toEqual([{ code: 'empty-bins', message: '4 of 10 bins hold no rows' }])
  })

  test('N = 5, 7, 10, the usual choices', () => {
    const counts = [5, 7, 10].map((bins) => countsOf(fit(NUMBERS, { method: equalWidth, bins })))
    expect(counts).toEqual([
      [23, 1, 1, 0, 2],
      [23, 1, 1, 0, 0, 1, 1],
      [22, 1, 1, 0, 1, 0, 0, 0, 1, 1],
    ])
  })

  test('cut i is A + i·((B − A)/N) as doubles', () => {
    expect(fit([0.1, 0.9], { method: equalWidth, bins: 3 }).cuts).toEqual([0.1 + 0.8 / 3, 0.1 + 2 * (0.8 / 3)])
    expect(fit(NUMBERS, { method: equalWidth, bins: 7 }).cuts).toEqual([1, 2, 3, 4, 5, 6].map((i) => i * (100 / 7)))
  })

  test('only finite values set the range; infinities go to the outer bins', () => {
    const wide = fit([-Infinity, 0, 1, 2, 4, Infinity, Infinity], { method: equalWidth, bins: 4 })
    expect({ cuts: wide.cuts, counts: countsOf(wide) }).toEqual({ cuts: [1, 2, 3], counts: [2, 1, 1, 3] })
  })

  test('the whole range of doubles is cut evenly too', () => {
    const { MAX_VALUE: MAX } = Number
    const wide = fit([-MAX, MAX], { method: equalWidth, bins: 4 })
    const half = expect.closeTo(0.5, 14)
    expect({ parts: wide.cuts.map((cut) => Math.abs(cut) / MAX), counts: countsOf(wide) }).toEqual({
      parts: [half, 0, half],
      counts: [1, 0, 0, 1],
    })
    expect(wide.notes.map(({ code }) => code)).toEqual(['empty-bins'])
  })

  test('a range too narrow for doubles gives fewer bins, and a note', () => {
    const narrow = fit([1, 1 + 2 * Number.EPSILON], { method: equalWidth, bins: 10 })
    expect(narrow.cuts).toEqual([1 + Number.EPSILON, 1 + 2 * Number.EPSILON])
    expect(narrow.notes).toContainEqual({
      code: 'fewer-bins',
      message: '10 bins asked for, 3 made: the range is too narrow for doubles to hold more',
    })
  })

  test('every value lands in the bin its distance from the smallest says', () => {
    fc.assert(
      fc.property(someValues, fc.constantFrom(1, 2, 4, 8), (values, bins) => {
        const [min, max] = [Math.min(...values), Math.max(...values)]
        fc.pre(min < max)
        const slots = Array.from(assign(fit(values, { method: equalWidth, bins }), values))
        expect(slots).toEqual(values.map((x) => Math.min(bins - 1, Math.floor(((x - min) * bins) / (max - min)))))
      }),
    )
  })
})

describe('equal frequency', () => {
  test('10 bins of the example are squashed to six: 8 7 4 3 3 2', () => {
    const column = fit(NUMBERS, { method: equalFrequency })
    expect(countsOf(column)).toEqual([8, 7, 4, 3, 3, 2])
    expect(column.cuts).toEqual([0.5, 1.5, 2.5, 7.5, 60])
    expect(column.notes).toEqual([
      { code: 'fewer-bins', message: '10 bins asked for, 6 made: equal values are never parted' },
    ])
  })

  test('N = 5, 7, 10, the usual choices', () => {
    const counts = [5, 7, 10].map((bins) => countsOf(fit(NUMBERS, { method: equalFrequency, bins })))
    expect(counts).toEqual([
      [8, 7, 4, 3, 5],
      [8, 7, 4, 1, 4, 3],
      [8, 7, 4, 3, 3, 2],
    ])
  })

  test('distinct values part evenly, without a note', () => {
    const column = fit([1, 2, 3, 4, 5, 6, 7, 8], { method: equalFrequency, bins: 4 })
    expect({ cuts: column.cuts, counts: countsOf(column), notes: column.notes }).toEqual({
      cuts: [2.5, 4.5, 6.5],
      counts: [2, 2, 2, 2],
      notes: [],
    })
  })

  test('cut i lies midway in the first gap whose cumulative count is at least i·n/N', () => {
    fc.assert(
      fc.property(someValues, fc.integer({ min: 1, max: 12 }), (values, bins) => {
        const distinct = [...new Set(values)].toSorted((a, b) => a - b)
        const cuts = new Set<number>()
        for (let i = 1; i < bins; i++) {
          const gap = distinct.findIndex((value) => values.filter((x) => x <= value).length * bins >= i * values.length)
          if (gap + 1 < distinct.length) cuts.add((distinct[gap] + distinct[gap + 1]) / 2)
        }
        expect(fit(values, { method: equalFrequency, bins }).cuts).toEqual([...cuts])
      }),
      { numRuns: 300 },
    )
  })

  test('equal values never part, and no value is lost from the top bin', () => {
    fc.assert(
      fc.property(someValues, fc.integer({ min: 1, max: 12 }), (values, bins) => {
        const column = fit(values, { method: equalFrequency, bins })
        const slots = Array.from(assign(column, values))
        values.forEach((x, i) => expect(slots[i]).toBe(slots[values.indexOf(x)]))
        expect(countsOf(column).reduce((a, b) => a + b, 0)).toBe(values.length)
        expect(countsOf(column).every((count) => count > 0)).toBe(true)
        expect(slots[values.indexOf(Math.max(...values))]).toBe(column.bins.length - 1)
      }),
    )
  })

  test('preset numpy takes interpolated quantiles, which leaves an empty bin here', () => {
    const column = fit(NUMBERS, { method: equalFrequency, preset: 'numpy' })
    // numpy 1.24: percentiles 0, 10 … 100 are 0 0 0 0.8 1 1 2 2.2 4.8 28 100; scikit-learn keeps each edge once
    expect(column.cuts.map((cut) => Number(cut.toFixed(12)))).toEqual([0.8, 1, 2, 2.2, 4.8, 28])
    expect(countsOf(column)).toEqual([8, 0, 7, 4, 2, 3, 3])
    expect(column.notes.map(({ code }) => code)).toEqual(['fewer-bins', 'empty-bins'])
  })
})

describe('bin-log', () => {
  test('11 distinct values give floor(log2(11)) = 3 bins of one width', () => {
    const column = fit(NUMBERS, { method: binLog })
    expect(column.cuts).toEqual([100 / 3, 2 * (100 / 3)])
    expect(countsOf(column)).toEqual([24, 1, 2])
  })

  test('the number of bins is floor(log2(distinct)), at least 1', () => {
    const bins = [1, 2, 3, 4, 7, 8, 9, 1023, 1024].map(
      (distinct) =>
        fit(
          Array.from({ length: 2 * distinct }, (_, i) => i % distinct),
          { method: binLog },
        ).bins.length,
    )
    expect(bins).toEqual([1, 1, 1, 2, 2, 3, 3, 9, 10])
  })
})
