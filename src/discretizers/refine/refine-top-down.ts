import type { Closed } from '../../types.ts'
import type { Seen } from '../coarse-look.ts'
import type { ColumnView } from '../column-view.ts'
import type { Found, Refinement } from '../discretizer.ts'
import type { BoundedRule } from './bounded-rule.ts'
import { everyCell } from './look-at-cells.ts'
import { lookOver, type Outlook } from './search-classes.ts'
import type { SettledParts } from './settled-search.ts'

/** What a method that splits classes top-down brings with it. */
export interface TopDownRefinement {
  readonly rule: (seen: Seen) => BoundedRule
  /** what becomes of the splits once they are settled, and the cells that leave it open; default nothing */
  readonly finish?: (outlook: Outlook, rule: BoundedRule, seen: Seen) => Pick<Outlook, 'splits' | 'wanted'>
  /** the cuts and reasons of splits; default what the usual search finds, and more */
  readonly found?: (view: ColumnView, outlook: Outlook, closed: Closed) => Found
  readonly wantsDeviation?: boolean
}

/** How the cuts of a top-down search between classes are settled. */
export function refineTopDown({ rule, finish, found, wantsDeviation = false }: TopDownRefinement): Refinement {
  const settled: SettledParts = new Map()
  let last: Outlook | null = null
  return {
    look: (seen) => {
      const every = everyCell(seen.view)
      if (every !== null) return every
      const own = rule(seen)
      let outlook = lookOver(seen, own, settled)
      if (finish !== undefined && outlook.wanted.length === 0) outlook = { ...outlook, ...finish(outlook, own, seen) }
      last = outlook
      const { wanted, rivals, splits, blocks } = outlook
      return { wanted, rivals, candidates: splits.map(({ at }) => blocks.firstCell[at]) }
    },
    found: (view, closed) => (last === null ? null : (found?.(view, last, closed) ?? null)),
    wantsDeviation,
  }
}
