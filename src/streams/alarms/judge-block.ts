import type { RowJudge } from '../../wasm/row-judge.ts'
import type { ExpertLanes } from './expert-lanes.ts'
import type { Experts } from './experts.ts'
import { PULL, type RecentShares } from './recent-shares.ts'

/** How far below the bar a score must be to be below it in whatever order its terms are added up. */
const SURE = 1 - 1e-9

/** All that rows change in a detector, and what they are judged by. */
export interface Judged {
  readonly symbols: number
  readonly experts: Experts
  /** the experts in the order in which they are judged */
  readonly lanes: ExpertLanes
  readonly recent: RecentShares
  readonly counts: Float64Array
  readonly totals: Float64Array
  /** rows added to the counts for the second opinion, and by context */
  readonly prior: Float64Array
  readonly priors: Float64Array
  /** a score at which there is an alarm, and one from which on no further starts are needed */
  readonly alarm: number
  readonly enough: number
  /** how little a row counts, and whether those that follow the last rows are left out */
  readonly level: number
  readonly leavesOut: boolean
}

/** Some rows: their codes and their numbers in the stream, and how many came before them. */
export interface BlockRows {
  readonly codes: Int32Array
  readonly rows: ArrayLike<number>
  readonly from: number
  readonly to: number
  readonly seen: number
}

/**
 * Lets all alternatives judge a block of rows, as if row by row: the same operations in the same order give the same
 * bits. False, and nothing has happened, where one of the rows may raise an alarm. Four alternatives at a time stay at hand
 * while they go through the rows, and those that agree with the reference in a context share what they say there. O(experts · rows).
 */
export function judgeBlock(judge: RowJudge, judged: Judged, rows: BlockRows): boolean {
  if (!judge.reserve(8 * judged.lanes.places.size)) return false
  const block = new Block(judge, judged)
  block.load(rows)
  if (!block.judge()) return false
  block.takeBack(rows)
  return true
}

/** A detector in the memory in which it is judged. */
class Block {
  readonly #judge: RowJudge
  readonly #judged: Judged
  readonly #lanes: ExpertLanes
  readonly #numbers: Float64Array
  /** where the detector begins, in numbers */
  readonly #own: number
  #size = 0
  /** by context: sum of the alternatives that agree with the reference there */
  readonly #plainSums: Float64Array
  /** by memory: weight of its latest row */
  readonly #scales: Float64Array

  constructor(judge: RowJudge, judged: Judged) {
    this.#judge = judge
    this.#judged = judged
    this.#lanes = judged.lanes
    this.#numbers = judge.numbers
    this.#own = judge.own / 8
    this.#plainSums = new Float64Array(judged.priors.length)
    this.#scales = judged.recent.scale.slice()
  }

  /** Brings everything into the memory. */
  load({ codes, from, to }: BlockRows): void {
    const { experts, counts, totals, recent } = this.#judged
    const { constants, order, lanes, width, places } = this.#lanes
    const { fixed, scores, runs, sums } = experts
    const numbers = this.#numbers
    const own = this.#own
    this.#size = to - from
    this.#judge.words.set(codes.subarray(from, to), this.#judge.codes / 4)
    numbers.set(constants, own)
    for (let lane = 0; lane < lanes; lane++) {
      numbers[own + places.scores + lane] = scores[order[lane]]
      numbers[own + places.runs + lane] = runs[order[lane]]
    }
    for (let context = 0; context < totals.length; context++) {
      const at = own + places.sums + context * width
      for (let lane = 0; lane < width; lane++) numbers[at + lane] = sums[context * fixed + order[lane]]
    }
    numbers.set(counts, own + places.counts)
    numbers.set(totals, own + places.totals)
    for (let m = 0; m < recent.memories.length; m++) {
      const at = own + places.recent + m * (counts.length + totals.length)
      numbers.set(recent.recent[m], at)
      numbers.set(recent.totals[m], at + counts.length)
    }
  }

