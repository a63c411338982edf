import { describe, expect, test } from 'vitest'
import type { ColumnFit } from '../../../src/binning/fit/column-fit.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { type RankedColumn, rankColumns, type Ranking } from '../../../src/binning/compare/rank-columns.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import type { Table } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'

const rank = async (table: Table, all: ColumnFit = {}, more: object = {}): Promise<Ranking> =>
  rankColumns(await fitTable(table, { target: 'y', all, ...more }))

const first = async (table: Table, all: ColumnFit = {}, more: object = {}): Promise<RankedColumn> =>
  (await rank(table, all, more)).columns[0]

/** Entropy of labels straight from the definition. */
function bits(labels: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts.values()].reduce((sum, n) => sum - (n / labels.length) * Math.log2(n / labels.length), 0)
}

const ROWS = 400
const { next } = random(7)
const y = Array.from({ length: ROWS }, () => (next() < 0.4 ? 'yes' : 'no'))
const x = y.map((label) => (next() < 0.1 ? null : label === 'yes' ? next() * 8 : next() * 10 - 6))
const noise = y.map(() => next())

describe('a class target', () => {
  test('gain, ratio, IV and V are those of the rows, missing values a group of their own', async () => {
    const got = await first({ x, y }, { method: fixed, cuts: [0, 4] })
    const groups = [0, 1, 2, 3].map((g) =>
      y.filter((_, i) => (x[i] === null ? 3 : x[i] < 0 ? 0 : x[i] < 4 ? 1 : 2) === g),
    )
    const left = groups.reduce((sum, labels) => sum + (labels.length / ROWS) * bits(labels), 0)
    const sizes = groups.flatMap((labels, g) => labels.map(() => String(g)))
    const yes = groups.map((labels) => labels.filter((label) => label === 'yes').length)
    const all = yes.reduce((a, b) => a + b, 0)
    let iv = 0
    let chi = 0
    groups.forEach((labels, g) => {
      const no = labels.length - yes[g]
      // No row below 0 is a yes: half a row is added to both.
      const [event, rest] = yes[g] === 0 || no === 0 ? [yes[g] + 0.5, no + 0.5] : [yes[g], no]
      iv += (event / all - rest / (ROWS - all)) * Math.log(event / all / (rest / (ROWS - all)))
      for (const [count, total] of [
        [yes[g], all],
        [no, ROWS - all],
      ]) {
        const expected = (labels.length * total) / ROWS
        chi += (count - expected) ** 2 / expected
      }
    })
    expect(got.groups).toBe(4)
    expect(got.conditionalEntropy).toBeCloseTo(left, 12)
    expect(got.gain).toBeCloseTo(bits(y) - left, 12)
    expect(got.share).toBeCloseTo((bits(y) - left) / bits(y), 12)
    expect(got.gainRatio).toBeCloseTo((bits(y) - left) / bits(sizes), 12)
    expect(got.iv).toBeCloseTo(iv, 12)
    expect(got.cramersV).toBeCloseTo(Math.sqrt(chi / ROWS), 12)
    expect(got.pValue).toBeLessThan(1e-10)
  })

  test('the entropy is that of all rows, whatever columns miss', async () => {
    const { entropy, rows } = await rank({ x, noise, y })
    expect(rows).toBe(ROWS)
    expect(entropy).toBeCloseTo(bits(y), 12)
  })

  test('a policy that sends missing values to a bin counts them there', async () => {
    const sent = await first({ x, y }, { method: fixed, cuts: [0, 4], missingPolicy: 1 })
    const filled = await first({ x: x.map((value) => value ?? 1), y }, { method: fixed, cuts: [0, 4] })
    expect(sent).toEqual(filled)
  })

  test('empty bins are no groups', async () => {
    const got = await first({ x, y }, { method: fixed, cuts: [0, 4, 1e9] })
    expect(got).toEqual(await first({ x, y }, { method: fixed, cuts: [0, 4] }))
    expect(got.groups).toBe(4)
  })

  test('a special code is a group', async () => {
    const coded = await first({ x: x.map((value) => value ?? -9), y }, { method: fixed, cuts: [0, 4], special: [-9] })
    expect(coded).toEqual(await first({ x, y }, { method: fixed, cuts: [0, 4] }))
  })

  test('a row of weight 2 counts as two rows', async () => {
    const w = x.map((_, i) => (i % 3 === 0 ? 2 : 1))
    const twice = <T>(list: readonly T[]): T[] => list.flatMap((value, i) => (w[i] === 2 ? [value, value] : [value]))
    const weighted = await rank({ x, y, w }, { method: fixed, cuts: [0, 4] }, { weights: 'w' })
    const repeated = await first({ x: twice(x), y: twice(y) }, { method: fixed, cuts: [0, 4] })
    expect(weighted.weight).toBe(w.reduce((a, b) => a + b, 0))
    expect(weighted.columns[0]).toEqual(repeated)
  })

  test('the p-value of noise in bins that do not look is anything, that of a real column is tiny', async () => {
    const { columns } = await rank({ noise, x, y }, { method: equalFrequency, bins: 5 })
    expect(columns.map(({ name }) => name)).toEqual(['x', 'noise'])
    expect(columns[1].pValue).toBeGreaterThan(0.001)
    expect(columns[0].pValue).toBeLessThan(1e-10)
  })

  test('without a second class there is nothing to tell', async () => {
    const got = await first({ x: [1, 2, 3, 4], y: ['a', 'a', 'a', 'a'] }, { method: equalFrequency, bins: 2 })
    expect(got).toMatchObject({ gain: 0, share: 0, gainRatio: 0, cramersV: 0, pValue: 1, iv: null, cautions: [] })
  })
})

