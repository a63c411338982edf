import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finiteEnds } from '../../../src/summaries/fast/bucket-plan.ts'
import { classRows } from '../../../src/summaries/fast/class-rows.ts'
import { sortedCells } from '../../../src/summaries/fast/sorted-cells.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { summarizeNumbers } from '../../../src/summaries/summarize-numbers.ts'
import type { NumberSummary } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'
import { Scratch } from '../../../src/util/scratch.ts'
import { cases } from '../../cases.ts'

const scratch = new Scratch()

/** The summary without a sort of rows, and the one by a sort. */
function both(values: Float64Array, target: readonly string[]): NumberSummary[] {
  const marks = markRows(values.length, { target })
  const rows = classRows(marks, scratch)
  if (rows === null) throw new Error('no rows of classes')
  return [sortedCells(values, rows, finiteEnds(values), scratch), summarizeNumbers(values, marks)]
}

/** Kinds of values: how a number between 0 and 1, and a normal one, become a value. */
const KINDS: Readonly<Record<string, (share: number, normal: number) => number>> = {
  normal: (_, normal) => normal,
  'heavy tails': (_, normal) => Math.exp(20 * normal),
  'far from zero': (share) => 1e9 + share,
  'two close places': (share) => (share < 0.5 ? 1 : 1 + 1e-12) + share * 1e-15,
  'few values': (share) => Math.floor(share * 9) / 7,
  'below the smallest normal number': (share, normal) => normal * 1e-310 * (share < 0.1 ? 0 : 1),
  'all finite numbers': (share, normal) => normal * 10 ** (600 * (share - 0.5)),
}

describe('cells without a sort of rows', () => {
  test.each(Object.keys(KINDS))('are those of a sort: %s', (kind) => {
    const { next, normal, integer } = random(4)
    for (const [rows, classes] of [
      [1, 2],
      [3000, 2],
      [40_000, 5],
    ]) {
      const values = Float64Array.from({ length: rows }, () => KINDS[kind](next(), normal()))
      const target = Array.from(values, () => 'abcde'[integer(classes)])
      const [cells, sorted] = both(values, target)
      expect(cells).toEqual(sorted)
    }
  })

  test('are those of a sort for any numbers, whatever is missing or infinite', () => {
    const value = fc.oneof(
      fc.double(),
      fc.integer({ min: -4, max: 4 }),
      fc.constantFrom(0, -0, Infinity, -Infinity, Number.NaN, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, fc.constantFrom('a', 'b', 'c')), { minLength: 1, maxLength: 300 }),
        (rows) => {
          const [cells, sorted] = both(
            Float64Array.from(rows, ([x]) => x),
            rows.map(([, label]) => label),
          )
          expect(cells).toEqual(sorted)
        },
      ),
      { numRuns: cases(60, 1000) },
    )
  })
})
