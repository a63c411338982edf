import { slotCount } from '../binning/assign.ts'
import { type Column, hasCuts } from '../binning/binning.ts'
import { asDates } from '../binning/labels.ts'
import { fitSummary } from '../binning/fit/fit.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import { cutBetween, viewColumn } from '../discretizers/column-view.ts'
import { readableCuts } from '../discretizers/readable-cuts.ts'
import { fixed } from '../discretizers/methods/fixed.ts'
import type { Cells, Closed, LabelValues, NumberSummary, NumberValues } from '../types.ts'
import { readNumbers } from '../util/data-value.ts'
import { type RowSlots, slotsOfRows } from './check/row-slots.ts'
import type { RowSet } from './check/row-set.ts'
import type { SlotRange } from './relevant-ranges.ts'
import type { Cells as SearchCells } from './together/best-part.ts'

/** A column in many small cells, with the cell of each row; ranges are put together from them. */
export interface CellColumn {
  readonly column: Column
  readonly slots: RowSlots
}

/** Where a number column is cut, as parts of its rows: in twentieths, and finer at the ends. */
const QUANTILES = [0.01, 0.02, ...Array.from({ length: 19 }, (_, i) => (i + 1) / 20), 0.98, 0.99]

/**
 * A column in cells: numbers at 23 quantiles, texts by level. The target has no say in them, so that either half of the
 * rows may be searched and tested on the other. O(rows · log rows).
 */
export function cellColumn(half: Column, values: NumberValues | LabelValues, rows: RowSet, fit: ColumnFit): CellColumn {
  if (!hasCuts(half)) return { column: half, slots: slotsOfRows(half, values) }
  const numbers = readNumbers(values, { where: 'explain', column: half.name })
  const { name, closed, kind } = half
  const codes = { missing: fit.missing, special: fit.special }
  const given = { method: fixed, cuts: [], closed }
  const made = rows.fit(numbers, codes, given, {
    where: 'explain',
    besides: ({ cells }) => quantileCells(cells),
    make: ({ summary }) => {
      const cuts = quantileCuts(summary, closed)
      return fitSummary(summary, { name, method: fixed, cuts, closed, reference: 'none' })
    },
  })
  const column = kind === 'date' ? asDates(made) : made
  return { column, slots: slotsOfRows(column, numbers, rows.countedRows(numbers)) }
}

/** The cells that must be known before cuts at quantiles are those of the rows: on both sides of every cut. */
function quantileCells({ size, tallies }: Cells): number[] {
  const rows = tallies.rows.reduce((sum, count) => sum + count, 0)
  const found = new Set<number>()
  for (let cell = 0, below = 0, next = 0; cell < size; cell++) {
    below += tallies.rows[cell]
    if (!(below >= QUANTILES[next] * rows)) continue
    found.add(cell)
    if (cell + 1 < size) found.add(cell + 1)
    while (QUANTILES[next] * rows <= below) next++
  }
  return [...found]
}

/** Cuts at quantiles, as short decimals. */
function quantileCuts(summary: NumberSummary, closed: Closed): number[] {
  const { size, lo, hi, tallies } = summary.cells
  const rows = tallies.rows.reduce((sum, count) => sum + count, 0)
  const cuts: number[] = []
  let below = 0
  let next = 0
  for (let cell = 0; cell + 1 < size; cell++) {
    below += tallies.rows[cell]
    if (!(below >= QUANTILES[next] * rows)) continue
    cuts.push(cutBetween(hi[cell], lo[cell + 1], closed))
    while (QUANTILES[next] * rows <= below) next++
  }
  return readableCuts(viewColumn(summary), cuts, closed)
}

/** The cells as a search takes them, for some of the rows. */
export function searchCells({ column, slots }: CellColumn, rows: Uint32Array): SearchCells {
  const bins = column.bins.length
  return { codes: slotsAt(slots, rows), size: slotCount(column), ordered: hasCuts(column) ? bins : 0, apart: bins }
}

/** The slots of some rows. By itself, since V8 compiles a function with such a loop anew for what follows the loop. */
function slotsAt(slots: RowSlots, rows: Uint32Array): Int32Array {
  const codes = new Int32Array(rows.length)
  for (let i = 0; i < rows.length; i++) codes[i] = slots[rows[i]]
  return codes
}

/** Cells of a column as a range. */
export function rangeOfCells(column: Column, cells: readonly number[]): SlotRange {
  const bins = column.bins.length
  const [first] = cells
  if (first < bins) return { form: hasCuts(column) ? 'interval' : 'levels', slots: cells }
  return { form: first === bins ? 'missing' : 'special', slots: cells }
}
