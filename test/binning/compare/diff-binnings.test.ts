import { describe, expect, test } from 'vitest'
import type { Binning } from '../../../src/binning/binning.ts'
import { type BinningDiff, type ColumnDiff, diffBinnings } from '../../../src/binning/compare/diff-binnings.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { type Change, edit } from '../../../src/binning/use/edit.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'

const x = Array.from({ length: 100 }, (_, i) => i)
const town = x.map((i) => ['bern', 'hamar', 'oslo', 'rome'][i % 4])
const y = x.map((i) => (i % 4 === 3 || i > 60 ? 'yes' : 'no'))
const table = { x, town, y }

const cutAt = (...cuts: number[]): Promise<Binning> =>
  fitTable(table, { target: 'y', perColumn: { x: { method: fixed, cuts } } })
const of = (diff: BinningDiff, name: string): ColumnDiff => diff.columns.find((column) => column.name === name)!
const base = await cutAt(20, 40, 60)

describe('cuts', () => {
  test('that are the same are no change', () => {
    const diff = diffBinnings(base, base, table)
    expect(diff).toMatchObject({ same: true, rows: 100, measure: 'iv' })
    expect(of(diff, 'x')).toMatchObject({ change: 'none', moved: [], rows: 0 })
  })

  test('that moved, came and went, and the rows between', async () => {
    const diff = of(diffBinnings(base, await cutAt(25, 40, 60, 80), table), 'x')
    expect(diff).toMatchObject({
      change: 'changed',
      moved: [{ from: 20, to: 25 }],
      added: [80],
      removed: [],
      bins: { before: 4, after: 5 },
    })
    // 20 to 24 go down; of 60 to 99 as many stay as go: one half is another bin now.
    expect(diff.rows).toBe(5 + 20)
    const gone = of(diffBinnings(base, await cutAt(40), table), 'x')
    expect(gone).toMatchObject({ moved: [], removed: [20, 60], rows: 40 })
    expect(gone.information.after!).toBeLessThan(gone.information.before!)
  })

  test('are paired so that they move least', async () => {
    const diff = of(diffBinnings(await cutAt(10, 50), await cutAt(11, 30, 49)), 'x')
    expect(diff).toMatchObject({
      moved: [
        { from: 10, to: 11 },
        { from: 50, to: 49 },
      ],
      added: [30],
      rows: null,
    })
    const back = of(diffBinnings(await cutAt(11, 30, 49), await cutAt(10, 50)), 'x')
    expect(back).toMatchObject({
      moved: [
        { from: 11, to: 10 },
        { from: 49, to: 50 },
      ],
      removed: [30],
    })
  })

  test('may lie as far apart as numbers can', async () => {
    const [far, near] = [await cutAt(-1.7e308, 1.7e308), await cutAt(-1.6e308, 0, 1.6e308)]
    expect(of(diffBinnings(far, near), 'x')).toMatchObject({
      moved: [
        { from: -1.7e308, to: -1.6e308 },
        { from: 1.7e308, to: 1.6e308 },
      ],
      added: [0],
    })
  })

  test('of thousands of bins are told in no time', async () => {
    const many = (shift: number): number[] => Array.from({ length: 3000 }, (_, i) => i / 30 + shift)
    const diff = of(diffBinnings(await cutAt(...many(0.001)), await cutAt(...many(0.002))), 'x')
    expect(diff.moved).toHaveLength(3000)
    expect(diff.moved[7]).toEqual({ from: 7 / 30 + 0.001, to: 7 / 30 + 0.002 })
  })
})

describe('levels and all else', () => {
  const change = (...changes: readonly object[]): Binning =>
    changes.reduce<Binning>((now, one) => edit(now, { column: 'town', ...one } as Change), base)

  test('levels that left their group', () => {
    const diff = of(diffBinnings(base, change({ merge: [0, 1] }), table), 'town')
    expect(diff).toMatchObject({ change: 'changed', levels: ['hamar'], rows: 25, bins: { before: 4, after: 3 } })
    const back = of(diffBinnings(change({ merge: [0, 1, 2] }), base, table), 'town')
    expect(back).toMatchObject({ levels: ['hamar', 'oslo'], rows: 50 })
  })

  test('names, policies, kinds', () => {
    const diff = of(diffBinnings(base, change({ name: ['a', '', '', ''] }, { unseen: 0 })), 'town')
    expect(diff.others).toEqual(['levels not seen missing → to a', 'names none → a'])
    expect(diff.levels).toEqual([])
  })

  test('columns that only one has', async () => {
    const one = await fitTable(table, { target: 'y', columns: ['x'] })
    const diff = diffBinnings(one, base, table)
    expect(diff.same).toBe(false)
    expect(of(diff, 'town')).toMatchObject({ change: 'added', rows: null, bins: { before: null, after: 4 } })
    expect(of(diffBinnings(base, one), 'town')).toMatchObject({ change: 'removed' })
  })

  test('without a target in common nothing is said of information', async () => {
    const other = await fitTable({ x, town }, { perColumn: { x: { method: fixed, cuts: [20] } } })
    const diff = diffBinnings(base, other)
    expect(diff.measure).toBeNull()
    expect(of(diff, 'x').information).toEqual({ before: null, after: null })
  })

  test('a numeric target is measured by its variance', async () => {
    const [a, b] = await Promise.all(
      [[50], [10]].map((cuts) => fitTable({ x, n: x }, { target: 'n', perColumn: { x: { method: fixed, cuts } } })),
    )
    const { measure, columns } = diffBinnings(a, b)
    expect(measure).toBe('variance')
    expect(columns[0].information.before).toBeCloseTo(0.75, 2)
    expect(columns[0].information.after).toBeLessThan(0.3)
  })

  test('what a policy refuses is counted as missing', async () => {
    const strict = await fitTable({ x }, { all: { method: fixed, cuts: [50], missingPolicy: 'error' } })
    const diff = diffBinnings(strict, strict, { x: [1, 60, null] })
    expect(of(diff, 'x').rows).toBe(0)
  })
})
