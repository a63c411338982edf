import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../src/binning/assign.ts'
import { asDates, binLabels, cutTexts, slotLabels } from '../../src/binning/labels.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import type { Closed } from '../../src/types.ts'
import { nextDown, nextUp } from '../../src/util/numbers/doubles.ts'
import { holds } from '../discretizers/holds.ts'

const seen = (...limits: (readonly [number, number] | null)[]): { lo: number | null; hi: number | null }[] =>
  limits.map((limit) => ({ lo: limit?.[0] ?? null, hi: limit?.[1] ?? null }))

describe('binLabels', () => {
  test('name bins by their cuts', () => {
    const bins = seen([1, 2], [3, 4], [5, 6])
    expect(binLabels([2.45, 4.75], 'left', bins)).toEqual(['< 2.45', '[2.45, 4.75)', '≥ 4.75'])
    expect(binLabels([2.45, 4.75], 'right', bins)).toEqual(['≤ 2.45', '(2.45, 4.75]', '> 4.75'])
  })

  test('of one bin say so', () => {
    expect(binLabels([], 'left', seen([1, 2]))).toEqual(['all values'])
  })

  test('print a cut short where no value seen would change its bin', () => {
    expect(binLabels([3.3499999999999996], 'left', seen([3, 3.3], [3.4, 4]))).toEqual(['< 3.35', '≥ 3.35'])
    expect(binLabels([1 / 3], 'left', seen([0, 0.2], [0.4, 1]))).toEqual(['< 0.3333', '≥ 0.3333'])
  })

  test('print a cut in full where a value lies close to it', () => {
    const cut = 3.3499999999999996
    expect(cutTexts([cut], 'left', seen([3, nextDown(cut)], [cut, 4]))).toEqual(['3.3499999999999996'])
    expect(cutTexts([cut], 'right', seen([3, cut], [nextUp(cut), 4]))).toEqual(['3.3499999999999996'])
  })

  test('print no cut as the value beside it that would change its bin then', () => {
    expect(cutTexts([1.0001], 'left', seen([0, 1], [2, 3]))).toEqual(['1.001'])
    expect(cutTexts([1.0001], 'right', seen([0, 1], [2, 3]))).toEqual(['1'])
    expect(cutTexts([1.9999], 'right', seen([0, 1], [2, 3]))).toEqual(['1.999'])
    expect(cutTexts([1.9999], 'left', seen([0, 1], [2, 3]))).toEqual(['2'])
  })

  test('print a cut in full where nothing was seen on one side', () => {
    expect(cutTexts([1 / 3], 'left', seen(null, [1, 2]))).toEqual(['0.3333333333333333'])
    expect(cutTexts([1 / 3], 'left', seen([0, 0.1], null))).toEqual(['0.3333333333333333'])
    expect(cutTexts([1 / 3], 'left', seen([-Infinity, -Infinity], [1, 2]))).toEqual(['0.3333333333333333'])
  })

  test('look beyond empty bins for the values seen', () => {
    expect(cutTexts([1 / 3, 2 / 3], 'left', seen([0, 0], null, [1, 1]))).toEqual(['0.333', '0.6667'])
  })

  test('keep close to the cut, within a thousandth of the room around it', () => {
    expect(cutTexts([50.4321], 'left', seen([0, 10], [90, 100]))).toEqual(['50.4'])
    expect(cutTexts([50.4321], 'left', seen([0, 49], [51, 100]))).toEqual(['50.432'])
  })

  test('print very large and very small cuts as numbers are printed', () => {
    expect(cutTexts([1e21, 1e300], 'left', seen([0, 1], [1e22, 1e23], [1e301, 1e302]))).toEqual(['1e+21', '1e+300'])
    expect(cutTexts([5e-324], 'left', seen([0, 0], [5e-324, 1]))).toEqual(['5e-324'])
  })
})

describe('labels of fitted bins', () => {
  const anyValues = fc.array(
    fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -5, max: 5 }),
      fc.integer({ min: 0, max: 40 }).map((i) => 1 + i * Number.EPSILON),
      fc.constantFrom(-Infinity, Infinity),
    ),
    { minLength: 1, maxLength: 30 },
  )

  test('all differ', () => {
    holds(
      fc.property(
        anyValues,
        fc.integer({ min: 2, max: 12 }),
        fc.constantFrom<Closed>('left', 'right'),
        (x, bins, closed) => {
          const labels = slotLabels(fit(x, { method: equalFrequency, bins, closed, special: [1] }))
          expect(new Set(labels).size).toBe(labels.length)
        },
      ),
      300,
    )
  })

  test('are never rounded so that a row would move', () => {
    holds(
      fc.property(
        anyValues,
        fc.integer({ min: 2, max: 12 }),
        fc.constantFrom<Closed>('left', 'right'),
        (x, bins, closed) => {
          const column = fit(x, { method: equalFrequency, bins, closed })
          const printed = cutTexts(column.cuts, closed, column.bins).map(Number)
          expect(assign({ ...column, cuts: printed }, x)).toEqual(assign(column, x))
        },
      ),
      300,
    )
  })

  test('print the cuts that cutTexts print', () => {
    const column = fit([3.3, 3.4, 5], { method: fixed, cuts: [3.3499999999999996, 4.2] })
    expect(column.bins.map(({ label }) => label)).toEqual(['< 3.35', '[3.35, 4.2)', '≥ 4.2'])
    expect(cutTexts(column.cuts, 'left', column.bins)).toEqual(['3.35', '4.2'])
  })
})

describe('slotLabels', () => {
  test('name the bins, then missing, then the special codes', () => {
    const column = fit([1, 2, -9], { method: fixed, cuts: [1.5], special: [-9, -8.5] })
    expect(slotLabels(column)).toEqual(['< 1.5', '≥ 1.5', 'missing', 'special -9', 'special -8.5'])
  })

  test('of a category column name its levels', async () => {
    const { columns } = await fitTable({ c: ['red', 'blue', null] })
    expect(slotLabels(columns[0])).toEqual(['blue', 'red', 'missing'])
  })

  test('all differ, even where a level is called missing', async () => {
    const labels = async (...levels: string[]): Promise<string[]> =>
      slotLabels((await fitTable({ c: [...levels, null] })).columns[0])
    expect(await labels('missing')).toEqual(['missing', '(missing)'])
    expect(new Set(await labels('missing', '(missing)')).size).toBe(3)
  })
})

describe('labels of dates', () => {
  const time = (text: string): number => Date.parse(`${text}Z`)
  const labels = (values: readonly number[], cuts: readonly number[]): string[] =>
    slotLabels(asDates(fit(values, { method: fixed, cuts })))

  test('are dates, as short as the values seen allow', () => {
    const values = ['2015-02-01T00:00', '2015-02-03T09:30', '2015-02-05T23:00'].map(time)
    expect(labels(values, [time('2015-02-02T12:00')])).toEqual(['< 2015-02-02 12:00', '≥ 2015-02-02 12:00', 'missing'])
    expect(labels([0, time('2020-06-01T00:00')], [time('2000-01-02T03:04:05.678')])).toEqual([
      '< 2000-01-01',
      '≥ 2000-01-01',
      'missing',
    ])
  })

  test('all differ', () => {
    const all = labels([0, 0.00015, 0.00025, 1], [0.0001, 0.0002, 0.0003])
    expect(new Set(all).size).toBe(all.length)
  })
})
