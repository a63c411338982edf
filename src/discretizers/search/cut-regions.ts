/**
 * What it costs to take cells a … b − 1 together, roughly and precisely. The cost must have the quadrangle property
 * (Monge): for a ≤ b ≤ c ≤ d, cost(a, c) + cost(b, d) ≤ cost(a, d) + cost(b, c). It must not shrink as a range grows.
 */
export interface RangeCosts {
  readonly size: number
  /** the cost, fast: off by at most blur[a] + blur[b] */
  rough(a: number, b: number): number
  /** falls up to some cell and rises from there on */
  readonly blur: Float64Array
  /**
   * The end, from `from` to `to`, for which rough(i, end) + rest[end − first] is least; the leftmost of equals. `two`
   * receives that sum and the one that follows in size. The loop that takes all the time, so it is the costs' own.
   */
  cheapestEnd(i: number, from: number, to: number, rest: Float64Array, first: number, two: Float64Array): number
  /** the cost to nearly the last bit */
  precise(a: number, b: number): number
}

/** Where each cut lies in every partition that could be the cheapest: from `first` to `last`, both rising strictly. */
export interface CutRegions {
  readonly first: Int32Array
  readonly last: Int32Array
}

/** Pieces of a region for each part of the partition, and most of them. */
const PIECES_PER_PART = 64
const MOST_PIECES = 4096
/** Regions with fewer cells than this for each piece are searched as they are. */
const CELLS_PER_PIECE = 8
/** A region is taken to pieces again as long as all together become this much shorter. */
const SHORTER = 0.7
const MOST_ROUNDS = 6
/** The ends of pieces are found to this part of their share. */
const NEAR = 8
/** How much dearer than the best a partition may be and still be looked at: far more than what counts as a tie. */
const MARGIN = 1e-9

/**
 * The regions that hold every cut of every partition as cheap as the best, so that the dynamic program need not look
 * elsewhere. They are taken to pieces. If a cut lies somewhere in one piece and the next cut in another, the cells
 * between both pieces are in one bin and cost at least what they cost alone: a cheapest path over pieces, from the left
 * and from the right, bounds what a partition costs that has a cut in a piece. Pieces whose bound exceeds the cost of some
 * partition are dropped, and what is left is taken to smaller pieces. The cost near the best cuts is flat, so that a bound
 * of a part in p leaves about a part in √p; the rounds bring it to about one in p. O(parts · pieces · log pieces).
 */
export function cutRegions(costs: RangeCosts, parts: number): CutRegions {
  const { size } = costs
  const cuts = parts - 1
  const first = Int32Array.from({ length: cuts }, (_, c) => c + 1)
  const last = Int32Array.from({ length: cuts }, (_, c) => size - cuts + c)
  const most = Math.min(MOST_PIECES, PIECES_PER_PART * parts)
  if (size < most * CELLS_PER_PIECE) return { first, last }
  const lengthOf = (): number => last.reduce((sum, to, c) => sum + to - first[c], 0)
  for (let round = 0, before = lengthOf(); round < MOST_ROUNDS; round++) {
    narrow(costs, { first, last }, most)
    const now = lengthOf()
    if (now > before * SHORTER || now < cuts * most) break
    before = now
  }
  return { first, last }
}

/** The pieces of one region: each from one of `from` to the one of `to`. */
interface Pieces {
  readonly from: Int32Array
  readonly to: Int32Array
}

