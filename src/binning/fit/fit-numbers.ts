import type { Between } from '../../discretizers/column-deviation.ts'
import { viewColumn } from '../../discretizers/column-view.ts'
import { checkTarget, discretize, readSettings } from '../../discretizers/discretize.ts'
import type { Refinement } from '../../discretizers/discretizer.ts'
import { startRefinement } from '../../discretizers/refine/start-refinement.ts'
import { lookAtCuts } from '../../discretizers/refine/look-at-cells.ts'
import { isExact } from '../../summaries/cells.ts'
import { cellRanges, refine } from '../../summaries/refine-cells.ts'
import type { Closed, NumberSummary, Proposal } from '../../types.ts'
import { Scratch } from '../../util/scratch.ts'
import type { Steps } from '../../util/steps.ts'
import type { CellSource, Counted } from './cell-source.ts'
import type { Besides, LastStep } from './count-column.ts'
import { type MethodGiven, withFound } from './method-given.ts'
import { bestOf, type BestSearch, searchOfBest, withRefused } from './refused-cut.ts'

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
  const start = (): Refinement | null => (started ??= startRefinement(method, options, target))
  const refinable = (): boolean => start() !== null
  const endsOnly = (): boolean => start()?.endsOnly === true && last.besides === null && !readable

  const counted = yield* answer(source.summarize({ refinable, endsOnly, sort: method.sort })) // summarize
  yield 0.4
  const { summary, rows } = counted
  if (counted.settled) {
    const cut = discretize(summary, given) // cut
    const best = last.besides === null || cut.cuts.length > 0 ? null : bestOf(given, cut)
    const proposal = best === null ? cut : withRefused(cut, discretize(summary, best))
    yield 0.9
    return last.make({ summary, proposal, certificate: null, exact: isExact(summary.cells), rows }) // count
  }
  const refinement = start()
  if (refinement === null || counted.readAgain === undefined) {
    if (source.certify === undefined) throw new Error('fit: no certificate')
    const { proposal, certificate } = source.certify(summary, given, refinement, { ...source, ...counted }) // cut
    return last.make({ summary, proposal, certificate, exact: certificate === null, rows }) // count
  }
  const best = last.besides === null ? () => null : searchOfBest(given, target)
  const { ahead = null, scratch = new Scratch() } = counted
  const work = { given, closed, refinement, besides: last.besides, best, ahead, scratch }
  const settled = yield* refineCuts(counted, counted.readAgain, work) // cut, refine, cut again
  yield 0.9
  return last.make({ ...settled, certificate: null, exact: true, rows }) // count
}

/** What it takes to settle cuts on coarse cells. */
interface Refining {
  readonly given: MethodGiven
  readonly closed: Closed
  readonly refinement: Refinement
  readonly besides: Besides | null
  /** the search for the best candidate, where nothing was cut */
  readonly best: (proposal: Pick<Proposal, 'cuts'>) => BestSearch | null
  /** what to ask for besides, since it may be wanted next; null for nothing */
  readonly ahead: NonNullable<Counted['ahead']> | null
  readonly scratch: Scratch
}

/** Cuts, reads the ranges in which a better cut could hide again, and cuts once more, until nothing can hide. */
function* refineCuts(
  { summary: coarse, deviation: deviationOf }: Counted,
  readAgain: NonNullable<Counted['readAgain']>,
  work: Refining,
): Steps<{ summary: NumberSummary; proposal: Proposal }> {
  const helps = work.refinement.wantsDeviation === true && deviationOf !== undefined
  const deviation = helps ? yield* answer(deviationOf()) : null
  let summary = coarse
  let known: Known = { cut: null, proposal: null, wanted: [] }
  for (let left = 0.4; ; left /= 2) {
    yield 0.9 - left // how often it takes is not known: each time counts for half of what is left
    known = cutCells(summary, work, deviation, known)
    const { proposal, wanted } = known
    // Where nothing is wanted any more it is proven.
    if (wanted.length === 0) return { summary, proposal: proposal! }
    yield 0.9 - left * 0.75
    const finer = yield* answer(readAgain(cellRanges(summary.cells, wanted)))
    summary = refine(summary, finer, work.scratch)
  }
}

/** What is proven so far, and the cells that must be known better. */
interface Known {
  /** cuts that no cell can change any more */
  readonly cut: Proposal | null
  /** the same with the best candidate, where nothing was cut */
  readonly proposal: Proposal | null
  readonly wanted: readonly number[]
}

/**
 * Looks where cuts would lie, and for the cells that leave them open. Also asks for what is to be known besides cuts, so that
 * nothing that is counted depends on where cells lie. What was proven before is not searched for again.
 */
function cutCells(summary: NumberSummary, work: Refining, deviation: Between | null, known: Known): Known {
  const { given, closed, refinement, scratch, ahead } = work
  const { lo, hi } = summary.cells
  const all = new Set<number>()
  const want = (cells: readonly number[] = []): void => {
    for (const cell of cells) if (lo[cell] < hi[cell]) all.add(cell)
  }
  const view = viewColumn(summary)
  const seen = { summary, view, closed, deviation, scratch }
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
  return { cut, proposal, wanted: [...all].toSorted((a, b) => a - b) }
}

/** An answer that is there at once, is waited for, or takes steps of its own. */
export function* answer<T extends object>(given: T | Promise<T> | Steps<T>): Steps<T> {
  if (Symbol.iterator in given) return yield* given
  if (!(given instanceof Promise)) return given
  const got: T[] = []
  yield given.then((value) => {
    got.push(value)
  })
  return got[0]
}

/** Runs steps of which every answer is there at once. */
export function runNow<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (typeof value !== 'number') throw new Error('fit: must wait')
  }
}

/** Runs steps, and waits where they do; `between` is told how far they are and may take its time. */
export async function runLater<T>(
  steps: Steps<T>,
  between: (done: number) => Promise<void> | null = () => null,
): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    const wait = typeof value === 'number' ? between(value) : value
    if (wait !== null) await wait
  }
}
