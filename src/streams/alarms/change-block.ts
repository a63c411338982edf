import type { Experts } from './experts.ts'

/** Most rows that experts judge at once. */
export const BLOCK = 128

/** How much larger a product must be to say, without dividing, that the quotient is. */
const SURE = 1 + 1e-9

/** A block of rows, filled row by row and then judged expert by expert. */
export class ChangeBlock {
  size = 0
  /** per row: context · symbols + symbol, its context; rows like it, rows in its context and all rows before it; its score */
  readonly codes: Int32Array = new Int32Array(BLOCK)
  readonly contexts: Int32Array = new Int32Array(BLOCK)
  readonly counts: Float64Array = new Float64Array(BLOCK)
  readonly totals: Float64Array = new Float64Array(BLOCK)
  readonly mores: Float64Array = new Float64Array(BLOCK)
  readonly seen: Float64Array = new Float64Array(BLOCK)
  readonly all: Float64Array = new Float64Array(BLOCK)
  /** share of rows like it before it, and what is expected of it */
  readonly shares: Float64Array = new Float64Array(BLOCK)
  readonly expected: Float64Array = new Float64Array(BLOCK)
  /** how much better the row was foretold than by the reference, by who says the same as it, and by two at hand */
  readonly plain: Float64Array = new Float64Array(BLOCK)
  readonly ratios: Float64Array = new Float64Array(BLOCK)
  /** the same for those that follow the last rows */
  readonly adaptive: Float64Array[]
  /** rows by context, how many, and which contexts have any */
  readonly lists: Int32Array[]
  readonly inContext: Int32Array
  readonly visited: number[] = []
  #saved: Float64Array = new Float64Array(0)

  constructor(contexts: number, memories: number) {
    this.adaptive = Array.from({ length: memories }, () => new Float64Array(BLOCK))
    this.lists = Array.from({ length: contexts }, () => new Int32Array(BLOCK))
    this.inContext = new Int32Array(contexts)
  }

  clear(): void {
    this.size = 0
    this.all.fill(0)
    this.inContext.fill(0)
    this.visited.length = 0
  }

  add(code: number, context: number, count: number, total: number, prior: number, seen: number): void {
    const k = this.size++
    this.codes[k] = code
    this.contexts[k] = context
    this.counts[k] = count
    this.totals[k] = total
    this.mores[k] = total + prior
    this.seen[k] = seen
    if (this.inContext[context] === 0) this.visited.push(context)
    this.lists[context][this.inContext[context]++] = k
  }

  /** What the reference expects of each row: the larger one of both priors. */
  expect(prior: number): void {
    const { size, counts, totals, mores, shares, expected } = this
    for (let k = 0; k < size; k++) {
      const plain = counts[k] / totals[k]
      const raised = (counts[k] + prior) / mores[k]
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

/**
 * Lets all experts judge the rows of a block, as if they had done so row by row: the same operations in the same order give the
 * same bits. Expert by expert is faster, since what it knows stays at hand, and one that says of a context what the reference says
 * needs no sums of its own there. `prior` is added to counts. O(experts · rows).
 */
export function judgeBlock(
  experts: Experts,
  block: ChangeBlock,
  rows: ArrayLike<number>,
  from: number,
  enough: number,
  prior: number,
): void {
  const { fixed, plain, example, sums } = experts
  const { visited, ratios, size } = block
  for (const context of visited) {
    if (example[context] >= 0) weighContext(experts, block, context, example[context], block.plain, prior)
  }
  for (let j = 0; j < fixed; j++) {
    if (visited.length === 1 && plain[visited[0] * fixed + j] === 0) {
      judgeAtOnce(experts, block, visited[0], j, rows, from, enough, prior)
      continue
    }
    for (let k = 0; k < size; k++) ratios[k] = block.plain[k]
    for (let v = 0; v < visited.length; v++) {
      const context = visited[v]
      const own = context * fixed + j
      if (plain[own] === 0) weighContext(experts, block, context, j, ratios, prior)
      else sums[own] = sums[context * fixed + example[context]]
    }
    multiplyUp(experts, block, j, ratios, rows, from, enough)
  }
  for (const [m, list] of block.adaptive.entries()) multiplyUp(experts, block, fixed + m, list, rows, from, enough)
}

/** How much better an expert foretold the rows of a context than the reference. */
function weighContext(
  { fixed, tables, sums, bare }: Experts,
  { lists, inContext, codes, totals, mores }: ChangeBlock,
  context: number,
  expert: number,
  ratios: Float64Array,
  prior: number,
): void {
  const list = lists[context]
  const own = context * fixed + expert
  const added = prior * bare[own]
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

/** Brings the score and the best run of an expert forward, and adds its part to the scores of the rows. */
function multiplyUp(
  { weights, scores, runs, startRows, startSeen }: Experts,
  { size, all, seen }: ChangeBlock,
  expert: number,
  ratios: Float64Array,
  rows: ArrayLike<number>,
  from: number,
  enough: number,
): void {
  const weight = weights[expert]
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
  if (start < 0) return
  startRows[expert] = rows[from + start]
  startSeen[expert] = seen[start]
}

/** `weighContext` and `multiplyUp` in one loop, for rows of one context: what the one waits for, the other can use. */
function judgeAtOnce(
  { fixed, tables, sums, bare, weights, scores, runs, startRows, startSeen }: Experts,
  { size, codes, totals, mores, all, seen }: ChangeBlock,
  context: number,
  expert: number,
  rows: ArrayLike<number>,
  from: number,
  enough: number,
  prior: number,
): void {
  const own = context * fixed + expert
  const added = prior * bare[own]
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
  if (start < 0) return
  startRows[expert] = rows[from + start]
  startSeen[expert] = seen[start]
}
