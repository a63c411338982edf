import type { Between } from '../../discretizers/column-deviation.ts'
import { viewColumn } from '../../discretizers/column-view.ts'
import { discretize } from '../../discretizers/discretize.ts'
import { lookAtCuts } from '../../discretizers/refine/look-at-cells.ts'
import { cellRanges, refine } from '../../summaries/refine-cells.ts'
import type { NumberSummary, Proposal } from '../../types.ts'
import type { Counted, CutCells, Refining } from './cell-source.ts'
import { withFound } from './method-given.ts'
import { answer, type Steps } from '../../util/steps.ts'
import { ascending } from '../../util/numbers/ascending.ts'

/** Cuts, reads the ranges in which a better cut could hide again, and cuts once more, until nothing can hide. */
export function* refineCuts(
  { summary: coarse, finer, deviation: deviationOf, readAgain }: Counted,
  work: Refining,
): Steps<CutCells> {
  const deviation = work.refinement.wantsDeviation && deviationOf ? yield* answer(deviationOf()) : null
  let summary = finer?.() ?? coarse
  let known = NOTHING
  for (let left = 0.4; ; left /= 2) {
    yield 0.9 - left // how often it takes is not known: each time counts for half of what is left
    known = cutCells(summary, work, deviation, known)
    const { proposal, wanted } = known
    // Where nothing is wanted any more it is proven.
    if (wanted.length === 0) return { summary, proposal: proposal! }
    yield 0.9 - left * 0.75
    summary = refine(summary, yield* answer(readAgain!(cellRanges(summary.cells, wanted))), work.scratch)
  }
}

/** What is proven so far, and the cells that must be known better. */
export interface Known {
  /** cuts that no cell can change any more */
  readonly cut: Proposal | null
  /** the same with the best candidate, where nothing was cut */
  readonly proposal: Proposal | null
  readonly wanted: readonly number[]
}

export const NOTHING: Known = { cut: null, proposal: null, wanted: [] }

/**
 * Looks where cuts would lie, and for the cells that leave them open. Also asks for what is to be known besides cuts, so that
 * nothing that is counted depends on where cells lie. What was proven before is not searched for again.
 */
export function cutCells(summary: NumberSummary, work: Refining, deviation: Between | null, known: Known): Known {
  const { given, closed, refinement, scratch, ahead, inBlocks } = work
  const { lo, hi } = summary.cells
  const all = new Set<number>()
  const want = (cells: readonly number[] = []): void => {
    for (const cell of cells) if (lo[cell] < hi[cell]) all.add(cell)
  }
  const view = viewColumn(summary)
  const seen = { summary, view, closed, deviation, scratch, inBlocks }
  let { cut, proposal } = known
  const {
    wanted,
    candidates,
    cuts = null,
    rivals,
  } = cut === null ? refinement.look(seen) : lookAtCuts(view, cut.cuts, closed)
  want(wanted)
  if (all.size > 0) {
    // Most of it can be asked for before the cuts are known. While cuts move it is not, where reading again takes little: the
    // fewer cells there are to look at, the better.
    const whole = candidates.length === 0
    if (ahead || !rivals || whole) want(work.besides?.(summary, cuts, candidates))
    // Next would be the best candidate of a column left whole.
    if (whole) want(work.best({ cuts: [] })?.refinement.look(seen).wanted)
  } else {
    const found = cut ?? discretize(summary, withFound(given, refinement))
    const beside = lookAtCuts(view, found.cuts, closed)
    want(beside.wanted)
    if (all.size === 0) cut = found
    if (proposal === null) {
      const best = work.best(found)
      want(best?.refinement.look(seen).wanted)
      if (all.size === 0) proposal = best?.tell(summary, found) ?? found
    }
    want(work.besides?.(summary, found.cuts, beside.candidates))
  }
  if (ahead && all.size > 0) want(ahead({ summary, candidates, open: wanted, asked: all }))
  return { cut, proposal, wanted: ascending(all) }
}
