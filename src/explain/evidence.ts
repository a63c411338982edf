import { assign, slotCount } from '../binning/assign.ts'
import { type Column, hasCuts } from '../binning/binning.ts'
import type { ColumnFit } from '../binning/fit/fit-column.ts'
import { levelsColumn } from '../binning/level-columns.ts'
import { summarizeCategories } from '../summaries/summarize-categories.ts'
import { dateNumbers, isNumeric } from '../summaries/column-table.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { LabelValues, NumberValues } from '../types.ts'
import { check, oneOf } from '../util/check.ts'
import { type CutColumn, cutColumn } from './cut-column.ts'
import { codesOfHalf, HALF } from './hold-out.ts'

/** Rows with a class each. */
export type ClassMarks = RowMarks & { readonly codes: Int32Array }

/** The classes of all rows, and the half that each row belongs to. */
export interface SplitRows {
  readonly marks: ClassMarks
  readonly classCount: number
  readonly halves: Uint8Array
  /** the same marks, for the half that ranges are found on for the check */
  readonly foundMarks: ClassMarks
}

/**
 * A column cut on all rows, and cut again on one half. Bins, missing and special codes, or levels and missing, are slots
 * as `assign` numbers them; counts are rows per slot and class, at slot · classes + class.
 */
export interface ColumnEvidence {
  readonly column: Column
  readonly counts: Float64Array
  readonly half: Column
  readonly cutBy: CutColumn['cutBy']
  /** the slots of `half`, counted on the half they were found on and on the other */
  readonly found: Float64Array
  readonly heldOut: Float64Array
  /** rows in slot i of `column` and slot j of `half`, at i · slots of half + j; null when both have the same slots */
  readonly shared: Float64Array | null
}

export interface EvidenceOptions {
  readonly fit: ColumnFit
  /** in standard deviations of the column */
  readonly tiny: number
  /** least rows on each side of a single cut on one half */
  readonly enough: number
}

/** The rows with their classes, split in halves. O(rows). */
export function splitRows(marks: ClassMarks, classCount: number, halves: Uint8Array): SplitRows {
  const foundMarks = { ...marks, codes: codesOfHalf(marks.codes, halves, HALF.found), notes: [] }
  return { marks, classCount, halves, foundMarks }
}

/** Cuts one column on all rows and on one half, and counts both. The cost of two fits and O(rows). */
export function columnEvidence(
  name: string,
  given: NumberValues | LabelValues,
  rows: SplitRows,
  { fit, tiny, enough }: EvidenceOptions,
): ColumnEvidence {
  const dates = dateNumbers(given)
  const values = dates ?? given
  const usual = dates !== null ? 'date' : isNumeric(values) ? 'number' : 'category'
  const { kind = usual } = fit
  check('explain', 'kind', oneOf('number', 'date', 'category', 'boolean'), kind)
  if (kind === 'category' || kind === 'boolean') {
    // Which levels there are is known without looking at classes, so both halves may share them.
    const column = levelsColumn(summarizeCategories(values, { ...rows.marks, notes: [] }), { name, kind })
    const binned = { column, slots: slotsOfRows(column, values) }
    return { column, half: column, cutBy: 'method', ...countSlots(binned, binned, rows), shared: null }
  }
  const numbers = values as NumberValues
  const request = { name, kind, values: numbers, fit, tiny }
  const { column } = cutColumn(request, rows.marks)
  const { column: half, cutBy } = cutColumn(request, rows.foundMarks, enough)
  const binned = { column, slots: slotsOfRows(column, numbers) }
  const binnedByHalf = { column: half, slots: slotsOfRows(half, numbers) }
  return {
    column,
    half,
    cutBy,
    ...countSlots(binned, binnedByHalf, rows),
    shared: countPairs(binned, binnedByHalf, rows),
  }
}

/** The slot of every row of a column. O(rows). */
export function slotsOfRows(column: Column, values: NumberValues | LabelValues): Int32Array {
  if (hasCuts(column)) return assign(column, dateNumbers(values) ?? (values as NumberValues))
  return assign(column, values as readonly string[])
}

/** A column with the slot of every row. */
interface BinnedRows {
  readonly column: Column
  readonly slots: Int32Array
}

function countSlots(
  { column, slots }: BinnedRows,
  half: BinnedRows,
  { marks: { codes }, classCount, halves }: SplitRows,
): Pick<ColumnEvidence, 'counts' | 'found' | 'heldOut'> {
  const counts = new Float64Array(slotCount(column) * classCount)
  const found = new Float64Array(slotCount(half.column) * classCount)
  const heldOut = new Float64Array(found.length)
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]
    if (code < 0) continue
    counts[slots[row] * classCount + code]++
    const at = half.slots[row] * classCount + code
    if (halves[row] === HALF.found) found[at]++
    else heldOut[at]++
  }
  return { counts, found, heldOut }
}

function countPairs({ column, slots }: BinnedRows, half: BinnedRows, { marks: { codes } }: SplitRows): Float64Array {
  const size = slotCount(half.column)
  const pairs = new Float64Array(slotCount(column) * size)
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) pairs[slots[row] * size + half.slots[row]]++
  return pairs
}
