import type { Closed } from '../../types.ts'
import type { Seen } from '../coarse-look.ts'
import type { ColumnView } from '../column-view.ts'
import type { Found, SharedRefinement } from '../discretizer.ts'
import type { SpreadAsked } from '../search/cut-by-spread.ts'
import type { BoundedRule } from './bounded-rule.ts'
import type { Outlook } from './search-classes.ts'
import { unlimited } from './sure-limits.ts'

/** What a method that splits classes top-down brings with it. */
export interface TopDownRefinement {
  readonly rule: (seen: Seen) => BoundedRule
  /** what becomes of the splits once they are settled, and the cells that leave it open; default nothing */
  readonly finish?: (outlook: Outlook, rule: BoundedRule, seen: Seen) => Pick<Outlook, 'splits' | 'wanted'>
  /** the cuts and reasons of splits; default what the usual search finds, and more */
  readonly found?: (view: ColumnView, outlook: Outlook, closed: Closed) => Found
  readonly wantsDeviation?: boolean
  /** whether a single cell must be looked into, because it is not known if there is a candidate at all; default false */
  readonly opensSingle?: boolean
}

/** The cuts of a top-down search between classes are settled so. */
export function settledTopDown(given: TopDownRefinement): SharedRefinement {
  return { search: 'top-down', given }
}

/** So are cuts by the spread of a numeric target; null where nothing limits them. */
export function settledSpread(given: SpreadAsked): SharedRefinement | null {
  return given.alpha === null && unlimited(given) ? null : { search: 'spread', given }
}
