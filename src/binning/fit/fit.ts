import { type CommonOptions, discretize } from '../../discretizers/discretize.ts'
import type { AnyDiscretizer, Discretizer } from '../../discretizers/discretizer.ts'
import { mdlp } from '../../discretizers/methods/mdlp.ts'
import { type SummarizeOptions, summarize } from '../../summaries/summarize.ts'
import { isExact } from '../../summaries/cells.ts'
import { ASIDE } from '../../summaries/tallies.ts'
import type { NumberSummary, NumberValues, Proposal } from '../../types.ts'
import type { NumberColumn, Policy } from '../binning.ts'
import { countBins, countedSlot, emptyBinNotes } from '../count-bins.ts'
import { settlePolicy } from '../settle-policy.ts'

/** How a fitted column treats what its cuts do not speak of. */
export interface ColumnPolicies {
  /** name of the column; default "value" */
  readonly name?: string | undefined
  /** what happens to missing values; default own */
  readonly missingPolicy?: Policy | undefined
  /** what happens to special codes, for all or by code; default own */
  readonly specialPolicy?: Policy | Readonly<Record<number, Policy>> | undefined
}

/** Options of a fit: how to read, which method with which options, what to do with missing and special values. */
export type FitOptions<Options extends object> = SummarizeOptions & FitSummaryOptions<Options>

/** Options of a fit from a summary; the method may be left out with a class target, which is then cut by `mdlp`. */
export type FitSummaryOptions<Options extends object> = ColumnPolicies &
  Omit<CommonOptions<Options>, 'method'> & { readonly method?: Discretizer<Options> | undefined } & Partial<Options>

/**
 * Fits the bins of one number column.
 *
 *     fit([1, 2, 3, 10, 11, 12], { target: ['a', 'a', 'a', 'b', 'b', 'b'] }).cuts // [6.5]
 */
export function fit<Options extends object = object>(
  values: NumberValues,
  given: FitOptions<Options> = {},
): NumberColumn {
  const { target, targetKind, targetName, classes, event, weights, missing, special, ...rest } = given
  const summary = summarize(values, { target, targetKind, targetName, classes, event, weights, missing, special })
  return fitCells(summary, rest as unknown as FitSummaryOptions<Options>)
}

/** Fits bins from the cells of a summary as they are. */
export function fitCells<Options extends object = object>(
  summary: NumberSummary,
  given: FitSummaryOptions<Options> = {},
): NumberColumn {
  const { name, missingPolicy, specialPolicy, method = defaultOf(summary), ...rest } = given
  const proposal = discretize(summary, { ...rest, method: method as AnyDiscretizer })
  return toColumn(summary, proposal, { name, missingPolicy, specialPolicy }, isExact(summary.cells))
}

/** Only `mdlp` stands in for a method that was not given, so that a page does not carry methods it never asked for. */
export function defaultOf(summary: NumberSummary): AnyDiscretizer {
  if (summary.target?.kind === 'class') return mdlp
  throw new TypeError('fit: method must be given without a class target, such as equalFrequency')
}

/** Counts the bins of a proposal and puts everything together. `exact`: whether no cell can hide a better cut. */
export function toColumn(
  summary: NumberSummary,
  proposal: Proposal,
  policies: ColumnPolicies,
  exact: boolean,
): NumberColumn {
  const { cells, aside, target, weighted, specialCodes } = summary
  const { method, options, closed, cuts, reasons } = proposal
  const { missingPolicy = 'own', specialPolicy = 'own' } = policies
  const { bins, exact: countsExact } = countBins(summary, cuts, closed)
  const missing = countedSlot(aside, ASIDE.missing, target, weighted)
  for (const code of typeof specialPolicy === 'object' ? Object.keys(specialPolicy).map(Number) : []) {
    if (!specialCodes.includes(code)) {
      throw new RangeError(`fit: specialPolicy must speak of declared special codes, got ${code}`)
    }
  }
  return {
    name: policies.name ?? 'value',
    kind: 'number',
    method,
    options,
    closed,
    cuts,
    range: cells.size === 0 ? null : [summary.min, summary.max],
    cutsExact: summary.origin === 'counted' && proposal.unsettled.length === 0 && exact,
    countsExact,
    reasons,
    bins,
    missing: {
      ...missing,
      ...settlePolicy(missingPolicy, { what: 'missing', counted: missing }, bins, target),
      values: summary.missingCodes,
    },
    special: specialCodes.map((code, i) => {
      const counted = countedSlot(aside, ASIDE.special + i, target, weighted)
      const asked = typeof specialPolicy === 'object' ? (specialPolicy[code] ?? 'own') : specialPolicy
      return { code, ...counted, ...settlePolicy(asked, { what: `special ${code}`, counted }, bins, target) }
    }),
    shape: null,
    notes: [...proposal.notes, ...emptyBinNotes(bins)],
  }
}
