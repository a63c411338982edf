import { expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { binEdges, column, labelOf } from '../../../src/binning/use/look-up.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'

const x = [0, 1, 4, 5, 8, 9]

test('column finds a column by its name, and says what there is otherwise', async () => {
  const binning = await fitTable({ x, town: ['a', 'b', 'a', 'b', 'a', 'b'] }, { all: { method: fixed, cuts: [2] } })
  expect(column(binning, 'town').kind).toBe('category')
  expect(() => column(binning, 'tow')).toThrow('column: unknown column "tow", did you mean town?')
  expect(() => column({} as never, 'x')).toThrow('column: binning must be a binning')
})

test('binEdges gives finite ends that meet, and hold all values', () => {
  const edges = (cuts: number[], values = x): number[][] =>
    binEdges(fit(values, { method: fixed, cuts })).map(({ x0, x1 }) => [x0, x1])
  expect(edges([2, 7])).toEqual([
    [0, 2],
    [2, 7],
    [7, 9],
  ])
  expect(edges([])).toEqual([[0, 9]])
  expect(edges([-3, 20])).toEqual([
    [-3, -3],
    [-3, 20],
    [20, 20],
  ])
  expect(edges([1], [Number.NaN])).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(binEdges(fit(x, { method: fixed, cuts: [2] }))[0]).toMatchObject({ count: 2, label: '< 2' })
  expect(() => binEdges({ bins: [], kind: 'category' } as never)).toThrow(
    'binEdges: column must be a fitted column of numbers',
  )
})

test('labelOf says where a value belongs', async () => {
  const numbers = fit(x, { method: fixed, cuts: [2, 7], special: [-9] })
  expect([1, 2, 9, Number.NaN, null, -9].map((value) => labelOf(numbers, value))).toEqual([
    '< 2',
    '[2, 7)',
    '≥ 7',
    'missing',
    'missing',
    'special -9',
  ])
  const { columns } = await fitTable({ town: ['a', 'b'] })
  expect(labelOf(columns[0], 'b')).toBe('b')
  expect(labelOf(columns[0], 'c')).toBe('missing')
  expect(() => labelOf(undefined as never, 1)).toThrow('labelOf: column must be a fitted column')
})
