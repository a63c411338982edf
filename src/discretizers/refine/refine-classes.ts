import { boundCliffs, boundD2, boundMdlp, leastWidth } from './bounded-rules.ts'
import { CLASS_MEASURES } from '../search/class-measures.ts'
import { type CliffsOptions, foundCliffs, fuseClasses } from '../methods/cliffs.ts'
import type { D2Options } from '../methods/d2.ts'
import type { Look } from './look-at-ranks.ts'
import { foundSplits, type MdlpOptions } from '../methods/mdlp.ts'
import { deviationOf, everyCell, fuseSurely, type Known, type Refinement, unlimited } from './refinement.ts'
import { coarseCells, type SettledParts } from './settled-search.ts'
import { sideBounds } from './side-bounds.ts'
import type { Split } from '../search/top-down.ts'
import { lookOver, type Outlook } from './search-classes.ts'

const toLook = ({ wanted, splits, blocks, rivals }: Outlook): Look => ({
  wanted,
  candidates: splits.map(({ at }) => blocks.firstCell[at]),
  rivals,
})

/** How `mdlp` is settled; null for variants without a bound. */
export function refineMdlp(options: MdlpOptions): Refinement | null {
  const rule = boundMdlp(options)
  if (rule === null) return null
  const settled: SettledParts = new Map()
  let last: Outlook
  return {
    look: (view) => everyCell(view) ?? toLook((last = lookOver(view, rule, settled))),
    endsOnly: false,
    found: (view, closed) => foundSplits(view, last.blocks, last.splits, options, closed),
  }
}

/** How `d2` is settled. */
export function refineD2(options: D2Options): Refinement {
  const rule = boundD2(options)
  const settled: SettledParts = new Map()
  return {
    // With a single cell it is not known whether there is a candidate at all, which a note speaks of.
    look: (view) =>
      everyCell(view) ??
      (view.size === 1 ? { wanted: coarseCells(view), candidates: [] } : toLook(lookOver(view, rule, settled))),
    endsOnly: false,
    // The usual search finds the same, and its notes.
    found: () => null,
  }
}

/** How `cliffs` between classes is settled; null where it cannot be. */
export function refineCliffs(options: CliffsOptions, known: Known): Refinement | null {
  const { measure, mdl, alpha } = options
  // Gain ratio has no bound, and a level of significance is refused by the method itself.
  if (measure === 'gain-ratio' || alpha !== null || (!mdl && unlimited(options))) return null
  const settled: SettledParts = new Map()
  let outlook: Outlook
  let splits: readonly Split[]
  return {
    look: (view) => {
      const every = everyCell(view)
      if (every !== null) return every
      const deviation = deviationOf(view, known)
      const rule = boundCliffs(options, view, deviation)!
      outlook = lookOver(view, rule, settled)
      splits = outlook.splits
      if (!options.fuse || outlook.wanted.length > 0) return toLook(outlook)
      const { blocks } = outlook
      const bounds = sideBounds(view, blocks, new Float64Array(0), { enough: 0, width: leastWidth(options, deviation) })
      const fused = fuseSurely(view, bounds, (wide) => fuseClasses(splits, blocks, wide, rule.judge))
      splits = fused.splits
      return { ...toLook({ ...outlook, splits }), wanted: fused.wanted }
    },
    endsOnly: false,
    found: (view, closed) => foundCliffs(view, outlook.blocks, splits, CLASS_MEASURES[measure], closed),
  }
}
