import { describe, expect, test } from 'vitest'
import {
  chiMerge,
  equalFrequency,
  equalWidth,
  fitAndAssign,
  fitSummary,
  fixed,
  kMeans,
  mdlp,
  random,
  summarize,
  variance,
} from '../../../src/index.ts'
import { isExact } from '../../../src/summaries/cells.ts'
import { shapeOf, tailRanks } from '../../../src/binning/shape.ts'
import type { NumberColumn } from '../../../src/binning/binning.ts'
import type { NumberSummary } from '../../../src/types.ts'

const ROWS = 52_000
const { next, normal } = random(41)

/** Columns whose values lie close, far apart, on one side of zero, or often on one number. */
const KINDS: Readonly<Record<string, () => number>> = {
  normal,
  uniform: next,
  'heavy tails': () => Math.exp(4 * normal()),
  negative: () => -Math.exp(normal()),
  'close to a large number': () => 1e9 + normal(),
  'very small': () => normal() * 1e-310,
  'very large': () => normal() * 1e307,
  'one value often': () => (next() < 0.3 ? 1.2345678 : normal()),
  'zeros of both signs': () => (next() < 0.5 ? -0 : next() < 0.5 ? 0 : normal() * 1e-5),
  'few values': () => Math.round(normal() * 40) * Math.PI,
  'missing and infinite': () => {
    const u = next()
    return u < 0.01 ? Infinity : u < 0.02 ? -Infinity : u < 0.04 ? NaN : Math.exp(normal())
  },
}

const METHODS = {
  'equal frequency': { method: equalFrequency, bins: 10 },
  'equal frequency, closed right': { method: equalFrequency, bins: 7, closed: 'right' },
  'many bins': { method: equalFrequency, bins: 900 },
  'equal width': { method: equalWidth, bins: 6 },
  'one bin': { method: equalWidth, bins: 1 },
  'cuts from all values': { method: kMeans, bins: 5 },
  'merged from all values': { method: chiMerge, maxBins: 12 },
  'given cuts': { method: fixed, cuts: [-0.5, 0, 0.25, 1e9] },
} as const

type Asked = Parameters<typeof fitSummary>[1]

/** The column as a summary tells it, with its shape. */
function told(summary: NumberSummary, all: object): NumberColumn {
  const column = fitSummary(summary, all as Asked)
  return { ...column, name: 'x', shape: shapeOf(summary, column.cuts) }
}

describe.each(Object.entries(KINDS))(
  'bins, shape and reference of a large column are those of its sorted rows: %s',
  (_, draw) => {
    const x = Float64Array.from({ length: ROWS }, draw)
    const three = Array.from(x, (value) => (value > 0.5 || next() < 0.2 ? 'b' : next() < 0.1 ? 'c' : 'a'))
    const sizes = Float64Array.from(x, (value) => (value > 0 ? 1 : 0) + normal())
    const exact = summarize(x, { target: three })

    test('what they are compared with is exact', () => expect(isExact(exact.cells)).toBe(true))

    test.each(Object.entries(METHODS))('%s', (_name, all) => {
      const { column } = fitAndAssign({ x, y: three }, { target: 'y', all })['x']
      expect(column).toEqual(told(exact, all))
    })

    test('mdlp, without a reference', () => {
      const all = { method: mdlp, reference: 'none' } as const
      const { column } = fitAndAssign({ x, y: three }, { target: 'y', all })['x']
      expect(column).toEqual(told(exact, all))
    })

    test('a numeric target', () => {
      const all = { method: variance, maxBins: 6 } as const
      const { column } = fitAndAssign({ x, y: sizes }, { target: 'y', targetKind: 'numeric', all })['x']
      const sorted = summarize(x, { target: sizes, targetKind: 'numeric' })
      expect(column).toEqual(told(sorted, all))
    })
  },
)

test('the ranks at the ends of a shape leave half a percent outside', () => {
  expect(tailRanks(1000)).toEqual([4, 995])
  expect(tailRanks(1001)).toEqual([5, 995])
  expect(tailRanks(3)).toEqual([0, 2])
})

test('of very many whole numbers, bins without rows have none', () => {
  const x = Float64Array.from({ length: 60_000 }, (_, row) => (row * 7919) % 50_000)
  const y = Array.from(x, (value) => (value % 3 === 0 ? 'a' : 'b'))
  const exact = summarize(x, { target: y })
  for (const cuts of [
    [-5, 100],
    [-9, -5, 70_000],
    [10, 60_000],
  ]) {
    // prettier-ignore
    for (const closed of ['left', 'right'] as const) {
      const all = { method: fixed, cuts, closed }
      expect(fitAndAssign({ x, y }, { target: 'y', all })['x'].column).toEqual(told(exact, all))
    }
  }
})
