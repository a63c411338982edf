import { chiSquareQuantile } from '../../measures/distributions/chi-square-distribution.ts'
import type { DependenceState } from './change-types.ts'
import { KnownAnswers } from './known-answers.ts'

/** Pairs of neighbouring rows before the first estimate, and up to which they are kept; then all count half. */
const [FIRST_PAIRS, MOST_PAIRS] = [32, 16_384]

/** Standard errors above 0 from which on a correlation is believed. */
const BELIEVED = 2

/** How many independent rows a row may stand for at least before anything is done about it. */
const HARMLESS = 1 / 1.15

/** Correlation from which on repeated symbols are followed too well. */
const REPEATS = 0.01

/** How much more than it is worth a row may count, measured: the promise has room. */
const ROOM = 1.1

/** Mean square of scores about their middle from which on they say anything: rows that are all alike do not. */
const LEAST = 0.02

/** No stream is taken to depend more than this; levels beyond have no use. */
const MOST = 0.98

/**
 * Places of what is added up over pairs of neighbouring rows: products, their squares, what they would be if both were alike; and
 * behind these sums what the last estimate came to. Together, since engines like numbers with fractions best in lists.
 */
const [PRODUCTS, SQUARES, SCALE, MEAN, SUMS, CORRELATION] = [0, 1, 2, 3, 4, 4]

/**
 * Measures how much a row resembles the one before it: rows that come in runs say the same thing twice. Ordered symbols
 * are compared by normal scores of their ranks, others by whether both are the same, beyond what their shares lead to
 * expect. Missing values among ordered ones say nothing: a run of them is news. A correlation r makes n rows say as much as
 * n · (1 − r) / (1 + r) independent ones, if it fades by r from row to row. O(1) per row.
 */
export class Dependence {
  readonly #symbols: number
  readonly #ordered: number
  #pairs = 0
  readonly #sums: Float64Array = new Float64Array(SUMS + 1)
  /** code of the row before, −1 where there is none */
  #last = -1
  /** shares of the symbols in their contexts, and per code the scores that are compared; empty before there are any */
  #shares: Float64Array = new Float64Array(0)
  #scores: Float64Array = new Float64Array(0)
  /**
   * By the contexts of two rows, without order: how often they have the same symbol by chance, and what they would have in
   * common if they were alike.
   */
  #agreements: Float64Array = new Float64Array(0)
  #scales: Float64Array = new Float64Array(0)
  readonly #single: Int32Array = new Int32Array(1)
  /** how much less than a row a row says, as `temper` takes it */
  level = 0
  /**
   * Whether alternatives that follow the last rows must be left out: they predict rows better than all rows so far do,
   * though nothing changes. In order that needs a correlation of 1/3; else a symbol that comes twice will do.
   */
  leavesOut = false

  constructor(symbols: number, ordered: number) {
    this.#symbols = symbols
    this.#ordered = ordered
  }

  /** What the last estimate came to, 0 where it may be chance. */
  get correlation(): number {
    return this.#sums[CORRELATION]
  }

