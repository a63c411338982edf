import type { ModlLengths } from './modl-lengths.ts'

/** Where a part of the blocks is split in two, and the length of both sides. */
export interface Split {
  readonly at: number
  readonly length: number
}

/** Blocks that are looked at together, in parts of as many at least; shorter parts are looked through. */
const SPAN = 512
/** How many shorter spans are made of one that may hold the best split. */
const FINER = 8
/** What is longer than the least by so many ties has no say in which of equals is taken. */
const FAR = 1000

/** The split that leaves the shortest description, leftmost of equals; `but` is passed over. `at` is −1 if there is none. */
export function bestSplit(lengths: ModlLengths, from: number, to: number, but = -1): Split {
  if (to - from >= SPAN) return new SplitSearch(lengths, from, to, but).best()
  const { tie } = lengths
  let at = -1
  let least = Infinity
  const sides = lengths.sidesOf(from, to)
  for (let candidate = from + 1; candidate < to; candidate++) {
    const length = sides[candidate - from]
    if (length < least - tie && candidate !== but) {
      least = length
      at = candidate
    }
  }
  return { at, length: least }
}

/**
 * The same for a long part: spans of blocks in which no split can be among the best are passed over, the others are cut into
 * shorter ones, down to single blocks. From left to right, so that the leftmost of equals is met first.
 */
class SplitSearch {
  readonly #lengths: ModlLengths
  readonly #from: number
  readonly #to: number
  readonly #but: number
  #at = -1
  #least = Infinity
  /** what a split may leave to be of interest */
  #limit = Infinity

  constructor(lengths: ModlLengths, from: number, to: number, but: number) {
    this.#lengths = lengths
    this.#from = from
    this.#to = to
    this.#but = but
  }

  best(): Split {
    const [from, to] = [this.#from, this.#to]
    for (let at = from + SPAN; at < to; at += SPAN) this.#lower(at, this.#sides(at))
    this.#through(from, to, this.#sides(from), this.#sides(to))
    return { at: this.#at, length: this.#least }
  }

  /** Looks at the candidates from `low` to `high` − 1; these two leave what is given. */
  #through(low: number, high: number, atLow: number, atHigh: number): void {
    const step = Math.min(SPAN, Math.ceil((high - low) / FINER))
    for (let here = low, left = atLow; here < high;) {
      const next = Math.min(high, here + step)
      const right = next === high ? atHigh : this.#sides(next)
      if (step === 1) this.#consider(here, left)
      else if (this.#mayHold(here, next, left, right)) this.#through(here, next, left, right)
      here = next
      left = right
    }
  }

  #mayHold(low: number, high: number, atLow: number, atHigh: number): boolean {
    const limit = this.#limit
    return atLow <= limit || atHigh <= limit || this.#lengths.mayLeave(limit, this.#from, this.#to, low, high)
  }

  #consider(candidate: number, length: number): void {
    const { tie } = this.#lengths
    if (length >= this.#least - tie || candidate === this.#from || candidate === this.#but) return
    this.#least = length
    this.#at = candidate
    this.#lower(candidate, length)
  }

  #lower(candidate: number, length: number): void {
    if (candidate !== this.#but) this.#limit = Math.min(this.#limit, length + FAR * this.#lengths.tie)
  }

  #sides(candidate: number): number {
    return this.#lengths.between(this.#from, candidate) + this.#lengths.between(candidate, this.#to)
  }
}
