import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import { edit } from '../../../src/binning/use/edit.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { representatives } from '../../../src/binning/use/representatives.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import type { Closed } from '../../../src/types.ts'
import { holds } from '../../discretizers/holds.ts'
import { binningOf, numbersOf } from '../made.ts'

describe('representatives', () => {
  test('are the medians of the rows in the bins, the lower one of two', () => {
    expect(representatives(fit([1, 2, 9, 10, 20], { method: fixed, cuts: [15] }))).toEqual([2, 20])
  })

  test('weigh the rows', () => {
    const column = fit([1, 2, 3], { method: fixed, weights: [1, 1, 5] })
    expect(representatives(column)).toEqual([3])
  })

  test('are the same where all rows weigh the same', () => {
    const anyUnit = fc.constantFrom(0.1, 0.7, 1 / 3, 1e-9, 12345.678)
    holds(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 }), anyUnit, (x, unit) => {
        const weighted = fit(x, { method: fixed, cuts: [7.5], weights: x.map(() => unit) })
        expect(representatives(weighted)).toEqual(representatives(fit(x, { method: fixed, cuts: [7.5] })))
      }),
      300,
    )
  })

  test('are the middle of the bin where it is empty', () => {
    expect(representatives(fit([0, 10], { method: fixed, cuts: [4, 6] }))).toEqual([0, 5, 10])
  })

  test('are the middle of what was seen where the median is not known', () => {
    const binning = binningOf(fit([0, 1, 2, 10], { method: fixed, cuts: [1.5] }))
    expect(representatives(numbersOf(edit(binning, { column: 'value', remove: 1.5 })))).toEqual([5])
  })

  test('are finite in bins of infinite values', () => {
    const column = fit([-Infinity, 1, 5, Infinity], { method: fixed, cuts: [0, 3, 9] })
    expect(representatives(column).filter((x) => !Number.isFinite(x))).toEqual([])
  })

  test('are finite where the ends are as far apart as doubles go', () => {
    const binning = binningOf(fit([-1.7e308, 0, 1, 1.7e308], { method: fixed, cuts: [0.5] }))
    expect(representatives(numbersOf(edit(binning, { column: 'value', remove: 0.5 })))).toEqual([0])
  })

  test('lie in their bins, also beyond the values seen', () => {
    const outside = (closed: Closed): unknown => {
      const column = fit([0, 10], { method: fixed, cuts: [-5, 15], closed })
      return assign(column, representatives(column))
    }
    expect(outside('left')).toEqual(Int32Array.of(0, 1, 2))
    expect(outside('right')).toEqual(Int32Array.of(0, 1, 2))
  })

  test('lie in their bins where nothing was seen at all', () => {
    const column = fit([null], { method: fixed, cuts: [5] })
    expect(assign(column, representatives(column))).toEqual(Int32Array.of(0, 1))
  })

  test('lie in their bins, whatever the rows and cuts', () => {
    const values = fc.array(fc.constantFrom(-3, -1, 0, 0.5, 2, 7, -Infinity, Infinity), { maxLength: 8 })
    const anyCuts = fc.uniqueArray(fc.constantFrom(-9, -2, -1, 0, 1, 2, 9), { maxLength: 4 })
    holds(
      fc.property(values, anyCuts, fc.constantFrom<Closed>('left', 'right'), (x, cuts, closed) => {
        const column = fit(x, { method: fixed, cuts: cuts.toSorted((a, b) => a - b), closed })
        expect(assign(column, representatives(column))).toEqual(Int32Array.from(column.bins.keys()))
      }),
    )
  })
})
