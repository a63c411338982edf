import type { NumberColumn } from '../binning/binning.ts'
import { asDates } from '../binning/labels.ts'
import { fitSummary } from '../binning/fit/fit.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import { viewColumn } from '../discretizers/column-view.ts'
import { defaultMethod } from '../discretizers/default-method.ts'
import { fixed } from '../discretizers/methods/fixed.ts'
import { summarizeNumbers } from '../summaries/summarize-numbers.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { NumberSummary, NumberValues } from '../types.ts'
import { bestCuts, summedCells } from './best-cuts.ts'
import { fuseNarrow } from './fuse-narrow-bins.ts'
import { columnSpread } from './column-spread.ts'

/** A number column to be cut: its values, and how. */
export interface CutRequest {
  readonly name: string
  readonly kind: NumberColumn['kind']
  readonly values: NumberValues
  /** method and options, special codes */
  readonly fit: ColumnFit
  /** bins narrower than so many times the spread of the column are fused with a neighbour */
  readonly tiny: number
}

/** A column cut on the rows that count. `cutBy` is `best-cut` when the method made no cut and the best place was taken. */
export interface CutColumn {
  readonly column: NumberColumn
  readonly cutBy: 'method' | 'best-cut'
}

/**
 * Cuts a column by its method and fuses what is too narrow. Where nothing is cut and `enough` is given, takes the best
 * one or two cuts that leave so many rows, and no narrow range unless every cut does. The cost is that of the method.
 */
export function cutColumn(request: CutRequest, marks: RowMarks, enough: number | null = null): CutColumn {
  const { values, fit } = request
  const summary = summarizeNumbers(values, { ...marks, notes: [] }, { missing: fit.missing, special: fit.special })
  return cutSummary(request, summary, enough)
}

/** The same of rows that are counted already, with the special codes of the request. */
export function cutSummary(
  request: Omit<CutRequest, 'values'>,
  summary: NumberSummary,
  enough: number | null = null,
): CutColumn {
  const column = byMethod(request, summary)
  if (column.cuts.length > 0 || enough === null) return { column, cutBy: 'method' }
  const cells = summedCells(viewColumn(summary), summary)
  const width = request.tiny * columnSpread(summary.cells)
  const wide = bestCuts(cells, { rows: enough, width }, column.closed)
  const cuts = wide.length > 0 ? wide : bestCuts(cells, { rows: enough, width: 0 }, column.closed)
  if (cuts.length === 0) return { column, cutBy: 'method' }
  const split = fitSummary(summary, {
    name: request.name,
    method: fixed,
    cuts,
    closed: column.closed,
    reference: 'none',
  })
  return { column: request.kind === 'date' ? asDates(split) : split, cutBy: 'best-cut' }
}

/** What a fit takes that says nothing about cuts. */
const NOT_FOR_CUTS = ['missing', 'special', 'kind', 'missingPolicy', 'specialPolicy', 'reference', 'method', 'readable']

function byMethod(request: Omit<CutRequest, 'values'>, summary: NumberSummary): NumberColumn {
  const { name, kind, fit } = request
  const options = Object.entries(fit).filter(([key]) => !NOT_FOR_CUTS.includes(key))
  const readable = fit.readable === true
  const usual = defaultMethod(summary.target?.kind)
  const column = fitSummary(summary, {
    ...(fit.method === undefined && usual.preset !== undefined ? { preset: usual.preset } : {}),
    ...Object.fromEntries(options),
    reference: 'none',
    name,
    method: fit.method ?? usual.method,
    // Short decimals say nothing of dates, which have short texts of their own.
    readable: readable && kind !== 'date',
  })
  const fused = fuseNarrow(column, request.tiny * columnSpread(summary.cells))
  return kind === 'date' ? asDates(fused, readable) : fused
}
