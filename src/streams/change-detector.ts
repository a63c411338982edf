import { nearWhole } from '../util/near-whole.ts'
import type { Change, DetectorShape, DetectorState } from './change-types.ts'

/** Rows whose symbols are kept, to tell what changed. */
const KEPT = 1024

/**
 * Rows added to every count of the reference: next to nothing, or half a row (Jeffreys' prior), whichever makes a row less
 * surprising to the reference. With half a row, symbols that never occur would keep a share that shrinks with every row, and
 * alternatives that foretell just that would win in the long run; with nothing, rare symbols would surprise when they come.
 */
const PRIOR = 0.01

/** Rows added before alternatives are made, which should not be sure of what was never seen. */
const SMOOTHING = 0.5
const MORE = 0.49

/** An alternative with this part of what makes an alarm needs no further starts; one that hardly speaks must not creep up. */
const ENOUGH = 0.1

/** Rows of the reference that the adaptive experts start from, per symbol. */
const PULL = 2

/** Beyond this, growing weights are scaled back. */
const HUGE_WEIGHT = 1.3407807929942597e154

/**
 * Finds when the shares of symbols (given a context) change. The rows seen so far are the reference, so a short one needs
 * no care of its own. Experts, each an alternative, multiply up likelihood ratios against the reference; every row is taken
 * as a possible start (Shiryaev 1963, Roberts 1966), and the mean over the experts is the score. If shares are drawn as the
 * reference leaves them open (Dirichlet), the score exceeds the number of rows only by a martingale, so that false alarms
 * are on average at least `runLength` rows apart. O(experts) per row, O(experts + contexts · symbols) memory.
 */
export class ChangeDetector {
  readonly #shape: DetectorShape
  /** rows since the last alarm, the reference included */
  #seen = 0
  /** number of rows the tilts were made from; 0 while learning */
  #learned = 0
  #counts: Float64Array
  #totals: Float64Array
  /** the counts that the tilts were made from, kept so that a restored detector has the same */
  #tiltCounts: Float64Array | null = null
  #weights: Float64Array = new Float64Array(0)
  /** tilts, those of all experts for one context and symbol side by side: what a row needs lies together */
  #tables: Float64Array = new Float64Array(0)
  #fixed = 0
  /** per context and expert: Σ counts · tilt, and Σ tilt */
  #sums: Float64Array = new Float64Array(0)
  #bare: Float64Array = new Float64Array(0)
  #scores: Float64Array
  /** best likelihood ratio over starts, and that start */
  #runs: Float64Array
  #startRows: Float64Array
  #startSeen: Float64Array
  #recent: Float64Array[]
  #recentTotals: Float64Array[]
  #scale: Float64Array
  #last: number[] = []

  constructor(shape: DetectorShape, reference?: ArrayLike<number>) {
    this.#shape = shape
    const size = shape.contexts * shape.symbols
    this.#counts = new Float64Array(size).fill(PRIOR)
    this.#totals = new Float64Array(shape.contexts).fill(PRIOR * shape.symbols)
    this.#recent = shape.memories.map(() => new Float64Array(size))
    this.#recentTotals = shape.memories.map(() => new Float64Array(shape.contexts))
    this.#scale = new Float64Array(shape.memories.length).fill(1)
    this.#scores = this.#runs = this.#startRows = this.#startSeen = new Float64Array(0)
    if (reference !== undefined) this.#addReference(reference)
  }

  #addReference(reference: ArrayLike<number>): void {
    const { symbols } = this.#shape
    for (let i = 0; i < this.#counts.length; i++) {
      this.#counts[i] += reference[i]
      this.#totals[Math.floor(i / symbols)] += reference[i]
      this.#seen += reference[i]
    }
    if (this.#seen >= this.#shape.learn) this.#learnTilts()
  }

