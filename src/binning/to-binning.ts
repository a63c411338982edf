import type { Target } from '../types.ts'
import { type Binning, type Column, hasCuts, VERSION } from './binning.ts'

/** What is known of columns that were fitted one by one. */
export interface BinningFacts {
  /** the target of their summaries, `summary.target`; null without one */
  readonly target: Target | null
  /** name of the data and the rows in them; default no name and the rows that the bins count */
  readonly source?: { readonly name: string | null; readonly rows: number }
}

/**
 * Columns fitted one by one as a binning that can be saved, edited and counted again.
 *
 *     // A column fitted on its own becomes a file:
 *     const fitted = { ...fit(ages, { target: bought }), name: 'age' }
 *     const saved = binningToJson(toBinning([fitted], { target: summary.target }))
 *     console.log(binningFromJson(saved).columns[0]?.name) // → age
 */
export function toBinning(columns: readonly Column[], { target, source }: BinningFacts): Binning {
  const methods = new Set(columns.filter(hasCuts).map((column) => column.method))
  const rows = Math.max(
    0,
    ...columns.map(({ bins, missing }) => bins.reduce((sum, bin) => sum + bin.count, missing.count)),
  )
  return {
    format: 'kerf-binning',
    version: 1,
    created: {
      kerf: VERSION,
      method: methods.size === 1 ? [...methods][0] : 'auto',
      options: {},
      source: source ?? { name: null, rows },
    },
    target,
    columns,
  }
}
