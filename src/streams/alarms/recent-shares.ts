import { type ExpertLanes, fullLanes, growthOf } from './expert-lanes.ts'

/** Rows of the reference that the adaptive experts start from, per symbol. */
export const PULL = 2

/** Beyond this, growing weights are scaled back. */
const HUGE_WEIGHT = 1.3407807929942597e154

/** What is saved of the shares among the last rows, by memory. */
export interface RecentState {
  readonly recent: readonly (readonly number[])[]
  readonly recentTotals: readonly (readonly number[])[]
  readonly scale: readonly number[]
}

/**
 * Shares of symbols among the last rows, one set for each length of memory. New rows weigh more instead of old ones less. Sets
 * lie side by side, as in the lanes of alternatives.
 */
export class RecentShares {
  readonly memories: readonly number[]
  readonly #symbols: number
  readonly #beside: number
  #recent: Float64Array
  #totals: Float64Array
  #scales: Float64Array

  constructor(memories: readonly number[], contexts: number, symbols: number) {
    this.memories = memories
    this.#symbols = symbols
    this.#beside = fullLanes(memories.length)
    this.#recent = new Float64Array(contexts * symbols * this.#beside)
    this.#totals = new Float64Array(contexts * this.#beside)
    this.#scales = new Float64Array(this.#beside).fill(1)
  }

  /** Goes on in lanes. */
  moveTo({ recent, recentTotals, scales }: ExpertLanes): void {
    recent.set(this.#recent)
    recentTotals.set(this.#totals)
    scales.set(this.#scales)
    this.#recent = recent
    this.#totals = recentTotals
    this.#scales = scales
  }

  /** The share that the last rows give a symbol, drawn a little towards the reference. */
  shareOf(memory: number, context: number, at: number, plain: number): number {
    const pull = PULL * this.#symbols * this.#scales[memory]
    const beside = this.#beside
    return (this.#recent[at * beside + memory] + pull * plain) / (this.#totals[context * beside + memory] + pull)
  }

  count(context: number, at: number): void {
    const { memories } = this
    const beside = this.#beside
    const scales = this.#scales
    for (let m = 0; m < memories.length; m++) {
      scales[m] *= growthOf(memories[m])
      this.#recent[at * beside + m] += scales[m]
      this.#totals[context * beside + m] += scales[m]
      if (scales[m] > HUGE_WEIGHT) scales[m] = this.#shrink(m, scales[m])
    }
  }

  /** What is known, as plain data. */
  state(): RecentState {
    const byMemory = (list: Float64Array): number[][] => this.memories.map((_, m) => this.#of(list, m))
    const scale = Array.from(this.#scales.subarray(0, this.memories.length))
    return { recent: byMemory(this.#recent), recentTotals: byMemory(this.#totals), scale }
  }

  /** Goes on exactly where what was saved stopped. */
  restore({ recent, recentTotals, scale }: RecentState): void {
    const put = (lists: readonly (readonly number[])[], to: Float64Array): void => {
      lists.forEach((list, m) => list.forEach((sum, i) => (to[i * this.#beside + m] = sum)))
    }
    put(recent, this.#recent)
    put(recentTotals, this.#totals)
    this.#scales.set(scale)
  }

  #of(list: Float64Array, memory: number): number[] {
    return Array.from({ length: list.length / this.#beside }, (_, i) => list[i * this.#beside + memory])
  }

  #shrink(memory: number, scale: number): number {
    const by = 1 / scale
    for (const sums of [this.#recent, this.#totals]) {
      for (let i = memory; i < sums.length; i += this.#beside) sums[i] *= by
    }
    return 1
  }
}
