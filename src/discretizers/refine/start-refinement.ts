import { type Discretizer, provenOf, type Refinement } from '../discretizer.ts'
import type { SpreadAsked } from '../search/cut-by-spread.ts'
import { refineSpread } from './refine-spread.ts'
import { refineTopDown } from './refine-top-down.ts'
import type { TopDownRefinement } from './shared-refinement.ts'

/** The refinement of a column by a method with these options; null where nothing is proven of it. */
export function startRefinement<Options extends object>(
  method: Discretizer<Options>,
  options: Options,
  target: 'class' | 'numeric' | undefined,
): Refinement | null {
  const started = provenOf(method)?.start(options, target) ?? null
  if (started === null || !('search' in started)) return started
  const { search, given } = started
  return search === 'spread' ? refineSpread(given as SpreadAsked) : refineTopDown(given as TopDownRefinement)
}
