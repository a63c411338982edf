import { ArgumentError } from '../../errors.ts'
import type { DetectorShape, DetectorState } from './change-types.ts'

/** Rows added before alternatives are made, so that none of them is certain of what was never seen. */
const SMOOTHING = 0.5

/** The alternatives of a detector and what they have found so far, as one list per field. The last ones follow the last rows. */
export class Experts {
  readonly #shape: DetectorShape
  /** the counts that the tilts were made from, kept so that restored alternatives have the same; null before */
  tiltCounts: Float64Array | null = null
  weights: Float64Array = new Float64Array(0)
  /** what each is about */
  ideas: readonly number[] = []
  /** alternatives that do not follow the last rows: the first ones */
  fixed = 0
  /** tilts, as those who make them give them */
  tables: Float64Array = new Float64Array(0)
  /** per context and expert: Σ counts · tilt, and Σ prior · tilt */
  sums: Float64Array = new Float64Array(0)
  bare: Float64Array = new Float64Array(0)
  scores: Float64Array = new Float64Array(0)
  /** best likelihood ratio over starts, and that start */
  runs: Float64Array = new Float64Array(0)
  startRows: Float64Array = new Float64Array(0)
  startSeen: Float64Array = new Float64Array(0)
  /** by context and expert: 1 where it says what the reference says. All such have the same sums */
  plain: Uint8Array = new Uint8Array(0)
  /** by context: the first such expert, −1 where there is none */
  example: Int32Array = new Int32Array(0)

  constructor(shape: DetectorShape) {
    this.#shape = shape
  }

  /** Makes the alternatives from rows, in place of earlier ones. What those have found so far is kept. */
  learn(from: Float64Array, counts: Float64Array, prior: Float64Array): void {
    const { tilts, adaptive, memories } = this.#shape
    const { weights, tables, ideas } = tilts(from.map((count) => count + SMOOTHING))
    this.tiltCounts = Float64Array.from(from)
    this.fixed = weights.length
    this.tables = tables
    this.weights = Float64Array.from([...weights, ...memories.map(() => adaptive / memories.length)])
    // Those that follow the last rows are told from others by numbers below 0.
    this.ideas = [...ideas, ...memories.map((_, m) => -1 - m)]
    this.sums = this.#sumUp(counts)
    this.bare = this.#sumUp(prior)
    this.#findPlain()
    if (this.scores.length === this.weights.length) return
    this.scores = new Float64Array(this.weights.length)
    this.runs = new Float64Array(this.weights.length)
    this.startRows = new Float64Array(this.weights.length)
    this.startSeen = new Float64Array(this.weights.length)
  }

  /** The expert with the strongest evidence. */
  best(): number {
    let best = 0
    for (let j = 1; j < this.weights.length; j++) {
      if (this.weights[j] * this.runs[j] > this.weights[best] * this.runs[best]) best = j
    }
    return best
  }

  /**
   * Goes on from what those of another detector have found in the same rows with other symbols. Each idea keeps what its
   * experts have found on average, so that the score stays what it was; where ideas differ, all go on from the score.
   */
  takeOver(other: Experts): void {
    const same =
      this.ideas.every((idea) => other.ideas.includes(idea)) && other.ideas.every((idea) => this.ideas.includes(idea))
    this.ideas.forEach((idea, j) => {
      let [score, weight, best] = [0, 0, -1]
      for (let i = 0; i < other.weights.length; i++) {
        if (same && other.ideas[i] !== idea) continue
        score += other.weights[i] * other.scores[i]
        weight += other.weights[i]
        if (best < 0 || other.runs[i] > other.runs[best]) best = i
      }
      this.scores[j] = weight > 0 ? score / weight : 0
      this.runs[j] = other.runs[best]
      this.startRows[j] = other.startRows[best]
      this.startSeen[j] = other.startSeen[best]
    })
  }

  /** Sums by context, as they are saved. */
  sumsByContext(): number[][] {
    const { fixed } = this
    return Array.from({ length: this.#shape.contexts }, (_, context) =>
      Array.from(this.sums.subarray(context * fixed, (context + 1) * fixed)),
    )
  }

  /** Goes on exactly where those that were saved stopped. */
  restore(state: DetectorState): void {
    const { length } = this.weights
    const { scores, runs, startRows, startSeen, sums } = state
    const lists = [scores, runs, startRows, startSeen]
    if (lists.some((list) => list.length !== length) || sums.some((list) => list.length !== this.fixed)) {
      throw new ArgumentError(`a saved watch must have ${length} scores, runs and starts, and sums to match`, {
        code: 'out-of-range',
      })
    }
    this.sums.set(sums.flat())
    this.scores.set(scores)
    this.runs.set(runs)
    this.startRows.set(startRows)
    this.startSeen.set(startSeen)
  }

  #sumUp(counts: Float64Array): Float64Array {
    const { contexts, symbols } = this.#shape
    const { fixed, tables } = this
    const sums = new Float64Array(contexts * fixed)
    for (let i = 0; i < contexts * symbols; i++) {
      const base = Math.floor(i / symbols) * fixed
      for (let j = 0; j < fixed; j++) sums[base + j] += counts[i] * tables[i * fixed + j]
    }
    return sums
  }

  #findPlain(): void {
    const { contexts, symbols } = this.#shape
    const { fixed, tables } = this
    this.plain = new Uint8Array(contexts * fixed).fill(1)
    for (let i = 0; i < contexts * symbols; i++) {
      const base = Math.floor(i / symbols) * fixed
      for (let j = 0; j < fixed; j++) if (tables[i * fixed + j] !== 1) this.plain[base + j] = 0
    }
    this.example = Int32Array.from({ length: contexts }, (_, context) =>
      this.plain.subarray(context * fixed, (context + 1) * fixed).indexOf(1),
    )
  }
}