describe('columns of many levels', () => {
  const keys = y.map((_, i) => `k${i}`)
  const halves = y.map((_, i) => `k${i >> 1}`)
  const words = y.map((label, i) => (i % 4 === 0 ? 'other' : label))

  test.each(['class', 'numeric'] as const)(
    'do not win by their number, whatever the target: %s',
    async (targetKind) => {
      const target = targetKind === 'class' ? y : y.map((label, i) => (label === 'yes' ? 1 : 0) + i / 1000)
      const ranking = await rank({ keys, halves, words, y: target }, {}, { targetKind })
      expect(ranking.columns[0].name).toBe('words')
      const { cautions, score, chance, share } = ranking.columns.find(({ name }) => name === 'keys')!
      expect(score).toBe(0)
      expect(cautions).toContain('names')
      expect(chance).toBeGreaterThanOrEqual(targetKind === 'class' ? 0.5 : share - 1e-12)
    },
  )
})

describe('cautions', () => {
  test('cuts that looked at the target are marked, others are not', async () => {
    expect((await first({ x, y })).cautions).toEqual(['chosen', 'leak'])
    expect((await first({ x, y }, { method: equalFrequency, bins: 4 })).cautions).toEqual(['leak'])
    expect((await first({ x, y }, { method: fixed, cuts: [4] })).cautions).toEqual(['leak'])
  })

  test('no cut, no choice', async () => {
    expect((await first({ noise, y })).cautions).toEqual([])
  })

  test('the nearest bin for missing values is a choice', async () => {
    const near = await first({ x, y }, { method: equalFrequency, bins: 4, missingPolicy: 'nearest' })
    expect(near.cautions).toEqual(['chosen', 'leak'])
  })

  test('cuts of a method that is not known are taken for chosen', async () => {
    const binning = await fitTable({ x, y }, { target: 'y', all: { method: fixed, cuts: [4] } })
    const columns = binning.columns.map((column) => ({ ...column, method: 'mine' }))
    expect(rankColumns({ ...binning, columns }).columns[0].cautions).toEqual(['chosen', 'leak'])
  })

  test('levels put together are a choice, levels as they are none', async () => {
    const color = y.map((label, i) => (i % 5 === 0 ? 'red' : label === 'yes' ? 'blue' : 'green'))
    const binning = await fitTable({ color, y }, { target: 'y' })
    expect(rankColumns(binning).columns[0].cautions).toEqual(['leak'])
    const [column] = binning.columns
    const merged = { ...column, bins: column.bins.map((bin) => ({ ...bin, levels: ['a', 'b'] })) }
    expect(rankColumns({ ...binning, columns: [merged] } as typeof binning).columns[0].cautions).toEqual([
      'chosen',
      'leak',
    ])
  })

  test("Cochran's rule: more than a fifth of the expected counts below 5", async () => {
    const groups = (sizes: readonly number[]): Table => {
      const level = sizes.flatMap((n, g) => Array.from({ length: n }, () => `g${g}`))
      return { level, y: level.map((_, i) => (i % 2 === 0 ? 'a' : 'b')) }
    }
    // One of five groups is thin: two of ten cells, which is a fifth and not more.
    expect((await first(groups([20, 20, 20, 20, 8]))).cautions).toEqual([])
    expect((await first(groups([20, 20, 20, 8]))).cautions).toEqual(['few-rows'])
  })
})

