import { expect, test } from 'vitest'
import type { NumberColumn } from '../../src/binning/binning.ts'
import { cellColumn } from '../../src/explain/cell-columns.ts'
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
