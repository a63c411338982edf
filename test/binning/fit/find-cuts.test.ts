import { describe, expect, test } from 'vitest'
import {
  assign,
  assignCuts,
  chiMerge,
  equalFrequency,
  equalWidth,
  findCuts,
  fitTable,
  hasCuts,
  random,
} from '../../../src/index.ts'

const { next, normal } = random(5)
const rows = 60_001
const large = {
  normal: Float64Array.from({ length: rows }, () => normal()),
  whole: Float64Array.from({ length: rows }, () => Math.floor(next() * 90)),
  odd: Float64Array.from(
    { length: rows },
    (_, row) => [next(), Number.NaN, Infinity, -Infinity][row % 50 < 47 ? 0 : (row % 50) - 46],
  ),
  text: Array.from({ length: rows }, (_, row) => `t${row % 3}`),
}
const y = Array.from(large.normal, (x) => (x + normal() > 0.5 ? 'yes' : 'no'))
const weights = Float64Array.from({ length: rows }, (_, row) => 1 + (row % 2))

async function fromBinning(...[table, options]: Parameters<typeof findCuts>): Promise<unknown> {
  const { columns } = await fitTable(table, options)
  return Object.fromEntries(columns.filter(hasCuts).map(({ name, cuts, reasons }) => [name, { cuts, reasons }]))
}
const alone = (...given: Parameters<typeof findCuts>): unknown =>
  Object.fromEntries(Object.entries(findCuts(...given)).map(([name, { cuts, reasons }]) => [name, { cuts, reasons }]))

describe('cuts alone are those of a whole binning', () => {
  test.each([
    ['classes, by mdlp', { ...large, y }, { target: 'y' }],
    ['by equal width, of which the ends say it all', large, { all: { method: equalWidth, bins: 7 } }],
    ['by equal width, made readable', large, { all: { method: equalWidth, bins: 7, readable: true } }],
    ['by equal frequency, closed on the right', large, { all: { method: equalFrequency, bins: 10, closed: 'right' } }],
    ['with weights', { ...large, weights }, { weights: 'weights', all: { method: equalFrequency, bins: 4 } }],
    ['with codes', large, { all: { method: equalWidth, special: [3], missing: [4] } }],
    [
      'of columns with methods of their own',
      { ...large, y },
      { target: 'y', columns: ['whole'], perColumn: { whole: { method: chiMerge } } },
    ],
  ] as const)('%s', async (_, table, options) => {
    expect(alone(table, options)).toEqual(await fromBinning(table, options))
  })
  test('and so are the bins of values', async () => {
    const options = { all: { method: equalFrequency, bins: 10 } }
    const { columns } = await fitTable({ x: large.odd }, options)
    const { x } = findCuts({ x: large.odd }, options)
    expect(assignCuts(x, large.odd)).toEqual(assign(columns[0] as never, large.odd))
    expect(Array.from(assignCuts(x, [null, -Infinity, Infinity]))).toEqual([10, 0, 9])
  })
})

test('texts have no cuts: left out, and refused when named', () => {
  expect(Object.keys(findCuts({ a: [1, 2, 3], b: ['x', 'y', 'z'] }, { all: { method: equalWidth } }))).toEqual(['a'])
  expect(() => findCuts({ a: [1, 2, 3], b: ['x', 'y', 'z'] }, { columns: ['b'] })).toThrow(
    'findCuts: column "b" must hold numbers, got ',
  )
  expect(() => findCuts({ a: [1, 2] }, { columns: ['c'] })).toThrow('findCuts: unknown column "c"')
})

test('classes as bytes are counted as they are, by methods that count rows and by others', () => {
  const bytes = Uint8Array.from(y, (label) => (label === 'yes' ? 1 : 0))
  const table = { normal: large.normal, few: large.normal.map((x) => Math.round(x * 5)), odd: large.odd }
  const asked = { target: 'y', targetKind: 'class' } as const
  for (const all of [{}, { method: chiMerge }]) {
    expect(alone({ ...table, y: bytes }, { ...asked, all })).toEqual(
      alone({ ...table, y: Array.from(bytes, String) }, { ...asked, all }),
    )
  }
})

test('a call within a call has memory of its own', () => {
  const cuts = findCuts({ x: large.normal }, { all: { method: equalFrequency, bins: 20 } }).x.cuts
  const within = {
    ...equalFrequency,
    run: (...given: Parameters<typeof equalFrequency.run>) => {
      findCuts({ z: large.odd, y }, { target: 'y' })
      return equalFrequency.run(...given)
    },
  }
  const options = { all: { method: { ...within, refinement: { ...equalFrequency.refinement!, of: within.run } } } }
  expect(findCuts({ x: large.normal }, { all: { ...options.all, bins: 20 } }).x.cuts).toEqual(cuts)
})