  /** Makes the alternatives anew from the rows so far. What experts have found so far is kept. */
  #learnTilts(from: Float64Array = this.#counts): void {
    const { tilts, adaptive, memories } = this.#shape
    const { weights, tables } = tilts(from.map((count) => count + SMOOTHING))
    this.#tiltCounts = Float64Array.from(from)
    this.#learned = this.#seen
    this.#fixed = tables.length
    this.#tables = Float64Array.from(
      { length: tables.length * from.length },
      (_, i) => tables[i % tables.length][Math.floor(i / tables.length)],
    )
    this.#weights = Float64Array.from([...weights, ...memories.map(() => adaptive / memories.length)])
    this.#sums = this.#sumUp(this.#counts)
    this.#bare = this.#sumUp(null)
    if (this.#scores.length === this.#weights.length) return
    this.#scores = new Float64Array(this.#weights.length)
    this.#runs = new Float64Array(this.#weights.length)
    this.#startRows = new Float64Array(this.#weights.length)
    this.#startSeen = new Float64Array(this.#weights.length)
  }

  #sumUp(counts: Float64Array | null): Float64Array {
    const { contexts, symbols } = this.#shape
    const fixed = this.#fixed
    const sums = new Float64Array(contexts * fixed)
    for (let i = 0; i < contexts * symbols; i++) {
      const base = Math.floor(i / symbols) * fixed
      for (let j = 0; j < fixed; j++) sums[base + j] += (counts?.[i] ?? 1) * this.#tables[i * fixed + j]
    }
    return sums
  }

  /** Takes a row; the change it made sure of, if any. After a change the detector learns anew. */
  update(context: number, symbol: number, row: number): Change | null {
    const at = context * this.#shape.symbols + symbol
    let found: Change | null = null
    if (this.#learned > 0 && this.#weigh(context, at, row) >= this.#shape.runLength) found = this.#found(row, at)
    if (found === null) this.#count(context, at)
    if (this.#learned === 0 ? this.#seen >= this.#shape.learn : this.#seen >= 2 * this.#learned) this.#learnTilts()
    return found
  }

  /** Lets all experts judge a row, counts it for their sums, and gives the score. One loop: this is where the time goes. */
  #weigh(context: number, at: number, row: number): number {
    const fixed = this.#fixed
    const total = this.#totals[context]
    const enough = this.#shape.runLength * ENOUGH
    const tables = this.#tables
    const sums = this.#sums
    const bare = this.#bare
    const more = total + MORE * this.#shape.symbols
    const scores = this.#scores
    const runs = this.#runs
    const startRows = this.#startRows
    const weights = this.#weights
    const sum = context * fixed
    let all = 0
    for (let j = 0; j < fixed; j++) {
      const factor = tables[at * fixed + j]
      const tilted = sums[sum + j]
      // What the reference leads to expect: the larger one of both priors.
      const ratio = factor / Math.max(tilted / total, (tilted + MORE * bare[sum + j]) / more)
      sums[sum + j] += factor
      const score = (scores[j] < enough ? 1 + scores[j] : scores[j]) * ratio
      scores[j] = score
      all += weights[j] * score
      if (runs[j] <= 1) {
        runs[j] = ratio
        startRows[j] = row
        this.#startSeen[j] = this.#seen
      } else runs[j] *= ratio
    }
    const plain = this.#counts[at] / total
    const expected = Math.max(plain, (this.#counts[at] + MORE) / more)
    for (let j = fixed; j < scores.length; j++) {
      const ratio = this.#follow(j - fixed, context, at, plain) / expected
      const score = (scores[j] < enough ? 1 + scores[j] : scores[j]) * ratio
      scores[j] = score
      all += weights[j] * score
      if (runs[j] <= 1) {
        runs[j] = ratio
        startRows[j] = row
        this.#startSeen[j] = this.#seen
      } else runs[j] *= ratio
    }
    return all
  }

  /** The share that the last rows give a symbol, drawn a little towards the reference. */
  #follow(memory: number, context: number, at: number, plain: number): number {
    const pull = PULL * this.#shape.symbols * this.#scale[memory]
    return (this.#recent[memory][at] + pull * plain) / (this.#recentTotals[memory][context] + pull)
  }

  /** The change that a score over the bar has made sure of. */
  #found(row: number, at: number): Change {
    let best = 0
    for (let j = 1; j < this.#weights.length; j++) {
      if (this.#weights[j] * this.#runs[j] > this.#weights[best] * this.#runs[best]) best = j
    }
    const rows = this.#seen - this.#startSeen[best] + 1
    this.#keep(at)
    // Never more than a saved detector knows, though there may be more here.
    const kept = this.#last.slice(-Math.min(rows, KEPT))
    const now = new Float64Array(this.#counts.length)
    for (const code of kept) now[code]++
    const before = this.#counts.map((count, i) => nearWhole(count - PRIOR - now[i]))
    before[at]++ // the row at hand is not in the counts yet
    const change = { since: this.#startRows[best], at: row, rows, before, now }
    this.#restart()
    return change
  }

  #count(context: number, at: number): void {
    this.#counts[at]++
    this.#totals[context]++
    this.#seen++
    const { memories } = this.#shape
    for (let m = 0; m < memories.length; m++) {
      this.#scale[m] *= memories[m] / (memories[m] - 1)
      this.#recent[m][at] += this.#scale[m]
      this.#recentTotals[m][context] += this.#scale[m]
      if (this.#scale[m] > HUGE_WEIGHT) this.#shrink(m)
    }
    this.#keep(at)
  }

  #keep(at: number): void {
    this.#last.push(at)
    if (this.#last.length >= 2 * KEPT) this.#last.splice(0, this.#last.length - KEPT)
  }

  #shrink(memory: number): void {
    const by = 1 / this.#scale[memory]
    for (const sums of [this.#recent[memory], this.#recentTotals[memory]]) {
      for (let i = 0; i < sums.length; i++) sums[i] *= by
    }
    this.#scale[memory] = 1
  }

  /** Learns anew. The rows since the change made it sure because they look so different: as a reference they would mislead. */
  #restart(): void {
    this.#take(new ChangeDetector(this.#shape))
  }

  #take(other: ChangeDetector): void {
    this.#seen = other.#seen
    this.#learned = other.#learned
    this.#counts = other.#counts
    this.#totals = other.#totals
    this.#tiltCounts = other.#tiltCounts
    this.#weights = other.#weights
    this.#tables = other.#tables
    this.#fixed = other.#fixed
    this.#sums = other.#sums
    this.#bare = other.#bare
    this.#scores = other.#scores
    this.#runs = other.#runs
    this.#startRows = other.#startRows
    this.#startSeen = other.#startSeen
    this.#recent = other.#recent
    this.#recentTotals = other.#recentTotals
    this.#scale = other.#scale
    this.#last = other.#last
  }

  /** Everything the detector knows, as plain data. */
  state(): DetectorState {
    const plain = (list: readonly Float64Array[]): number[][] => list.map((one) => Array.from(one))
    return {
      seen: this.#seen,
      learned: this.#learned,
      counts: Array.from(this.#counts),
      totals: Array.from(this.#totals),
      tiltCounts: this.#tiltCounts === null ? null : Array.from(this.#tiltCounts),
      sums: Array.from(this.#totals, (_, context) =>
        Array.from(this.#sums.subarray(context * this.#fixed, (context + 1) * this.#fixed)),
      ),
      scores: Array.from(this.#scores),
      runs: Array.from(this.#runs),
      startRows: Array.from(this.#startRows),
      startSeen: Array.from(this.#startSeen),
      recent: plain(this.#recent),
      recentTotals: plain(this.#recentTotals),
      scale: Array.from(this.#scale),
      last: this.#last.slice(-KEPT),
    }
  }

  /** Goes on exactly where the detector that was saved stopped; it must have the same shape. */
  restore(state: DetectorState): void {
    const array = (list: readonly number[]): Float64Array => Float64Array.from(list)
    this.#counts = array(state.counts)
    this.#totals = array(state.totals)
    this.#seen = state.seen
    if (state.tiltCounts !== null) {
      this.#learnTilts(array(state.tiltCounts))
      this.#learned = state.learned
      const { length } = this.#weights
      const lists = [state.scores, state.runs, state.startRows, state.startSeen]
      if (lists.some((list) => list.length !== length) || state.sums.some((list) => list.length !== this.#fixed)) {
        throw new RangeError(`a saved watch must have ${length} scores, runs and starts, and sums to match`)
      }
      this.#sums.set(array(state.sums.flat()))
      this.#scores.set(array(state.scores))
      this.#runs.set(array(state.runs))
      this.#startRows.set(array(state.startRows))
      this.#startSeen.set(array(state.startSeen))
    }
    const { memories } = this.#shape
    if ([state.recent, state.recentTotals, state.scale].some((list) => list.length !== memories.length)) {
      throw new RangeError(`a saved watch must have ${memories.length} memories`)
    }
    this.#recent = state.recent.map(array)
    this.#recentTotals = state.recentTotals.map(array)
    this.#scale = array(state.scale)
    this.#last = [...state.last]
  }
}
