import { type Ends, fastBinRows, type FastBinRows } from '../../wasm/fast-bin-rows.ts'
import type { Parts } from './parts/parts.ts'
import type { MendScores, RoughScores } from './parts/rough-scores.ts'

/**
 * Cuts known only by the group they lie in: what a binning can score at most. A group is a run of neighbouring boundaries
 * and stands for any one of them; its points are boundaries, at which a bin may end as far as the score is concerned.
 */
export interface Relaxed {
  /** number of groups; the first is the beginning of the column, the last its end, with one point each */
  readonly groups: number
  /** the first point of each group, and at last the number of points */
  readonly firstPoint: Int32Array
  /** a bin that begins in a group may end in any of the groups firstNext … lastNext */
  readonly firstNext: Int32Array
  readonly lastNext: Int32Array
  /** the most a bin scores that begins and ends in the group; −Infinity where there is none */
  readonly inner: Float64Array
  /** what a bin between points of different groups scores at most */
  readonly scores: PointScores
  /** up to this group that is more than the bin itself scores; null where it is never more */
  readonly poor: Int32Array | null
  /** about what bins between points score at most; null where that takes as long as the scores themselves */
  readonly rough: RoughScores | null
  /** where bins add to the information value what these tell, once they are mended; else null */
  readonly values: PointValues | null
  /** for each point the ends of bins that may matter, where only some do; else null */
  readonly likely: Ends | null
}

/** What bins between points score at most. */
export interface PointScores {
  score(from: number, to: number): number
}

/** Weight and events below each point, and what is to be changed in the information values that they tell of bins. */
export interface PointValues extends MendScores {
  readonly weight: Float64Array
  readonly height: Float64Array
}

/** The bins between points that keep the limits for sure, each judged alone: those of the column that the points are of. */
export interface Strict {
  /** a bin that begins at a point may end at any of the points firstEnd … lastEnd */
  readonly firstEnd: Int32Array
  readonly lastEnd: Int32Array
  readonly parts: Parts
}

/** For each number of bins and each point, what so many bins tell at most; −Infinity where there are none. */
export interface PathLayers {
  /** from the point to the last one */
  readonly after: readonly Float64Array[]
  /** from the first point to this one */
  readonly before: readonly Float64Array[]
  /** as `after`, of bins that keep the limits for sure; null where that is not asked for */
  readonly sure: readonly Float64Array[] | null
  /** to be called when the layers are not needed any more */
  readonly release: () => void
}

/** From so many points on, WebAssembly pays. */
const MANY_POINTS = 100

/** The layers of all ways from the first point to the last. O(points² · bins). */
export function pathLayers(relaxed: Relaxed, strict: Strict | null, maxBins: number): PathLayers {
  const points = relaxed.firstPoint[relaxed.groups]
  const inside = relaxed.inner.some((score) => score > -Infinity)
  return (
    (inside || points < MANY_POINTS ? null : fastLayers(relaxed, strict, maxBins)) ??
    plainLayers(relaxed, strict, maxBins)
  )
}

/** Where no bin lies within a group, in WebAssembly; null where it cannot be had. */
function fastLayers(relaxed: Relaxed, strict: Strict | null, maxBins: number): PathLayers | null {
  const { values } = relaxed
  const ends = relaxed.likely ?? endsOfPoints(relaxed)
  const layers = maxBins + 1
  const rows = fastBinRows(ends, 3 * layers)
  if (rows === null) return null
  let sure: Float64Array[] | null = null
  const tellSure = (): void => {
    if (strict === null) return
    keepStrict(rows, strict)
    sure = rows.layers(2 * layers, 'after', maxBins)
  }
  if (values === null) scoreRows(rows, relaxed.scores)
  else {
    rows.scoreValues(values)
    // Before they are mended, values are the own scores of bins.
    tellSure()
    rows.setEnds(ends)
    mendRows(rows, values)
  }
  const after = rows.layers(0, 'after', maxBins)
  const before = rows.layers(layers, 'before', maxBins)
  if (values === null && strict !== null) {
    scoreRich(rows, relaxed, strict)
    tellSure()
  }
  return { after, before, sure, release: () => rows.release() }
}

/** Leaves out the bins that may break limits. */
function keepStrict({ firstEnd, starts, stops }: FastBinRows, strict: Strict): void {
  for (let from = 0; from < firstEnd.length - 1; from++) {
    const [first, start] = [firstEnd[from], starts[from]]
    const to = Math.max(first, strict.firstEnd[from])
    const end = Math.min(first + stops[from] - start, strict.lastEnd[from] + 1)
    firstEnd[from] = to
    starts[from] = start + to - first
    stops[from] = Math.max(starts[from], start + end - first)
  }
}

/** Writes what bins score at most. */
function scoreRows({ scores, firstEnd, starts, stops }: FastBinRows, exact: PointScores): void {
  for (let from = 0; from < firstEnd.length - 1; from++) {
    const [first, start, stop] = [firstEnd[from], starts[from], stops[from]]
    for (let at = start; at < stop; at++) scores[at] = exact.score(from, first + at - start)
  }
}

function mendRows({ scores, firstEnd, starts, stops }: FastBinRows, values: PointValues): void {
  for (let from = 0; from < firstEnd.length - 1; from++) {
    values.mend(from, firstEnd[from], scores, { start: starts[from], stop: stops[from] })
  }
}

