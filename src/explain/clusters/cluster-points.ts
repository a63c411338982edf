import { type Random, random } from '../../util/random.ts'

/** Points in a row-major array: point i is values[i · width … i · width + width − 1]. */
export interface Points {
  readonly values: Float64Array
  readonly size: number
  readonly width: number
}

export interface KMeansOptions {
  readonly clusters: number
  readonly starts: number
  readonly seed: number
}

/** Each point's cluster, the centres in one row-major array, and the sum of squared distances to them. */
export interface KMeans {
  readonly labels: Int32Array
  readonly centres: Float64Array
  readonly spread: number
}

/** Starts are tried on so many points at most; only the best goes on with all. */
const MOST_START_POINTS = 5000
/** Rounds of a start, and rounds over all points from the centres that the best start found on some of them. */
const ROUNDS = { start: 100, all: 20 } as const
/** Rounds end when at most this part of the points still changes its cluster: below 1,000 points, when none does. */
const SETTLED = 0.001

/**
 * Lloyd's k-means from several starts, each chosen by k-means++ (Arthur and Vassilvitskii 2007); the tightest result wins,
 * the earliest on a tie. The same points in the same order and the same seed give the same clusters.
 * O(points · width · clusters) per round; starts look at 5,000 points and 100 rounds at most, and only the best goes on
 * with all points, for at most 20 rounds.
 */
export function kMeans(points: Points, { clusters, starts, seed }: KMeansOptions): KMeans {
  const source = random(seed)
  const few = somePoints(points, MOST_START_POINTS, source)
  let best: KMeans | null = null
  for (let start = 0; start < starts; start++) {
    const tried = lloyd(few, spreadCentres(few, clusters, source), ROUNDS.start)
    if (best === null || tried.spread < best.spread) best = tried
  }
  return few === points ? best! : lloyd(points, best!.centres, ROUNDS.all)
}

function somePoints(points: Points, most: number, { next }: Random): Points {
  const { values, size, width } = points
  if (size <= most) return points
  const chosen = new Float64Array(most * width)
  let taken = 0
  for (let i = 0; taken < most; i++) {
    if (next() * (size - i) >= most - taken) continue
    chosen.set(values.subarray(i * width, (i + 1) * width), taken++ * width)
  }
  return { values: chosen, size: most, width }
}

/** Centres far from each other: each next one is a point drawn in proportion to its squared distance to the nearest. */
function spreadCentres(points: Points, clusters: number, { next, integer }: Random): Float64Array {
  const { values, size, width } = points
  const centres = new Float64Array(clusters * width)
  const nearest = new Float64Array(size).fill(Infinity)
  let chosen = integer(size)
  for (let c = 0; ; c++) {
    centres.set(values.subarray(chosen * width, (chosen + 1) * width), c * width)
    if (c === clusters - 1) return centres
    let total = 0
    for (let i = 0; i < size; i++) {
      nearest[i] = Math.min(nearest[i], distance(points, i, centres, c))
      total += nearest[i]
    }
    let left = next() * total
    chosen = 0
    for (let i = 0; i < size; i++) {
      if (nearest[i] === 0) continue
      chosen = i
      left -= nearest[i]
      if (left < 0) break
    }
  }
}

function lloyd(points: Points, from: Float64Array, rounds: number): KMeans {
  const { size, width } = points
  const centres = from.slice()
  const clusters = centres.length / width
  const labels = new Int32Array(size).fill(-1)
  const away = new Float64Array(size)
  for (let round = 0; ; round++) {
    const counts = new Float64Array(clusters)
    let moved = 0
    let spread = 0
    for (let i = 0; i < size; i++) {
      let best = 0
      let least = Infinity
      for (let c = 0; c < clusters; c++) {
        const d = distance(points, i, centres, c)
        if (d < least) {
          least = d
          best = c
        }
      }
      if (labels[i] !== best) moved++
      counts[best]++
      labels[i] = best
      away[i] = least
      spread += least
    }
    const settled = moved <= size * SETTLED && !counts.includes(0)
    if (settled || round === rounds) return { labels, centres, spread }
    moveCentres(points, { labels, away, counts }, centres)
  }
}

/** Which clusters points belong to, their squared distances to its centre, and how many points each cluster has. */
interface Membership {
  readonly labels: Int32Array
  readonly away: Float64Array
  readonly counts: Float64Array
}

/** Puts every centre in the middle of its points; one without points goes to the point farthest from its own. */
function moveCentres(
  { values, size, width }: Points,
  { labels, away, counts }: Membership,
  centres: Float64Array,
): void {
  centres.fill(0)
  for (let i = 0; i < size; i++) {
    const at = labels[i] * width
    for (let d = 0; d < width; d++) centres[at + d] += values[i * width + d]
  }
  for (const [c, count] of counts.entries()) {
    if (count > 0) {
      for (let d = 0; d < width; d++) centres[c * width + d] /= count
      continue
    }
    const far = away.indexOf(away.reduce((most, distanceOfPoint) => Math.max(most, distanceOfPoint), 0))
    centres.set(values.subarray(far * width, (far + 1) * width), c * width)
    away[far] = 0 // two empty clusters take two points
  }
}

/** Squared distance of point i to centre c. */
function distance({ values, width }: Points, i: number, centres: Float64Array, c: number): number {
  let sum = 0
  for (let d = 0; d < width; d++) {
    const gap = values[i * width + d] - centres[c * width + d]
    sum += gap * gap
  }
  return sum
}
