import { slotCount } from '../binning/assign.ts'
import { type Column, hasCuts, type NumberColumn } from '../binning/binning.ts'
import { asDates } from '../binning/labels.ts'
import { fitSummary } from '../binning/fit/fit.ts'
import type { ColumnFit } from '../binning/fit/fit-column.ts'
import { cutBetween, viewColumn } from '../discretizers/column-view.ts'
import { readableCuts } from '../discretizers/readable-cuts.ts'
import { fixed } from '../discretizers/methods/fixed.ts'
import { dateNumbers } from '../summaries/column-table.ts'
import { summarizeNumbers } from '../summaries/summarize-numbers.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { LabelValues, NumberSummary, NumberValues } from '../types.ts'
import { bisectLeft, bisectRight } from '../util/bisect.ts'
import { slotsOfRows } from './evidence.ts'
import type { SlotRange } from './relevant-ranges.ts'
import type { Cells } from './together/best-part.ts'

/** A column in many small cells, with the cell of each row; ranges are put together from them. */
export interface CellColumn {
  readonly column: Column
  readonly slots: Int32Array
}

/** Cells of a number column by count of rows, besides those that its own cuts make. */
const CELLS = 20

/**
 * A column in cells: numbers as its cuts have it and at 19 quantiles besides, so that a range may begin where the column
 * alone shows nothing; texts by level. Only the rows that are marked have a say. O(rows · log rows).
 */
export function cellColumn(
  half: Column,
  values: NumberValues | LabelValues,
  marks: RowMarks,
  fit: ColumnFit,
): CellColumn {
  if (!hasCuts(half)) return { column: half, slots: slotsOfRows(half, values) }
  const numbers = dateNumbers(values) ?? (values as NumberValues)
  const summary = summarizeNumbers(numbers, { ...marks, notes: [] }, { missing: fit.missing, special: fit.special })
  const cuts = [...quantileCuts(summary, half), ...half.cuts].toSorted((a, b) => a - b)
  const made = fitSummary(summary, { name: half.name, method: fixed, cuts, closed: half.closed, reference: 'none' })
  const column = half.kind === 'date' ? asDates(made) : made
  return { column, slots: slotsOfRows(column, numbers) }
}

/** Cuts at quantiles, as short decimals, but for gaps between values that the column is cut in anyway. */
function quantileCuts(summary: NumberSummary, { closed, cuts: own }: NumberColumn): number[] {
  const { size, lo, hi, tallies } = summary.cells
  const rows = tallies.rows.reduce((sum, count) => sum + count, 0)
  const gapOf = (cut: number): number => (closed === 'left' ? bisectLeft(lo, cut) : bisectRight(lo, cut))
  const taken = new Set(own.map(gapOf))
  const cuts: number[] = []
  let below = 0
  let next = 1
  for (let cell = 0; cell + 1 < size; cell++) {
    below += tallies.rows[cell]
    if (below < (next * rows) / CELLS) continue
    const cut = cutBetween(hi[cell], lo[cell + 1], closed)
    if (!taken.has(gapOf(cut))) cuts.push(cut)
    while ((next * rows) / CELLS <= below) next++
  }
  return readableCuts(viewColumn(summary), cuts, closed)
}

/** The cells as a search takes them, for some of the rows. */
export function searchCells({ column, slots }: CellColumn, rows: Uint32Array): Cells {
  const bins = column.bins.length
  const codes = Int32Array.from(rows, (row) => slots[row])
  return { codes, size: slotCount(column), ordered: hasCuts(column) ? bins : 0, apart: bins }
}

/** Cells of a column as a range. */
export function rangeOfCells(column: Column, cells: readonly number[]): SlotRange {
  const bins = column.bins.length
  const [first] = cells
  if (first < bins) return { form: hasCuts(column) ? 'interval' : 'levels', slots: cells }
  return { form: first === bins ? 'missing' : 'special', slots: cells }
}
