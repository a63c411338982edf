import type { Refinement } from '../discretizer.ts'
import { coarseCells, everyCell } from './look-at-cells.ts'
import { lookOver, type Outlook } from './search-classes.ts'
import type { SettledParts } from './settled-search.ts'
import type { TopDownRefinement } from './shared-refinement.ts'

/** How the cuts of a top-down search between classes are settled. */
export function refineTopDown(given: TopDownRefinement): Refinement {
  const { rule, finish, found, wantsDeviation = false, opensSingle = false } = given
  const settled: SettledParts = new Map()
  let last: Outlook | null = null
  return {
    look: (seen) => {
      if (opensSingle && seen.view.size === 1) return { wanted: coarseCells(seen.view), candidates: [] }
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
