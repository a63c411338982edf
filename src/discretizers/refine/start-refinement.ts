import { type Discretizer, provenOf, type Refinement } from '../discretizer.ts'
import type { Target } from '../../types.ts'
import type { SpreadAsked } from '../search/cut-by-spread.ts'
import { refineSpread } from './refine-spread.ts'
import { refineTopDown } from './refine-top-down.ts'
import type { settleByRows } from './settle-by-rows.ts'
import type { TopDownRefinement } from './shared-refinement.ts'

/** What a refinement can go by. */
export interface RefinementMeans {
  readonly target: Pick<Target, 'kind'> | null
  /** how searches are settled by rows, for columns whose rows can be looked at; left out where a program must stay small */
  readonly settle?: typeof settleByRows | undefined
}

/** The refinement of a column by a method with these options; null where nothing is proven of it. */
export function startRefinement<Options extends object>(
  method: Discretizer<Options>,
  options: Options,
  { target, settle }: RefinementMeans,
): Refinement | null {
  const started = provenOf(method)?.start(options, target?.kind) ?? null
  if (started === null || !('search' in started)) return started
  const { search, given } = started
  return search === 'spread' ? refineSpread(given as SpreadAsked) : refineTopDown(given as TopDownRefinement, settle)
}