describe('a numeric target', () => {
  const price = y.map((label) => (label === 'yes' ? 5 : 3) + next())

  test('columns are ranked by the part of the variance they explain', async () => {
    const table = { noise, x, y: price }
    const ranking = await rank(table, { method: equalFrequency, bins: 4 })
    expect(ranking.columns.map(({ name }) => name)).toEqual(['x', 'noise'])
    expect(ranking.entropy).toBeNull()
    const binning = await fitTable(table, { target: 'y', all: { method: equalFrequency, bins: 4 } })
    const column = binning.columns[1]
    const parts = [...column.bins, column.missing].map(({ count, sum = 0 }) => ({ count, mean: sum / count }))
    const mean = price.reduce((a, b) => a + b, 0) / ROWS
    const total = price.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    const between = parts.reduce((sum, part) => sum + part.count * (part.mean - mean) ** 2, 0)
    expect(ranking.variance).toBeCloseTo(total / ROWS, 10)
    expect(ranking.columns[0].share).toBeCloseTo(between / total, 10)
    expect(ranking.columns[0]).toMatchObject({ groups: 5, gain: null, iv: null, cautions: [] })
    expect(ranking.columns[0].pValue).toBeLessThan(1e-8)
    expect(ranking.columns[1].pValue).toBeGreaterThan(0.001)
  })

  test('the F test of a small table: F(1, 4) = 24 has p 0.00805', async () => {
    const got = await first(
      { x: [1, 1, 1, 2, 2, 2], y: [1, 2, 3, 5, 6, 7] },
      { method: fixed, cuts: [1.5] },
      { targetKind: 'numeric' },
    )
    expect(got.share).toBeCloseTo(24 / 28, 12)
    expect(got.pValue).toBeCloseTo(0.008049893, 8)
  })

  test('a group per row leaves nothing to test with', async () => {
    const got = await first({ x: ['a', 'b', 'c'], y: [1.5, 2, 4] })
    expect(got).toMatchObject({ pValue: null, cautions: ['few-rows'] })
    expect(got.share).toBeCloseTo(1, 12)
  })

  test('a number that does not vary has nothing to explain', async () => {
    const got = await first(
      { x: [1, 2, 3, 4], y: [2.5, 2.5, 2.5, 2.5] },
      { method: equalFrequency, bins: 2 },
      { targetKind: 'numeric' },
    )
    expect(got).toMatchObject({ share: 0, pValue: 1 })
  })
})

test('a binning without a target is refused', async () => {
  const binning = await fitTable({ x }, { all: { method: equalFrequency } })
  expect(() => rankColumns(binning)).toThrow('rankColumns: a target is needed, and the binning has none')
})
