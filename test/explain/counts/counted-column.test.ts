import { expect, test } from 'vitest'
import { countedColumn, drawHalf, withCounts } from '../../../src/explain/counts/counted-column.ts'
import { summarize } from '../../../src/index.ts'
import { random } from '../../../src/util/random.ts'

const values = Array.from({ length: 9001 }, (_, i) => (i % 50 === 0 ? Number.NaN : i % 7))
const target = values.map((_, i) => (i % 3 === 0 ? 'yes' : 'no'))
const summary = summarize(values, { target })
const column = countedColumn({ name: 'x', kind: 'number', summary }, [0, 1], 2)

const perClass = (counts: Float64Array): number[] =>
  [0, 1].map((c) => counts.filter((_, at) => at % 2 === c).reduce((sum, count) => sum + count, 0))

test('a half has half of every class, and of no entry more rows than there are', () => {
  expect(perClass(column.counts)).toEqual([6000, 3001])
  const half = drawHalf(column, random(1))
  expect(perClass(half)).toEqual([3000, 1501])
  expect(half.every((count, at) => count >= 0 && count <= column.counts[at] && Number.isInteger(count))).toBe(true)
  expect(drawHalf(column, random(1))).toEqual(half)
  expect(drawHalf(column, random(2))).not.toEqual(half)
})

test('what is drawn of an entry spreads as rows drawn one by one do, few rows or many', () => {
  for (const times of [1, 10]) {
    const counts = column.counts.map((count) => count * times)
    const draws = Array.from({ length: 400 }, (_, seed) => drawHalf({ ...column, counts }, random(seed))[0])
    const [rows, all] = [counts[0], perClass(counts)[0]]
    const mean = draws.reduce((sum, count) => sum + count, 0) / draws.length
    const spread = Math.sqrt(draws.reduce((sum, count) => sum + (count - mean) ** 2, 0) / draws.length)
    const expected = Math.sqrt((rows / 4) * ((all - rows) / (all - 1)))
    expect(Math.abs(mean - rows / 2)).toBeLessThan(expected / 3)
    expect(Math.abs(spread / expected - 1)).toBeLessThan(0.2)
  }
})

test('counts make a summary again, without what has no rows', () => {
  const again = withCounts(column, column.counts, summary.target!)
  expect(again).toEqual(summary)
  const none = withCounts(column, new Float64Array(column.counts.length), summary.target!)
  expect(none).toMatchObject({ distinct: 0, cells: { size: 0 } })
})
