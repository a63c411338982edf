/** Rows of the reference that the adaptive experts start from, per symbol. */
export const PULL = 2

/** Beyond this, growing weights are scaled back. */
const HUGE_WEIGHT = 1.3407807929942597e154

/** Shares of symbols among the last rows, one set for each length of memory. New rows weigh more instead of old ones less. */
export class RecentShares {
  readonly memories: readonly number[]
  readonly #symbols: number
  recent: Float64Array[]
  totals: Float64Array[]
  scale: Float64Array

  constructor(memories: readonly number[], contexts: number, symbols: number) {
    this.memories = memories
    this.#symbols = symbols
    this.recent = memories.map(() => new Float64Array(contexts * symbols))
    this.totals = memories.map(() => new Float64Array(contexts))
    this.scale = new Float64Array(memories.length).fill(1)
  }

  /** The share that the last rows give a symbol, drawn a little towards the reference. */
  shareOf(memory: number, context: number, at: number, plain: number): number {
    const pull = PULL * this.#symbols * this.scale[memory]
    return (this.recent[memory][at] + pull * plain) / (this.totals[memory][context] + pull)
  }

  count(context: number, at: number): void {
    const { memories, scale } = this
    for (let m = 0; m < memories.length; m++) {
      scale[m] *= memories[m] / (memories[m] - 1)
      this.recent[m][at] += scale[m]
      this.totals[m][context] += scale[m]
      if (scale[m] > HUGE_WEIGHT) scale[m] = this.#shrink(m, scale[m])
    }
  }

  #shrink(memory: number, scale: number): number {
    const by = 1 / scale
    for (const sums of [this.recent[memory], this.totals[memory]]) {
      for (let i = 0; i < sums.length; i++) sums[i] *= by
    }
    return 1
  }
}
