import type { ModlLengths } from './modl-lengths.ts'

/**
 * The shortest of all partitions whose bins start at some of the `candidates` (block numbers, ascending, the first block
 * not among them) and number at most `most`. Of those that are as short as the shortest, the one with the fewest bins;
 * then the one whose first cut is leftmost, then its second, and so on. A dynamic program from the right, for 1, 2, 3 …
 * bins as long as more bins could be better: O(candidates² · (classes + log candidates + bins tried)) time,
 * O(candidates²) memory.
 */
export function bestPartition(lengths: ModlLengths, candidates: readonly number[], most: number): number[] {
  const ends = Int32Array.from([0, ...candidates, lengths.size])
  const parts = new PartLengths(lengths, ends)
  const { size } = parts

  // layers[k][i]: what lies from end i on, in exactly k + 1 bins.
  const layers = [
    Float64Array.from({ length: size + 1 }, (_, from) => (from < size ? parts.between(from, size) : Infinity)),
  ]
  const atLeast = lowerBounds(lengths, parts, Math.min(most, size))
  let best = lengths.bins(1) + layers[0][0]
  for (let bins = 2; bins < atLeast.length && atLeast[bins] <= best + lengths.tie; bins++) {
    const layer = new Float64Array(size + 1).fill(Infinity)
    const last = size - bins + 1
    for (let from = last - 1; from >= 0; from--) layer[from] = parts.shortest(from, last, layers[bins - 2])
    layers.push(layer)
    best = Math.min(best, lengths.bins(bins) + layer[0])
  }

  const limit = best + lengths.tie
  const fewest = layers.findIndex((layer, k) => lengths.bins(k + 1) + layer[0] <= limit)
  const starts: number[] = []
  let left = limit - lengths.bins(fewest + 1)
  for (let from = 0, k = fewest - 1; k >= 0; k--) {
    let to = from + 1
    while (parts.between(from, to) + layers[k][to] > left) to++
    left -= parts.between(from, to)
    starts.push(ends[to])
    from = to
  }
  return starts
}

/** The lengths of all parts between two ends, in a triangle: entry row(from) + to is that from end `from` to end `to`. */
class PartLengths {
  /** number of the last end */
  readonly size: number
  readonly #lengths: Float64Array

  /** O(ends² · classes). */
  constructor(lengths: ModlLengths, ends: Int32Array) {
    this.size = ends.length - 1
    this.#lengths = new Float64Array((this.size * (this.size + 1)) / 2)
    for (let from = 0; from < this.size; from++) lengths.fillFrom(ends, from, this.#lengths, this.#row(from))
  }

  between(from: number, to: number): number {
    return this.#lengths[this.#row(from) + to]
  }

  /** The least of the part from `from` to `to` and what `rest` says of `to` on, for to = from + 1 … last. */
  shortest(from: number, last: number, rest: Float64Array): number {
    const lengths = this.#lengths
    const row = this.#row(from)
    let least = Infinity
    for (let to = from + 1; to <= last; to++) {
      const length = lengths[row + to] + rest[to]
      if (length < least) least = length
    }
    return least
  }

  #row(from: number): number {
    return from * this.size - (from * (from - 1)) / 2 - from - 1
  }
}

/**
 * Entry k is a length that no partition into k bins or more falls below. When every bin costs the same price, one pass
 * finds the shortest partition into any number of bins, and no partition into k bins is shorter than that less k prices.
 * Tried with the prices of one more bin after 1, 2, 4, 8 … bins.
 */
function lowerBounds(lengths: ModlLengths, parts: PartLengths, most: number): Float64Array {
  const { size } = parts
  const bins = Float64Array.from({ length: most + 1 }, (_, k) => (k === 0 ? 0 : lengths.bins(k)))
  const inBins = new Float64Array(most + 1)
  const rest = new Float64Array(size + 1)
  for (let after = 1; after < most; after *= 2) {
    const price = bins[after + 1] - bins[after]
    for (let from = size - 1; from >= 0; from--) rest[from] = price + parts.shortest(from, size, rest)
    for (let k = 1; k <= most; k++) inBins[k] = Math.max(inBins[k], rest[0] - price * k)
  }
  const bounds = bins.map((length, k) => length + inBins[k])
  for (let k = most - 1; k >= 1; k--) bounds[k] = Math.min(bounds[k], bounds[k + 1])
  return bounds
}
