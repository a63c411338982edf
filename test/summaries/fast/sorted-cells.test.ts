import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { finiteEnds } from '../../../src/summaries/fast/bucket-plan.ts'
import { classRows } from '../../../src/summaries/fast/class-rows.ts'
import { sortCells } from '../../../src/summaries/fast/sorted-cells.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { summarizeNumbers } from '../../../src/summaries/summarize-numbers.ts'
import { Scratch } from '../../../src/util/scratch.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Numbers with ties, both zeros, what is not finite, and neighbours that differ in their last bits alone. */
const number = fc.oneof(
  fc.double(),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, Infinity, -Infinity, Number.NaN),
  fc.integer({ min: 0, max: 9 }).map((i) => -1 - i * Number.EPSILON),
)

test('cells are those of the plain sort, column after column', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(number, number, fc.integer({ min: 0, max: 4 })), { minLength: 1, maxLength: 300 }),
      fc.boolean(),
      (rows, supervised) => {
        const marks = markRows(rows.length, supervised ? { target: rows.map(([, , y]) => `c${y}`) } : {})
        const scratch = new Scratch()
        const cells = sortCells(classRows(marks, scratch)!, scratch)
        for (const column of [0, 1] as const) {
          const values = Float64Array.from(rows, (row) => row[column])
          expect(cells(values, finiteEnds(values))).toEqual(summarizeNumbers(values, marks))
        }
      },
    ),
  )
})

test('without WebAssembly the plain sort is left to do it', () => {
  vi.stubGlobal('WebAssembly', undefined)
  const marks = markRows(3, {})
  const scratch = new Scratch()
  expect(
    sortCells(classRows(marks, scratch)!, scratch)(Float64Array.of(3, 1, 2), { min: 1, max: 3, odd: 0 }),
  ).toBeNull()
})
