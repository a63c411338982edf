import { ArgumentError } from '../../errors.ts'
import { nearWhole } from '../../util/numbers/doubles.ts'
import { rowJudge } from '../../wasm/row-judge.ts'
import type { Change, DependenceState, DetectorShape, DetectorState } from './change-types.ts'
import { Dependence, temper } from './dependence.ts'
import type { ExpertLanes } from './expert-lanes.ts'
import { Experts } from './experts.ts'
import { judgeBlock } from './judge-block.ts'
import { LastRows } from './last-rows.ts'
import { RecentShares } from './recent-shares.ts'

/**
 * Rows added to every count of the reference: next to nothing, or half a row (Jeffreys' prior), whichever makes a row less
 * surprising to the reference. With half a row, symbols that never occur would keep a share that shrinks with every row, and
 * alternatives that predict just that would win in the long run; with nothing, rare symbols would surprise when they come.
 */
const PRIOR = 0.01

/** What makes half a row of it. */
const HALF = 0.5 - PRIOR

/** Fewer rows are judged one by one. */
const LEAST_BLOCK = 16

/**
 * Finds when the shares of symbols (given a context) change. The rows seen so far are the reference, so a short one needs
 * no care of its own. Experts, each an alternative, multiply up likelihood ratios against the reference; every row is taken
 * as a possible start (Shiryaev 1963, Roberts 1966), and the mean over the experts is the score. If shares are drawn as the
 * reference leaves them open (Dirichlet), the score exceeds the number of rows only by a martingale, so that false alarms
 * are on average at least `runLength` rows apart. Where rows resemble the ones before them, each counts less. O(experts) per row, O(experts + contexts · symbols) memory.
 */
export class ChangeDetector {
  readonly #shape: DetectorShape
  /** rows since the last alarm, the reference included */
  #seen = 0
  /** number of rows the tilts were made from; 0 while learning */
  #learned = 0
  #counts: Float64Array
  #totals: Float64Array
  /** rows added to the counts for the second opinion, and by context */
  #prior: Float64Array
  #priors: Float64Array
  #experts: Experts
  #recent: RecentShares
  #dependence: Dependence
  /** whether alternatives are to be made from the rows so far before the next one is judged */
  #isDue = false
  #last = new LastRows()

  constructor(shape: DetectorShape, reference?: ArrayLike<number>) {
    this.#shape = shape
    const size = shape.contexts * shape.symbols
    this.#counts = new Float64Array(size).fill(PRIOR)
    this.#totals = new Float64Array(shape.contexts).fill(PRIOR * shape.symbols)
    this.#prior = shape.prior?.map((rows) => rows - PRIOR) ?? new Float64Array(size).fill(HALF)
    this.#priors = this.#byContext(this.#prior)
    this.#recent = new RecentShares(shape.memories, shape.contexts, shape.symbols)
    this.#dependence = new Dependence(shape.symbols, shape.ordered)
    this.#experts = new Experts(shape)
    if (reference !== undefined) this.#addReference(reference)
  }

  #byContext(list: Float64Array): Float64Array {
    const { contexts, symbols } = this.#shape
    const sums = new Float64Array(contexts)
    for (let i = 0; i < list.length; i++) sums[Math.floor(i / symbols)] += list[i]
    return sums
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

