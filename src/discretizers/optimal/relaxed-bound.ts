import type { Ends } from '../../wasm/fast-bin-rows.ts'

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
  readonly score: (from: number, to: number) => number
  /** up to this group that is more than the bin itself scores; null where it is never more */
  readonly poor: Int32Array | null
  /** for each point the ends of bins that may matter, where only some do; else null */
  readonly likely: Ends | null
}

/** The bins between points that keep the limits for sure, each judged alone. */
export interface Strict {
  /** a bin that begins at a point may end at any of the points firstEnd … lastEnd */
  readonly firstEnd: Int32Array
  readonly lastEnd: Int32Array
  readonly score: (from: number, to: number) => number
}

/** What is known of all binnings. */
export interface Bound {
  /** no binning scores more */
  readonly top: number
  /** no binning with a cut in the group scores more */
  readonly through: Float64Array
  /** the points of the best binning that keeps the limits for sure; null when there is none */
  readonly path: readonly number[] | null
}

/** The best sum over all ways from the first point to the last, and through each group. O(points² · bins). */
export function relaxedBound(relaxed: Relaxed, strict: Strict | null, minBins: number, maxBins: number): Bound {
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
  let top = -Infinity
  for (let k = minBins; k <= maxBins; k++) top = Math.max(top, after[k][0])
  const through = new Float64Array(groups)
  for (let group = 0; group < groups; group++) {
    let best = -Infinity
    for (let at = firstPoint[group]; at < firstPoint[group + 1]; at++) {
      for (let k = 1; k < maxBins; k++) {
        for (let more = Math.max(1, minBins - k); more <= maxBins - k; more++) {
          best = Math.max(best, before[k][at] + after[more][at])
        }
      }
    }
    through[group] = best
  }
  const path = strict === null ? null : walk(strict, sure, minBins)
  return { top, through, path }
}

/** The scores of the bins from a point to the points to … end − 1. */
interface Row {
  readonly to: number
  readonly end: number
  readonly scores: Float64Array
}

function rowOf({ score, ...relaxed }: Relaxed, group: number, from: number): Row {
  const to = relaxed.likely?.firstEnd[from] ?? firstEndOf(relaxed, group)
  const end = 1 + (relaxed.likely?.lastEnd[from] ?? lastEndOf(relaxed, group))
  if (end <= to) return { to: 0, end: 0, scores: new Float64Array(0) }
  const scores = new Float64Array(end - to)
  for (let at = to; at < end; at++) scores[at - to] = score(from, at)
  return { to, end, scores }
}

function firstEndOf({ firstPoint, firstNext }: Omit<Relaxed, 'score'>, group: number): number {
  return firstPoint[firstNext[group]]
}

function lastEndOf({ firstPoint, lastNext }: Omit<Relaxed, 'score'>, group: number): number {
  return firstPoint[lastNext[group] + 1] - 1
}

/** The ends of all bins from each point. */
export function endsOfPoints(relaxed: Omit<Relaxed, 'score'>): Ends {
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
  { poor, firstPoint }: Relaxed,
  strict: Strict,
  { from, group }: { readonly from: number; readonly group: number },
): Row {
  const [to, end] = [Math.max(row.to, strict.firstEnd[from]), Math.min(row.end, strict.lastEnd[from] + 1)]
  if (end <= to) return { to: 0, end: 0, scores: row.scores }
  const rich = poor === null ? 0 : firstPoint[poor[group] + 1]
  if (rich <= to) return { to, end, scores: row.scores.subarray(to - row.to) }
  const scores = row.scores.slice(to - row.to)
  for (let at = to; at < Math.min(rich, end); at++) scores[at - to] = strict.score(from, at)
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

/** The points of the best way whose bins all keep the limits. */
function walk({ firstEnd, lastEnd, score }: Strict, sure: readonly Float64Array[], minBins: number): number[] | null {
  let bins = minBins
  for (let k = minBins; k < sure.length; k++) if (sure[k][0] > sure[bins][0]) bins = k
  if (sure[bins][0] === -Infinity) return null
  const path = [0]
  for (let left = bins - 1; left >= 0; left--) {
    const from = path[path.length - 1]
    let [best, place] = [-Infinity, -1]
    for (let at = firstEnd[from]; at <= lastEnd[from]; at++) {
      const sum = sure[left][at] === -Infinity ? -Infinity : score(from, at) + sure[left][at]
      if (sum > best) [best, place] = [sum, at]
    }
    path.push(place)
  }
  return path
}
