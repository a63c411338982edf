import { describe, expect, test } from 'vitest'
import type { Binning, NumberColumn } from '../../../src/binning/binning.ts'
import { verifyBinning } from '../../../src/binning/compare/verify-binning.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import type { FitTableOptions } from '../../../src/binning/fit/table-options.ts'
import { chi2Table } from '../../../src/binning/together/chi2-table.ts'
import { edit } from '../../../src/binning/use/edit.ts'
import { recount } from '../../../src/binning/use/recount.ts'
import { roundCuts } from '../../../src/binning/use/round-cuts.ts'
import { equalFrequency, methods, optimal } from '../../../src/index.ts'
import { random } from '../../../src/util/random.ts'

const { next } = random(5)
const x = Array.from({ length: 300 }, () => Math.round(next() * 1000) / 10)
const z = x.map((value) => Math.round(value + next() * 40))
const town = x.map((value) => ['bern', 'hamar', 'oslo', 'rome'][Math.floor(((value + next() * 60) / 160) * 4)])
const y = x.map((value) => (next() * 100 < value ? 'yes' : 'no'))
const n = x.map((value) => value * 2 + next())
const w = x.map(() => 0.5 + next())
const table = { x, z, town, y, n, w }

describe('a binning that was fitted', () => {
  const ways = methods().flatMap((method) => {
    const named = (target: string | undefined): [string, FitTableOptions] => [
      `${method.name} ${target ?? ''}`,
      { target, columns: ['x', 'z', 'town'], all: { method } },
    ]
    if (method.name === 'fixed') return []
    if (method.target === 'none') return [named(undefined)]
    return method.target === 'any' ? [named('y'), named('n')] : [named(method.target === 'numeric' ? 'n' : 'y')]
  })

  test.each(ways)('%s is derived again, number by number', async (_, options) => {
    const found = await verifyBinning(await fitTable(table, options), table)
    expect(found.columns.map(({ verdict }) => verdict)).toEqual(['same', 'same', 'same'])
    expect(found).toMatchObject({ holds: true, differences: [] })
  })

  test('with codes, policies, weights and short cuts too', async () => {
    const options: FitTableOptions = {
      target: 'y',
      weights: 'w',
      columns: ['x', 'z', 'town'],
      all: { missingPolicy: 'nearest', readable: true, closed: 'right' },
      perColumn: {
        x: { special: [50], specialPolicy: 'nearest', missing: [33.3] },
        z: { method: optimal, maxBins: 3 },
      },
    }
    const holes = { ...table, x: x.with(3, Number.NaN), z: z.with(9, Number.NaN) }
    expect(await verifyBinning(await fitTable(holes, options), holes)).toMatchObject({ holds: true })
  })

  test('together by chi2', async () => {
    const { binning } = await chi2Table(table, { target: 'y', columns: ['x', 'z'] })
    expect(await verifyBinning(binning, table)).toMatchObject({ holds: true })
  })

  test('with rounded cuts', async () => {
    const fitted = await fitTable(table, { target: 'y', columns: ['x'], all: { method: equalFrequency, bins: 5 } })
    const rounded = recount(roundCuts(fitted, 0), table)
    expect((rounded.columns[0] as NumberColumn).cuts.every(Number.isInteger)).toBe(true)
    const found = await verifyBinning({ ...rounded, created: fitted.created }, table)
    expect(found.columns[0]).toEqual({ name: 'x', verdict: 'same', differences: [] })
  })
})

describe('a binning that was edited', () => {
  test('by hand is counted again', async () => {
    const fitted = await fitTable(table, { target: 'y', columns: ['x', 'town'] })
    const edited = [
      { column: 'x', add: 12 },
      { column: 'town', merge: [0, 1] },
    ].reduce<Binning>((now, change) => edit(now, change, table), fitted)
    const found = await verifyBinning(edited, table)
    expect(found.holds).toBe(true)
    expect(found.columns.map(({ verdict }) => verdict)).toEqual(['by hand', 'by hand'])
  })

  test('by groups that were given', async () => {
    const fitted = await fitTable(table, {
      target: 'y',
      columns: ['town'],
      perColumn: { town: { groups: { north: ['oslo', 'hamar'] } } },
    })
    expect((await verifyBinning(fitted, table)).columns[0].verdict).toBe('by hand')
  })

  test('in its file is found out', async () => {
    const fitted = await fitTable(table, { target: 'y', columns: ['x'], all: { method: equalFrequency, bins: 4 } })
    const [column] = fitted.columns as NumberColumn[]
    const moved = { ...column, cuts: column.cuts.with(0, column.cuts[0] + 0.01) }
    const found = await verifyBinning({ ...fitted, columns: [moved] }, table)
    expect(found.holds).toBe(false)
    expect(found.columns[0]).toMatchObject({
      verdict: 'different',
      differences: [{ what: 'cuts', saved: moved.cuts.join(', '), derived: column.cuts.join(', ') }],
    })
    const bins = column.bins.with(1, { ...column.bins[1], count: column.bins[1].count + 1 })
    const counted = await verifyBinning({ ...fitted, columns: [{ ...column, bins }] }, table)
    expect(counted.columns[0].differences.map(({ what }) => what)).toEqual(['rows in bins'])
  })
})

describe('other rows', () => {
  test('are told by their number, and by what they give', async () => {
    const fitted = await fitTable(table, { target: 'y', columns: ['x'] })
    const fewer = { x: x.slice(0, 200), y: y.slice(0, 200) }
    const found = await verifyBinning(fitted, fewer)
    expect(found.differences).toEqual([{ what: 'rows', saved: '300', derived: '200' }])
    expect(found.columns[0].verdict).toBe('different')
  })

  test('without the target cannot be derived from', async () => {
    const fitted = await fitTable(table, { target: 'y', columns: ['x'] })
    await expect(verifyBinning(fitted, { x })).rejects.toThrow(
      'there is no column "y", which the binning was made with',
    )
  })

  test('without a column, or with a method that is not known, are told of that column alone', async () => {
    const fitted = await fitTable(table, { target: 'y', columns: ['x', 'z'] })
    const lacking = await verifyBinning(fitted, { x, y })
    expect(lacking.columns.map(({ verdict }) => verdict)).toEqual(['same', 'different'])
    const [first, second] = fitted.columns as NumberColumn[]
    const odd = await verifyBinning({ ...fitted, columns: [{ ...first, method: 'magic' }, second] }, table)
    expect(odd.columns.map(({ verdict }) => verdict)).toEqual(['different', 'same'])
    expect(odd.columns[0].differences[0].derived).toContain('"magic" is no method of this version')
  })
})
