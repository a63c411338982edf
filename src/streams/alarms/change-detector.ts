import { nearWhole } from '../../util/numbers/doubles.ts'
import { BLOCK, ChangeBlock, judgeBlock } from './change-block.ts'
import type { Change, DetectorShape, DetectorState } from './change-types.ts'
import { Experts } from './experts.ts'
import { RecentShares } from './recent-shares.ts'

/** Rows whose symbols are kept, to tell what changed. */
const KEPT = 1024

/**
 * Rows added to every count of the reference: next to nothing, or half a row (Jeffreys' prior), whichever makes a row less
 * surprising to the reference. With half a row, symbols that never occur would keep a share that shrinks with every row, and
 * alternatives that predict just that would win in the long run; with nothing, rare symbols would surprise when they come.
 */
const PRIOR = 0.01

/** What makes half a row of it. */
const MORE = 0.49

/** An alternative with this part of what makes an alarm needs no further starts; one that hardly speaks must not creep up. */
const ENOUGH = 0.1

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
  #experts: Experts
  #recent: RecentShares
  #block: ChangeBlock | null = null
  #last: number[] = []

  constructor(shape: DetectorShape, reference?: ArrayLike<number>) {
    this.#shape = shape
    const size = shape.contexts * shape.symbols
    this.#counts = new Float64Array(size).fill(PRIOR)
    this.#totals = new Float64Array(shape.contexts).fill(PRIOR * shape.symbols)
    this.#recent = new RecentShares(shape.memories, shape.contexts, shape.symbols)
    this.#experts = new Experts(shape)
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

  /** Makes the alternatives from the rows so far, in place of earlier ones. */
  #learnTilts(from: Float64Array = this.#counts): void {
    this.#experts.learn(from, this.#counts)
    this.#learned = this.#seen
  }

  /**
   * Takes rows, given as context · symbols + symbol with their numbers, up to one that makes a change
   * certain: the position after the last row taken, and the change. As `update` row by row, bit for bit, but faster.
   */
  updateMany(
    codes: Int32Array,
    rows: ArrayLike<number>,
    from: number,
    to: number,
  ): { next: number; found: Change | null } {
    const { symbols } = this.#shape
    for (let next = from; next < to;) {
      const size = this.#learned === 0 ? 1 : Math.min(BLOCK, to - next, 2 * this.#learned - this.#seen)
      const isBlock = size > 1 && Number.isInteger(this.#seen) && Number.isInteger(size)
      const stop = next + (isBlock ? size : 1)
      if (isBlock && this.#judge(codes, rows, next, stop)) next = stop
      while (next < stop) {
        const code = codes[next]
        const found = this.update(Math.floor(code / symbols), code % symbols, rows[next++])
        if (found !== null) return { next, found }
      }
    }
    return { next: to, found: null }
  }

  /** Judges rows at once; false, and nothing has happened, where one of them makes a change certain. */
  #judge(codes: Int32Array, rows: ArrayLike<number>, from: number, to: number): boolean {
    const { contexts, symbols, memories, runLength } = this.#shape
    const block = (this.#block ??= new ChangeBlock(contexts, memories.length))
    const seen = this.#seen
    block.save(this.#changing())
    block.begin(seen, rows, from)
    const [counts, totals] = [this.#counts, this.#totals]
    for (let next = from; next < to; next++) {
      const at = codes[next]
      const context = (at / symbols) | 0
      block.add(at, context, counts[at], totals[context])
      counts[at]++
      totals[context]++
    }
    this.#seen += to - from
    block.expect(MORE, symbols)
    this.#recent.judge(block)
    judgeBlock({ experts: this.#experts, block, prior: MORE, enough: runLength * ENOUGH })
    if (block.highest() >= runLength) {
      block.putBack(this.#changing())
      this.#seen = seen
      return false
    }
    for (let next = from; next < to; next++) this.#keep(codes[next])
    if (this.#seen >= 2 * this.#learned) this.#learnTilts()
    return true
  }

  /** All lists that rows change. */
  #changing(): Float64Array[] {
    const { sums, scores, runs, startRows, startSeen } = this.#experts
    return [this.#counts, this.#totals, sums, scores, runs, startRows, startSeen, ...this.#recent.lists()]
  }

  /** Takes a row; the change that it made certain, if any. After a change the detector starts learning again. */
  update(context: number, symbol: number, row: number): Change | null {
    const at = context * this.#shape.symbols + symbol
    let found: Change | null = null
    if (this.#learned > 0 && this.#weigh(context, at, row) >= this.#shape.runLength) found = this.#found(row, at)
    if (found === null) {
      this.#count(context, at)
      this.#keep(at)
    }
    if (this.#learned === 0 ? this.#seen >= this.#shape.learn : this.#seen >= 2 * this.#learned) this.#learnTilts()
    return found
  }

  /** Lets all experts judge a single row, counts it for their sums, and gives the score. */
  #weigh(context: number, at: number, row: number): number {
    const { fixed, tables, sums, bare, scores, weights } = this.#experts
    const total = this.#totals[context]
    const more = total + MORE * this.#shape.symbols
    const sum = context * fixed
    let all = 0
    for (let j = 0; j < fixed; j++) {
      const factor = tables[at * fixed + j]
      const tilted = sums[sum + j]
      // What the reference leads to expect: the larger one of both priors.
      const ratio = factor / Math.max(tilted / total, (tilted + MORE * bare[sum + j]) / more)
      sums[sum + j] += factor
      all += weights[j] * this.#advance(j, ratio, row)
    }
    const plain = this.#counts[at] / total
    const expected = Math.max(plain, (this.#counts[at] + MORE) / more)
    for (let j = fixed; j < scores.length; j++) {
      all += weights[j] * this.#advance(j, this.#recent.shareOf(j - fixed, context, at, plain) / expected, row)
    }
    return all
  }

  /** Brings the score and the best run of an expert forward by one row; its score. */
  #advance(j: number, ratio: number, row: number): number {
    const { scores, runs, startRows, startSeen } = this.#experts
    const enough = this.#shape.runLength * ENOUGH
    scores[j] = (scores[j] < enough ? 1 + scores[j] : scores[j]) * ratio
    if (runs[j] <= 1) {
      runs[j] = ratio
      startRows[j] = row
      startSeen[j] = this.#seen
    } else runs[j] *= ratio
    return scores[j]
  }

  /** The change that a score over the bar has made certain. */
  #found(row: number, at: number): Change {
    const best = this.#experts.best()
    const rows = this.#seen - this.#experts.startSeen[best] + 1
    this.#keep(at)
    // Never more than a saved detector knows, though there may be more here.
    const kept = this.#last.slice(-Math.min(rows, KEPT))
    const now = new Float64Array(this.#counts.length)
    for (const code of kept) now[code]++
    const before = this.#counts.map((count, i) => nearWhole(count - PRIOR - now[i]))
    before[at]++ // the row at hand is not in the counts yet
    const change = { since: this.#experts.startRows[best], at: row, rows, before, now }
    this.#restart()
    return change
  }

  #count(context: number, at: number): void {
    this.#counts[at]++
    this.#totals[context]++
    this.#seen++
    this.#recent.count(context, at)
  }

  #keep(at: number): void {
    this.#last.push(at)
    if (this.#last.length >= 2 * KEPT) this.#last.splice(0, this.#last.length - KEPT)
  }

  /** Starts learning again, without the rows since the change: they were chosen for looking different and would mislead. */
  #restart(): void {
    this.#take(new ChangeDetector(this.#shape))
  }

  #take(other: ChangeDetector): void {
    this.#seen = other.#seen
    this.#learned = other.#learned
    this.#counts = other.#counts
    this.#totals = other.#totals
    this.#experts = other.#experts
    this.#recent = other.#recent
    this.#last = other.#last
  }

  /** Everything the detector knows, as plain data. */
  state(): DetectorState {
    const plain = (list: readonly Float64Array[]): number[][] => list.map((one) => Array.from(one))
    const { tiltCounts, scores, runs, startRows, startSeen } = this.#experts
    return {
      seen: this.#seen,
      learned: this.#learned,
      counts: Array.from(this.#counts),
      totals: Array.from(this.#totals),
      tiltCounts: tiltCounts === null ? null : Array.from(tiltCounts),
      sums: this.#experts.sumsByContext(),
      scores: Array.from(scores),
      runs: Array.from(runs),
      startRows: Array.from(startRows),
      startSeen: Array.from(startSeen),
      recent: plain(this.#recent.recent),
      recentTotals: plain(this.#recent.totals),
      scale: Array.from(this.#recent.scale),
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
      this.#experts.restore(state)
    }
    const { memories } = this.#shape
    if ([state.recent, state.recentTotals, state.scale].some((list) => list.length !== memories.length)) {
      throw new RangeError(`a saved watch must have ${memories.length} memories`)
    }
    this.#recent.recent = state.recent.map(array)
    this.#recent.totals = state.recentTotals.map(array)
    this.#recent.scale = array(state.scale)
    this.#last = [...state.last]
  }
}
