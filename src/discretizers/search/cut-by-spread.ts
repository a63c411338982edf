import type { Closed, NumberSummary } from '../../types.ts'
import { orNull, real } from '../../util/check.ts'
import type { Option } from '../../util/check.ts'
import { type ColumnView, cutBetween } from '../column-view.ts'
import type { Found } from '../discretizer.ts'
import { fuseNarrow } from './fuse.ts'
import { sideLimits, type SideOptions } from './side-limits.ts'
import { disorder, joinSpreads, type SpreadCriterion, spreadOf } from './spread.ts'
import { splitBySpread } from './spread-search.ts'
import { type TargetSums, targetSums } from './target-sums.ts'
import { foundSplits, type Split } from './top-down.ts'

/** How a numeric target is cut, whatever the method is called. */
export type SpreadOptions = SideOptions & {
  /** what of the target is averaged over the sides of a cut: variance or standard deviation */
  readonly criterion: SpreadCriterion
  /** cut only where the means of a numeric target differ at this level of significance; null cuts noise too */
  readonly alpha: number | null
}

/** The same for the search, which may be made to take any candidate. */
export type SpreadAsked = SpreadOptions & { readonly always?: boolean }

/** The search made to take its best candidate and no other. */
export function takingAnySpread(options: SpreadOptions): SpreadAsked {
  return { ...options, always: true, maxBins: 2, fuse: false }
}

/** The option that keeps noise whole. */
export const ALPHA_OPTION: Option<number | null> = {
  rule: orNull(real({ above: 0, below: 1 })),
  default: null,
  about: 'Cut only where the means of a numeric target differ at this level of significance; null cuts noise too.',
}

/** The cuts of a column by the spread of its numeric target. O(cells) per level. */
export function cutBySpread(
  method: string,
  options: SpreadAsked,
  closed: Closed,
  { view, summary }: { readonly view: ColumnView; readonly summary: NumberSummary },
): Found {
  const { criterion, alpha, trivial, fuse, maxBins, always } = options
  const { enough, wide } = sideLimits(method, view, options)
  const sums = targetSums(summary)
  const rule = { criterion, alpha, trivial, always, enough, wide: fuse ? () => true : wide }
  const found = splitBySpread(sums, view, rule, maxBins === null ? Infinity : maxBins - 1)
  return foundSpreads(view, fuse ? fuseSpreads(found, sums, criterion, wide) : found, criterion, closed)
}

/** Fuses bins that are too narrow with the neighbour whose target is nearer. */
export function fuseSpreads(
  found: readonly Split[],
  sums: TargetSums,
  criterion: SpreadCriterion,
  wide: (from: number, to: number) => boolean,
): Split[] {
  return fuseNarrow(found, sums.size, {
    wide,
    binOf: (from, to) => spreadOf(sums, from, to),
    join: joinSpreads,
    saved: (a, b) => disorder(joinSpreads(a, b), criterion) - disorder(a, criterion) - disorder(b, criterion),
  })
}

/** Cuts and reasons of the splits of cells. */
export function foundSpreads(
  view: ColumnView,
  splits: readonly Split[],
  criterion: SpreadCriterion,
  closed: Closed,
): Found {
  return foundSplits(splits, criterion, (at) => cutBetween(view.hi[at - 1], view.lo[at], closed), false)
}
