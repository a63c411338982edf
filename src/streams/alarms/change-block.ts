import { temper } from './dependence.ts'
import type { Experts } from './experts.ts'

/** Most rows that experts judge at once. */
export const BLOCK = 128

/** How much larger a product must be to say, without dividing, that the quotient is. */
const SURE = 1 + 1e-9

/** A block of rows, filled row by row and then judged expert by expert. */
export class ChangeBlock {
  size = 0
  /** rows that came before the block */
  seen = 0
  /** per row: context · symbols + symbol, its context; rows like it and rows in its context before it; its score */
  readonly codes: Int32Array = new Int32Array(BLOCK)
  readonly contexts: Int32Array = new Int32Array(BLOCK)
  readonly counts: Float64Array = new Float64Array(BLOCK)
  readonly totals: Float64Array = new Float64Array(BLOCK)
  readonly all: Float64Array = new Float64Array(BLOCK)
  /** rows in its context and the prior; share of rows like it before it; what is expected of it */
  readonly mores: Float64Array = new Float64Array(BLOCK)
  readonly shares: Float64Array = new Float64Array(BLOCK)
  readonly expected: Float64Array = new Float64Array(BLOCK)
  /** how much better than by the reference the row was predicted: by experts that agree with it, and by the one at hand */
  readonly plain: Float64Array = new Float64Array(BLOCK)
  readonly ratios: Float64Array = new Float64Array(BLOCK)
  /** the same for those that follow the last rows */
  readonly adaptive: Float64Array[]
  /** rows by context, how many, and which contexts have any */
  readonly lists: Int32Array[]
  readonly inContext: Int32Array
  readonly visited: number[] = []
  #rows: ArrayLike<number> = []
  #from = 0
  #saved: Float64Array = new Float64Array(0)

  constructor(contexts: number, memories: number) {
    this.adaptive = Array.from({ length: memories }, () => new Float64Array(BLOCK))
    this.lists = Array.from({ length: contexts }, () => new Int32Array(BLOCK))
    this.inContext = new Int32Array(contexts)
  }

  /** Begins a block after `seen` rows; the numbers of its rows are those in `rows` from `from` on. */
  begin(seen: number, rows: ArrayLike<number>, from: number): void {
    this.size = 0
    this.seen = seen
    this.#rows = rows
    this.#from = from
    this.all.fill(0)
    this.inContext.fill(0)
    this.visited.length = 0
  }

  add(code: number, context: number, count: number, total: number): void {
    const k = this.size++
    this.codes[k] = code
    this.contexts[k] = context
    this.counts[k] = count
    this.totals[k] = total
    if (this.inContext[context] === 0) this.visited.push(context)
    this.lists[context][this.inContext[context]++] = k
  }

  /** The number that row k of the block has in the stream. */
  rowAt(k: number): number {
    return this.#rows[this.#from + k]
  }

  /** What the reference expects of each row: the larger one of both priors, `prior` being added by code, `all` by context. */
  expect(prior: Float64Array, all: Float64Array): void {
    const { size, codes, contexts, counts, totals, mores, shares, expected } = this
    for (let k = 0; k < size; k++) {
      mores[k] = totals[k] + all[contexts[k]]
      const plain = counts[k] / totals[k]
      const raised = (counts[k] + prior[codes[k]]) / mores[k]
      shares[k] = plain
      expected[k] = plain > raised ? plain : raised
    }
  }

  highest(): number {
    let most = 0
    for (let k = 0; k < this.size; k++) if (this.all[k] > most) most = this.all[k]
    return most
  }

