import type { Counted } from '../../../src/binning/fit/cell-source.ts'
import { fitNumbers } from '../../../src/binning/fit/fit-numbers.ts'
import { runNow } from '../../../src/util/steps.ts'
import { cutsAlone, type LastStep } from '../../../src/binning/fit/count-column.ts'
import type { MethodGiven } from '../../../src/binning/fit/method-given.ts'
import type { Between } from '../../../src/discretizers/column-deviation.ts'
import { readSettings } from '../../../src/discretizers/discretize.ts'
import type { Refinement } from '../../../src/discretizers/discretizer.ts'
import { settleByRows } from '../../../src/discretizers/refine/settle-by-rows.ts'
import { startRefinement } from '../../../src/discretizers/refine/start-refinement.ts'
import type { Cells, NumberSummary, Proposal, ValueRange } from '../../../src/types.ts'

/** The refinement of a method with its options, if it has any. */
export function refinementOf(given: MethodGiven, target?: 'class' | 'numeric'): Refinement | null {
  return startRefinement(given.method, readSettings(given).options, {
    target: target === undefined ? null : { kind: target },
  })
}

/** Cuts that are settled from coarse cells, how often these were looked into, and how many rows were asked for. */
export function settled(
  coarse: NumberSummary,
  read: (ranges: readonly ValueRange[]) => Cells,
  given: MethodGiven,
  means: { readonly deviation?: (() => Between) | undefined; readonly inBlocks?: Counted['inBlocks'] } = {},
): { proposal: Proposal; looks: number; asked: number } {
  let looks = 0
  let asked = 0
  const readAgain = (ranges: readonly ValueRange[]): Cells => {
    const cells = read(ranges)
    looks++
    asked += cells.tallies.rows.reduce((sum, rows) => sum + rows, 0)
    return cells
  }
  // Nothing besides cuts is asked for, so that nothing else can make up for a cell that was not.
  const proposal = settle({ summary: coarse, settled: false, readAgain, ...means }, given, cutsAlone('findCuts'))
  return { proposal, looks, asked }
}

/** What the last step makes of cells that were counted. */
export function settle<T>(
  { deviation, ...counted }: Omit<Counted, 'deviation'> & { readonly deviation?: (() => Between) | undefined },
  given: MethodGiven,
  last: LastStep<T>,
): T {
  const answer = { ...counted, ...(deviation === undefined ? {} : { deviation }) }
  return runNow(
    fitNumbers({ target: counted.summary.target, settle: settleByRows, summarize: () => answer }, given, last),
  )
}
