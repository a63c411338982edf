import type { Look, Seen } from '../coarse-look.ts'
import type { Refinement } from '../discretizer.ts'
import { cellBlocks } from '../search/blocks.ts'
import { foundSpreads, fuseSpreads, type SpreadAsked } from '../search/cut-by-spread.ts'
import { targetSums } from '../search/target-sums.ts'
import type { Split } from '../search/top-down.ts'
import { everyCell } from './look-at-cells.ts'
import { lookOverSpread } from './search-spread.ts'
import type { SettledParts } from './settled-search.ts'
import { sideBounds } from './side-bounds.ts'
import { fuseSurely, leastWidth, widthFromDeviation } from './sure-limits.ts'

/** How cuts by the spread of a numeric target are settled. */
export function refineSpread(options: SpreadAsked): Refinement {
  const { criterion } = options
  const settled: SettledParts = new Map()
  let splits: readonly Split[] | null = null
  return {
    look: (seen) => {
      // Weights are rounded cell by cell: all cells are asked for, and then searched as usual.
      if (seen.view.weighted) return everyCell(seen.view) ?? { wanted: [], candidates: [] }
      const found = lookAtSpread(seen, options, settled)
      splits = found.splits
      return { ...found, candidates: splits.map(({ at }) => at) }
    },
    found: (view, closed) => (splits === null ? null : foundSpreads(view, splits, criterion, closed)),
    wantsDeviation: widthFromDeviation(options),
  }
}

function lookAtSpread(
  seen: Seen,
  { criterion, alpha, trivial, always, enough, tiny, cohen, fuse, maxBins }: SpreadAsked,
  settled: SettledParts,
): Pick<Look, 'wanted' | 'rivals'> & { readonly splits: readonly Split[] } {
  const { view, summary } = seen
  const width = leastWidth({ tiny, cohen }, seen)
  const limits = { enough: enough ?? Math.sqrt(view.total), width: fuse ? null : width }
  const most = maxBins === null ? Infinity : maxBins - 1
  const sums = targetSums(summary)
  const { wanted, rivals, splits } = lookOverSpread(
    view,
    sums,
    { rule: { criterion, alpha, trivial, always }, limits, most },
    settled,
  )
  if (!fuse || wanted.length > 0) return { wanted, rivals, splits }
  const bounds = sideBounds(view, cellBlocks(view), sums.weights.hi, { enough: 0, width })
  return { rivals, ...fuseSurely(view, bounds, (wide) => fuseSpreads(splits, sums, criterion, wide)) }
}