  /** Remembers what lists hold, without making new ones. */
  save(lists: readonly Float64Array[]): void {
    const length = lists.reduce((sum, list) => sum + list.length, 0)
    if (this.#saved.length < length) this.#saved = new Float64Array(length)
    let at = 0
    for (const list of lists) {
      this.#saved.set(list, at)
      at += list.length
    }
  }

  putBack(lists: readonly Float64Array[]): void {
    let at = 0
    for (const list of lists) {
      list.set(this.#saved.subarray(at, at + list.length))
      at += list.length
    }
  }
}

/** Who judges which rows: a score from `enough` on needs no further starts; `level` says how little a row counts. */
export interface Judging {
  readonly experts: Experts
  readonly block: ChangeBlock
  readonly enough: number
  readonly level: number
  /** whether those that follow the last rows are left out */
  readonly leavesOut: boolean
}

/**
 * Lets all experts judge the rows of a block, as if they had done so row by row: the same operations in the same order give
 * the same bits. Expert by expert is faster, since what it knows stays at hand, and one that agrees with the reference in a
 * context needs no sums of its own there. O(experts · rows).
 */
export function judgeBlock(judging: Judging): void {
  const { experts, block } = judging
  const { fixed, plain, example, sums } = experts
  const { visited, ratios, size } = block
  for (const context of visited) {
    if (example[context] >= 0) weighContext(judging, context, example[context], block.plain)
  }
  for (let j = 0; j < fixed; j++) {
    if (judging.level === 0 && visited.length === 1 && plain[visited[0] * fixed + j] === 0) {
      judgeAtOnce(judging, visited[0], j)
      continue
    }
    for (let k = 0; k < size; k++) ratios[k] = block.plain[k]
    for (let v = 0; v < visited.length; v++) {
      const context = visited[v]
      const own = context * fixed + j
      if (plain[own] === 0) weighContext(judging, context, j, ratios)
      else sums[own] = sums[context * fixed + example[context]]
    }
    multiplyUp(judging, j, ratios)
  }
  for (const [m, list] of block.adaptive.entries()) {
    if (judging.leavesOut) list.fill(0)
    multiplyUp(judging, fixed + m, list)
  }
}

/** How much better an expert predicted the rows of a context than the reference. */
function weighContext({ experts, block }: Judging, context: number, expert: number, ratios: Float64Array): void {
  const { fixed, tables, sums, bare } = experts
  const { lists, inContext, codes, totals, mores } = block
  const list = lists[context]
  const own = context * fixed + expert
  const added = bare[own]
  let tilted = sums[own]
  const count = inContext[context]
  for (let i = 0; i < count; i++) {
    const k = list[i]
    const total = totals[k]
    const more = mores[k]
    const raised = tilted + added
    const a = tilted * more
    const b = raised * total
    const expected =
      a > b * SURE ? tilted / total : b > a * SURE ? raised / more : Math.max(tilted / total, raised / more)
    const factor = tables[codes[k] * fixed + expert]
    ratios[k] = factor / expected
    tilted += factor
  }
  sums[own] = tilted
}

/** Brings the score and the best run of an expert forward, and adds what it says to the scores of the rows. */
function multiplyUp({ experts, block, enough, level }: Judging, expert: number, ratios: Float64Array): void {
  const { weights, scores, runs } = experts
  const { size, all } = block
  const weight = weights[expert]
  if (level > 0) for (let k = 0; k < size; k++) ratios[k] = temper(ratios[k], level)
  let score = scores[expert]
  let run = runs[expert]
  let start = -1
  for (let k = 0; k < size; k++) {
    const ratio = ratios[k]
    score = (score < enough ? 1 + score : score) * ratio
    all[k] += weight * score
    if (run <= 1) {
      run = ratio
      start = k
    } else run *= ratio
  }
  scores[expert] = score
  runs[expert] = run
  if (start >= 0) noteStart(experts, block, expert, start)
}

/** `weighContext` and `multiplyUp` in one loop, for rows of one context that count fully: while one waits, the other can compute. */
function judgeAtOnce({ experts, block, enough }: Judging, context: number, expert: number): void {
  const { fixed, tables, sums, bare, weights, scores, runs } = experts
  const { size, codes, totals, mores, all } = block
  const own = context * fixed + expert
  const added = bare[own]
  const weight = weights[expert]
  let tilted = sums[own]
  let score = scores[expert]
  let run = runs[expert]
  let start = -1
  for (let k = 0; k < size; k++) {
    const total = totals[k]
    const more = mores[k]
    const raised = tilted + added
    const a = tilted * more
    const b = raised * total
    const expected =
      a > b * SURE ? tilted / total : b > a * SURE ? raised / more : Math.max(tilted / total, raised / more)
    const factor = tables[codes[k] * fixed + expert]
    const ratio = factor / expected
    tilted += factor
    score = (score < enough ? 1 + score : score) * ratio
    all[k] += weight * score
    if (run <= 1) {
      run = ratio
      start = k
    } else run *= ratio
  }
  sums[own] = tilted
  scores[expert] = score
  runs[expert] = run
  if (start >= 0) noteStart(experts, block, expert, start)
}

/** The best run of an expert starts at row k of the block. */
function noteStart({ startRows, startSeen }: Experts, block: ChangeBlock, expert: number, k: number): void {
  startRows[expert] = block.rowAt(k)
  startSeen[expert] = block.seen + k
}