  /** Rows until the next estimate. */
  get next(): number {
    let next = FIRST_PAIRS
    while (next <= this.#pairs) next *= 2
    return next - this.#pairs
  }

  /** Takes the shares that rows are compared with from their counts. O(counts). */
  learn(counts: Float64Array): void {
    const symbols = this.#symbols
    const ordered = this.#ordered
    this.#shares = sharesOf(counts, symbols)
    if (ordered > 2) this.#scores = knownScores.of(counts, ordered)
    else this.#compareContexts()
  }

  /** Takes rows, given as context · symbols + symbol; at most as many as there are to the next estimate. */
  addMany(codes: ArrayLike<number>, from: number, to: number): void {
    if (from === to) return
    const isFirst = this.#last < 0
    if (this.#shares.length === 0 || (isFirst && to - from === 1)) {
      this.#last = codes[to - 1]
      return
    }
    const start = isFirst ? from + 1 : from
    const before = isFirst ? codes[from] : this.#last
    if (this.#ordered > 2) this.#addProducts(codes, before, start, to)
    else this.#addAgreements(codes, before, start, to)
    this.#last = codes[to - 1]
    this.#pairs += to - start
    if ((this.#pairs & (this.#pairs - 1)) === 0 && this.#pairs >= FIRST_PAIRS) this.#estimate()
  }

  /** Takes a row. */
  add(at: number): void {
    this.#single[0] = at
    this.addMany(this.#single, 0, 1)
  }

  /** Goes on from what another one has found in the same rows; `last` is what the last of them is here. */
  takeOver(other: Dependence, last: number): void {
    this.#pairs = other.#pairs
    this.#sums.set(other.#sums)
    this.#settle(other.correlation)
    this.#last = last
  }

  state(): DependenceState {
    const [products, squares, scale, mean] = this.#sums
    return { pairs: this.#pairs, products, squares, scale, mean, last: this.#last, correlation: this.correlation }
  }

  /** Goes on exactly where the saved one stopped, once the shares are learned. */
  restore({ pairs, last, correlation, products, squares, scale, mean }: DependenceState): void {
    this.#pairs = pairs
    this.#sums.set([products, squares, scale, mean])
    this.#last = last
    this.#settle(correlation)
  }

  /** Adds up what rows have in common with the ones before them; `before` is the one before the first. */
  #addProducts(codes: ArrayLike<number>, before: number, from: number, to: number): void {
    const scores = this.#scores
    const sums = this.#sums
    let products = sums[PRODUCTS]
    let squares = sums[SQUARES]
    let scale = sums[SCALE]
    let mean = sums[MEAN]
    let last = scores[before]
    for (let i = from; i < to; i++) {
      const score = scores[codes[i]]
      const product = last * score
      products += product
      squares += product * product
      scale += score * score
      mean += score
      last = score
    }
    this.#keep(products, squares, scale, mean)
  }

  /** The same for symbols without order: beyond what their shares lead to expect, over what two equal rows would have. */
  #addAgreements(codes: ArrayLike<number>, before: number, from: number, to: number): void {
    const symbols = this.#symbols
    const shares = this.#shares
    const [agreements, scales] = [this.#agreements, this.#scales]
    const contexts = shares.length / symbols
    const sums = this.#sums
    let products = sums[PRODUCTS]
    let squares = sums[SQUARES]
    let scale = sums[SCALE]
    let context = Math.floor(before / symbols)
    let symbol = before % symbols
    for (let i = from; i < to; i++) {
      const at = codes[i]
      const nextContext = (at / symbols) | 0
      const next = at - nextContext * symbols
      const pair = context * contexts + nextContext
      const chance = shares[context * symbols + next]
      const product = (symbol === next ? 1 : 0) - chance - shares[nextContext * symbols + symbol] + agreements[pair]
      products += product
      squares += product * product
      scale += scales[pair]
      context = nextContext
      symbol = next
    }
    this.#keep(products, squares, scale, 0)
  }

  #keep(products: number, squares: number, scale: number, mean: number): void {
    this.#sums[PRODUCTS] = products
    this.#sums[SQUARES] = squares
    this.#sums[SCALE] = scale
    this.#sums[MEAN] = mean
  }

  #compareContexts(): void {
    const symbols = this.#symbols
    const shares = this.#shares
    const contexts = shares.length / symbols
    const agreement = (one: number, other: number): number => {
      let sum = 0
      for (let s = 0; s < symbols; s++) sum += shares[one * symbols + s] * shares[other * symbols + s]
      return sum
    }
    const spreads = Float64Array.from({ length: contexts }, (_, context) => 1 - agreement(context, context))
    this.#agreements = new Float64Array(contexts * contexts)
    this.#scales = new Float64Array(contexts * contexts)
    for (let one = 0; one < contexts; one++) {
      for (let other = 0; other < contexts; other++) {
        const at = one * contexts + other
        // Of one context, as what is left of the spread: the last bit is that of states saved before.
        this.#agreements[at] = contexts === 1 ? 1 - spreads[0] : agreement(one, other)
        this.#scales[at] = Math.sqrt(spreads[one] * spreads[other])
      }
    }
  }

  #estimate(): void {
    const sums = this.#sums
    // What counts is how rows lie about their own middle.
    const middle = (sums[MEAN] * sums[MEAN]) / this.#pairs
    const common = sums[PRODUCTS] - middle
    const whole = sums[SCALE] - middle
    const least = this.#ordered > 2 ? LEAST * this.#pairs : 0
    const isMore = common > BELIEVED * Math.sqrt(sums[SQUARES]) && whole > least
    this.#settle(isMore ? Math.min(MOST, common / whole) : 0)
    if (this.#pairs < MOST_PAIRS) return
    this.#pairs /= 2
    for (let i = 0; i < SUMS; i++) sums[i] /= 2
  }

  #settle(correlation: number): void {
    const worth = (1 - correlation) / (1 + correlation)
    this.#sums[CORRELATION] = correlation
    this.level = 0
    if (worth < HARMLESS) while (powerOf(this.level) > ROOM * worth) this.level++
    this.leavesOut = this.#ordered > 2 ? this.level > 2 : correlation > REPEATS
  }
}

/** What rows count at a level: 1, 3/4, 1/2, 3/8, 1/4, 3/16, … */
function powerOf(level: number): number {
  return (level % 2 === 0 ? 1 : 0.75) / 2 ** Math.floor(level / 2)
}

/** A likelihood ratio to the power of what a row counts. By roots, which are the same on every machine. */
export function temper(ratio: number, level: number): number {
  let root = ratio
  for (let i = level; i > 1; i -= 2) root = Math.sqrt(root)
  if (level % 2 === 0) return root
  const half = Math.sqrt(root)
  return half * Math.sqrt(half)
}

function sharesOf(counts: Float64Array, symbols: number): Float64Array {
  const shares = new Float64Array(counts.length)
  for (let base = 0; base < counts.length; base += symbols) {
    let sum = 0
    for (let s = 0; s < symbols; s++) sum += counts[base + s]
    for (let s = 0; s < symbols; s++) shares[base + s] = sum > 0 ? counts[base + s] / sum : 1 / symbols
  }
  return shares
}

const knownScores = new KnownAnswers(rankScores)

/** Normal scores of the middle ranks of the first `ordered` symbols; others say nothing, and score 0. */
function rankScores(counts: Float64Array, ordered: number): Float64Array {
  const scores = new Float64Array(counts.length)
  let all = 0
  for (let s = 0; s < ordered; s++) all += counts[s]
  let below = 0
  for (let s = 0; s < ordered; s++) {
    const middle = (below + counts[s] / 2) / all
    below += counts[s]
    const z = Math.sqrt(chiSquareQuantile(Math.min(0.9999, Math.abs(2 * middle - 1)), 1))
    scores[s] = middle < 0.5 ? -z : z
  }
  return scores
}
