import { expect, test } from 'vitest'
import type { CellSource, Counted } from '../../../src/binning/fit/cell-source.ts'
import { tableStep } from '../../../src/binning/fit/count-column.ts'
import { numberOptions } from '../../../src/binning/fit/fit-column.ts'
import { fitNumbers } from '../../../src/binning/fit/fit-numbers.ts'
import { answer, runNow } from '../../../src/util/steps.ts'
import { RowsInMemory } from '../../../src/binning/fit/rows-in-memory.ts'
import { type AnyDiscretizer, equalFrequency, equalWidth, mdlp, random } from '../../../src/index.ts'
import { sortBuckets } from '../../../src/summaries/fast/read-buckets.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'

const rows = 200_000

/** How often the rows of a column are read again until all is known, and how many cells are asked for each time. */
function readsOf(values: Float64Array, target: string[] | undefined, method: AnyDiscretizer): number[] {
  const marks = markRows(rows, { target })
  const source = new RowsInMemory(marks, { look: sortBuckets }).column(values)
  const asked: number[] = []
  const counting: CellSource = {
    ...source,
    *summarize(given) {
      const counted: Counted = yield* answer(source.summarize(given))
      const { readAgain } = counted
      if (readAgain === undefined) return counted
      return {
        ...counted,
        readAgain: (ranges) => {
          asked.push(ranges.length)
          return readAgain(ranges)
        },
      }
    },
  }
  const { given, policies } = numberOptions('x', { method }, marks.target?.kind)
  runNow(fitNumbers(counting, given, tableStep('fitTable', policies)))
  return asked
}

const { normal, next } = random(7)
const KINDS: Record<string, () => number> = {
  normal,
  exponential: () => -Math.log(1 - next()),
  'heavy tails': () => Math.exp(2 * normal()),
  'single precision': () => Math.fround(normal()),
}

test.each(Object.keys(KINDS))('a large column is read again once or twice, all that is told asked for: %s', (kind) => {
  const values = Float64Array.from({ length: rows }, KINDS[kind])
  const noise = Array.from(values, () => (next() < 0.5 ? 'a' : 'b'))
  expect(readsOf(values, undefined, equalFrequency).length).toBeLessThanOrEqual(2)
  expect(readsOf(values, undefined, equalWidth).length).toBeLessThanOrEqual(2)
  expect(readsOf(values, noise, mdlp).length).toBeLessThanOrEqual(2)
})
