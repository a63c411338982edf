/** What the lanes of a detector are made from. */
export interface LaneSource {
  /** alternatives that do not follow the last rows: the first ones */
  readonly fixed: number
  /** tilts by context and symbol, then by alternative; and the weights of all alternatives */
  readonly tables: Float64Array
  readonly weights: Float64Array
  /** of those that follow the last rows: about how many rows each remembers */
  readonly memories: readonly number[]
  /** rows by context and symbol, and by context; the same of rows added to them for the second opinion */
  readonly counts: Float64Array
  readonly totals: Float64Array
  readonly prior: Float64Array
  readonly priors: Float64Array
  /** a score below which there is certainly no alarm, and one from which on no further starts are needed */
  readonly alarm: number
  readonly enough: number
  /** rows of the reference that memories start from */
  readonly pull: number
}

/** Alternatives that are judged at once. */
const ABREAST = 4

/**
 * A detector as it lies in the memory in which blocks of rows are judged: one list of numbers, and its parts. Alternatives have
 * lanes, four of them side by side: those together that differ from the reference in the same contexts. Lanes that are missing
 * to four are ruled out by every row. What rows change lies behind what they leave as it is.
 */
export class ExpertLanes {
  /** lanes of the alternatives that do not follow the last rows */
  readonly width: number
  /** by alternative its lane */
  readonly laneOf: Int32Array
  /** everything, and from where to where rows change it */
  readonly numbers: Float64Array
  readonly changing: number
  readonly changed: number
  /** tilts by context and symbol, then by lane */
  readonly tables: Float64Array
  /** by context and lane: Σ prior · tilt, and Σ counts · tilt */
  readonly bare: Float64Array
  readonly sums: Float64Array
  /** by lane: evidence over all starts, and since the best one; its number among the rows of the last block, 0 if before */
  readonly scores: Float64Array
  readonly runs: Float64Array
  readonly starts: Float64Array
  readonly counts: Float64Array
  readonly totals: Float64Array
  /** counts by context and symbol and by context, with a lane for each memory, and the weight of their latest rows */
  readonly recent: Float64Array
  readonly recentTotals: Float64Array
  readonly scales: Float64Array

  constructor(source: LaneSource) {
    const { fixed, tables, weights, memories, counts, totals, prior, priors } = source
    const [contexts, codes] = [totals.length, counts.length]
    const plain = findPlain(tables, fixed, contexts)
    const groups = groupExperts(plain, fixed)
    let width = 0
    for (const experts of groups) width += fullLanes(experts.length)
    const { numbers, lists } = layOut(source, width)
    this.width = width
    this.numbers = numbers
    this.tables = lists[0]
    this.bare = lists[1]
    lists[2].set(prior)
    lists[3].set(priors)
    for (let m = 0; m < memories.length; m++) lists[5][m] = growthOf(memories[m])
    this.scores = lists[7]
    this.runs = lists[8]
    this.starts = lists[9]
    this.sums = lists[10]
    this.counts = lists[11]
    this.totals = lists[12]
    this.recent = lists[13]
    this.recentTotals = lists[14]
    this.scales = lists[15]
    this.changing = this.scores.byteOffset / 8
    this.changed = lists[16].byteOffset / 8
    this.laneOf = new Int32Array(weights.length)
    let lane = 0
    for (const experts of groups) {
      for (let i = 0; i < experts.length; i++) this.laneOf[experts[i]] = lane + i
      for (const end = lane + fullLanes(experts.length); lane < end; lane += ABREAST) {
        const differs = lists[4].subarray((lane / ABREAST) * contexts)
        for (let c = 0; c < contexts; c++) differs[c] = 1 - plain[c * fixed + experts[0]]
      }
    }
    for (let j = fixed; j < weights.length; j++) this.laneOf[j] = width + j - fixed
    for (let j = 0; j < weights.length; j++) lists[6][this.laneOf[j]] = weights[j]
    for (let code = 0; code < codes; code++) {
      for (let j = 0; j < fixed; j++) this.tables[code * width + this.laneOf[j]] = tables[code * fixed + j]
    }
    this.counts.set(counts)
    this.totals.set(totals)
    this.#sumUp(counts, this.sums)
    this.#sumUp(prior, this.bare)
    // Where there is no alternative any sum will do but 0, by which rows would be divided.
    for (let i = 0; i < this.sums.length; i++) if (this.sums[i] === 0) this.sums[i] = 1
  }

