import { ArgumentError } from '../../errors.ts'
import type { CountedRows } from '../../summaries/fast/bucket-slots.ts'
import { ASIDE } from '../../summaries/tallies.ts'
import type { NumberSummary, Proposal } from '../../types.ts'
import type { NumberColumn, Policy } from '../binning.ts'
import { countBins, countedSlot, emptyBinNotes, medianCells } from '../count-bins.ts'
import { countReference, leastRowsOf, referenceEdges, type ReferenceWanted, referenceUnknowns } from '../reference.ts'
import { settlePolicy } from '../settle-policy.ts'
import { exactShape, type ShapeStep } from '../shape.ts'
import type { Besides, Certificate, Counted } from './cell-source.ts'
import type { StartPlaces, TellLarge } from './known-places.ts'

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
  /** the edges of the reference, where they are known already */
  readonly edges?: readonly number[] | undefined
}

/** The last step of a fit: what is made of the cuts, which must hold nothing of `Settled`, and what it takes. */
export interface LastStep<T> {
  /** the function that was called, for messages */
  readonly where: string
  /** what must be known besides cuts; null for nothing */
  readonly besides: Besides | null
  /** how all that must be known of a large column is told once it is cut, in place of `besides`; null where it is not */
  readonly startLarge?: ((counted: Counted) => TellLarge | null) | undefined
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
      ...(shape?.unknowns?.(summary, cuts) ?? []),
      ...(leastRows === null ? [] : referenceUnknowns(summary, leastRows)),
    ],
    make: (settled) => {
      const column = countColumn(settled, policies, where)
      return shape ? { ...column, shape: shape.of(settled.summary, column.cuts) } : column
    },
  }
}

/**
 * The last step for the columns of a table: all that a binning tells, asked for in as few looks as can be. Reading cells
 * again takes a pass over all rows, so what may be wanted next is asked for as well. With `places`, large columns are told at
 * places, which takes less.
 */
export function tableStep(where: string, policies: ColumnPolicies, places?: StartPlaces): LastStep<NumberColumn> {
  const step = columnStep(where, policies, exactShape)
  return {
    ...step,
    // Once it is known where in a cell a bin starts, those around it may be wanted.
    besides: (summary, cuts, starts) => [
      ...step.besides(summary, cuts, starts),
      ...starts.flatMap((start) => [start - 2, start + 1]),
    ],
    startLarge: places?.(leastRowsOf(where, policies.reference)),
  }
}

/** A fitted column: its bins as counted by the cells, and what becomes of missing values and special codes. */
export function countColumn(
  { summary, proposal, exact, edges }: Pick<Settled, 'summary' | 'proposal' | 'exact' | 'edges'>,
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
    ...(proposal.refused && { refused: proposal.refused }),
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
    ...(leastRows === null ? {} : { reference: countReference(summary, edges ?? referenceEdges(summary, leastRows)) }),
    notes: [...proposal.notes, ...emptyBinNotes(bins)],
  }
}