/** Drops what lies left and right of the pieces that a cheapest partition may cut. */
function narrow(costs: RangeCosts, { first, last }: CutRegions, most: number): void {
  const { size, blur } = costs
  const pieces = Array.from(first, (from, c) => takeApart(costs, from, last[c], most))
  const end = pieces.length - 1
  // The least that all costs left of a cut in a piece, and from which piece of the cut before; then the same on the right.
  const left: Float64Array[] = [Float64Array.from(pieces[0].from, (from) => costs.rough(0, from))]
  const came: Int32Array[] = [new Int32Array(0)]
  for (let c = 1; c <= end; c++) {
    const [{ from }, { to }] = [pieces[c], pieces[c - 1]]
    const { least, at } = cheapest(from.length, left[c - 1], (p, q) => between(costs, to[q], from[p]))
    left.push(least)
    came.push(at)
  }
  const right = pieces.map(({ to }): Float64Array => Float64Array.from(to, (at) => costs.rough(at, size)))
  for (let c = end - 1; c >= 0; c--) {
    const [{ to }, { from }] = [pieces[c], pieces[c + 1]]
    right[c] = cheapest(to.length, right[c + 1], (p, q) => between(costs, to[p], from[q])).least
  }
  const best = left[end].reduce((p, cost, q) => (cost + right[end][q] < left[end][p] + right[end][p] ? q : p), 0)
  const slack = 4 * pieces.length * Math.max(blur[0], blur[size])
  const bar = costOf(costs, pathTo(pieces, came, best)) * (1 + MARGIN) + slack
  for (const [c, { from, to }] of pieces.entries()) {
    const open = (p: number): boolean => left[c][p] + right[c][p] <= bar
    let [low, high] = [0, from.length - 1]
    while (low < high && !open(low)) low++
    while (high > low && !open(high)) high--
    first[c] = Math.max(from[low], c === 0 ? 1 : first[c - 1] + 1)
    last[c] = to[high]
  }
  for (let c = end - 1; c >= 0; c--) last[c] = Math.min(last[c], last[c + 1] - 1)
}

/** Takes a region to pieces, each with about the same share of its cells and of their squared distance from its ends. */
function takeApart(costs: RangeCosts, first: number, last: number, most: number): Pieces {
  const length = last - first + 1
  const from: number[] = [first]
  const whole = costs.rough(first, last)
  const share = (at: number): number => (at - first) / length + (whole > 0 ? costs.rough(first, at) / whole : 0)
  const pieces = Math.min(most, length)
  const mean = Math.ceil(length / pieces)
  while (from.length < pieces) {
    // The first cell whose share is large enough, since shares rise, or one whose share is hardly larger: any pieces will do.
    const wanted = (2 * from.length) / pieces
    const enough = wanted + 2 / pieces / NEAR
    const start = from[from.length - 1] + 1
    let [low, high, reached] = [start, last + 1, Infinity]
    // It is not far: first by steps that grow, then by halving.
    for (let step = mean; start + step < high; step *= 2) {
      const there = share(start + step)
      if (there < wanted) low = start + step + 1
      else [high, reached] = [start + step, there]
    }
    while (low < high && reached > enough) {
      const middle = (low + high) >> 1
      const there = share(middle)
      if (there < wanted) low = middle + 1
      else [high, reached] = [middle, there]
    }
    if (high > last) break
    from.push(high)
  }
  return { from: Int32Array.from(from), to: Int32Array.from(from, (_, p) => (from[p + 1] ?? last + 1) - 1) }
}

/** What cells between two cuts cost at least; nothing where the pieces may touch. */
function between(costs: RangeCosts, from: number, to: number): number {
  return from < to ? costs.rough(from, to) : 0
}

/** For each of `size` pieces the one before or after it that costs least: where that is never moves back, so by halving. */
function cheapest(
  size: number,
  rest: Float64Array,
  cost: (piece: number, other: number) => number,
): { least: Float64Array; at: Int32Array } {
  const least = new Float64Array(size)
  const at = new Int32Array(size)
  const fill = (low: number, high: number, leftmost: number, rightmost: number): void => {
    if (low > high) return
    const piece = (low + high) >> 1
    let [found, where] = [Infinity, leftmost]
    for (let other = leftmost; other <= rightmost; other++) {
      const total = cost(piece, other) + rest[other]
      if (total < found) [found, where] = [total, other]
    }
    least[piece] = found
    at[piece] = where
    fill(low, piece - 1, leftmost, where)
    fill(piece + 1, high, where, rightmost)
  }
  fill(0, size - 1, 0, rest.length - 1)
  return { least, at }
}

/** Cuts in the middle of the pieces that lead to one of the last cut. */
function pathTo(pieces: readonly Pieces[], came: readonly Int32Array[], best: number): number[] {
  const cuts: number[] = []
  let piece = best
  for (let c = pieces.length - 1; c >= 0; c--) {
    const { from, to } = pieces[c]
    cuts[c] = Math.min((from[piece] + to[piece]) >> 1, (cuts[c + 1] ?? Infinity) - 1)
    piece = came[c][piece]
  }
  return cuts
}

function costOf(costs: RangeCosts, cuts: readonly number[]): number {
  const edges = [0, ...cuts, costs.size]
  return cuts.reduce((sum, _, c) => sum + costs.precise(edges[c + 1], edges[c + 2]), costs.precise(0, edges[1]))
}
