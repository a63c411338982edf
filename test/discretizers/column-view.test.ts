import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { viewColumn } from '../../src/discretizers/column-view.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import { holds } from './holds.ts'

describe('of unweighted rows', () => {
  test('a view has the cells with the number of rows and the rows of each class', () => {
    const summary = summarize([3, 1, 3, 2], { target: ['b', 'a', 'a', 'a'] })
    expect(viewColumn(summary)).toEqual({
      size: 3,
      lo: Float64Array.of(1, 2, 3),
      hi: Float64Array.of(1, 2, 3),
      lowest: 1,
      highest: 3,
      weights: Float64Array.of(1, 1, 2),
      total: 4,
      counts: Float64Array.of(1, 0, 1, 0, 1, 1),
      classCount: 2,
      distinct: 3,
      weighted: false,
    })
  })

  test('a view shares the arrays of the summary', () => {
    const summary = summarize([3, 1, 3, 2], { target: ['b', 'a', 'a', 'a'] })
    const view = viewColumn(summary)
    expect(view.counts).toBe(summary.cells.tallies.sums)
    expect(view.weights).toBe(summary.cells.tallies.rows)
  })

  test('without a class target there are no classes', () => {
    for (const summary of [
      summarize([1, 2, 2]),
      summarize([1, 2, 2], { target: [0.5, 1.5, 2.5], targetKind: 'numeric' }),
    ]) {
      const { weights, total, counts, classCount } = viewColumn(summary)
      expect({ weights, total, counts, classCount }).toEqual({
        weights: Float64Array.of(1, 2),
        total: 3,
        counts: new Float64Array(0),
        classCount: 0,
      })
    }
  })

  test('missing values and special codes are not seen', () => {
    const summary = summarize([1, null, Number.NaN, -9, -1, 2], { special: [-9], missing: [-1] })
    const { lo, weights, total } = viewColumn(summary)
    expect({ lo, weights, total }).toEqual({ lo: Float64Array.of(1, 2), weights: Float64Array.of(1, 1), total: 2 })
  })

  test('a column without finite values has no cells', () => {
    const { size, total } = viewColumn(summarize([Infinity, Number.NaN], { target: ['a', 'b'] }))
    expect({ size, total }).toEqual({ size: 0, total: 0 })
  })
})

describe('infinite values', () => {
  test('are counted with the lowest and the highest cell', () => {
    const summary = summarize([-Infinity, 1, 2, 3, Infinity, Infinity], { target: ['b', 'a', 'a', 'a', 'b', 'a'] })
    const { lo, lowest, highest, weights, total, counts } = viewColumn(summary)
    expect({ lo, lowest, highest, weights, total, counts }).toEqual({
      lo: Float64Array.of(1, 2, 3),
      lowest: -Infinity,
      highest: Infinity,
      weights: Float64Array.of(2, 1, 3),
      total: 6,
      counts: Float64Array.of(1, 1, 1, 0, 2, 1),
    })
  })

  test('go to the one cell there is', () => {
    const { weights, counts } = viewColumn(summarize([-Infinity, 1, Infinity], { target: ['b', 'a', 'b'] }))
    expect({ weights, counts }).toEqual({ weights: Float64Array.of(3), counts: Float64Array.of(1, 2) })
  })

  test('bring their weights along', () => {
    const options = { target: ['b', 'a', 'a', 'b'], weights: [0.5, 1, 2, 4] }
    const { weights, counts } = viewColumn(summarize([-Infinity, 1, 2, Infinity], options))
    expect({ weights, counts }).toEqual({ weights: Float64Array.of(1.5, 6), counts: Float64Array.of(1, 0.5, 2, 4) })
  })

  test('never change the summary', () => {
    const summary = summarize([-Infinity, 1, 2, Infinity], { target: ['b', 'a', 'a', 'b'] })
    viewColumn(summary)
    expect(summary.cells.tallies.rows).toEqual(Float64Array.of(1, 1))
    expect(summary.cells.tallies.sums).toEqual(Float64Array.of(1, 0, 1, 0))
  })
})

describe('of weighted rows', () => {
  test('weights such as 0.25 are used as they are', () => {
    const view = viewColumn(summarize([1, 1, 2, 3], { target: ['a', 'b', 'a', 'b'], weights: [0.25, 0.5, 3, 1024] }))
    expect(view).toEqual({
      size: 3,
      lo: Float64Array.of(1, 2, 3),
      hi: Float64Array.of(1, 2, 3),
      lowest: 1,
      highest: 3,
      weights: Float64Array.of(0.75, 3, 1024),
      total: 1027.75,
      counts: Float64Array.of(0.25, 0.5, 3, 0, 0, 1024),
      classCount: 2,
      distinct: 3,
      weighted: true,
    })
  })

  test('a weight above zero stays above zero beside a huge one, so that its class stays present', () => {
    const view = viewColumn(summarize([1, 2], { target: ['a', 'b'], weights: [1e-300, 1e10] }))
    expect(view.counts[0]).toBeGreaterThan(0)
    expect(view.counts[0]).toBeLessThan(1e-4)
    expect(view.counts[3]).toBe(1e10)
  })

  test('a class that does not occur in a cell stays absent', () => {
    const view = viewColumn(summarize([1, 2], { target: ['a', 'b'], weights: [0.1, 0.3] }))
    expect([view.counts[1], view.counts[2]]).toEqual([0, 0])
  })

  test('weights move by no more than the last bits of their sum', () => {
    const weights = [0.1, 0.7, 1 / 3, 2e-9]
    const view = viewColumn(summarize([1, 2, 3, 4], { weights }))
    weights.forEach((weight, i) => expect(Math.abs(view.weights[i] - weight)).toBeLessThan(view.total * 2 ** -50))
  })

  test('tiny and huge weights keep their proportions', () => {
    for (const unit of [1e-280, 1e290]) {
      const view = viewColumn(summarize([1, 2, 3], { weights: [2 * unit, 6 * unit, 2 * unit] }))
      expect(view.weights[1] / view.weights[0]).toBeCloseTo(3, 12)
      expect(view.total / view.weights[0]).toBeCloseTo(5, 12)
    }
  })

  test('what is added on the left and taken from the right cancels to an exact zero', () => {
    const weight = fc.oneof(fc.double({ min: 1e-12, max: 1e6, noNaN: true }), fc.constantFrom(0.1, 0.3, 1e-300, 1e15))
    const rows = fc.array(fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.constantFrom('a', 'b', 'c'), weight }), {
      minLength: 1,
      maxLength: 40,
    })
    holds(
      fc.property(rows, (all) => {
        const view = viewColumn(
          summarize(
            all.map(({ x }) => x),
            { target: all.map(({ y }) => y), weights: all.map((row) => row.weight) },
          ),
        )
        const { size, classCount: width, weights, counts, total } = view
        let left = 0
        let right = total
        const classes = new Float64Array(width)
        for (let cell = size - 1; cell >= 0; cell--)
          for (let c = 0; c < width; c++) classes[c] += counts[cell * width + c]
        for (let cell = 0; cell < size; cell++) {
          for (let c = 0; c < width; c++) {
            left += counts[cell * width + c]
            right -= counts[cell * width + c]
            classes[c] -= counts[cell * width + c]
          }
          const backwards = weights.subarray(cell + 1).reduceRight((sum, x) => sum + x, 0)
          expect(right).toBe(backwards)
          expect(left + right).toBe(total)
        }
        expect(classes).toEqual(new Float64Array(width))
      }),
    )
  })
})
