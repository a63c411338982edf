import type { ModlLengths } from './modl-lengths.ts'

/**
 * The shortest of all partitions whose bins start at some of the `places` (block numbers, ascending, the first block not
 * among them) and number at most `most`. Of those that are as short as the shortest, the one with the fewest bins; then
 * the one whose first cut is leftmost, then its second, and so on. A dynamic program from the right, for 1, 2, 3 … bins
 * as long as more bins could be better: O(places² · (classes + log places + bins tried)) time, O(places²) memory.
 */
export function bestPartition(lengths: ModlLengths, places: readonly number[], most: number): number[] {
  const ends = Int32Array.from([0, ...places, lengths.size])
  const size = ends.length - 1
  const stretches = new Float64Array((size * (size + 1)) / 2)
  for (let from = 0; from < size; from++) lengths.fillFrom(ends, from, stretches, rowOf(from, size))
  const between = (from: number, to: number): number => stretches[rowOf(from, size) + to]

  // layers[k][i]: what lies from place i on, in exactly k + 1 bins.
  const layers = [Float64Array.from({ length: size + 1 }, (_, from) => (from < size ? between(from, size) : Infinity))]
  const atLeast = lowerBounds(lengths, stretches, size, Math.min(most, size))
  let best = lengths.bins(1) + layers[0][0]
  for (let bins = 2; bins < atLeast.length && atLeast[bins] <= best + lengths.tie; bins++) {
    const layer = new Float64Array(size + 1).fill(Infinity)
    const last = size - bins + 1
    for (let from = last - 1; from >= 0; from--) layer[from] = shortest(stretches, size, from, last, layers[bins - 2])
    layers.push(layer)
    best = Math.min(best, lengths.bins(bins) + layer[0])
  }

  const limit = best + lengths.tie
  const fewest = layers.findIndex((layer, k) => lengths.bins(k + 1) + layer[0] <= limit)
  const starts: number[] = []
  let left = limit - lengths.bins(fewest + 1)
  for (let from = 0, k = fewest - 1; k >= 0; k--) {
    let to = from + 1
    while (between(from, to) + layers[k][to] > left) to++
    left -= between(from, to)
    starts.push(ends[to])
    from = to
  }
  return starts
}

/** Where the row of a place is in the triangle of stretches: entry rowOf(from) + to is from place `from` to place `to`. */
function rowOf(from: number, size: number): number {
  return from * size - (from * (from - 1)) / 2 - from - 1
}

/**
 * Entry k is a length that no partition into k bins or more falls below. When every bin costs the same price, one pass
 * finds the shortest partition into any number of bins, and no partition into k bins is shorter than that less k prices.
 * Tried with the prices of one more bin after 1, 2, 4, 8 … bins.
 */
function lowerBounds(lengths: ModlLengths, stretches: Float64Array, size: number, most: number): Float64Array {
  const bins = Float64Array.from({ length: most + 1 }, (_, k) => (k === 0 ? 0 : lengths.bins(k)))
  const parts = new Float64Array(most + 1)
  const rest = new Float64Array(size + 1)
  for (let after = 1; after < most; after *= 2) {
    const price = bins[after + 1] - bins[after]
    for (let from = size - 1; from >= 0; from--) rest[from] = price + shortest(stretches, size, from, size, rest)
    for (let k = 1; k <= most; k++) parts[k] = Math.max(parts[k], rest[0] - price * k)
  }
  const bounds = bins.map((length, k) => length + parts[k])
  for (let k = most - 1; k >= 1; k--) bounds[k] = Math.min(bounds[k], bounds[k + 1])
  return bounds
}

/** The least of the stretch from `from` to `to` and what `rest` says of `to` on, for to = from + 1 … last. */
function shortest(stretches: Float64Array, size: number, from: number, last: number, rest: Float64Array): number {
  const row = rowOf(from, size)
  let least = Infinity
  for (let to = from + 1; to <= last; to++) {
    const length = stretches[row + to] + rest[to]
    if (length < least) least = length
  }
  return least
}
