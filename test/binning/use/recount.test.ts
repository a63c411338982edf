import { describe, expect, test } from 'vitest'
import type { Binning, NumberColumn } from '../../../src/binning/binning.ts'
import { edit } from '../../../src/binning/use/edit.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { binningFromJson, binningToJson } from '../../../src/binning/binning-json.ts'
import { recount, recountColumn } from '../../../src/binning/use/recount.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { DataError } from '../../../src/errors.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { binningOf, numbersOf } from '../made.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { random } from '../../../src/util/random.ts'
import { dataError } from '../../refusals.ts'

const table = { x: [1, 2, 3, 10, 11, 12], y: ['a', 'a', 'a', 'b', 'b', 'b'] }
const fitted = (): Promise<Binning> => fitTable(table, { target: 'y', source: 'train.csv' })

describe('recount', () => {
  test.each([
    ['classes', (i: number) => ['a', 'b', 'c'][i % 3]],
    ['a number', (i: number) => ((i * 7) % 11) / 4],
  ])('counts many rows without a sort as a summary of them does, with %s as target', async (_, targetOf) => {
    const { next, normal } = random(3)
    const rows = 60_000
    const y = Array.from({ length: rows }, (__, i) => targetOf(i))
    const columns = {
      normal: Float64Array.from({ length: rows }, normal),
      tails: Float64Array.from({ length: rows }, () => Math.exp(4 * normal())),
      ties: Float64Array.from({ length: rows }, () => Math.round(normal() * 40) / 8),
      odd: Float64Array.from({ length: rows }, () => [next(), Number.NaN, Infinity, -Infinity][next() < 0.9 ? 0 : 3]),
      constant: new Float64Array(rows).fill(2),
    }
    const binning = await fitTable({ ...columns, y }, { target: 'y' })
    const moved = Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [name, values.map((x) => x * 1.1 + 0.01)]),
    )
    const { columns: counted } = recount(binning, { ...moved, y })
    for (const [i, column] of binning.columns.entries()) {
      const summary = summarize(moved[column.name], { target: y })
      expect(counted[i]).toEqual(recountColumn(column as NumberColumn, summary))
    }
  })

  test('counts the same bins on other rows; cuts, reasons, range and labels stay', async () => {
    const binning = await fitted()
    const counted = recount(binning, { x: [3, 4, 20, null], y: ['b', 'a', 'b', 'b'] })
    const before = numbersOf(binning)
    expect(counted.created).toEqual({ ...binning.created, source: { name: null, rows: 4 } })
    expect(counted.target).toEqual(binning.target)
    expect(numbersOf(counted)).toMatchObject({
      name: 'x',
      cuts: before.cuts,
      reasons: before.reasons,
      range: before.range,
      options: before.options,
      countsExact: true,
      bins: [
        { label: '< 6.5', count: 2, classes: [1, 1], lo: 3, hi: 4, median: 3 },
        { label: '≥ 6.5', count: 1, classes: [0, 1], lo: 20, hi: 20, median: 20 },
      ],
      missing: { count: 1, classes: [0, 1], policy: 'own', bin: null, values: [] },
    })
  })

  test('gives on the rows of the fit what the fit gave', async () => {
    const binning = await fitted()
    expect(recount(binning, table)).toEqual({
      ...binning,
      created: { ...binning.created, source: { name: null, rows: 6 } },
    })
  })

  test('never changes the binning', async () => {
    const binning = await fitted()
    const text = binningToJson(binning)
    recount(binning, { x: [1], y: ['a'] })
    expect(binningToJson(binning)).toBe(text)
  })

  test('can be saved', async () => {
    const counted = recount(await fitted(), { x: [1, 99], y: ['a', 'b'] })
    expect(binningFromJson(binningToJson(counted))).toEqual(counted)
  })

  test('keeps policies, special codes and missing codes', async () => {
    const binning = await fitTable(
      { x: [1, 2, -9, -1, 3], y: ['a', 'a', 'b', 'b', 'b'] },
      {
        target: 'y',
        all: {
          method: fixed as unknown as AnyDiscretizer,
          cuts: [2.5],
          special: [-9],
          missing: [-1],
          missingPolicy: 'nearest',
          specialPolicy: 0,
        },
      },
    )
    const counted = numbersOf(recount(binning, { x: [-9, -9, -1, 1], y: ['a', 'a', 'b', 'b'] }))
    expect(counted.special).toEqual([{ code: -9, count: 2, classes: [2, 0], policy: 'bin', bin: 0 }])
    expect(counted.missing).toEqual({ count: 1, classes: [0, 1], policy: 'nearest', bin: 1, values: [-1] })
  })

  test('keeps the classes of the fit, also those that do not occur', async () => {
    const counted = recount(await fitted(), { x: [1], y: ['a'] })
    expect(counted.target).toEqual({ kind: 'class', name: 'y', classes: ['a', 'b'], event: null })
    expect(counted.columns[0].bins.map(({ classes }) => classes)).toEqual([
      [1, 0],
      [0, 0],
    ])
  })

  test('refuses a class the fit did not have', async () => {
    const binning = await fitted()
    expect(() => recount(binning, { x: [1, 2], y: ['a', 'c'] })).toThrow(
      dataError('recount: label "c" at row 1 is not in classes, did you mean a or b?', { column: 'y', row: 1 }),
    )
  })

  test('counts rows without classes where the target is not in the table', async () => {
    const counted = recount(await fitted(), { x: [1, 20] })
    expect(counted.target).toBeNull()
    expect(counted.columns[0].bins).toMatchObject([{ count: 1 }, { count: 1 }])
    expect(counted.columns[0].bins[0]).not.toHaveProperty('classes')
    expect(binningFromJson(binningToJson(counted))).toEqual(counted)
  })

  test('takes target and weights under other names', async () => {
    const binning = await fitted()
    const counted = recount(binning, { x: [1, 20], label: ['b', 'a'], w: [0.5, 2] }, { target: 'label', weights: 'w' })
    expect(counted.columns[0].bins).toMatchObject([
      { count: 1, weight: 0.5, classes: [0, 0.5] },
      { count: 1, weight: 2, classes: [2, 0] },
    ])
  })

  test('counts a numeric target', async () => {
    const binning = await fitTable(
      { x: [1, 2, 3, 4], y: [0.5, 1, 2, 4] },
      { target: 'y', all: { method: equalFrequency, bins: 2 } },
    )
    expect(recount(binning, { x: [1, 9], y: [3, 7] }).columns[0].bins).toMatchObject([
      { count: 1, sum: 3, sumSquares: 9 },
      { count: 1, sum: 7, sumSquares: 49 },
    ])
  })

  test('counts levels the fit did not see as missing', async () => {
    const binning = await fitTable({ c: ['red', 'blue'] })
    const { bins, missing } = recount(binning, { c: ['red', 'green', null, 'red'] }).columns[0]
    expect(bins).toEqual([
      { label: 'blue', levels: ['blue'], count: 0 },
      { label: 'red', levels: ['red'], count: 2 },
    ])
    expect(missing).toEqual({ count: 2, policy: 'own', bin: null, values: [] })
  })

  test('counts infinite values in the outer bins', async () => {
    const { bins } = recount(await fitted(), { x: [-Infinity, Infinity] }).columns[0]
    expect(bins).toMatchObject([
      { count: 1, lo: -Infinity, hi: -Infinity, median: null },
      { count: 1, lo: Infinity, hi: Infinity, median: null },
    ])
  })
})

