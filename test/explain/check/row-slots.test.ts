import { expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import type { NumberColumn } from '../../../src/binning/binning.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { slotsOfRows } from '../../../src/explain/check/row-slots.ts'
import { random } from '../../../src/util/random.ts'

const { normal } = random(4)
const PLAIN = Float64Array.from({ length: 5003 }, normal)
const ODD = PLAIN.map((value, row) => [value, Number.NaN, Infinity, -Infinity, -0][row % 5])

async function column(values: Float64Array, asked: object): Promise<NumberColumn> {
  const { columns } = await fitTable({ x: values }, { all: { method: fixed, ...asked } })
  return columns[0] as NumberColumn
}

test.each([
  ['some cuts', { cuts: [-1, 0, 0.5] }],
  ['cuts closed at the right', { cuts: [-1, 0, 0.5], closed: 'right' }],
  ['no cuts', { cuts: [] }],
  ['more cuts than a byte counts', { cuts: Array.from({ length: 300 }, (_, i) => (i - 150) / 100) }],
  ['special codes', { cuts: [0], special: [-0] }],
  ['missing codes', { cuts: [0.25], missing: [0] }],
  ['missing values that go elsewhere', { cuts: [0.25], missingPolicy: 1 }],
])('slots are those of assign: %s', async (_, asked) => {
  for (const values of [PLAIN, ODD, PLAIN.subarray(0, 100)]) {
    const fitted = await column(values, asked)
    expect(Array.from(slotsOfRows(fitted, values))).toEqual(Array.from(assign(fitted, values)))
  }
})