/** Writes the own scores of bins for which more is told. */
function scoreRich({ scores, firstEnd, starts, stops }: FastBinRows, relaxed: Relaxed, { parts }: Strict): void {
  for (let group = 0; group < relaxed.groups - 1; group++) {
    const rich = richOf(relaxed, group)
    for (let from = relaxed.firstPoint[group]; from < relaxed.firstPoint[group + 1]; from++) {
      const skip = starts[from] - firstEnd[from]
      const end = Math.min(rich, stops[from] - skip)
      for (let at = firstEnd[from]; at < end; at++) scores[skip + at] = parts.score(from, at)
    }
  }
}

/** Up to this point bins from a group may score less than is told. */
function richOf({ poor, firstPoint }: Relaxed, group: number): number {
  return poor === null ? 0 : firstPoint[poor[group] + 1]
}

function plainLayers(relaxed: Relaxed, strict: Strict | null, maxBins: number): PathLayers {
  const { groups, firstPoint, inner } = relaxed
  const points = firstPoint[groups]
  const layers = (): Float64Array[] =>
    Array.from({ length: maxBins + 1 }, () => new Float64Array(points).fill(-Infinity))
  const [after, before, sure] = [layers(), layers(), layers()]
  after[0][points - 1] = 0
  sure[0][points - 1] = 0
  before[0][0] = 0
  const rows: Row[] = []
  for (let group = groups - 2; group >= 0; group--) {
    for (let from = firstPoint[group]; from < firstPoint[group + 1]; from++) {
      const row = rowOf(relaxed, group, from)
      rows[from] = row
      for (let k = 1; k <= maxBins; k++) after[k][from] = bestOf(row, after[k - 1])
      if (strict === null) continue
      const own = strictRow(row, relaxed, strict, { from, group })
      for (let k = 1; k <= maxBins; k++) sure[k][from] = bestOf(own, sure[k - 1])
    }
    stayInside(after, inner[group], firstPoint[group], firstPoint[group + 1])
  }
  for (let group = 0; group < groups - 1; group++) {
    stayInside(before, inner[group], firstPoint[group], firstPoint[group + 1])
    for (let from = firstPoint[group]; from < firstPoint[group + 1]; from++) spread(rows[from], before, from)
  }
  return { after, before, sure: strict === null ? null : sure, release: () => undefined }
}

/** The scores of the bins from a point to the points to … end − 1. */
interface Row {
  readonly to: number
  readonly end: number
  readonly scores: Float64Array
}

function rowOf(relaxed: Relaxed, group: number, from: number): Row {
  const to = relaxed.likely?.firstEnd[from] ?? firstEndOf(relaxed, group)
  const end = 1 + (relaxed.likely?.lastEnd[from] ?? lastEndOf(relaxed, group))
  if (end <= to) return { to: 0, end: 0, scores: new Float64Array(0) }
  const scores = new Float64Array(end - to)
  for (let at = to; at < end; at++) scores[at - to] = relaxed.scores.score(from, at)
  return { to, end, scores }
}

function firstEndOf({ firstPoint, firstNext }: Omit<Relaxed, 'scores'>, group: number): number {
  return firstPoint[firstNext[group]]
}

function lastEndOf({ firstPoint, lastNext }: Omit<Relaxed, 'scores'>, group: number): number {
  return firstPoint[lastNext[group] + 1] - 1
}

/** The ends of all bins from each point. */
export function endsOfPoints(relaxed: Omit<Relaxed, 'scores'>): Ends {
  const { groups, firstPoint } = relaxed
  const points = firstPoint[groups]
  const [firstEnd, lastEnd] = [new Int32Array(points).fill(points), new Int32Array(points).fill(points - 1)]
  for (let group = 0; group < groups - 1; group++) {
    firstEnd.fill(firstEndOf(relaxed, group), firstPoint[group], firstPoint[group + 1])
    lastEnd.fill(lastEndOf(relaxed, group), firstPoint[group], firstPoint[group + 1])
  }
  return { firstEnd, lastEnd }
}

/** The bins of a row that keep the limits, with their own scores. */
function strictRow(
  row: Row,
  relaxed: Relaxed,
  strict: Strict,
  { from, group }: { readonly from: number; readonly group: number },
): Row {
  const [to, end] = [Math.max(row.to, strict.firstEnd[from]), Math.min(row.end, strict.lastEnd[from] + 1)]
  if (end <= to) return { to: 0, end: 0, scores: row.scores }
  const rich = richOf(relaxed, group)
  if (rich <= to) return { to, end, scores: row.scores.subarray(to - row.to) }
  const scores = row.scores.slice(to - row.to)
  for (let at = to; at < Math.min(rich, end); at++) scores[at - to] = strict.parts.score(from, at)
  return { to, end, scores }
}

/** The best of a bin and what can follow it. The inner loop of the whole search. */
function bestOf({ to, end, scores }: Row, following: Float64Array): number {
  let best = -Infinity
  for (let at = to; at < end; at++) {
    const sum = scores[at - to] + following[at]
    if (sum > best) best = sum
  }
  return best
}

/** Carries what leads to a point on to the ends of its bins. */
function spread({ to, end, scores }: Row, before: readonly Float64Array[], from: number): void {
  for (let k = 1; k < before.length; k++) {
    const [next, start] = [before[k], before[k - 1][from]]
    if (start === -Infinity) continue
    for (let at = to; at < end; at++) {
      const sum = start + scores[at - to]
      if (sum > next[at]) next[at] = sum
    }
  }
}

/** Lets further bins lie within a group, in either direction of the walk. */
function stayInside(layers: readonly Float64Array[], inner: number, first: number, end: number): void {
  if (inner === -Infinity) return
  for (let k = 1; k < layers.length; k++) {
    let best = -Infinity
    for (let at = first; at < end; at++) best = Math.max(best, layers[k - 1][at])
    for (let at = first; at < end; at++) layers[k][at] = Math.max(layers[k][at], best + inner)
  }
}
