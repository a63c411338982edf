import type { Column } from '../binning/binning.ts'
import { startPlaces } from '../binning/fit/known-places.ts'
import { type ColumnJob, fitColumn } from '../binning/fit/fit-column.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import { PlacedRows } from '../binning/fit/placed-rows.ts'
import { findMethod, methods } from '../discretizers/registry.ts'
import { errorToJson } from '../errors.ts'
import { byteMarks } from '../summaries/byte-labels.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import { Scratch } from '../util/scratch.ts'

/** A column as it travels: numbers as shared doubles, the method by its name. */
export interface ColumnTask {
  readonly id: number
  readonly name: string
  readonly values: Float64Array
  readonly method: string | null
  readonly options: Omit<ColumnFit, 'method'> & { readonly kind: Column['kind'] }
  /** whoever sets the cell of the column first fits it */
  readonly claim?: Claim | undefined
}

/** Cells in shared memory, 0 while nobody has taken a column, and which of them is meant. */
export interface Claim {
  readonly cells: Int32Array
  readonly at: number
}

/** Takes a column unless somebody else was faster. */
export function takeColumn({ cells, at }: Claim): boolean {
  return Atomics.exchange(cells, at, 1) === 0
}

/** What a worker is told: the rows of a table, once, then its columns. */
export type WorkerMessage =
  { readonly kind: 'rows'; readonly marks: RowMarks } | { readonly kind: 'column'; readonly task: ColumnTask }

/** What a worker answers to each column: an error as `errorToJson` writes it, and nothing but its number where another thread took the column. */
export type WorkerReply =
  | { readonly id: number; readonly column: Column }
  | { readonly id: number; readonly fault: string }
  | { readonly id: number; readonly taken: true }

/** What a worker runs: give it every message, send its answer back where there is one. */
export function columnWorker(): (message: WorkerMessage) => WorkerReply | null {
  // Kept from table to table: fresh memory costs as much as the work in it.
  const scratch = new Scratch()
  let rows: PlacedRows | null = null
  return (message) => {
    if (message.kind === 'rows') {
      const { marks } = message
      rows = new PlacedRows(marks.bytes === undefined ? marks : byteMarks(marks, marks.bytes), scratch)
      return null
    }
    const { id, name, values, method, options, claim } = message.task
    if (claim !== undefined && !takeColumn(claim)) return { id, taken: true }
    try {
      if (rows === null) throw new Error('worker: a column came before its rows')
      const chosen = method === null ? {} : { method: findMethod(method) }
      return { id, column: fitColumn({ name, values, options: { ...options, ...chosen } }, rows, startPlaces) }
    } catch (error) {
      return { id, fault: errorToJson(error) }
    }
  }
}

/** Whether another thread can fit the column: it holds numbers, and its method is one that is known by name. */
export function canTravel({ options }: ColumnJob): boolean {
  const { kind, method } = options
  return (kind === 'number' || kind === 'date') && (method === undefined || methods().includes(method))
}
