import type { FastBinRows } from '../../wasm/fast-bin-rows.ts'
import type { BinRules } from './bin-rules.ts'

/** All bins that are allowed, numbered by where they begin, then by where they end: (i, j) is rowStart[i] + j. */
export interface MeasuredBins {
  readonly count: number
  readonly rowStart: Int32Array
  readonly from: Int32Array
  readonly to: Int32Array
  readonly scores: Float64Array
  readonly rates: Float64Array
  /** the memory in which the scores lie, if that is one in which they are quickly searched */
  readonly rows: FastBinRows | null
}

/**
 * For each number of bins, what so many more bins tell at most behind each bin, where rates may only rise (`side` 1) or only
 * fall (−1) and nothing else is asked of neighbours. Bin b is number b + 1, the beginning is number 0. The bins that may follow
 * one are those of the highest rates that begin at its end, so that they are put into order once for all that end there.
 * Written to layers in which no way leads on yet. O(prebins² · (bins + log prebins)).
 */
export function trendLayers(
  { size, firstEnd, lastEnd, parts }: BinRules,
  { rowStart, scores, rates }: MeasuredBins,
  side: 1 | -1,
  layers: Float64Array[],
): Float64Array[] {
  const least = -parts.rateStep
  for (let from = 0; from < size; from++) {
    if (size >= firstEnd[from] && size <= lastEnd[from]) layers[0][1 + rowStart[from] + size] = 0
  }
  const next = new Following(size, layers.length - 1)
  for (let middle = size - 1; middle >= 0; middle--) {
    next.clear()
    for (let end = firstEnd[middle]; end <= lastEnd[middle]; end++) {
      const bin = rowStart[middle] + end
      next.add(rates[bin] * side, 1 + bin, scores[bin])
    }
    next.tell(layers)
    if (middle === 0) {
      next.write(layers, 0, next.count)
      break
    }
    for (let from = 0; from < middle; from++) {
      if (middle < firstEnd[from] || middle > lastEnd[from]) continue
      const bin = rowStart[from] + middle
      next.write(layers, 1 + bin, next.above(rates[bin] * side, least))
    }
  }
  return layers
}

/** The bins that begin at one boundary, those of the highest rates first, and the most that the first so many lead to. */
class Following {
  count = 0
  readonly #rates: Float64Array
  readonly #nodes: Int32Array
  readonly #scores: Float64Array
  /** by number of further bins, then by how many of the bins count */
  readonly #most: Float64Array[]

  constructor(size: number, maxBins: number) {
    this.#rates = new Float64Array(size)
    this.#nodes = new Int32Array(size)
    this.#scores = new Float64Array(size)
    this.#most = Array.from({ length: maxBins }, () => new Float64Array(size + 1))
  }

  clear(): void {
    this.count = 0
  }

  add(rate: number, node: number, score: number): void {
    this.#rates[this.count] = rate
    this.#nodes[this.count] = node
    this.#scores[this.count++] = score
  }

  /** Puts them into order, and looks up what they lead to. */
  tell(layers: readonly Float64Array[]): void {
    this.#sort()
    for (const [k, most] of this.#most.entries()) {
      const layer = layers[k]
      let best = -Infinity
      most[0] = best
      for (let i = 0; i < this.count; i++) {
        const sum = this.#scores[i] + layer[this.#nodes[i]]
        if (sum > best) best = sum
        most[i + 1] = best
      }
    }
  }

  /** How many of them have a rate that is at least `least` above another. */
  above(rate: number, least: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#rates[middle] - rate >= least) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Writes what the first so many lead to as that of a node. */
  write(layers: readonly Float64Array[], node: number, count: number): void {
    for (let k = 0; k < this.#most.length; k++) layers[k + 1][node] = this.#most[k][count]
  }

  /** By Shell's steps: the rates of bins that grow are nearly in order. */
  #sort(): void {
    const rates = this.#rates
    const nodes = this.#nodes
    const scores = this.#scores
    const { count } = this
    for (const step of STEPS) {
      for (let i = step; i < count; i++) {
        const rate = rates[i]
        const node = nodes[i]
        const score = scores[i]
        let at = i
        for (; at >= step && rates[at - step] < rate; at -= step) {
          rates[at] = rates[at - step]
          nodes[at] = nodes[at - step]
          scores[at] = scores[at - step]
        }
        rates[at] = rate
        nodes[at] = node
        scores[at] = score
      }
    }
  }
}

/** Steps that few rounds of sorting follow from (Ciura). */
const STEPS = [701, 301, 132, 57, 23, 10, 4, 1]
