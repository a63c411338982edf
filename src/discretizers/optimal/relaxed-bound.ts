import { pathLayers, type Relaxed, type Strict } from './path-layers.ts'

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
  const { groups, firstPoint } = relaxed
  const { after, before, sure, release } = pathLayers(relaxed, strict, maxBins)
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
  const path = strict === null || sure === null ? null : walk(strict, sure, minBins)
  release()
  return { top, through, path }
}

/** The points of the best way whose bins all keep the limits. */
function walk({ firstEnd, lastEnd, parts }: Strict, sure: readonly Float64Array[], minBins: number): number[] | null {
  let bins = minBins
  for (let k = minBins; k < sure.length; k++) if (sure[k][0] > sure[bins][0]) bins = k
  if (sure[bins][0] === -Infinity) return null
  const path = [0]
  for (let left = bins - 1; left >= 0; left--) {
    const from = path[path.length - 1]
    let [best, place] = [-Infinity, -1]
    for (let at = firstEnd[from]; at <= lastEnd[from]; at++) {
      const sum = sure[left][at] === -Infinity ? -Infinity : parts.score(from, at) + sure[left][at]
      if (sum > best) [best, place] = [sum, at]
    }
    path.push(place)
  }
  return path
}
