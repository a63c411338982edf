import { expect, test } from 'vitest'
import type { NumberColumn } from '../../src/binning/binning.ts'
import { assign } from '../../src/binning/assign.ts'
import { cutColumn } from '../../src/explain/cut-column.ts'
import { type CellColumn, cellColumn } from '../../src/explain/cell-columns.ts'
import { RowSet } from '../../src/explain/check/row-set.ts'
import { fit } from '../../src/index.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { random } from '../../src/util/random.ts'

const ROWS = 60_000

/** The cells of a column; with weights of 1 every value is sorted, without them large columns are counted in buckets. */
function cutsOf(values: Float64Array, closed: 'left' | 'right', sorted: boolean): readonly number[] {
  const half: NumberColumn = { ...fit(values.subarray(0, 10)), closed }
  const weights = sorted ? new Float64Array(ROWS).fill(1) : undefined
  const marks = markRows(ROWS, { target: values.map((_, i) => i % 2), targetKind: 'class', weights })
  return (cellColumn(half, values, new RowSet(marks), {}).column as NumberColumn).cuts
}

const uniform = random(3)
const kinds: [string, () => number][] = [
  ['uniform', () => uniform.next()],
  ['with a long tail', () => 1 / (uniform.next() + 1e-9)],
  ['three decimals', () => Math.round(uniform.next() * 1e5) / 1e3],
  ['around 0', () => 100 * (uniform.next() + uniform.next() - 1)],
]

test.each(kinds)('the cells of a large column are those of its sorted values: %s', (_, draw) => {
  for (let i = 0; i < 4; i++) {
    const values = Float64Array.from({ length: ROWS }, draw)
    const closed = i % 2 === 0 ? 'left' : 'right'
    expect(cutsOf(values, closed, false)).toEqual(cutsOf(values, closed, true))
  }
})

test.each(kinds)('and so are they after another fit of the same rows, with their slots: %s', (_, draw) => {
  const values = Float64Array.from({ length: ROWS }, draw)
  values[5] = Infinity
  values[6] = -Infinity
  if (draw() < 0) values[7] = NaN
  const half: NumberColumn = fit(values.subarray(0, 10))
  const target = values.map((x, i) => (x > values[0] || i % 7 === 0 ? 1 : 0))
  const marks = markRows(ROWS, { target, targetKind: 'class' })
  const fresh = cellColumn(half, values, new RowSet(marks), {})
  const rows = new RowSet(marks)
  const request = { name: 'x', kind: 'number' as const, values, fit: {}, tiny: 0.3 }
  const { column } = cutColumn(request, rows)
  const again = cellColumn(half, values, rows, {})
  // Medians of bins say where coarse cells lie; nobody asks for them here.
  const binsOf = ({ column: { bins } }: CellColumn): object[] => bins.map((bin) => ({ ...bin, median: 0 }))
  expect({ ...again.column, bins: binsOf(again) }).toEqual({ ...fresh.column, bins: binsOf(fresh) })
  expect(again.slots).toEqual(fresh.slots)
  expect(Int32Array.from(again.slots)).toEqual(assign(again.column as NumberColumn, values))
  // A column that was not the last one is counted anew.
  const others = values.map((x) => -x)
  expect(cutColumn({ ...request, values: others }, rows)).toEqual(
    cutColumn({ ...request, values: others }, new RowSet(marks)),
  )
  expect(cutColumn(request, rows).column).toEqual(column)
  expect(rows.countedRows(others)).toBeUndefined()
})