  judge(): boolean {
    const { symbols, alarm, enough, level } = this.#judged
    const { run, codes, rows } = this.#judge
    const { width, lanes, places } = this.#lanes
    run.setRows(this.#size, codes, symbols, rows)
    run.setExperts(8 * width, 8 * lanes, enough, level)
    run.countRows(this.#at(places.counts), this.#at(places.totals), this.#at(places.prior), this.#at(places.priors))
    this.#judgeFixed()
    this.#followLast()
    return run.areBelow(alarm * SURE) === 1
  }

  /** Takes what has changed from the memory. */
  takeBack({ rows, from, seen }: BlockRows): void {
    const { experts, counts, totals, recent } = this.#judged
    const { laneOf, places, width } = this.#lanes
    const { fixed, scores, runs, startRows, startSeen, sums, plain } = experts
    const numbers = this.#numbers
    const own = this.#own
    const take = (list: Float64Array, at: number): void => list.set(numbers.subarray(at, at + list.length))
    for (let j = 0; j < scores.length; j++) {
      const lane = own + laneOf[j]
      scores[j] = numbers[lane + places.scores]
      runs[j] = numbers[lane + places.runs]
      const start = numbers[lane + places.starts] - 1
      if (start < 0) continue
      startRows[j] = rows[from + start]
      startSeen[j] = seen + start
    }
    for (let context = 0; context < totals.length; context++) {
      const at = own + places.sums + context * width
      for (let j = 0; j < fixed; j++) {
        const place = context * fixed + j
        sums[place] = plain[place] === 1 ? this.#plainSums[context] : numbers[at + laneOf[j]]
      }
    }
    take(counts, own + places.counts)
    take(totals, own + places.totals)
    for (let m = 0; m < recent.memories.length; m++) {
      const at = own + places.recent + m * (counts.length + totals.length)
      take(recent.recent[m], at)
      take(recent.totals[m], at + counts.length)
    }
    recent.scale.set(this.#scales)
  }

  #at(place: number): number {
    return 8 * (this.#own + place)
  }

  #judgeFixed(): void {
    const { experts, totals } = this.#judged
    const { run, list } = this.#judge
    const { fours, width, places } = this.#lanes
    const ends = this.#group(totals.length)
    const from = (context: number): number => list + 4 * (context === 0 ? 0 : ends[context - 1])
    const to = (context: number): number => list + 4 * ends[context]
    for (let context = 0; context < totals.length; context++) {
      const example = experts.example[context]
      if (example < 0) continue
      const at = context * experts.fixed + example
      this.#plainSums[context] = run.weighPlain(from(context), to(context), experts.sums[at], experts.bare[at])
      run.spreadPlain(from(context), to(context))
    }
    for (const { lane, contexts } of fours) {
      if (this.#judgeFour(lane)) continue
      for (const context of contexts) {
        const at = context * width + lane
        const [sums, bare] = [this.#at(places.sums + at), this.#at(places.bare + at)]
        run.weighFour(from(context), to(context), this.#at(lane), sums, bare)
      }
      run.advanceFour(this.#at(places.weights + lane))
      // The next four may agree with the reference here.
      for (const context of contexts) if (experts.example[context] >= 0) run.spreadPlain(from(context), to(context))
    }
  }

  /** Four alternatives at once, where there is but one context; false where that cannot be. */
  #judgeFour(lane: number): boolean {
    const { priors } = this.#judged
    const { bare, sums, weights } = this.#lanes.places
    if (priors.length > 1) return false
    const [ownSums, ownBare, own] = [this.#at(sums + lane), this.#at(bare + lane), this.#at(weights + lane)]
    return this.#judge.run.judgeFour(this.#at(lane), this.#at(bare), ownSums, ownBare, priors[0], own) === 1
  }

  /** Lists the rows by context; where the list of each ends. */
  #group(contexts: number): Int32Array {
    const { run, list, words } = this.#judge
    const ends = this.#at(this.#lanes.places.ends)
    run.groupRows(contexts, list, ends)
    return words.subarray(ends / 4, ends / 4 + contexts)
  }

  #followLast(): void {
    const { symbols, recent, counts, totals, leavesOut } = this.#judged
    const { run } = this.#judge
    const { width, places } = this.#lanes
    const { memories } = recent
    for (let m = 0; m < 4 * Math.ceil(memories.length / 4); m++) {
      const lane = m % 4
      if (m < memories.length) {
        const from = places.recent + m * (counts.length + totals.length)
        const [byCode, byContext] = [this.#at(from), this.#at(from + counts.length)]
        const [end, growth] = [byContext + 8 * totals.length, memories[m] / (memories[m] - 1)]
        this.#scales[m] = run.followLast(lane, byCode, byContext, end, PULL * symbols, growth, this.#scales[m])
      }
      if (leavesOut || m >= memories.length) run.silence(lane)
      if (lane === 3) run.advanceFour(this.#at(places.weights + width + m - 3))
    }
  }
}
