import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { fitSummary } from '../../../src/binning/fit/fit.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { type BinningTable, binningTable } from '../../../src/binning/use/binning-table.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { gain } from '../../../src/measures/gain.ts'
import { informationValue } from '../../../src/measures/weight-of-evidence.ts'
import { eventClass } from '../../../src/summaries/mark-rows.ts'
import { type SummarizeOptions, summarize } from '../../../src/summaries/summarize.ts'
import type { NumberValues, Target } from '../../../src/types.ts'
import { anyRows } from '../../discretizers/rows.ts'
import { holds } from '../../discretizers/holds.ts'
import { AB } from '../made.ts'

/** The table of values cut at given cuts. */
function tableOf(
  values: NumberValues,
  cuts: readonly number[],
  given: SummarizeOptions & Parameters<typeof fitSummary>[1] = {},
): BinningTable {
  const { missingPolicy, specialPolicy, ...rest } = given
  const summary = summarize(values, rest)
  return binningTable(fitSummary(summary, { method: fixed, cuts, missingPolicy, specialPolicy }), summary.target)
}

describe('the table of a class target', () => {
  // Bin 1: three a, one b. Bin 2: one a, three b.
  const values = [1, 1, 1, 1, 2, 2, 2, 2]
  const target = ['a', 'a', 'a', 'b', 'a', 'b', 'b', 'b']

  test('has counts, shares, rates, weight of evidence, information value and gain per line, and a total', () => {
    const half = (1 - 0.8112781244591328) / 2
    expect(tableOf(values, [1.5], { target })).toEqual({
      event: 'b',
      rows: [
        {
          label: '< 1.5',
          count: 4,
          weight: 4,
          share: 0.5,
          classes: [3, 1],
          rates: [0.75, 0.25],
          rate: 0.25,
          woe: expect.closeTo(-Math.log(3), 14),
          iv: expect.closeTo(0.5 * Math.log(3), 14),
          gain: expect.closeTo(half, 14),
          mean: null,
          deviation: null,
        },
        {
          label: '≥ 1.5',
          count: 4,
          weight: 4,
          share: 0.5,
          classes: [1, 3],
          rates: [0.25, 0.75],
          rate: 0.75,
          woe: expect.closeTo(Math.log(3), 14),
          iv: expect.closeTo(0.5 * Math.log(3), 14),
          gain: expect.closeTo(half, 14),
          mean: null,
          deviation: null,
        },
      ],
      total: {
        label: 'total',
        count: 8,
        weight: 8,
        share: 1,
        classes: [4, 4],
        rates: [0.5, 0.5],
        rate: 0.5,
        woe: 0,
        iv: expect.closeTo(Math.log(3), 14),
        gain: expect.closeTo(2 * half, 14),
        mean: null,
        deviation: null,
      },
    })
  })

  test('speaks of the event asked for; weight of evidence is positive where the event is frequent', () => {
    const { event, rows } = tableOf(values, [1.5], { target, event: 'a' })
    expect(event).toBe('a')
    expect(rows.map(({ rate }) => rate)).toEqual([0.75, 0.25])
    expect(rows[0].woe).toBeCloseTo(Math.log(3), 14)
    expect(rows[1].woe).toBeCloseTo(-Math.log(3), 14)
  })

  test('smooths a bin without the event, or with nothing else, by half a row', () => {
    const { rows } = tableOf([1, 1, 2, 2], [1.5], { target: ['a', 'a', 'a', 'b'] })
    // 0.5 of 1 event against 2.5 of 3 others; then 1 of 1 against 1 of 3.
    expect(rows[0].woe).toBeCloseTo(Math.log(0.5) - Math.log(2.5 / 3), 14)
    expect(rows[1].woe).toBeCloseTo(Math.log(3), 14)
  })

  test('adds nothing for an empty bin', () => {
    const { rows } = tableOf(values, [1.5, 9], { target })
    expect(rows[2]).toEqual({
      label: '≥ 9',
      count: 0,
      weight: 0,
      share: 0,
      classes: [0, 0],
      rates: [0, 0],
      rate: 0,
      woe: 0,
      iv: 0,
      gain: 0,
      mean: null,
      deviation: null,
    })
  })

  test('of three classes speaks of an event only where one is named', () => {
    const three = ['a', 'a', 'b', 'b', 'c', 'c', 'c', 'c']
    const silent = tableOf(values, [1.5], { target: three })
    expect(silent.event).toBeNull()
    expect(silent.rows.map(({ rate, woe, iv }) => [rate, woe, iv])).toEqual([
      [null, null, null],
      [null, null, null],
    ])
    expect(silent.total).toMatchObject({ rate: null, woe: null, iv: null })
    expect(silent.total.gain).toBeCloseTo(1, 14)
    const named = tableOf(values, [1.5], { target: three, event: 'c' })
    expect(named.rows.map(({ rate }) => rate)).toEqual([0, 1])
    expect(named.total.rate).toBe(0.5)
  })

  test('of one class has no weight of evidence anywhere, not in the total either', () => {
    const { rows, total } = tableOf([1, 2], [1.5], { target: ['a', 'a'], event: 'a' })
    expect([...rows, total].map(({ woe, iv, gain: bits }) => [woe, iv, bits])).toEqual([
      [null, null, 0],
      [null, null, 0],
      [null, null, 0],
    ])
  })

  test('has the gain and the information value that are measured directly, missing rows included', () => {
    holds(
      fc.property(anyRows([1, 0.25, 3]), fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (rows, holes) => {
        const x = rows.x.map((value, i) => (holes[i] ? null : value))
        const given = { target: rows.y, weights: rows.w, event: rows.y[0], special: [0.3] }
        const { rows: lines, total } = tableOf(x, [-0.2, 0.15, 0.5], given)
        const counts = lines.map(({ classes }) => classes!)
        const at = [...new Set(rows.y)].toSorted().indexOf(rows.y[0])
        const events = counts.map((classes) => ({
          event: classes[at],
          rest: classes.reduce((sum, count, i) => sum + (i === at ? 0 : count), 0),
        }))
        expect(total.gain).toBeCloseTo(gain(counts), 10)
        expect(total.iv ?? 0).toBeCloseTo(informationValue(events), 10)
        expect(lines.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
        expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(rows.x.length)
        expect(lines.filter(({ gain: bits }) => bits! < -1)).toEqual([])
      }),
    )
  })
})

describe('missing values and special codes', () => {
  const values = [1, 2, 3, null, null, -9]
  const target = ['a', 'b', 'a', 'b', 'b', 'a']
  const lines = (given: Parameters<typeof tableOf>[2]): unknown =>
    tableOf(values, [1.5], { target, special: [-9, -8], ...given }).rows.map(({ label, count, classes }) => [
      label,
      count,
      classes,
    ])

  test('have lines where they hold rows', () => {
    expect(lines({})).toEqual([
      ['< 1.5', 1, [1, 0]],
      ['≥ 1.5', 2, [1, 1]],
      ['missing', 2, [0, 2]],
      ['special -9', 1, [1, 0]],
    ])
  })

  test('are counted in the bin a policy sends them to', () => {
    expect(lines({ missingPolicy: 0, specialPolicy: { [-9]: 1 } })).toEqual([
      ['< 1.5', 3, [1, 2]],
      ['≥ 1.5', 3, [2, 1]],
    ])
    expect(lines({ missingPolicy: 'nearest' })).toEqual([
      ['< 1.5', 1, [1, 0]],
      ['≥ 1.5', 4, [1, 3]],
      ['special -9', 1, [1, 0]],
    ])
  })

  test('have their own weight of evidence, not 0 and not that of another bin', () => {
    const { rows } = tableOf(values, [1.5], { target, special: [-9] })
    // Missing: 2.5 of 3 events and 0.5 of 3 others, with half a row added to both.
    expect(rows[2].woe).toBeCloseTo(Math.log(2.5) - Math.log(0.5), 14)
    expect(rows[2].rate).toBe(1)
  })
})

describe('the table of other columns', () => {
  test('of a numeric target has mean and standard deviation', () => {
    const { event, rows, total } = tableOf([1, 1, 2, null], [1.5], { target: [1.5, 2.5, 7, 3] })
    expect(event).toBeNull()
    expect(rows.map(({ label, mean, deviation }) => [label, mean, deviation])).toEqual([
      ['< 1.5', 2, 0.5],
      ['≥ 1.5', 7, 0],
      ['missing', 3, 0],
    ])
    expect(total).toMatchObject({ count: 4, mean: 3.5, classes: null, rates: null, woe: null, iv: null, gain: null })
    expect(total.deviation).toBeCloseTo(Math.sqrt((4 + 1 + 12.25 + 0.25) / 4), 14)
  })

  test('of a numeric target weighs mean and deviation', () => {
    const { rows } = tableOf([1, 1], [], { target: [0.5, 2.5], weights: [3, 1] })
    expect(rows[0]).toMatchObject({ count: 2, weight: 4, mean: 1 })
    expect(rows[0].deviation).toBeCloseTo(Math.sqrt(0.75), 14)
  })

  test('of a numeric target has no mean for an empty bin', () => {
    expect(tableOf([1, 2], [9], { target: [0.5, 2.5] }).rows[1]).toMatchObject({
      count: 0,
      mean: null,
      deviation: null,
    })
  })

  test('without a target has counts and shares', () => {
    expect(tableOf([1, 2, 3, null], [2.5], { weights: [1, 1, 1, 5] }).rows).toEqual([
      { ...PLAIN, label: '< 2.5', count: 2, weight: 2, share: 0.25 },
      { ...PLAIN, label: '≥ 2.5', count: 1, weight: 1, share: 0.125 },
      { ...PLAIN, label: 'missing', count: 1, weight: 5, share: 0.625 },
    ])
  })

  test('of no rows is a line of zeros', () => {
    const { rows, total } = tableOf([], [])
    expect(rows).toEqual([{ ...PLAIN, label: 'all values', count: 0, weight: 0, share: 0 }])
    expect(total).toEqual({ ...PLAIN, label: 'total', count: 0, weight: 0, share: 0 })
  })

  test('of categories has a line per level', async () => {
    const binning = await fitTable({ c: ['x', 'x', 'y', null], k: ['a', 'b', 'b', 'b'] }, { target: 'k' })
    const { rows, total } = binningTable(binning.columns[0], binning.target)
    expect(rows.map(({ label, count, rate }) => [label, count, rate])).toEqual([
      ['x', 2, 0.5],
      ['y', 1, 1],
      ['missing', 1, 1],
    ])
    expect(total).toMatchObject({ count: 4, classes: [1, 3] })
  })
})

const PLAIN = {
  classes: null,
  rates: null,
  rate: null,
  woe: null,
  iv: null,
  gain: null,
  mean: null,
  deviation: null,
}

describe('eventClass', () => {
  test('is the one asked for, or the second of two classes', () => {
    const target = (classes: string[], event: string | null): Target => ({ kind: 'class', name: null, classes, event })
    expect(eventClass(target(['a', 'b'], null))).toBe('b')
    expect(eventClass(target(['a', 'b'], 'a'))).toBe('a')
    expect(eventClass(target(['a', 'b', 'c'], 'c'))).toBe('c')
    expect(eventClass(target(['a', 'b', 'c'], null))).toBeNull()
    expect(eventClass(target(['a'], null))).toBeNull()
    expect(eventClass({ kind: 'numeric', name: null })).toBeNull()
    expect(eventClass(null)).toBeNull()
  })

  test('is what the table of a fitted column needs beside the column', () => {
    const column = fit([1, 2], { target: ['a', 'b'], method: fixed, cuts: [1.5] })
    expect(binningTable(column, AB).event).toBe('b')
    expect(binningTable(column, null).event).toBeNull()
  })
})
