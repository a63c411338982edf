import { leastWidth } from './bounded-rules.ts'
import { deviationOf, everyCell, fuseSurely, type Known, type Refinement, unlimited } from './refinement.ts'
import type { SettledParts } from './settled-search.ts'
import { sideBounds } from './side-bounds.ts'
import { cellBlocks } from '../search/blocks.ts'
import { targetSums } from '../search/target-sums.ts'
import type { Split } from '../search/top-down.ts'
import { lookOverSpread } from './search-spread.ts'
import { foundSpreads, fuseSpreads, type SpreadOptions } from '../methods/variance.ts'

/** How cuts by the spread of a numeric target are settled; null where nothing limits them. */
export function refineSpread(options: SpreadOptions, known: Known): Refinement | null {
  const { criterion, alpha, trivial, enough, fuse, maxBins } = options
  if (alpha === null && unlimited(options)) return null
  const settled: SettledParts = new Map()
  let splits: readonly Split[] | null = null
  return {
    look: (view, _, summary) => {
      // Weights are rounded cell by cell: all cells are asked for, and then searched as usual.
      if (view.weighted) return everyCell(view) ?? { wanted: [], candidates: [] }
      const deviation = deviationOf(view, known)
      const width = leastWidth(options, deviation)
      const limits = { enough: enough ?? Math.sqrt(view.total), width: fuse ? null : width }
      const most = maxBins === null ? Infinity : maxBins - 1
      const sums = targetSums(summary)
      const found = lookOverSpread(view, sums, { rule: { criterion, alpha, trivial }, limits, most }, settled)
      const { wanted, rivals } = found
      splits = found.splits
      if (!fuse || wanted.length > 0) return { wanted, rivals, candidates: splits.map(({ at }) => at) }
      const bounds = sideBounds(view, cellBlocks(view), sums.weights.hi, { enough: 0, width })
      const fused = fuseSurely(view, bounds, (wide) => fuseSpreads(found.splits, sums, criterion, wide))
      splits = fused.splits
      return { wanted: fused.wanted, rivals, candidates: splits.map(({ at }) => at) }
    },
    endsOnly: false,
    found: (view, closed) => (splits === null ? null : foundSpreads(view, splits, criterion, closed)),
  }
}
