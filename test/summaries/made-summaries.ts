import fc from 'fast-check'
import { coarsen } from '../../src/summaries/cells.ts'
import { summarizeCategories } from '../../src/summaries/summarize-categories.ts'
import { markRows, type MarkOptions } from '../../src/summaries/mark-rows.ts'
import { CHECKED_FROM } from '../../src/summaries/saved/summary-bytes.ts'
import { crc32 } from '../../src/util/crc32.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import type { SummaryTable } from '../../src/summaries/summary-table.ts'
import type { Summary } from '../../src/types.ts'
import { distinctValues, type Sample, samples } from '../laws/columns.ts'

/** How a random summary is made. */
export interface Making {
  readonly target: 'class' | 'numeric' | 'none'
  readonly weighted: boolean
  /** bits left out of the cells; null for a category column */
  readonly shift: number | null
}

export const makings: fc.Arbitrary<Making> = fc.record({
  target: fc.constantFrom('class', 'numeric', 'none'),
  weighted: fc.boolean(),
  shift: fc.constantFrom(0, 0, 7, 40, 44, 51, 52, null),
})

export function marksOf(sample: Sample, { target, weighted }: Making): MarkOptions {
  return {
    target: target === 'none' ? undefined : target === 'class' ? sample.labels : sample.numbers,
    targetKind: target === 'none' ? undefined : target,
    targetName: 'y',
    event: target === 'class' ? (sample.labels.find((label) => label !== null) ?? undefined) : undefined,
    weights: weighted ? sample.weights : undefined,
  }
}

export function makeSummary(sample: Sample, making: Making): Summary {
  const marks = marksOf(sample, making)
  if (making.shift === null) return summarizeCategories(sample.levels, markRows(sample.levels.length, marks))
  const [special, missing] = distinctValues(sample.values)
  const codes = {
    special: special === undefined ? [] : [special],
    missing: missing === undefined || missing > 0 ? [] : [missing],
  }
  return coarsen(summarize(sample.values, { ...marks, ...codes }), { shift: making.shift })
}

/** Random summaries of every kind. */
export const summaries: fc.Arbitrary<Summary> = fc
  .tuple(samples(), makings)
  .map(([sample, making]) => makeSummary(sample, making))

/** Random tables: a column of each kind over the same rows. */
export const tables: fc.Arbitrary<SummaryTable> = fc
  .tuple(samples(), makings, fc.constantFrom(0, 30, 48))
  .map(([sample, making, shift]) => ({
    created: {
      kerf: '0.1.0',
      source: { name: making.weighted ? 'Zürich.csv' : null, rows: sample.values.length },
      ...(making.weighted ? { weights: 'w' } : {}),
    },
    columns: [
      { name: 'x', kind: 'number', summary: makeSummary(sample, { ...making, shift }) },
      { name: 'day', kind: 'date', summary: makeSummary(sample, { ...making, shift: 0 }) },
      { name: '', kind: 'boolean', summary: makeSummary(sample, { ...making, shift: null }) },
      { name: 'level', kind: 'category', summary: makeSummary(sample, { ...making, shift: null }) },
    ],
    notes: making.target === 'class' ? [{ code: 'target-kind', message: 'whole numbers — classes' }] : [],
  }))

/** The bytes with a checksum and a length that fit, so that what is inside is looked at. */
export function sealed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 24) return bytes
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  view.setUint32(16, copy.length, true)
  view.setUint32(20, 0, true)
  view.setUint32(12, crc32(copy.subarray(CHECKED_FROM)), true)
  return copy
}
