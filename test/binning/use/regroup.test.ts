import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NumberBin, NumberColumn } from '../../../src/binning/binning.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { regroupBins } from '../../../src/binning/use/regroup.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import type { Closed } from '../../../src/types.ts'
import { nextDown } from '../../../src/util/numbers/doubles.ts'
import { holds } from '../../discretizers/holds.ts'
import { anyRows } from '../../discretizers/rows.ts'

const column = fit([0, 1, 4, 5, 8, 9], { target: ['a', 'b', 'a', 'b', 'b', 'b'], method: fixed, cuts: [2, 7] })

const counts = (bins: readonly NumberBin[]): unknown => bins.map(({ count, classes }) => [count, classes])

describe('regroupBins', () => {
  test('moves whole bins where new cuts fall into gaps, and stays exact', () => {
    expect(regroupBins(column, [6])).toEqual({
      exact: true,
      bins: [
        { label: '< 6', count: 4, classes: [2, 2], lo: 0, hi: 5, median: null },
        { label: '≥ 6', count: 2, classes: [0, 2], lo: 8, hi: 9, median: 8 },
      ],
    })
  })

  test('makes one bin without cuts', () => {
    expect(regroupBins(column, [])).toEqual({
      exact: true,
      bins: [{ label: 'all values', count: 6, classes: [2, 4], lo: 0, hi: 9, median: null }],
    })
  })

  test('leaves everything as it is where the cuts are the same', () => {
    expect(regroupBins(column, column.cuts)).toEqual({ exact: true, bins: column.bins })
  })

  test('leaves a bin empty where no values were seen', () => {
    expect(regroupBins(column, [2, 3, 7]).bins[1]).toEqual({
      label: '[2, 3)',
      count: 0,
      classes: [0, 0],
      lo: null,
      hi: null,
      median: null,
    })
  })

  test('goes by the closed end where a cut is a value seen', () => {
    expect(counts(regroupBins(column, [4]).bins)).toEqual([
      [2, [1, 1]],
      [4, [1, 3]],
    ])
    const right = fit([0, 1, 4, 5, 8, 9], { method: fixed, cuts: [2, 7], closed: 'right' })
    expect(regroupBins(right, [5]).bins.map(({ count }) => count)).toEqual([4, 2])
    expect(regroupBins(right, [5]).exact).toBe(true)
  })

  test('spreads the rows of a bin evenly over the parts a cut makes of it', () => {
    const wide = fit([0, 2, 4, 6, 8, 10], { target: ['a', 'a', 'a', 'a', 'b', 'b'], method: fixed })
    expect(regroupBins(wide, [5])).toEqual({
      exact: false,
      bins: [
        { label: '< 5', count: 3, classes: [2, 1], lo: 0, hi: nextDown(5), median: null },
        { label: '≥ 5', count: 3, classes: [2, 1], lo: 5, hi: 10, median: null },
      ],
    })
  })

  test('loses no row of as many as there can be', () => {
    const one = fit([0, 0.3], { method: fixed })
    const full = { ...one, bins: [{ ...one.bins[0], count: Number.MAX_SAFE_INTEGER }] }
    const ninths = [1, 2, 3, 4, 5, 6, 7, 8].map((i) => (0.3 * i) / 9)
    const { bins } = regroupBins(full, ninths)
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('keeps whole counts whole', () => {
    const wide = fit([0, 5, 10], { method: fixed })
    expect(regroupBins(wide, [3, 7]).bins.map(({ count }) => count)).toEqual([1, 1, 1])
  })
})

/** Columns of rows of any kind: with classes, numbers or nothing, with and without weights. */
function columnsOf(x: number[], y: string[], w: number[], cuts: readonly number[], closed: Closed): NumberColumn[] {
  const numbers = y.map((label) => label.codePointAt(0)! / 8)
  const given = { method: fixed, cuts, closed }
  return [
    fit(x, given),
    fit(x, { ...given, weights: w }),
    fit(x, { ...given, target: y }),
    fit(x, { ...given, target: y, weights: w }),
    fit(x, { ...given, target: numbers, targetKind: 'numeric' }),
    fit(x, { ...given, target: numbers, targetKind: 'numeric', weights: w }),
  ]
}

/** A bin without label and median, sums rounded to what the order of adding cannot change. */
function rounded(bin: NumberBin): unknown {
  const text = JSON.stringify({ ...bin, label: '', median: null }, (_, v: unknown) =>
    typeof v === 'number' ? Math.round(v * 1e9) / 1e9 : v,
  )
  return JSON.parse(text)
}

describe('whatever is regrouped', () => {
  const anyCuts = fc
    .uniqueArray(fc.integer({ min: -14, max: 24 }), { maxLength: 5 })
    .map((cuts) => cuts.toSorted((a, b) => a - b).map((cut) => cut / 20))
  const closedEnds = fc.constantFrom<Closed>('left', 'right')
  const total = (bins: readonly NumberBin[], pick: (bin: NumberBin) => number): number =>
    bins.reduce((sum, bin) => sum + pick(bin), 0)

  test('nothing is lost or made', () => {
    holds(
      fc.property(anyRows([1, 0.25, 3]), anyCuts, anyCuts, closedEnds, ({ x, y, w }, cuts, others, closed) => {
        for (const old of columnsOf(x, y, w, cuts, closed)) {
          const { bins } = regroupBins(old, others)
          expect(total(bins, ({ count }) => count)).toBe(x.length)
          for (const pick of [
            ({ weight = 0 }: NumberBin): number => weight,
            ({ classes = [] }: NumberBin): number => classes[0] ?? 0,
            ({ classes = [] }: NumberBin): number => classes[1] ?? 0,
            ({ sum = 0 }: NumberBin): number => sum,
            ({ sumSquares = 0 }: NumberBin): number => sumSquares,
          ])
            expect(total(bins, pick)).toBeCloseTo(total(old.bins, pick), 9)
          expect(bins.filter(({ count }) => count < 0 || !Number.isInteger(count))).toEqual([])
        }
      }),
    )
  })

  test('where it says exact, it is what counting the rows would give', () => {
    let exact = 0
    holds(
      fc.property(anyRows([1, 0.25, 3]), anyCuts, anyCuts, closedEnds, ({ x, y, w }, cuts, others, closed) => {
        const fresh = columnsOf(x, y, w, others, closed)
        const pairs = columnsOf(x, y, w, cuts, closed)
          .map((old, i) => ({ ...regroupBins(old, others), counted: fresh[i].bins }))
          .filter((pair) => pair.exact)
        exact += pairs.length
        expect(pairs.map(({ bins }) => bins.map(rounded))).toEqual(pairs.map(({ counted }) => counted.map(rounded)))
      }),
    )
    expect(exact).toBeGreaterThan(100)
  })

  test('an empty bin has no smallest and no largest value', () => {
    holds(
      fc.property(anyRows([1]), anyCuts, anyCuts, closedEnds, ({ x }, cuts, others, closed) => {
        const { bins } = regroupBins(fit(x, { method: fixed, cuts, closed }), others)
        expect(bins.filter(({ count, lo, hi }) => (count === 0) !== (lo === null && hi === null))).toEqual([])
      }),
    )
  })
})

describe('estimated parts', () => {
  test('keep the mean of the bin they come from', () => {
    const tens = fit([0, 5, 10], { target: [10, 10, 10], targetKind: 'numeric', method: fixed })
    const { bins } = regroupBins(tens, [9])
    const means = bins.filter(({ count }) => count > 0).map(({ sum, count }) => sum! / count)
    expect(means).toEqual(means.map(() => 10))
  })

  test('leave a row at either end of the bin, where rows are known to be', () => {
    const ends = (target?: string[]): unknown =>
      regroupBins(fit([0, 10], { target, method: fixed }), [9.9]).bins.map(({ count }) => count)
    expect(ends()).toEqual([1, 1])
    expect(ends(['a', 'b'])).toEqual([1, 1])
  })

  test('go by the finite range where infinite values were seen', () => {
    const { bins } = regroupBins(fit([-Infinity, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { method: fixed }), [5])
    expect(bins[0].count).toBeGreaterThanOrEqual(4)
    expect(bins[1].count).toBeGreaterThanOrEqual(4)
  })

  test('are numbers where the bin is as wide as doubles go', () => {
    const { bins } = regroupBins(fit([-1.7e308, 1.7e308], { method: fixed }), [1.6e308])
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })
})
