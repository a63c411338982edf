import { ArgumentError } from '../../errors.ts'
import type { DetectorShape, DetectorState } from './change-types.ts'
import { ExpertLanes } from './expert-lanes.ts'
import { PULL } from './recent-shares.ts'

/** Rows added before alternatives are made, so that none of them is certain of what was never seen. */
const SMOOTHING = 0.5

/** An alternative with this part of what makes an alarm needs no further starts; one that hardly speaks must not creep up. */
const ENOUGH = 0.1

/** How far below the bar a score must be to be below it in whatever order its terms are added up. */
const SURE = 1 - 1e-9

/** Rows by context and symbol, and by context, and the same of the rows that are added for the second opinion. */
export interface RowCounts {
  readonly counts: Float64Array
  readonly totals: Float64Array
  readonly prior: Float64Array
  readonly priors: Float64Array
}

/** What alternatives have found together. */
interface Found {
  readonly score: number
  readonly run: number
  readonly startRow: number
  readonly startSeen: number
}

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
  /** what they say and have found, with the counts of rows; null before there are any */
  lanes: ExpertLanes | null = null
  /** the row at which the best likelihood ratio over starts began, and how many came before it */
  startRows: Float64Array = new Float64Array(0)
  startSeen: Float64Array = new Float64Array(0)

  constructor(shape: DetectorShape) {
    this.#shape = shape
  }

  /** A score from which on no further starts are needed. */
  get enough(): number {
    return this.#shape.runLength * ENOUGH
  }

  /** Makes the alternatives from rows, in place of earlier ones. What those have found so far is kept. */
  learn(from: Float64Array, rows: RowCounts): ExpertLanes {
    const { tilts, adaptive, memories, runLength, symbols } = this.#shape
    const smooth = new Float64Array(from.length)
    for (let i = 0; i < from.length; i++) smooth[i] = from[i] + SMOOTHING
    const { weights, tables, ideas } = tilts(smooth)
    const before = this.lanes
    this.tiltCounts = from.slice()
    this.fixed = weights.length
    this.weights = new Float64Array(weights.length + memories.length).fill(adaptive / memories.length)
    this.weights.set(weights)
    // Those that follow the last rows are told from others by numbers below 0.
    this.ideas = [...ideas, ...memories.map((_, m) => -1 - m)]
    const bars = { alarm: runLength * SURE, enough: this.enough, pull: PULL * symbols }
    const lanes = new ExpertLanes({ fixed: this.fixed, tables, weights: this.weights, memories, ...rows, ...bars })
    this.lanes = lanes
    if (before !== null && before.laneOf.length === this.weights.length) {
      for (let j = 0; j < this.weights.length; j++) {
        lanes.scores[lanes.laneOf[j]] = before.scores[before.laneOf[j]]
        lanes.runs[lanes.laneOf[j]] = before.runs[before.laneOf[j]]
      }
    } else {
      this.startRows = new Float64Array(this.weights.length)
      this.startSeen = new Float64Array(this.weights.length)
    }
    return lanes
  }

  /** The expert with the strongest evidence. */
  best(): number {
    const runs = this.runs()
    let best = 0
    for (let j = 1; j < this.weights.length; j++) {
      if (this.weights[j] * runs[j] > this.weights[best] * runs[best]) best = j
    }
    return best
  }

  /** Evidence by expert over all starts, and since the best one. */
  scores(): Float64Array {
    return this.#byExpert(this.lanes?.scores)
  }

  runs(): Float64Array {
    return this.#byExpert(this.lanes?.runs)
  }

  #byExpert(list: Float64Array | undefined): Float64Array {
    const found = new Float64Array(this.weights.length)
    if (this.lanes === null || list === undefined) return found
    for (let j = 0; j < found.length; j++) found[j] = list[this.lanes.laneOf[j]]
    return found
  }

  /**
   * Goes on from what those of another detector have found in the same rows with other symbols. Each idea keeps what its
   * experts have found on average, so that the score stays what it was; where ideas differ, all go on from the score.
   */
  takeOver(other: Experts): void {
    const { lanes, ideas } = this
    if (lanes === null) return
    const [own, others] = [new Set(ideas), new Set(other.ideas)]
    const same = own.size === others.size && ideas.every((idea) => others.has(idea))
    const found = new Map<number, Found>()
    const [scores, runs] = [other.scores(), other.runs()]
    for (const idea of same ? own : [0]) found.set(idea, other.#findings(same ? idea : null, scores, runs))
    for (let j = 0; j < ideas.length; j++) {
      const { score, run, startRow, startSeen } = found.get(same ? ideas[j] : 0)!
      lanes.scores[lanes.laneOf[j]] = score
      lanes.runs[lanes.laneOf[j]] = run
      this.startRows[j] = startRow
      this.startSeen[j] = startSeen
    }
  }

  /** What those of an idea, or of all, have found on average, and the one with the best run. */
  #findings(idea: number | null, scores: Float64Array, runs: Float64Array): Found {
    let [score, weight, best] = [0, 0, -1]
    for (let i = 0; i < this.weights.length; i++) {
      if (idea !== null && this.ideas[i] !== idea) continue
      score += this.weights[i] * scores[i]
      weight += this.weights[i]
      if (best < 0 || runs[i] > runs[best]) best = i
    }
    const [startRow, startSeen] = [this.startRows[best], this.startSeen[best]]
    return { score: weight > 0 ? score / weight : 0, run: runs[best], startRow, startSeen }
  }

  /** Sums by context, as they are saved. */
  sumsByContext(): number[][] {
    const { lanes, fixed } = this
    return Array.from({ length: this.#shape.contexts }, (_, context) =>
      lanes === null
        ? []
        : Array.from(lanes.laneOf.subarray(0, fixed), (lane) => lanes.sums[context * lanes.width + lane]),
    )
  }

  /** Goes on exactly where those that were saved stopped. */
  restore({ scores, runs, startRows, startSeen, sums }: DetectorState): void {
    const { length } = this.weights
    const lists = [scores, runs, startRows, startSeen]
    if (lists.some((list) => list.length !== length) || sums.some((list) => list.length !== this.fixed)) {
      throw new ArgumentError(`a saved watch must have ${length} scores, runs and starts, and sums to match`, {
        code: 'out-of-range',
      })
    }
    this.startRows.set(startRows)
    this.startSeen.set(startSeen)
    this.lanes?.laneOf.forEach((lane, j) => {
      this.lanes!.scores[lane] = scores[j]
      this.lanes!.runs[lane] = runs[j]
      if (j < this.fixed)
        sums.forEach((list, context) => (this.lanes!.sums[context * this.lanes!.width + lane] = list[j]))
    })
  }
}