describe('the notes of a recount', () => {
  test('tell of its own rows without a target', async () => {
    const counted = recount(await fitted(), { x: [1, 2, 3], y: ['a', null, null] })
    expect(counted.columns[0].notes).toContainEqual({ code: 'unlabelled', message: '2 rows without a target left out' })
  })

  test('do not tell of rows the fit left out', async () => {
    const binning = await fitTable({ x: [1, 2, 3], y: ['a', 'b', null] }, { target: 'y' })
    const { notes } = recount(binning, { x: [1, 2], y: ['a', 'b'] }).columns[0]
    expect(notes.map(({ code }) => code)).not.toContain('unlabelled')
  })

  test('do not call counts estimated that are counted', async () => {
    const edited = edit(await fitted(), { column: 'x', add: 2.5 })
    expect(edited.columns[0].notes.map(({ code }) => code)).toEqual(['edited', 'estimated'])
    const { countsExact, notes } = recount(edited, table).columns[0]
    expect(countsExact).toBe(true)
    expect(notes.map(({ code }) => code)).toEqual(['edited'])
  })

  test('tell of bins that hold no rows here, and not of bins that held none in the fit', async () => {
    const options = { all: { method: fixed as unknown as AnyDiscretizer, cuts: [1.5, 2.5] } }
    const full = await fitTable({ x: [1, 2, 3] }, options)
    const gappy = await fitTable({ x: [1, 3] }, options)
    const codes = (binning: Binning, x: number[]): string[] =>
      recount(binning, { x }).columns[0].notes.map(({ code }) => code)
    expect(codes(gappy, [1, 2, 3])).toEqual([])
    expect(codes(full, [1, 3])).toEqual(['empty-bins'])
  })
})

