import { checkTarget, discretize, readSettings } from '../../discretizers/discretize.ts'
import type { Refinement } from '../../discretizers/discretizer.ts'
import { startRefinement } from '../../discretizers/refine/start-refinement.ts'
import { isExact } from '../../summaries/cells.ts'
import { Scratch } from '../../util/scratch.ts'
import { answer, type Steps } from '../../util/steps.ts'
import type { CellSource } from './cell-source.ts'
import type { LastStep } from './count-column.ts'
import type { MethodGiven } from './method-given.ts'
import { refineCuts } from './refine-cuts.ts'
import { bestOf, searchOfBest, withRefused } from './refused-cut.ts'

/**
 * The story of a fit: summarize → cut → refine → count. Whatever fits a number column runs these steps: `fit` and `fitTable`
 * on rows in memory, `fitSummary` on a summary, a stream on its live cells, an engine on rows it counts elsewhere. Coarse
 * cells are looked into until the cuts are proven to be those of the rows themselves, bit for bit; where the rows cannot be
 * read again, or nothing is proven of the method, a certificate says what could hide.
 */
export function* fitNumbers<T>(source: CellSource, given: MethodGiven, last: LastStep<T>): Steps<T> {
  const { method, options, closed, readable } = readSettings(given, last.where)
  const target = source.target?.kind
  checkTarget(method, target ?? 'none', last.where)
  let started: Refinement | null = null
  const start = (): Refinement | null => (started ??= startRefinement(method, options, source))
  const refinable = (): boolean => start() !== null
  const byEnds = (): boolean => start()?.endsOnly === true && !readable
  const endsOnly = (): boolean => last.besides === null && byEnds()

  const counted = yield* answer(source.summarize({ refinable, endsOnly, sort: method.sort })) // summarize
  yield 0.4
  const { summary, rows } = counted
  const tell = last.startLarge?.(counted)
  if (counted.settled) {
    const cut = discretize(summary, given) // cut
    const best = last.besides && cut.cuts.length === 0 && bestOf(given, cut)
    const proposal = best ? withRefused(cut, discretize(summary, best)) : cut
    yield 0.9
    return last.make({ summary, proposal, certificate: null, exact: isExact(summary.cells), rows, ...tell?.(proposal) }) // count
  }
  const refinement = start()
  if (refinement === null || counted.readAgain === undefined) {
    // Whoever cannot look into cells brings it.
    const { proposal, certificate } = source.certify!(summary, given, refinement, { ...source, ...counted }) // cut
    return last.make({ summary, proposal, certificate, exact: certificate === null, rows }) // count
  }
  const best = last.besides === null ? () => null : searchOfBest(given, source)
  const { ahead = null, inBlocks, scratch = new Scratch() } = counted
  const besides = tell ? null : last.besides
  const work = { given, closed, refinement, besides, best, ahead, inBlocks, scratch }
  const settled =
    besides === null && byEnds()
      ? { summary, proposal: discretize(summary, given) }
      : (source.cut?.(counted, work) ?? (yield* refineCuts(counted, work))) // cut, refine, cut again
  yield 0.9
  return last.make({ ...settled, ...tell?.(settled.proposal), certificate: null, exact: true, rows }) // count
}
