import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import { type Binning, type Column, hasCuts } from '../../../src/binning/binning.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { slotLabels } from '../../../src/binning/labels.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { applyRows } from '../../../src/node/apply/apply-rows.ts'
import { csvField } from '../../../src/node/files/row-bytes.ts'
import { readData } from '../../../src/node/read/read-data.ts'
import { random } from '../../../src/util/random.ts'
import { columnsOf, Folder } from '../made.ts'

const folder = new Folder()
const ROWS = 5000
const { next, normal } = random(1)

/** Values with some that are missing, infinite, tiny, codes, or a cut. */
const ODD = [Number.NaN, Infinity, -Infinity, 5e-324, -0, 0, -9, 1]
const numbers = (): number[] =>
  Array.from({ length: ROWS }, () => (next() < 0.1 ? ODD[Math.floor(next() * ODD.length)] : normal()))
const table = {
  one: numbers(),
  coded: numbers(),
  cut: numbers(),
  upper: numbers(),
  few: Array.from({ length: ROWS }, () => Math.floor(next() * 5)),
  level: Array.from({ length: ROWS }, () => ['Oslo', 'a, "b"', 'x\ny', ''][Math.floor(next() * 4)]),
  many: Array.from({ length: ROWS }, () => `level ${Math.floor(next() * 400)}`),
}
const perColumn = {
  one: { cuts: [] },
  coded: { cuts: [], special: [-9] },
  cut: { cuts: [-1, 0, 1] },
  upper: { cuts: [-1, 0, 1], closed: 'right' as const },
  few: { cuts: [] },
}

const sqlOf = (value: number | string): string => {
  if (typeof value === 'string') return value === '' ? 'NULL' : `'${value}'`
  return Object.is(value, -0) ? "'-0.0'::DOUBLE" : `'${String(value)}'::DOUBLE`
}

async function fitted(): Promise<Binning> {
  const binning = await fitTable(table, { all: { method: fixed, cuts: [] }, perColumn })
  const renamed = binning.columns.map((column): Column => {
    // Two bins of the same name.
    if (!hasCuts(column) || column.name !== 'cut') return column
    return { ...column, bins: column.bins.map((bin, i) => (i < 2 ? { ...bin, name: 'low' } : bin)) }
  })
  return { ...binning, columns: renamed }
}

async function written(): Promise<string> {
  const names = Object.keys(table) as (keyof typeof table)[]
  const rows = Array.from({ length: ROWS }, (_, row) => `(${names.map((name) => sqlOf(table[name][row])).join(', ')})`)
  const kept = "CASE WHEN one > 0 THEN NULL WHEN one < -1 THEN 'a, b' ELSE 'plain' END AS kept"
  const shown = `* REPLACE (one::FLOAT AS one, few::BIGINT AS few), ${kept}`
  return folder.parquet('rows.parquet', `SELECT ${shown} FROM (VALUES ${rows.join(', ')}) AS t(${names.join(', ')})`)
}

const expectedOf = (binning: Binning): Record<string, string[]> =>
  Object.fromEntries(
    binning.columns.map((column) => {
      const values = table[column.name as keyof typeof table]
      const labels = slotLabels(column)
      const slots = hasCuts(column) ? assign(column, values as number[]) : assign(column, values as string[])
      return [column.name, Array.from(slots, (slot) => labels[slot])]
    }),
  )
const kept = Array.from(table.one, (x) => (x > 0 || Number.isNaN(x) ? null : x < -1 ? 'a, b' : 'plain'))

describe('bins of Parquet files are those of assign', async () => {
  const binning = await fitted()
  const data = await written()
  const expected = expectedOf(binning)
  const lines = Array.from({ length: ROWS }, (_, row) =>
    [...binning.columns.map(({ name }) => expected[name][row]), kept[row] ?? '']
      .map((text) => csvField(text, ','))
      .join(','),
  )
  afterEach(() => vi.unstubAllGlobals())

  test('as Parquet', async () => {
    const output = folder.at('out.parquet')
    await applyRows(binning, data, { as: 'label', output })
    const found = columnsOf(await readData(output))
    expect(found).toEqual({ ...expected, kept })
  })

  test.each(['with', 'without'])('as CSV %s WebAssembly', async (how) => {
    if (how === 'without') vi.stubGlobal('WebAssembly', undefined)
    const output = folder.at(`${how}.csv`)
    await applyRows(binning, data, { as: 'label', output })
    const [header, ...rows] = readFileSync(output, 'utf8')
      .trimEnd()
      .split(/\n(?!y)/)
    expect(header).toBe([...Object.keys(table), 'kept'].join(','))
    expect(rows).toEqual(lines)
  })

  test('as numbers', async () => {
    const output = folder.at('index.parquet')
    await applyRows(binning, data, { as: 'index', output })
    const found = columnsOf(await readData(output))
    for (const column of binning.columns) {
      const labels = slotLabels(column)
      expect(found[column.name].map((slot) => labels[slot as number])).toEqual(expected[column.name])
    }
  })
})

test('a code that was asked for counts as missing where all values are in one bin', async () => {
  const data = await folder.parquet('codes.parquet', 'SELECT unnest([1.5, 1, NULL])::DOUBLE AS x')
  const binning = await fitTable({ x: [1, 2] }, { all: { method: fixed, cuts: [] } })
  const output = folder.at('codes.csv')
  await applyRows(binning, data, { as: 'label', output, missingValues: ['1'] })
  expect(readFileSync(output, 'utf8')).toBe('x\nall values\nmissing\nmissing\n')
})

test('a single column keeps lines whose text is empty', async () => {
  const data = await folder.parquet('single.parquet', "SELECT unnest(['', 'b', NULL]) AS note, 1.5 AS x")
  const binning = await fitTable({ x: [1, 2] }, { all: { method: fixed, cuts: [] } })
  const unnamed = binning.columns.map((column) => ({
    ...column,
    bins: column.bins.map((bin) => ({ ...bin, name: '' })),
  }))
  const output = folder.at('single.csv')
  await applyRows({ ...binning, columns: unnamed as Column[] }, data, { as: 'label', output })
  expect(readFileSync(output, 'utf8')).toBe('note,x\n,\nb,\n,\n')
})
