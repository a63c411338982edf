import { ArgumentError } from '../errors.ts'
import type { LeftOut, Note, Summary, Target } from '../types.ts'
import { show } from '../util/check.ts'
import { VERSION } from '../util/version.ts'

/** The summary of one column, its name and what its values are. Dates are numbers, truth values are categories. */
export interface SummaryColumn {
  /** name of the column */
  readonly name: string
  /** what its values are */
  readonly kind: 'number' | 'date' | 'boolean' | 'category'
  /** layer one of the column */
  readonly summary: Summary
}

/** By which version and from which rows something was made. */
export interface Origin {
  readonly kerf: string
  readonly source: { readonly name: string | null; readonly rows: number }
  /** name of the column of weights; only where rows are weighted */
  readonly weights?: string
}

/** The summaries of the columns of one table, which share rows, target and weights; what a summary file holds. */
export interface SummaryTable {
  /** by which version and from which rows it was made */
  readonly created: Origin
  /** at least one, each with a name of its own */
  readonly columns: readonly SummaryColumn[]
  /** what there is to tell of the table as a whole */
  readonly notes: readonly Note[]
}

/** What all columns of a table have in common. */
export interface SharedFacts {
  readonly rows: number
  readonly target: Target | null
  readonly weighted: boolean
  readonly leftOut: LeftOut
}

/** The format and its version, as saved files have them. */
export const SUMMARY_FORMAT = 'kerf-summary'
export const SUMMARY_VERSION = 1

/** A table of one column, for a summary that stands alone. */
export function tableOfOne(summary: Summary): SummaryTable {
  return {
    created: { kerf: VERSION, source: { name: null, rows: summary.rows } },
    columns: [{ name: 'value', kind: summary.kind, summary }],
    notes: [],
  }
}

/** What the columns have in common; columns that do not belong together are refused. */
export function sharedFacts(where: string, { created, columns }: SummaryTable): SharedFacts {
  if (columns.length === 0)
    throw new ArgumentError(`${where}: columns must hold at least one summary, got none`, { code: 'out-of-range' })
  const facts = ({ rows, target, weighted, leftOut }: Summary): SharedFacts => ({ rows, target, weighted, leftOut })
  const first = facts(columns[0].summary)
  if (first.rows !== created.source.rows) {
    throw new ArgumentError(
      `${where}: source.rows must be the rows of the summaries (${first.rows}), got ${created.source.rows}`,
      { code: 'out-of-range' },
    )
  }
  const names = new Set<string>()
  for (const { name, kind, summary } of columns) {
    if (names.has(name))
      throw new ArgumentError(`${where}: columns must have names that all differ, got ${show(name)} twice`, {
        code: 'out-of-range',
      })
    names.add(name)
    if ((kind === 'number' || kind === 'date') !== (summary.kind === 'number')) {
      throw new ArgumentError(`${where}: column ${show(name)} must be of a kind that fits its summary, got ${kind}`, {
        code: 'out-of-range',
      })
    }
    if (JSON.stringify(facts(summary)) !== JSON.stringify(first)) {
      throw new ArgumentError(
        `${where}: columns must share rows, target, weights and left out rows, got other ones in ${show(name)}`,
        { code: 'out-of-range' },
      )
    }
  }
  return first
}
