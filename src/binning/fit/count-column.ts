import { ArgumentError } from '../../errors.ts'
import type { CountedRows } from '../../summaries/fast/bucket-slots.ts'
import { ASIDE, cellWeights } from '../../summaries/tallies.ts'
import type { NumberSummary, Proposal } from '../../types.ts'
import type { NumberColumn, Policy } from '../binning.ts'
import { countBins, countedSlot, emptyBinNotes, medianCell, medianCells } from '../count-bins.ts'
import { leastRowsOf, type ReferenceWanted, referenceOf, referenceUnknowns } from '../reference.ts'
import { settlePolicy } from '../settle-policy.ts'
import { exactShape, type ShapeStep } from '../shape.ts'
import type { Certificate } from './cell-source.ts'

/** How a fitted column treats what its cuts do not speak of. */
export interface ColumnPolicies {
  /** name of the column; default "value" */
  readonly name?: string | undefined
  /** what happens to missing values; default own */
  readonly missingPolicy?: Policy | undefined
  /** what happens to special codes, for all or by code; default own */
  readonly specialPolicy?: Policy | Readonly<Record<number, Policy>> | undefined
  /** least rows of a cell kept for measuring drift later, or none to keep no cells; default 8 */
  readonly reference?: ReferenceWanted | undefined
}

/** Cuts that were found, and the cells they were found in. Lasts only for the last step: cells may lie in scratch memory. */
export interface Settled {
  readonly summary: NumberSummary
  readonly proposal: Proposal
  /** what could hide; null where nothing can, or nothing is known of it */
  readonly certificate: Certificate | null
  /** whether no cell can hide a better cut */
  readonly exact: boolean
  /** where each row was counted; only where that is known */
  readonly rows?: CountedRows | undefined
}

/**
 * What must be known exactly besides cuts, as cells of the summary. Cuts are null where they are not known yet; bins start
 * with the first cell and with `starts`.
 */
export type Besides = (
  summary: NumberSummary,
  cuts: readonly number[] | null,
  starts: readonly number[],
) => readonly number[]

/** The last step of a fit: what is made of the cuts, which must hold nothing of `Settled`, and what it takes. */
export interface LastStep<T> {
  /** the function that was called, for messages */
  readonly where: string
  /** what must be known besides cuts; null for nothing */
  readonly besides: Besides | null
  readonly make: (settled: Settled) => T
}

/** The cuts and no more. */
export function cutsAlone(where: string): LastStep<Proposal> {
  return { where, besides: null, make: ({ proposal }) => proposal }
}

/** Counts bins, and puts everything together, with the shape of the values where one is wanted. */
export function columnStep(
  where: string,
  policies: ColumnPolicies,
  shape?: ShapeStep,
): LastStep<NumberColumn> & { readonly besides: Besides } {
  const leastRows = leastRowsOf(where, policies.reference)
  return {
    where,
    besides: (summary, cuts, starts) => [
      ...medianCells(summary, starts),
      ...(shape?.unknowns?.(summary, cuts, starts) ?? []),
      ...(leastRows === null ? [] : referenceUnknowns(summary, leastRows)),
    ],
    make: (settled) => {
      const column = countColumn(settled, policies, where)
      return shape === undefined ? column : { ...column, shape: shape.of(settled.summary, column.cuts) }
    },
  }
}

/**
 * The last step for the columns of a table: all that a binning tells, asked for in as few looks as can be. Reading cells
 * again takes a pass over all rows, so what may be wanted next is asked for as well.
 */
export function tableStep(where: string, policies: ColumnPolicies): LastStep<NumberColumn> {
  const step = columnStep(where, policies, exactShape)
  return {
    ...step,
    besides: (summary, cuts, starts) => [...step.besides(summary, cuts, starts), ...nearStarts(summary, starts)],
  }
}

/**
 * What may be wanted once it is known where in a cell a bin starts: the cells around it, and those around the medians of the
 * bins on both sides, which may lie as many rows further on as half of the cell has.
 */
function nearStarts(summary: NumberSummary, starts: readonly number[]): number[] {
  const { lo, hi, size } = summary.cells
  const weights = cellWeights(summary)
  const rowsOpen = (start: number): number =>
    Math.max(lo[start - 1] < hi[start - 1] ? weights[start - 1] : 0, lo[start] < hi[start] ? weights[start] : 0)
  const near: number[] = []
  let before = 0
  for (const [i, to] of [...starts, size].entries()) {
    const from = starts[i - 1] ?? 0
    const after = to < size ? rowsOpen(to) : 0
    if (after > 0) near.push(to - 2, to + 1)
    const open = (before + after) / 2
    const middle = open > 0 ? medianCell(weights, from, to) : -1
    for (const step of [-1, 1]) {
      for (let cell = middle, rows = 0; rows < open; rows += weights[cell]) near.push((cell += step))
    }
    before = after
  }
  return near
}

/** A fitted column: its bins as counted by the cells, and what becomes of missing values and special codes. */
export function countColumn(
  { summary, proposal, exact }: Pick<Settled, 'summary' | 'proposal' | 'exact'>,
  { name = 'value', missingPolicy = 'own', specialPolicy = 'own', reference }: ColumnPolicies,
  where: string,
): NumberColumn {
  const { cells, aside, target, weighted, specialCodes } = summary
  const { method, options, closed, cuts, reasons } = proposal
  const leastRows = leastRowsOf(where, reference)
  const { bins, exact: countsExact } = countBins(summary, cuts, closed)
  const missing = countedSlot(aside, ASIDE.missing, target, weighted)
  for (const code of typeof specialPolicy === 'object' ? Object.keys(specialPolicy).map(Number) : []) {
    if (!specialCodes.includes(code)) {
      throw new ArgumentError(`${where}: specialPolicy must speak of declared special codes, got ${code}`, {
        code: 'out-of-range',
      })
    }
  }
  return {
    name,
    kind: 'number',
    method,
    options,
    closed,
    cuts,
    range: cells.size === 0 ? null : [summary.min, summary.max],
    cutsExact: summary.origin === 'counted' && exact,
    countsExact,
    reasons,
    ...(proposal.refused === undefined ? {} : { refused: proposal.refused }),
    bins,
    missing: {
      ...missing,
      ...settlePolicy(missingPolicy, { where, what: 'missing', counted: missing }, bins, target),
      values: summary.missingCodes,
    },
    special: specialCodes.map((code, i) => {
      const counted = countedSlot(aside, ASIDE.special + i, target, weighted)
      const asked = typeof specialPolicy === 'object' ? (specialPolicy[code] ?? 'own') : specialPolicy
      return { code, ...counted, ...settlePolicy(asked, { where, what: `special ${code}`, counted }, bins, target) }
    }),
    shape: null,
    ...(leastRows === null ? {} : { reference: referenceOf(summary, leastRows) }),
    notes: [...proposal.notes, ...emptyBinNotes(bins)],
  }
}
