import { describe, expect, test } from 'vitest'
import { boundaryCases, toSparkBucketizer, toSparkTest } from '../../src/exports/index.ts'
import { fitTable, fixed } from '../../src/index.ts'
import { subjects } from './subjects.ts'

/** The splits of a column in the text of a module. */
function splitsOf(module: string, column: string): number[] {
  const line = module.split('\n').find((one) => one.startsWith(`    ${JSON.stringify(column)}: [-float("inf")`))!
  const items = line.slice(line.indexOf('[') + 1, -2).split(', ')
  return items.map((item) =>
    item.endsWith('float("inf")') ? (item.startsWith('-') ? -Infinity : Infinity) : Number(item),
  )
}

/** How Spark finds the bucket of a number, by a search that puts −0 below 0. */
function bucket(splits: readonly number[], x: number): number {
  if (Number.isNaN(x)) return splits.length - 1
  if (x === splits.at(-1)) return splits.length - 2
  const isBelow = (a: number, b: number): boolean =>
    a < b || (a === 0 && b === 0 && Object.is(a, -0) && !Object.is(b, -0))
  return splits.filter((split) => !isBelow(x, split)).length - 1
}

describe('a Bucketizer', () => {
  test('puts every boundary value where the library does', async () => {
    const all = await subjects()
    const names = ['iris', 'iris closed on the right', 'cuts at the extremes', 'a hundred cuts', 'one bin']
    let tried = 0
    for (const name of names) {
      const binning = all[name]
      const columns = binning.columns.filter((column) => 'cuts' in column && column.special.length === 0)
      const module = toSparkBucketizer(binning, { as: 'index', columns: columns.map((column) => column.name) })
      for (const column of columns) {
        const splits = splitsOf(module, column.name)
        for (const { value, slot } of boundaryCases(column)) {
          expect([name, value, bucket(splits, (value as number | null) ?? Number.NaN)]).toEqual([name, value, slot])
          tried++
        }
      }
    }
    expect(tried).toBeGreaterThan(300)
  })

  test('carries the labels, and a stage that gives them', async () => {
    const { iris } = await subjects()
    const module = toSparkBucketizer(iris, { columns: ['petal length'] })
    expect(module).toContain('"petal length": ["< 2.45", "[2.45, 4.75)", "≥ 4.75", "missing"]')
    expect(module).toContain('IndexToString(inputCol=numbers[name]')
    expect(toSparkTest(iris, { module: 'iris.py' })).toContain('(2.4499999999999997, "< 2.45")')
  })

  test.each([
    [
      'levels',
      { city: ['a', 'b', 'a'] },
      {},
      'holds numbers, and "city" has levels; export to sql with the dialect spark, or leave it out by columns',
    ],
    [
      'codes',
      { x: [1, 2, -9] },
      { method: fixed, cuts: [1.5], special: [-9] },
      'has no place for special codes, and "x" has -9; export to sql with the dialect spark',
    ],
    [
      'missing values that go elsewhere',
      { x: [1, 2, null] },
      { method: fixed, cuts: [1.5], missingPolicy: 0 },
      'gives missing values a bin of their own, and "x" sends them to another; export to sql with the dialect spark',
    ],
  ])('refuses %s', async (_, table, all, sentence) => {
    const binning = await fitTable(table, { all: all })
    expect(() => toSparkBucketizer(binning)).toThrow(`toSparkBucketizer: a Bucketizer of Spark ${sentence}`)
  })

  test('refuses weights of evidence', async () => {
    const { iris } = await subjects()
    expect(() => toSparkBucketizer({ ...iris, target: null }, { as: 'woe' })).toThrow(
      'woe: the bins must be fitted with an event',
    )
  })
})
