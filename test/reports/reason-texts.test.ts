import { describe, expect, test } from 'vitest'
import type { NumberColumn } from '../../src/binning/binning.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { ameva } from '../../src/discretizers/methods/ameva.ts'
import { cacc } from '../../src/discretizers/methods/cacc.ts'
import { caim } from '../../src/discretizers/methods/caim.ts'
import { chiMerge } from '../../src/discretizers/methods/chi-merge.ts'
import { cliffs, type CliffsOptions } from '../../src/discretizers/methods/cliffs.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../src/discretizers/methods/equal-width.ts'
import { kMeans } from '../../src/discretizers/methods/k-means.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { variance, type VarianceOptions } from '../../src/discretizers/methods/variance.ts'
import { optimal } from '../../src/discretizers/methods/optimal.ts'
import { cutReasons } from '../../src/reports/reason-texts.ts'
import type { Reason } from '../../src/types.ts'
import { table } from './small.ts'

const told = (column: NumberColumn): string[] => cutReasons(column).map(({ cut, why }) => `${cut}: ${why}`)
const bare: Reason = { measure: 'gain', score: null, bar: null, margin: null, runnerUp: null }

describe('cutReasons', () => {
  test('gain', () => {
    expect(told(fit(table.size, { target: table.kind }))).toEqual([
      '8: gain 0.94 bits, needed 0.40; next best 18 with 0.86',
      '18: gain 0.99 bits, needed 0.43',
    ])
  })

  test('bits saved', () => {
    expect(told(fit(table.size, { target: table.kind, stop: 'kononenko' }))).toEqual([
      '8: saves 7.70 bits, needed 3.70; next best 18 with 6.92',
      '18: saves 5.39 bits, needed 3.00',
    ])
  })

  test('χ²', () => {
    expect(told(fit(table.size, { target: table.kind, method: chiMerge }))).toEqual([
      '8: χ² 10.00 between its neighbours, needed 5.99',
      '18: χ² 9.00 between its neighbours, needed 5.99',
    ])
  })

  test('scores of all bins together', () => {
    expect(told(fit(table.size, { target: table.kind, method: caim }))).toEqual([
      '8: brings CAIM to 3.89, from 1.79; next best 18 with 3.25',
      '18: brings CAIM to 4.67, from 3.89',
    ])
    expect(told(fit(table.size, { target: table.kind, method: cacc }))[1]).toBe('18: brings CACC to 0.77, from 0.69')
    expect(told(fit(table.size, { target: table.kind, method: ameva }))[1]).toBe('18: brings Ameva to 4.67, from 3.50')
  })

  test('the measures of cliffs and variance', () => {
    const [x, kind] = [[1, 2, 3, 4, 5, 6, 7, 8], Array.from('aaabbabb')]
    const byClass = (measure: CliffsOptions['measure'], trivial: number): string[] =>
      told(fit(x, { target: kind, method: cliffs, measure, trivial, mdl: false, maxBins: 2 }))
    expect(byClass('gini', 1)).toEqual(['3.5: lowers the Gini impurity by 0.30; next best 5.5 with 0.03'])
    expect(byClass('gini', 1.5)).toEqual([
      '3.5: lowers the Gini impurity by 0.30, needed 0.17; next best 5.5 with 0.03',
    ])
    expect(byClass('gain-ratio', 1)).toEqual(['3.5: gain ratio 0.57; next best 5.5 with 0.05'])
    expect(byClass('chi-square', 1.5)).toEqual(['3.5: χ² 4.80 between its sides, needed 2.67; next best 5.5 with 0.53'])
    const byNumber = (criterion: VarianceOptions['criterion']): string[] =>
      told(
        fit(x, {
          target: [1, 2, 1, 9, 8, 9, 8, 9],
          targetKind: 'numeric',
          method: variance,
          criterion,
          alpha: 0.1,
          maxBins: 2,
        }),
      )
    expect(byNumber('variance')).toEqual([
      '3.5: explains 0.98 of the variance of the rows it splits, needed 0.65; next best 4.5 with 0.55',
    ])
    expect(byNumber('deviation')).toEqual([
      '3.5: lowers the deviation of the rows it splits by 0.86, needed 0.41; next best 4.5 with 0.46',
    ])
  })

  test('what a cut adds', () => {
    const given = { target: table.kind, method: optimal, maxBins: 2 }
    expect(told(fit(table.size, given))).toEqual(['8: adds 0.94 bits; next best 18 with 0.86'])
    const sold = { target: table.sold, method: optimal, maxBins: 2, objective: 'iv' } as const
    expect(told(fit(table.size, sold))).toEqual(['8: adds 3.79 to the information value; next best 11.5 with 2.52'])
    const price = { target: table.price, targetKind: 'numeric', method: optimal, maxBins: 2 } as const
    expect(told(fit(table.size, price))).toEqual([
      '18: adds 0.78 to the share of the variance explained; next best 14.5 with 0.71',
    ])
    expect(told(fit(table.size, { ...given, mandatory: [10] }))).toEqual(['10: given'])
  })

  test('squared distance', () => {
    expect(told(fit([1, 2, 3, 10, 11, 12, 30], { method: kMeans, bins: 3 }))).toEqual([
      '6.5: lowers the squared distances by 0.20; next best 2.5 with 0.13',
      '21: lowers the squared distances by 0.45; next best 11.5 with 0.18',
    ])
  })

  test('rank, counted in rows, in weight, or interpolated', () => {
    expect(told(fit(table.size, { method: equalFrequency, bins: 2 }))).toEqual([
      '12.5: 7 rows below it, wanted 7; the candidate before, 11.5, has 6',
    ])
    expect(told(fit(table.size, { method: equalFrequency, bins: 2, weights: table.weight }))).toEqual([
      '12.5: weight 15 below it, wanted 14; the candidate before, 11.5, has 12',
    ])
    expect(told(fit(table.size, { method: equalFrequency, bins: 2, preset: 'numpy' }))).toEqual([
      '12.5: at rank 6.50 of the sorted rows',
    ])
  })

  test('width, given and edited', () => {
    expect(told(fit(table.size, { method: equalWidth, bins: 2 }))).toEqual(['12.5: every bin is 11.5 wide'])
    const given = fit(table.size, { method: fixed, cuts: [10] })
    expect(told(given)).toEqual(['10: given'])
    expect(told({ ...given, reasons: [{ ...bare, measure: 'edited' }] })).toEqual(['10: set by hand'])
  })

  test('a measure that is not known yet, and reasons that say little', () => {
    const given = fit(table.size, { method: fixed, cuts: [10] })
    const reason = { measure: 'jump', score: 3.5, bar: 2, margin: 1.5, runnerUp: { cut: 12.0001, score: 3.4 } }
    expect(told({ ...given, reasons: [reason] })).toEqual(['10: jump 3.50, needed 2.00; next best 12 with 3.40'])
    expect(told({ ...given, reasons: [{ ...reason, bar: Infinity, runnerUp: null }] })).toEqual(['10: jump 3.50'])
    expect(told({ ...given, reasons: [bare] })).toEqual(['10: gain'])
    expect(told({ ...given, reasons: [] })).toEqual(['10: no reason kept'])
  })

  test('a rival that is as good is said to be', () => {
    const given = fit(table.size, { method: fixed, cuts: [10] })
    const reason = { measure: 'gain', score: 0.9, bar: 0.5, margin: 0.4, runnerUp: { cut: 9.99, score: 0.8999 } }
    expect(told({ ...given, reasons: [reason] })).toEqual([
      '10: gain 0.90 bits, needed 0.50; next best 9.99 with nearly as much',
    ])
  })
})