  /**
   * Notes that alternatives are to be made from the rows so far, in place of earlier ones. It takes long, and a detector may
   * be replaced before it sees another row.
   */
  #relearn(): void {
    this.#learned = this.#seen
    this.#isDue = true
  }

  #learnTilts(from: Float64Array = this.#counts): void {
    const rows = { counts: this.#counts, totals: this.#totals, prior: this.#prior, priors: this.#priors }
    const lanes = this.#experts.learn(from, rows)
    this.#counts = lanes.counts
    this.#totals = lanes.totals
    this.#recent.moveTo(lanes)
    this.#dependence.learn(from)
    this.#learned = this.#seen
    this.#isDue = false
  }

  /**
   * Takes rows, given as context · symbols + symbol with their numbers, up to one that raises an
   * alarm: the position after the last row taken, and the change. As `update` row by row, bit for bit, but faster.
   */
  updateMany(
    codes: Int32Array,
    rows: ArrayLike<number>,
    from: number,
    to: number,
  ): { next: number; found: Change | null } {
    const { symbols } = this.#shape
    let most = rowJudge()?.most ?? 1
    // What is known of every code is brought along for a block, so that those of many codes must be longer.
    const least = Math.max(LEAST_BLOCK, this.#counts.length / 8)
    for (let next = from; next < to;) {
      const until = this.#learned === 0 ? 1 : Math.min(2 * this.#learned - this.#seen, this.#dependence.next)
      const size = Math.min(most, to - next, until)
      const isBlock = size >= least && Number.isInteger(this.#seen) && Number.isInteger(size)
      const taken = isBlock ? this.#judge(codes, rows, next, next + size) : 0
      next += taken
      if (isBlock && taken === size) continue
      // The next row may raise an alarm. Where that is so time and again, blocks take too long.
      if (isBlock && taken === 0) most >>= 2
      const code = codes[next]
      const found = this.update(Math.floor(code / symbols), code % symbols, rows[next++])
      if (found !== null) return { next, found }
    }
    return { next: to, found: null }
  }

  /** Judges rows at once, up to one that may raise an alarm; how many. */
  #judge(codes: Int32Array, rows: ArrayLike<number>, from: number, to: number): number {
    if (this.#isDue) this.#learnTilts()
    const { level, leavesOut } = this.#dependence
    const { lanes, startRows, startSeen } = this.#experts
    const taken = lanes === null ? 0 : judgeBlock(lanes, codes.subarray(from, to), level, !leavesOut)
    if (lanes === null || taken === 0) return 0
    for (let j = 0; j < startRows.length; j++) {
      const start = lanes.starts[lanes.laneOf[j]] - 1
      if (start < 0) continue
      startRows[j] = rows[from + start]
      startSeen[j] = this.#seen + start
    }
    this.#seen += taken
    this.#last.addMany(codes, from, from + taken)
    this.#dependence.addMany(codes, from, from + taken)
    if (this.#seen >= 2 * this.#learned) this.#relearn()
    return taken
  }

  /** Takes a row; the change that it gives enough evidence of, if any. After a change the detector starts learning again. */
  update(context: number, symbol: number, row: number): Change | null {
    if (this.#isDue) this.#learnTilts()
    const at = context * this.#shape.symbols + symbol
    let found: Change | null = null
    if (this.#learned > 0 && this.#weigh(context, at, row) >= this.#shape.runLength) found = this.#found(row, at)
    if (found === null) {
      this.#count(context, at)
      this.#keep(at)
    }
    if (this.#learned > 0 && this.#seen >= 2 * this.#learned) this.#relearn()
    else if (this.#learned === 0 && this.#seen >= this.#shape.learn) this.#learnTilts()
    return found
  }

  /** Lets all experts judge a single row, counts it for their sums, and gives the score. */
  #weigh(context: number, at: number, row: number): number {
    const { fixed, weights, lanes } = this.#experts
    if (lanes === null) return 0
    const { tables, sums, bare, laneOf, width } = lanes
    const total = this.#totals[context]
    const more = total + this.#priors[context]
    let all = 0
    for (let j = 0; j < fixed; j++) {
      const lane = laneOf[j]
      const sum = context * width + lane
      const factor = tables[at * width + lane]
      const tilted = sums[sum]
      // What the reference leads to expect: the larger one of both priors.
      const ratio = factor / Math.max(tilted / total, (tilted + bare[sum]) / more)
      sums[sum] += factor
      all += weights[j] * this.#advance(lanes, j, ratio, row)
    }
    const plain = this.#counts[at] / total
    const { leavesOut } = this.#dependence
    const expected = Math.max(plain, (this.#counts[at] + this.#prior[at]) / more)
    for (let j = fixed; j < weights.length; j++) {
      const share = leavesOut ? 0 : this.#recent.shareOf(j - fixed, context, at, plain)
      all += weights[j] * this.#advance(lanes, j, share / expected, row)
    }
    return all
  }

  /** Brings the score and the best run of an expert forward by one row; its score. */
  #advance({ scores, runs, laneOf }: ExpertLanes, j: number, plain: number, row: number): number {
    const { startRows, startSeen, enough } = this.#experts
    const { level } = this.#dependence
    const lane = laneOf[j]
    const ratio = level === 0 ? plain : temper(plain, level)
    scores[lane] = (scores[lane] < enough ? 1 + scores[lane] : scores[lane]) * ratio
    if (runs[lane] <= 1) {
      runs[lane] = ratio
      startRows[j] = row
      startSeen[j] = this.#seen
    } else runs[lane] *= ratio
    return scores[lane]
  }

  /** The change that a score over the bar speaks for. */
  #found(row: number, at: number): Change {
    const best = this.#experts.best()
    const rows = this.#seen - this.#experts.startSeen[best] + 1
    const dependence = this.#dependence.level > 0 ? this.#dependence.correlation : 0
    this.#keep(at)
    const now = new Float64Array(this.#counts.length)
    for (const code of this.#last.newest(rows)) now[code]++
    const before = this.#counts.map((count, i) => nearWhole(count - PRIOR - now[i]))
    before[at]++ // the row at hand is not in the counts yet
    const change = { since: this.#experts.startRows[best], at: row, rows, before, now, dependence }
    this.restart()
    return change
  }

  #count(context: number, at: number): void {
    this.#counts[at]++
    this.#totals[context]++
    this.#seen++
    this.#recent.count(context, at)
  }

  #keep(at: number): void {
    this.#last.add(at)
    this.#dependence.add(at)
  }

  /** Starts learning again, without the rows since the change: they were chosen for looking different and would mislead. */
  restart(): void {
    const fresh = new ChangeDetector(this.#shape)
    // How rows depend on each other outlives what they are.
    fresh.#dependence.takeOver(this.#dependence, -1)
    this.#take(fresh)
  }

  #take(other: ChangeDetector): void {
    this.#seen = other.#seen
    this.#learned = other.#learned
    this.#counts = other.#counts
    this.#totals = other.#totals
    this.#experts = other.#experts
    this.#recent = other.#recent
    this.#isDue = false
    this.#dependence = other.#dependence
    this.#last = other.#last
  }

  /**
   * Goes on in place of another detector, whose rows, `codes` here, are the reference: with what it has found so far, or,
   * after it has raised an alarm (`isNew`), with nothing but how its rows depend on each other.
   */
  follow(codes: Int32Array, other: ChangeDetector | null, isNew: boolean): void {
    const { symbols } = this.#shape
    for (let i = 0; i < codes.length; i++) this.#recent.count(Math.floor(codes[i] / symbols), codes[i])
    this.#last = new LastRows(codes)
    if (other !== null) this.#dependence.takeOver(other.#dependence, isNew ? -1 : codes[codes.length - 1])
    if (isNew) for (let i = 0; i < codes.length; i++) this.#dependence.add(codes[i])
    else if (other !== null) this.#experts.takeOver(other.#experts)
  }

  /** A detector without rows that knows how they depend on each other. */
  static depending(shape: DetectorShape, dependence: DependenceState): ChangeDetector {
    const detector = new ChangeDetector(shape)
    detector.#dependence.restore(dependence)
    return detector
  }

  /** Everything the detector knows, as plain data. */
  state(): DetectorState {
    if (this.#isDue) this.#learnTilts()
    const { tiltCounts, startRows, startSeen } = this.#experts
    return {
      seen: this.#seen,
      learned: this.#learned,
      counts: Array.from(this.#counts),
      totals: Array.from(this.#totals),
      tiltCounts: tiltCounts === null ? null : Array.from(tiltCounts),
      sums: this.#experts.sumsByContext(),
      scores: Array.from(this.#experts.scores()),
      runs: Array.from(this.#experts.runs()),
      startRows: Array.from(startRows),
      startSeen: Array.from(startSeen),
      ...this.#recent.state(),
      last: Array.from(this.#last.newest()),
      ...(this.#prior.every((rows) => rows === HALF) ? {} : { prior: Array.from(this.#prior) }),
      dependence: this.#dependence.state(),
    }
  }

  /** Goes on exactly where the detector that was saved stopped; it must have the same shape. */
  restore(state: DetectorState): void {
    const array = (list: readonly number[]): Float64Array => Float64Array.from(list)
    this.#counts = array(state.counts)
    this.#totals = array(state.totals)
    this.#seen = state.seen
    if (state.prior !== undefined) {
      this.#prior = array(state.prior)
      this.#priors = this.#byContext(this.#prior)
    }
    if (state.tiltCounts !== null) {
      this.#learnTilts(array(state.tiltCounts))
      this.#learned = state.learned
      this.#experts.restore(state)
    }
    const { memories } = this.#shape
    if ([state.recent, state.recentTotals, state.scale].some((list) => list.length !== memories.length)) {
      throw new ArgumentError(`a saved watch must have ${memories.length} memories`, { code: 'out-of-range' })
    }
    this.#recent.restore(state)
    this.#last = new LastRows(state.last)
    // Saved before there was any: the first rows will tell.
    if (state.dependence !== undefined) this.#dependence.restore(state.dependence)
  }
}
