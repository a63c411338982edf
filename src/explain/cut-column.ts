import type { NumberColumn } from '../binning/binning.ts'
import { asDates } from '../binning/labels.ts'
import { columnStep } from '../binning/fit/count-column.ts'
import { fitSummary } from '../binning/fit/fit.ts'
import { fitNumbers, runNow } from '../binning/fit/fit-numbers.ts'
import type { MethodGiven } from '../binning/fit/method-given.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import { viewColumn } from '../discretizers/column-view.ts'
import { defaultMethod } from '../discretizers/default-method.ts'
import { fixed } from '../discretizers/methods/fixed.ts'
import { isExact } from '../summaries/cells.ts'
import type { Cells, NumberSummary, Target } from '../types.ts'
import { bestCuts, summedCells } from './best-cuts.ts'
import { fuseNarrow } from './fuse-narrow-bins.ts'
import { columnSpread, spreadCells, spreadOfValues } from './column-spread.ts'
import type { RowSet } from './row-set.ts'

/** A number column to be cut: its values, and how. */
export interface CutRequest {
  readonly name: string
  readonly kind: NumberColumn['kind']
  readonly values: Float64Array
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
export function cutColumn(request: CutRequest, rows: RowSet, enough: number | null = null): CutColumn {
  const { values, fit } = request
  const codes = { missing: fit.missing, special: fit.special }
  const step = columnStep(WHERE, { name: request.name, reference: 'none' })
  const { column, spread } = runNow(
    fitNumbers(rows.source(values, codes), methodOf(request, rows.target), {
      where: WHERE,
      besides: (summary, cuts, starts) => [
        ...(step.besides?.(summary, cuts, starts) ?? []),
        ...spreadCells(summary.cells),
      ],
      make: (settled) => ({
        column: step.make(settled),
        spread: spreadOf(settled.summary.cells, () => rows.numbers(values)),
      }),
    }),
  )
  const cut = narrowFused(request, column, spread)
  if (cut.cuts.length > 0 || enough === null) return { column: cut, cutBy: 'method' }
  // Single cuts are looked for among all values.
  return bestCutColumn(request, { column: cut, summary: rows.summary(values, codes) }, enough)
}

/** Cells of one value each tell the spread; coarse ones need the values. */
function spreadOf(cells: Cells, values: () => Float64Array): number {
  return isExact(cells) ? columnSpread(cells) : spreadOfValues(cells, values())
}

/** The same of rows that are counted already, with the special codes of the request. */
export function cutSummary(
  request: Omit<CutRequest, 'values'>,
  summary: NumberSummary,
  enough: number | null = null,
): CutColumn {
  const cut = fitSummary(summary, { ...methodOf(request, summary.target), name: request.name, reference: 'none' })
  const column = narrowFused(request, cut, columnSpread(summary.cells))
  if (column.cuts.length > 0 || enough === null) return { column, cutBy: 'method' }
  return bestCutColumn(request, { column, summary }, enough)
}

/** A column that its method left whole, cut at the best one or two places that leave enough rows. */
function bestCutColumn(
  request: Omit<CutRequest, 'values'>,
  { column, summary }: { readonly column: NumberColumn; readonly summary: NumberSummary },
  enough: number,
): CutColumn {
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

/** What messages call the fit of a column. */
const WHERE = 'fitSummary'

/** What a fit takes that says nothing about cuts. */
const NOT_FOR_CUTS = ['missing', 'special', 'kind', 'missingPolicy', 'specialPolicy', 'reference', 'method', 'readable']

/** The method of a column with its options. */
function methodOf({ kind, fit }: Omit<CutRequest, 'values'>, target: Target | null): MethodGiven {
  const options = Object.entries(fit).filter(([key]) => !NOT_FOR_CUTS.includes(key))
  const usual = defaultMethod(target?.kind)
  return {
    ...(fit.method === undefined && usual.preset !== undefined ? { preset: usual.preset } : {}),
    ...Object.fromEntries(options),
    method: fit.method ?? usual.method,
    // Short decimals say nothing of dates, which have short texts of their own.
    readable: fit.readable === true && kind !== 'date',
  }
}

function narrowFused(
  { kind, fit, tiny }: Omit<CutRequest, 'values'>,
  column: NumberColumn,
  spread: number,
): NumberColumn {
  const fused = fuseNarrow(column, tiny * spread)
  return kind === 'date' ? asDates(fused, fit.readable === true) : fused
}
