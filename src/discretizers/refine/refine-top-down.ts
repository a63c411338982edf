import type { Refinement } from '../discretizer.ts'
import { coarseCells, everyCell } from './look-at-cells.ts'
import { lookOver, type Outlook } from './search-classes.ts'
import type { settleByRows } from './settle-by-rows.ts'
import type { SettledParts } from './settled-search.ts'
import type { TopDownRefinement } from './shared-refinement.ts'

/** How the cuts of a top-down search between classes are settled: by the rows themselves where they can be looked at, or by cells. */
export function refineTopDown(given: TopDownRefinement, settle?: typeof settleByRows): Refinement {
  const { rule, finish, found, wantsDeviation = false, opensSingle = false } = given
  const settled: SettledParts = new Map()
  let last: Outlook | null = null
  return {
    look: (seen) => {
      if (opensSingle && seen.view.size === 1) return { wanted: coarseCells(seen.view), candidates: [] }
      const every = everyCell(seen.view)
      if (every !== null) return every
      const own = rule(seen)
      // The usual search would not see a candidate in a cell that the rows made it needless to look into.
      const beside = found && settle?.(seen, own, settled)
      if (beside) return beside
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