  #sumUp(counts: Float64Array, sums: Float64Array): void {
    const { width, tables } = this
    const symbols = (counts.length * width) / sums.length
    for (let i = 0; i < counts.length; i++) {
      const base = Math.floor(i / symbols) * width
      for (let lane = 0; lane < width; lane++) sums[base + lane] += counts[i] * tables[i * width + lane]
    }
  }
}

/** By how much the rows of a memory weigh more than the ones before them. */
export function growthOf(memory: number): number {
  return memory / (memory - 1)
}

/** Lanes that so many need, filled up. */
export function fullLanes(size: number): number {
  return ABREAST * Math.ceil(size / ABREAST)
}

/**
 * Room for all lists in one, in the order of `Field` in kernels/parts/judged-rows.ts, behind what is read first: three bars, and
 * in four bytes each how many there are of everything and where the lists are.
 */
function layOut(source: LaneSource, width: number): { numbers: Float64Array; lists: Float64Array[] } {
  const { memories, counts, totals, alarm, enough, pull } = source
  const [contexts, codes] = [totals.length, counts.length]
  const beside = fullLanes(memories.length)
  const lanes = width + beside
  // Tilts to weights, which rows leave as they are; scores to scales, which they change; and room of the kernel.
  const constant = [codes * width, contexts * width, codes, contexts, (width / ABREAST) * contexts, beside, lanes]
  const changing = [lanes, lanes, lanes, contexts * width, codes, contexts, codes * beside, contexts * beside, beside]
  const sizes = [...constant, ...changing, contexts]
  const bars = [alarm, enough, pull]
  const fields = [contexts, codes / contexts, width, lanes]
  const first = fields.length
  // Two numbers are loaded at once, fastest from even places.
  const even = (size: number): number => 2 * Math.ceil(size / 2)
  let end = even(bars.length + (fields.length + sizes.length) / 2)
  for (const size of sizes) {
    fields.push(8 * end)
    end += even(size)
  }
  const numbers = new Float64Array(end)
  numbers.set(bars)
  new Int32Array(numbers.buffer).set(fields, 2 * bars.length)
  return { numbers, lists: sizes.map((size, i) => new Float64Array(numbers.buffer, fields[first + i], size)) }
}

/** By context and alternative: 1 where it says what the reference says. */
function findPlain(tables: Float64Array, fixed: number, contexts: number): Uint8Array {
  const plain = new Uint8Array(contexts * fixed).fill(1)
  const symbols = tables.length / plain.length
  for (let at = 0, code = 0; at < tables.length; code++) {
    const base = Math.floor(code / symbols) * fixed
    for (let j = 0; j < fixed; j++, at++) if (tables[at] !== 1) plain[base + j] = 0
  }
  return plain
}

/** Alternatives that differ from the reference in the same contexts, together. */
function groupExperts(plain: Uint8Array, fixed: number): number[][] {
  const groups: number[][] = []
  for (let j = 0; j < fixed; j++) {
    let g = 0
    while (g < groups.length && !areAlike(plain, fixed, groups[g][0], j)) g++
    if (g === groups.length) groups.push([j])
    else groups[g].push(j)
  }
  return groups
}

function areAlike(plain: Uint8Array, fixed: number, one: number, other: number): boolean {
  for (let at = 0; at < plain.length; at += fixed) if (plain[at + one] !== plain[at + other]) return false
  return true
}
