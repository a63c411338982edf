import type { NumberColumn } from '../binning/binning.ts'
import { asDates } from '../binning/labels.ts'
import { fitSummary } from '../binning/fit/fit.ts'
import type { ColumnFit } from '../binning/fit/fit-column.ts'
import { viewColumn } from '../discretizers/column-view.ts'
import { fixed } from '../discretizers/methods/fixed.ts'
import { mdlp } from '../discretizers/methods/mdlp.ts'
import { summarizeNumbers } from '../summaries/summarize-numbers.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { NumberSummary, NumberValues } from '../types.ts'
import { bestCut } from './best-single-cut.ts'
import { fuseNarrow } from './fuse-narrow-bins.ts'

/** The method that cuts number columns when none is named. */
export const DEFAULT_METHOD: typeof mdlp = mdlp

/** A number column to be cut: its values, and how. */
export interface CutRequest {
  readonly name: string
  readonly kind: NumberColumn['kind']
  readonly values: NumberValues
  /** method and options, special codes */
  readonly fit: ColumnFit
  /** bins narrower than so many standard deviations are fused with a neighbour */
  readonly tiny: number
}

/** A column cut on the rows that count. `cutBy` is `best-cut` when the method made no cut and the best one was taken. */
export interface CutColumn {
  readonly column: NumberColumn
  readonly cutBy: 'method' | 'best-cut'
}

/**
 * Cuts a column by its method and fuses what is too narrow. Where nothing is cut and `enough` is given, takes the best
 * single cut that leaves so many rows and no narrow range, if any. The cost is that of the method.
 */
export function cutColumn(request: CutRequest, marks: RowMarks, enough: number | null = null): CutColumn {
  const { values, fit } = request
  const summary = summarizeNumbers(values, { ...marks, notes: [] }, { missing: fit.missing, special: fit.special })
  const column = byMethod(request, summary)
  if (column.cuts.length > 0 || enough === null) return { column, cutBy: 'method' }
  const cut = bestCut(viewColumn(summary), { rows: enough, width: narrow(request, summary) }, column.closed)
  if (cut === null) return { column, cutBy: 'method' }
  const split = fitSummary(summary, {
    name: request.name,
    method: fixed,
    cuts: [cut],
    closed: column.closed,
    reference: 'none',
  })
  return { column: request.kind === 'date' ? asDates(split) : split, cutBy: 'best-cut' }
}

/** What a fit takes that says nothing about cuts. */
const NOT_FOR_CUTS = ['missing', 'special', 'kind', 'missingPolicy', 'specialPolicy', 'reference', 'method', 'readable']

function byMethod(request: CutRequest, summary: NumberSummary): NumberColumn {
  const { name, kind, fit } = request
  const options = Object.entries(fit).filter(([key]) => !NOT_FOR_CUTS.includes(key))
  const readable = fit.readable === true
  const column = fitSummary(summary, {
    ...Object.fromEntries(options),
    reference: 'none',
    name,
    method: fit.method ?? DEFAULT_METHOD,
    // Short decimals say nothing of dates, which have short texts of their own.
    readable: readable && kind !== 'date',
  })
  const fused = fuseNarrow(column, narrow(request, summary))
  return kind === 'date' ? asDates(fused, readable) : fused
}

/** Ranges narrower than this are too narrow to tell. Over sorted cells, so that the order of rows cannot matter. */
function narrow({ tiny }: CutRequest, { cells: { size, lo, tallies } }: NumberSummary): number {
  let rows = 0
  let sum = 0
  for (let i = 0; i < size; i++) {
    rows += tallies.rows[i]
    sum += tallies.rows[i] * lo[i]
  }
  const mean = sum / rows
  let squares = 0
  for (let i = 0; i < size; i++) squares += tallies.rows[i] * (lo[i] - mean) * (lo[i] - mean)
  const width = tiny * Math.sqrt(squares / rows)
  // Where the deviation is infinite or undefined, nothing can be called narrow.
  return Number.isFinite(width) ? width : 0
}
