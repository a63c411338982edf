import { describe, expect, test } from 'vitest'
import { encodeDense } from '../../src/encoders/encode.ts'
import type { Encoder } from '../../src/encoders/encoder.ts'
import { explainGoal } from '../../src/explain/explain-goal.ts'
import * as kerf from '../../src/index.ts'
import { fitTable, fromRows } from '../../src/index.ts'
import { growTree } from '../../src/trees/grow/grow-tree.ts'
import { predictTree } from '../../src/trees/predict-tree.ts'
import type { Table } from '../../src/types.ts'

const day = new Date('2026-03-01')
const rows = [
  { age: 31, plan: 'a', paid: true },
  { age: null, plan: 'b', day },
  { age: 47, extra: 2n, paid: false, plan: '' },
]

describe('fromRows', () => {
  test('gives all keys in the order in which they appear, and numbers as doubles', () => {
    const table = fromRows<Partial<Record<'age' | 'plan' | 'paid' | 'day' | 'extra', unknown>>>(rows)
    expect(Object.keys(table)).toEqual(['age', 'plan', 'paid', 'day', 'extra'])
    expect(table).toEqual({
      age: Float64Array.of(31, Number.NaN, 47),
      plan: ['a', 'b', null],
      paid: [true, null, false],
      day: [null, day, null],
      extra: Float64Array.of(Number.NaN, Number.NaN, 2),
    })
  })

  test('takes anything that rows can be gone through by, and single names', () => {
    function* each(): Generator<{ x: number; y: string }> {
      yield { x: 1, y: 'a' }
      yield { x: 2, y: 'b' }
    }
    expect(fromRows(each(), ['y'])).toEqual({ y: ['a', 'b'] })
    expect(fromRows(new Set([{ x: 1 }]))).toEqual({ x: Float64Array.of(1) })
    expect(fromRows([])).toEqual({})
    expect(fromRows<{ x: number }>([], ['x'])).toEqual({ x: new Float64Array(0) })
  })

  test('keeps names that objects have of their own, and whole numbers that no double can hold', () => {
    const odd = JSON.parse('[{ "__proto__": 1, "constructor": 2 }]') as object[]
    expect(Object.entries(fromRows(odd))).toEqual([
      ['__proto__', Float64Array.of(1)],
      ['constructor', Float64Array.of(2)],
    ])
    expect(fromRows([{ id: 2n ** 53n + 1n }])).toEqual({ id: [2n ** 53n + 1n] })
  })

  test.each([
    ['a row that is none', [{ x: 1 }, 5], 'fromRows: rows must be objects, got 5 at row 1'],
    ['a row that is a list', [[1, 2]], 'fromRows: rows must be objects, got [1, 2] at row 0'],
    ['a Map', new Map([['x', 1]]), 'fromRows: rows must be objects, got [x, 1] at row 0'],
    ['columns', { x: [1] }, 'fromRows: rows must be a list of objects, got object'],
    ['text', 'rows', 'fromRows: rows must be a list of objects, got "rows"'],
  ])('refuses %s', (_, given, message) => {
    expect(() => fromRows(given as Iterable<object>)).toThrow(message)
  })

  test('refuses a name that no row has', () => {
    expect(() => fromRows(rows as { plan?: string }[], ['plam' as 'plan'])).toThrow(
      'no row has "plam", did you mean plan?',
    )
  })
})

test('fitTable takes rows as it takes columns', async () => {
  const people = Array.from({ length: 40 }, (_, i) => ({ age: i, label: i < 20 ? 'no' : 'yes' }))
  const binning = await fitTable(people, { target: 'label' })
  expect(binning).toEqual(await fitTable(fromRows(people), { target: 'label' }))
  expect(binning.columns[0]).toMatchObject({ name: 'age', cuts: [19.5] })
})

describe('rows given where columns are wanted are refused, and fromRows is named', async () => {
  const binning = await fitTable({ x: [1, 2, 3, 4], y: ['a', 'a', 'b', 'b'] }, { target: 'y' })
  const list = [{ x: 1, y: 'a' }] as unknown as Table
  const tree = growTree({ x: [1, 2, 3, 4], y: ['a', 'a', 'b', 'b'] }, { target: 'y' })
  test.each([
    ['recount', () => kerf.recount(binning, list)],
    ['compareDrift', () => kerf.compareDrift(binning, list)],
    ['driftByPeriod', () => kerf.driftByPeriod(binning, list, { date: 'x' })],
    ['findCuts', () => kerf.findCuts(list)],
    ['cutAndAssign', () => kerf.cutAndAssign(list)],
    ['chi2Table', () => kerf.chi2Table(list, { target: 'y' })],
    ['splitRows', () => kerf.splitRows(list)],
    ['pickTable', () => kerf.pickTable(list, new Uint32Array(1))],
    ['compareMethods', () => kerf.compareMethods(list, { target: 'y' })],
    ['encodeDense', () => encodeDense({ fields: [] } as unknown as Encoder, list)],
    ['growTree', () => growTree(list, { target: 'y' })],
    ['predictTree', () => predictTree(tree, list)],
    ['explainGoal', () => explainGoal(list, { target: 'y', goal: 'a' })],
  ])('%s', async (name, call) => {
    await expect((async () => call())()).rejects.toThrow(
      `${name}: table must be an object of columns by name, got [object]; fromRows makes columns of rows`,
    )
  })
})
