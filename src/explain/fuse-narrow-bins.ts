import type { NumberColumn } from '../binning/binning.ts'
import { regroupBins } from '../binning/use/regroup.ts'
import { jensenShannon } from '../measures/divergence.ts'

/** Neighbouring bins fused so far: where they begin and end, and their classes. */
interface Fused {
  readonly from: number
  readonly to: number
  readonly classes: readonly number[]
}

/**
 * The column with bins narrower than `width` fused into a neighbour: from the lowest up, each with the neighbour whose
 * classes are more alike (the lower one on a tie). A bin is as wide as its cuts are apart; the outer ones end at the
 * smallest and the largest value. Menzies calls it Cohen's rule, with 0.3 standard deviations. O(bins · classes).
 */
export function fuseNarrow(column: NumberColumn, width: number): NumberColumn {
  const { bins, cuts, range } = column
  if (cuts.length === 0 || range === null) return column
  const edges = [range[0], ...cuts, range[1]]
  const done: Fused[] = []
  let open: Fused | null = null
  for (const [i, { classes = [] }] of bins.entries()) {
    const bin: Fused = { from: edges[i], to: edges[i + 1], classes }
    const below = done.at(-1)
    if (open !== null && below !== undefined && distance(below, open) <= distance(open, bin)) {
      done[done.length - 1] = join(below, open)
      open = bin
    } else open = open === null ? bin : join(open, bin)
    if (!(open.to - open.from < width)) {
      done.push(open)
      open = null
    }
  }
  if (open !== null) done.push(done.length === 0 ? open : join(done.pop()!, open))
  if (done.length === bins.length) return column
  const kept = done.slice(1).map(({ from }) => from)
  const reasonOf = new Map(cuts.map((cut, i) => [cut, column.reasons[i]]))
  // Bins are only joined, so their counts stay exact.
  return {
    ...column,
    cuts: kept,
    reasons: kept.map((cut) => reasonOf.get(cut)!),
    bins: regroupBins(column, kept).bins,
  }
}

function join(a: Fused, b: Fused): Fused {
  return { from: a.from, to: b.to, classes: a.classes.map((count, c) => count + b.classes[c]) }
}

function distance(a: Fused, b: Fused): number {
  return jensenShannon(a.classes, b.classes)
}
