import { labelText } from '../../summaries/mark-rows.ts'
import { tableColumn, tableRows } from '../../summaries/column-table.ts'
import type { SummaryTable } from '../../summaries/summary-table.ts'
import { ASIDE } from '../../summaries/tallies.ts'
import type { LabelValues, Summary, Table } from '../../types.ts'
import { readNumbers } from '../../util/data-value.ts'
import type { Binning, NumberColumn } from '../binning.ts'
import { recount, type RecountOptions } from '../use/recount.ts'
import { recountSummaries } from '../use/recount-summaries.ts'
import { designEffect } from './row-evidence.ts'

/** New rows as a comparison asks for them: a table, or counts that were made where the rows are. */
export interface NewRows {
  readonly rows: number
  /** whether rows have weights, and how many rows then stand for one of equal weights */
  readonly weighted: boolean
  readonly effect: number
  /** the levels of a category column, over all rows */
  levels(name: string): Iterable<string>
  /** the bins counted on these rows: on those with a label, or on all of them without one */
  count(reference: Binning, which: 'labelled' | 'all'): Binning
  /** values below and above all values of the fit */
  beyond(column: NumberColumn): Beyond
}

/** Values outside the range of a fit. */
export interface Beyond {
  readonly below: number
  readonly above: number
  readonly lowest: number
  readonly highest: number
}

/** The rows of a table. */
export function rowsOfTable(binning: Binning, table: Table, where: RecountOptions): NewRows {
  const name = where.weights ?? binning.created.weights
  const weights = typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : null
  return {
    rows: tableRows('compareDrift', table),
    weighted: weights !== null,
    effect: weights === null ? 1 : designEffect(weights),
    levels: (column) => tableLevels(tableColumn('compareDrift', table, column)),
    count: (reference, which) =>
      which === 'labelled'
        ? recount(reference, table, where)
        : recount({ ...reference, target: null }, table, { weights: where.weights }),
    beyond: (column) =>
      beyondRange(column, (take) => {
        const values = tableColumn('compareDrift', table, column.name)
        const numbers = readNumbers(values, { where: 'compareDrift', column: column.name })
        for (let row = 0; row < numbers.length; row++) {
          if (weights === null || Number(weights[row]) > 0) take(numbers[row], 1)
        }
      }),
  }
}

function tableLevels(values: ArrayLike<unknown>): Set<string> {
  const levels = new Set<string>()
  for (let row = 0; row < values.length; row++) {
    const text = labelText((values as LabelValues)[row], 'compareDrift')
    if (text !== null) levels.add(text)
  }
  return levels
}

/** Summaries of new rows by their target, and of all of them where some have none. Weights are not known there. */
export interface CountedRows {
  readonly labelled: SummaryTable
  /** without a target; the same where every row has a label */
  readonly all: SummaryTable
}

export function rowsOfSummaries({ labelled, all }: CountedRows): NewRows {
  const summaryOf = (name: string): Summary | undefined => all.columns.find((column) => column.name === name)?.summary
  return {
    rows: all.created.source.rows,
    weighted: false,
    effect: 1,
    levels: (name) => {
      const summary = summaryOf(name)
      return summary?.kind === 'category' ? summary.levels : []
    },
    count: (reference, which) => recountSummaries(reference, which === 'labelled' ? labelled : all),
    beyond: (column) =>
      beyondRange(column, (take) => {
        const summary = summaryOf(column.name)
        if (summary?.kind !== 'number') return
        const { cells, aside } = summary
        for (let cell = 0; cell < cells.size; cell++) {
          // Both ends of a cell lie on one side: it reaches over no end of the range.
          take(cells.lo[cell], 0)
          take(cells.hi[cell], cells.tallies.rows[cell])
        }
        take(-Infinity, aside.rows[ASIDE.below])
        take(Infinity, aside.rows[ASIDE.above])
      }),
  }
}

/** Counts values outside the range of a fit, as `each` hands them out with how many rows have them. */
function beyondRange(
  { range, special, missing, notes }: NumberColumn,
  each: (take: (value: number, rows: number) => void) => void,
): Beyond {
  if (range === null) return { below: 0, above: 0, lowest: 0, highest: 0 }
  const apart = new Set([...special.map(({ code }) => code), ...missing.values])
  const infiniteBefore = notes.some(({ code }) => code === 'infinite')
  let [below, above, lowest, highest] = [0, 0, range[0], range[1]]
  each((value, rows) => {
    if (!(value < range[0] || value > range[1]) || apart.has(value)) return
    if ((infiniteBefore || rows === 0) && !Number.isFinite(value)) return
    if (value < range[0]) below += rows
    else above += rows
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  })
  return { below, above, lowest, highest }
}
