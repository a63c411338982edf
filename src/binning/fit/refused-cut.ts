import { discretize, readSettings } from '../../discretizers/discretize.ts'
import type { Refinement } from '../../discretizers/discretizer.ts'
import { type RefinementMeans, startRefinement } from '../../discretizers/refine/start-refinement.ts'
import type { Note, NumberSummary, Proposal, Refused } from '../../types.ts'
import { type MethodGiven, withFound } from './method-given.ts'

/** The method made to take its best candidate, where it made no cut and can tell of one; null otherwise. */
export function bestOf(given: MethodGiven, { cuts }: Pick<Proposal, 'cuts'>): MethodGiven | null {
  const { method, options } = readSettings(given)
  // A limit of one bin says it all.
  if (cuts.length > 0 || options['maxBins'] === 1) return null
  const best = method.bestCandidate?.(options)
  return best ? { ...given, method: best } : null
}

/** The search for the best candidate on coarse cells. */
export interface BestSearch {
  readonly refinement: Refinement
  /** the proposal with the candidate, once it is settled */
  readonly tell: (summary: NumberSummary, proposal: Proposal) => Proposal
}

/** Starts that search the first time that nothing was cut; null where the method has none. */
export function searchOfBest(
  given: MethodGiven,
  means: RefinementMeans,
): (proposal: Pick<Proposal, 'cuts'>) => BestSearch | null {
  let search: BestSearch | null = null
  return (proposal) => {
    const best = bestOf(given, proposal)
    if (best === null || search !== null) return best && search
    const refinement = startRefinement(best.method, readSettings(best).options, means)
    if (refinement === null) return null
    const tell: BestSearch['tell'] = (summary, uncut) =>
      withRefused(uncut, discretize(summary, withFound(best, refinement)))
    return (search = { refinement, tell })
  }
}

/** A proposal without cuts with its best candidate, told in the note of why nothing was cut. */
export function withRefused(proposal: Proposal, best: Proposal): Proposal {
  const [reason] = best.reasons
  const why = best.notes.find(({ code }) => code === 'refused')?.message
  const { method, notes } = proposal
  const tell = (message: string): Note[] => notes.map((note) => (note.code === 'blunt' ? { ...note, message } : note))
  if (reason === undefined) return why === undefined ? proposal : { ...proposal, notes: tell(`${method} made no cut: ${why}`) } // prettier-ignore
  const { measure, score, bar } = reason
  // A score above its bar was not refused for it, and without a reason there is nothing to tell.
  if (score === null || bar === null || bar === Infinity || (score > bar && why === undefined)) return proposal
  const refused: Refused = { cut: best.cuts[0], measure, score, bar, ...(why && { why }) }
  return { ...proposal, notes: tell(messageOf(method, refused)), refused }
}

/** Without the cut, which is a date in some columns and told in words by reports. */
function messageOf(method: string, { measure, score, bar, why }: Refused): string {
  const short = (x: number): string => String(Number(x.toPrecision(3)))
  const has = `${method} found no cut worth making: the best candidate has ${measure} ${short(score)}`
  if (why !== undefined) return `${has}, but ${why}`
  const missing = bar > score ? `${short(bar - score)} short` : 'and a tie is not enough'
  return `${has} where ${short(bar)} is needed, ${missing}`
}
