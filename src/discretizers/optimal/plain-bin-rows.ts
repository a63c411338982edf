import type { Ends, FastBinRows } from '../../wasm/fast-bin-rows.ts'
import type { RoughScores } from './rough-scores.ts'

/** The bins between points, a row of scores for each, and what the best ways over them tell when every bin pays a price. */
export type PaidRows = Pick<
  FastBinRows,
  'scores' | 'firstEnd' | 'starts' | 'stops' | 'after' | 'likely' | 'release'
>

/** What `FastBinRows` does, without WebAssembly. */
export class PlainBinRows implements PaidRows {
  readonly scores: Float64Array
  readonly firstEnd: Int32Array
  readonly starts: Int32Array
  readonly stops: Int32Array
  readonly #after: Float64Array[] = []

  constructor({ firstEnd, lastEnd }: Ends) {
    const size = firstEnd.length - 1
    this.firstEnd = firstEnd
    this.starts = new Int32Array(size)
    this.stops = new Int32Array(size)
    let start = 0
    for (let from = 0; from < size; from++) {
      this.starts[from] = start
      start += Math.max(0, lastEnd[from] - firstEnd[from] + 1)
      this.stops[from] = start
    }
    this.scores = new Float64Array(start)
  }

  scoreRoughly({ write }: RoughScores): void {
    for (const [from, start] of this.starts.entries()) {
      const stop = this.stops[from]
      const first = this.firstEnd[from]
      if (stop > start) write(from, first, first + stop - start - 1, this.scores.subarray(start, stop))
    }
  }

  after(which: number, price: number): Float64Array {
    const { firstEnd, scores, starts, stops } = this
    const size = starts.length
    const after = new Float64Array(size + 1)
    for (let from = size - 1; from >= 0; from--) {
      const skip = firstEnd[from] - starts[from]
      let best = -Infinity
      for (let at = starts[from]; at < stops[from]; at++) {
        const sum = scores[at] + after[skip + at]
        if (sum > best) best = sum
      }
      after[from] = best - price
    }
    this.#after[which] = after
    return after
  }

  likely(which: number, price: number, least: number): Ends {
    const { scores, starts, stops } = this
    const after = this.#after[which]
    const size = starts.length
    const before = new Float64Array(size + 1).fill(-Infinity)
    const [firstEnd, lastEnd] = [new Int32Array(size + 1), new Int32Array(size + 1)]
    before[0] = 0
    for (let from = 0; from < size; from++) {
      const [first, start, own] = [this.firstEnd[from], starts[from], before[from]]
      const count = stops[from] - start
      let [low, high] = [count, -1]
      for (let i = 0; i < count; i++) {
        const sum = own + scores[start + i]
        if (sum - price > before[first + i]) before[first + i] = sum - price
        if (sum + after[first + i] < least) continue
        if (i < low) low = i
        high = i
      }
      firstEnd[from] = high < 0 ? size + 1 : first + low
      lastEnd[from] = high < 0 ? size : first + high
    }
    return { firstEnd, lastEnd }
  }

  release(): void {
    this.#after.length = 0
  }
}
