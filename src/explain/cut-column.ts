import type { NumberColumn } from '../binning/binning.ts'
import { medianCells } from '../binning/count-bins.ts'
import { asDates } from '../binning/labels.ts'
import { columnStep } from '../binning/fit/count-column.ts'
import { fitSummary } from '../binning/fit/fit.ts'
import type { MethodGiven } from '../binning/fit/method-given.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import { viewColumn } from '../discretizers/column-view.ts'
import { defaultMethod } from '../discretizers/default-method.ts'
import { fixed } from '../discretizers/methods/fixed.ts'
import { lookAtCuts } from '../discretizers/refine/look-at-cells.ts'
import type { Closed, NumberSummary, Target } from '../types.ts'
import { bestCuts, openToCuts, summedCells } from './best-cuts.ts'
import { fuseNarrow } from './fuse-narrow-bins.ts'
import { columnSpread, spreadCells, spreadOf } from './column-spread.ts'
import type { RowSet } from './check/row-set.ts'

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
  const { column, spread } = rows.fit(values, codes, methodOf(request, rows.target), {
    where: WHERE,
    besides: (summary, cuts, starts) => [
      ...(step.besides?.(summary, cuts, starts) ?? []),
      ...spreadCells(summary.cells),
    ],
    make: (settled) => {
      const made = step.make(settled)
      const isAsked = made.cuts.length > 0 || enough !== null
      return { column: made, spread: isAsked ? spreadOf(settled.summary.cells, () => rows.numbers(values)) : 0 }
    },
  })
  const cut = narrowFused(request, column, spread)
  if (cut.cuts.length > 0 || enough === null) return { column: cut, cutBy: 'method' }
  return bestCutOfRows(request, { column: cut, spread }, rows, enough)
}

/** A column that its method left whole, cut at the best places; of two classes without a sort. */
function bestCutOfRows(
  request: CutRequest,
  whole: { readonly column: NumberColumn; readonly spread: number },
  rows: RowSet,
  enough: number,
): CutColumn {
  const { values, fit } = request
  const { closed } = whole.column
  const codes = { missing: fit.missing, special: fit.special }
  const make = (summary: NumberSummary): CutColumn => bestCutColumn(request, { ...whole, summary }, enough)
  if (rows.target?.kind !== 'class' || rows.target.classes.length !== 2) return make(rows.summary(values, codes))
  const given = { method: fixed, cuts: [], closed }
  return rows.fit(values, codes, given, {
    where: WHERE,
    besides: (summary) => unknownPlaces({ summary, width: request.tiny * whole.spread, enough, closed }),
    make: ({ summary }) => make(summary),
  })
}

/** What single cuts are chosen among, and which are wide enough. */
interface Places {
  readonly summary: NumberSummary
  readonly width: number
  readonly enough: number
  readonly closed: Closed
}

/** The best one or two cuts, wide ones where there are any. */
function bestPlaces({ summary, width, enough, closed }: Places): number[] {
  const cells = summedCells(viewColumn(summary), summary)
  const wide = bestCuts(cells, { rows: enough, width }, closed)
  return wide.length > 0 ? wide : bestCuts(cells, { rows: enough, width: 0 }, closed)
}

/** The cells that must be known before those cuts are: first those that leave them open, then those beside them. */
function unknownPlaces(places: Places): number[] {
  const { summary, width, enough, closed } = places
  const view = viewColumn(summary)
  const cells = summedCells(view, summary)
  let { open, cuts } = openToCuts(cells, { rows: enough, width }, closed)
  if (open.length === 0 && cuts.length === 0) ({ open, cuts } = openToCuts(cells, { rows: enough, width: 0 }, closed))
  if (open.length > 0) return open
  const { wanted, candidates } = lookAtCuts(view, cuts, closed)
  return [...wanted, ...medianCells(summary, candidates)]
}

/** The same of rows that are counted already, with the special codes of the request. */
export function cutSummary(
  request: Omit<CutRequest, 'values'>,
  summary: NumberSummary,
  enough: number | null = null,
): CutColumn {
  const cut = fitSummary(summary, { ...methodOf(request, summary.target), name: request.name, reference: 'none' })
  const spread = columnSpread(summary.cells)
  const column = narrowFused(request, cut, spread)
  if (column.cuts.length > 0 || enough === null) return { column, cutBy: 'method' }
  return bestCutColumn(request, { column, spread, summary }, enough)
}

/** A column that its method left whole, cut at the best one or two places that leave enough rows. */
function bestCutColumn(
  request: Omit<CutRequest, 'values'>,
  {
    column,
    spread,
    summary,
  }: { readonly column: NumberColumn; readonly spread: number; readonly summary: NumberSummary },
  enough: number,
): CutColumn {
  const cuts = bestPlaces({ summary, width: request.tiny * spread, enough, closed: column.closed })
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
