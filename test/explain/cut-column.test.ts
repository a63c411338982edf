import { describe, expect, test } from 'vitest'
import { type CutColumn, cutColumn as cutRows, type CutRequest, cutSummary } from '../../src/explain/cut-column.ts'
import { RowSet } from '../../src/explain/check/row-set.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { summarizeNumbers } from '../../src/summaries/summarize-numbers.ts'
import type { RowMarks } from '../../src/summaries/tallies.ts'
import { random } from '../../src/util/random.ts'

const request = (values: number[], more: Partial<CutRequest> = {}): CutRequest => ({
  name: 'x',
  kind: 'number',
  values: Float64Array.from(values),
  fit: {},
  tiny: 0,
  ...more,
})

const cutColumn = (asked: CutRequest, marks: RowMarks, enough?: number): CutColumn =>
  cutRows(asked, new RowSet(marks), enough)

/** 0 … n − 1. */
const ramp = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

describe('a column', () => {
  const marks = markRows(40, { target: ramp(40).map((i) => (i < 20 ? 'a' : 'b')) })

  test('is cut by mdlp unless another method is named', () => {
    const { column, cutBy } = cutColumn(request(ramp(40)), marks)
    expect([column.cuts, column.method, cutBy]).toEqual([[19.5], 'mdlp', 'method'])
  })

  test('is cut with its options, codes and short decimals', () => {
    const { column } = cutColumn(request(ramp(40), { fit: { special: [0], readable: true, kind: 'number' } }), marks)
    expect(column.cuts).toEqual([20])
    expect(column.special[0].count).toBe(1)
  })

  test('has no range narrower than tiny times its spread, but stays cut', () => {
    // The deviation of 0 … 39 is 11.54, what the middle half says of it more; below and above the cut there is room of 19.5.
    const three = markRows(40, { target: ramp(40).map((i) => (i < 10 ? 'a' : i < 20 ? 'b' : 'c')) })
    expect(cutColumn(request(ramp(40), { tiny: 0.8 }), three).column.cuts).toEqual([9.5, 19.5])
    expect(cutColumn(request(ramp(40), { tiny: 0.9 }), three).column.cuts).toEqual([19.5])
    expect(cutColumn(request(ramp(40), { tiny: 1.7 }), marks).column.cuts).toEqual([19.5])
  })

  test('is not called whole because of a few huge values', () => {
    const values = ramp(40).map((i) => (i === 39 ? 1e9 : i))
    const { column } = cutColumn(request(values, { tiny: 0.3 }), marks)
    expect(column.cuts).toEqual([19.5])
    const three = markRows(40, { target: ramp(40).map((i) => (i < 10 ? 'a' : i < 20 ? 'b' : 'c')) })
    expect(cutColumn(request(values, { tiny: 0.3 }), three).column.cuts).toEqual([9.5, 19.5])
  })

  test('with a numeric target is cut by variance', () => {
    const target = ramp(40).map((i) => (i < 20 ? (i * 7) % 5 : 50 + ((i * 7) % 5)))
    const numbers = markRows(40, { target, targetKind: 'numeric' })
    const { column } = cutColumn(request(ramp(40)), numbers)
    expect([column.method, column.cuts]).toEqual(['variance', [19.5]])
  })

  test('is not fused where its deviation is too large for a double', () => {
    const huge = ramp(40).map((i) => (i < 20 ? -1e308 : 1e308))
    expect(cutColumn(request(huge, { tiny: 0.3 }), marks).column.cuts).toEqual([0])
    expect(
      cutColumn(
        request(
          ramp(40).map(() => NaN),
          { tiny: 0.3 },
        ),
        marks,
      ).column.cuts,
    ).toEqual([])
  })

  test('of dates is cut at dates', () => {
    const days = ramp(40).map((i) => Date.UTC(2024, 0, 1 + i))
    const { column } = cutColumn(request(days, { kind: 'date', fit: { readable: true } }), marks)
    expect(column.bins.map(({ label }) => label)).toEqual(['< 2024-01-21', '≥ 2024-01-21'])
  })
})

describe('a column that the method leaves whole', () => {
  const marks = markRows(12, { target: Array.from('aababbabbabb') })

  test('is cut at its best place where that is asked for', () => {
    expect(cutColumn(request(ramp(12)), marks).column.cuts).toEqual([])
    const { column, cutBy } = cutColumn(request(ramp(12)), marks, 2)
    expect([column.cuts, cutBy]).toEqual([[1.5], 'best-cut'])
    expect(column.bins.map(({ classes }) => classes)).toEqual([[2, 0], [3, 7]]) // prettier-ignore
  })

  test('with enough rows and no narrow range on either side', () => {
    expect(cutColumn(request(ramp(12)), marks, 3).column.cuts).toEqual([3.5])
    expect(cutColumn(request(ramp(12), { tiny: 1 }), marks, 2).column.cuts).toEqual([3.5])
    // Where every cut leaves a narrow range, one of them is better than none.
    expect(cutColumn(request(ramp(12), { tiny: 9 }), marks, 2).column.cuts).toEqual([1.5])
  })

  test('stays whole where there is no such place', () => {
    const { column, cutBy } = cutColumn(request(ramp(12)), marks, 7)
    expect([column.cuts, cutBy]).toEqual([[], 'method'])
  })

  test('of dates is cut at dates too', () => {
    const days = ramp(12).map((i) => Date.UTC(2024, 0, 1 + i))
    const { column } = cutColumn(request(days, { kind: 'date' }), marks, 2)
    expect(column.bins.map(({ label }) => label)).toEqual(['< 2024-01-02 12:00', '≥ 2024-01-02 12:00'])
  })
})

describe('a column of many rows', () => {
  const { next, normal } = random(9)
  const size = 120_000
  const values = {
    telling: Float64Array.from({ length: size }, normal),
    tails: Float64Array.from({ length: size }, () => Math.exp(3 * normal())),
    noise: Float64Array.from({ length: size }, next),
    'short decimals': Float64Array.from({ length: size }, () => Math.round(normal() * 100) / 100),
    'hardly told apart': Float64Array.from({ length: size }, () => (next() < 0.7 ? 3 : normal())),
  }
  const target = Array.from(values.telling, (x, i) => (x + normal() + (values.tails[i] > 20 ? 1 : 0) > 0.5 ? 'a' : 'b'))
  const whole = markRows(size, { target })
  // Every other row has no class, as one half has not when the other is cut.
  const half = { ...whole, codes: whole.codes!.map((code, row) => (row % 2 === 0 ? code : -1)) }

  test.each(Object.keys(values) as (keyof typeof values)[])('%s is cut as its summary is', (name) => {
    for (const marks of [whole, half]) {
      for (const tiny of [0, 0.3, 1]) {
        const asked = { name, kind: 'number' as const, values: values[name], fit: {}, tiny }
        const { column: now, cutBy } = cutColumn(asked, marks, 300)
        const before = cutSummary(asked, summarizeNumbers(values[name], { ...marks, notes: [] }), 300)
        const { notes, ...bins } = now
        expect({ ...bins, cutBy }).toEqual({ ...before.column, notes: undefined, cutBy: before.cutBy })
        expect(notes.length).toBeLessThanOrEqual(before.column.notes.length)
      }
    }
  })
})