describe('what cannot be recounted', () => {
  test('is a column that is not there', async () => {
    const binning = await fitted()
    expect(() => recount(binning, { z: [1], y: ['a'] })).toThrow(
      dataError('recount: unknown column "x", did you mean z or y?', { column: 'x' }),
    )
  })

  test('are columns of different lengths', async () => {
    const binning = await fitted()
    expect(() => recount(binning, { x: [1], y: ['a', 'b'] })).toThrow(
      dataError('recount: column "y" must have 1 rows like "x", got 2', { column: 'y' }),
    )
  })

  test('is a target or weights that are not there', async () => {
    const binning = await fitted()
    expect(() => recount(binning, { x: [1], y: ['a'] }, { weights: 'weight' })).toThrow(
      dataError('recount: unknown column "weight", expected one of x, y', { column: 'weight' }),
    )
    expect(() => recount(binning, { x: [1], y: ['a'] }, { target: 'label' })).toThrow(
      dataError('recount: unknown column "label", expected one of x, y', { column: 'label' }),
    )
  })

  test('is text where numbers are expected', async () => {
    const binning = await fitted()
    expect(() => recount(binning, { x: ['1'], y: ['a'] })).toThrow(
      dataError('recount: column "x" must hold numbers, got "1" at row 0', { column: 'x', row: 0 }),
    )
  })
})

describe('recountColumn', () => {
  test('counts a column on a summary', () => {
    const column = fit([1, 2, 3, -9], { method: fixed, cuts: [1.5], special: [-9] })
    const counted = recountColumn(column, summarize([5, -9, -9], { special: [-9] }))
    expect(counted.bins.map(({ count }) => count)).toEqual([0, 1])
    expect(counted.special).toEqual([{ code: -9, count: 2, policy: 'own', bin: null }])
  })

  test('refuses a summary made with other special codes', () => {
    const column = fit([1, 2, 3, -9], { method: fixed, cuts: [1.5], special: [-9] })
    expect(() => recountColumn(column, summarize([1, 2]))).toThrow(DataError)
  })

  test('says that counts are estimates where a coarse cell lies across a cut', () => {
    const summary = summarize([1, 5])
    const coarse = { ...summary, cells: { ...summary.cells, hi: Float64Array.of(3, 6) } }
    const column = fit([1, 2, 3], { method: fixed, cuts: [2] })
    expect(recountColumn(column, coarse).countsExact).toBe(false)
    expect(recountColumn({ ...column, cuts: [4] }, coarse).countsExact).toBe(true)
  })

  test('keeps names apart: labels are those of the fit', () => {
    const column = fit([3.3, 3.4], { method: fixed, cuts: [3.3499999999999996] })
    const counted = recountColumn(column, summarize([3.3499999999999996]))
    expect(counted.bins.map(({ label, count }) => [label, count])).toEqual([
      ['< 3.35', 0],
      ['≥ 3.35', 1],
    ])
    expect(binningOf(counted).columns).toHaveLength(1)
  })
})
