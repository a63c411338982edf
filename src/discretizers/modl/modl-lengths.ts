import { log2Binomial, log2Factorial } from '../../util/numbers/log-gamma.ts'
import { log2 } from '../../util/numbers/log2.ts'
import { powerOfTwo } from '../../util/numbers/doubles.ts'
import type { MergedBlocks } from '../../wasm/fast-modl-merge.ts'
import type { Blocks } from '../search/blocks.ts'

/** No length is more than this many steps, so that sums of lengths are exact, with two bits to spare. */
const MOST_STEPS = powerOfTwo(51)
/** Every term is off by up to half a step; what some of them may add up to does not count as a difference. */
const ROUNDING_STEPS = 64
/** Lengths that differ by less than this share of the length with one bin are equal. */
const TIE_SHARE = 1e-12
/** Most entries of the table of factorials: 8 MB. */
const MOST_FACTORIALS = 0x100000

/** log2 n! by n in whole steps, −1 where it was not asked for yet; kept, since the columns of a table have one step. */
let kept = { step: 0, factorials: new Float64Array(0) }

function factorialsFor(step: number, length: number): Float64Array {
  if (kept.step !== step || kept.factorials.length < length) {
    kept = { step, factorials: new Float64Array(length).fill(-1) }
  }
  return kept.factorials
}

/**
 * The terms of `modlLength` for the searches: what the bins of a column, made of neighbouring blocks, take to describe.
 * Every term is rounded to a multiple of one small power of two. So sums and differences of lengths are exact: a search
 * may add and take away in any order, and comes to the same number.
 */
export class ModlLengths {
  /** number of blocks */
  readonly size: number
  /** lengths that differ by no more than this are equal; a power of two */
  readonly tie: number
  readonly #blocks: Blocks
  readonly #rows: number
  readonly #classes: number
  readonly #width: number
  /** Σw per class over the blocks before b, from b · width on */
  readonly #before: Float64Array
  readonly #step: number
  /** log2 n! by n; −1 where it was not asked for yet */
  readonly #factorials: Float64Array
  /** log2 (J − 1)!, which is in every part */
  readonly #base: number

  /** O(blocks · classes); there must be a block. */
  constructor(blocks: Blocks) {
    const { size, classCount: width, counts } = blocks
    const before = new Float64Array((size + 1) * width)
    for (let at = 0; at < counts.length; at++) before[at + width] = before[at] + counts[at]
    const totals = before.subarray(size * width)
    const rows = totals.reduce((sum, total) => sum + total, 0)
    const classes = totals.reduce((present, total) => present + (total > 0 ? 1 : 0), 0)
    this.size = size
    this.#blocks = blocks
    this.#rows = rows
    this.#classes = classes
    this.#width = width
    this.#before = before

    // More than log2 (N + J)!, the largest term, and than the sum over any bins; x! of a part of a row is below 1.
    const most = (rows + classes) * (log2(rows + classes + 1) + 1) + size * classes + 1
    let step = 1
    while (step * MOST_STEPS < most) step *= 2
    while ((step / 2) * MOST_STEPS >= most) step /= 2
    this.#step = step
    this.#factorials = factorialsFor(step, Math.min(Math.ceil(rows) + classes + 1, MOST_FACTORIALS))
    this.#base = this.#factorial(classes - 1)

    const share = TIE_SHARE * Math.abs(this.bins(1) + this.between(0, size))
    let tie = step * ROUNDING_STEPS
    while (tie * 2 <= share) tie *= 2
    this.tie = tie
  }

  /** What merging them needs to know. */
  merging(): MergedBlocks {
    const { size, counts, classCount: width } = this.#blocks
    return { size, counts, width, rows: this.#rows, classes: this.#classes, step: this.#step, tie: this.tie }
  }

  /** Bits for the number of bins, out of as many as there are rows, and for the rows in each of them. O(1). */
  bins(count: number): number {
    return this.#round(log2(this.#rows) + log2Binomial(this.#rows + count - 1, count - 1))
  }

  /** Bits for the classes of the rows in the blocks from … to − 1 when they are one bin. O(classes). */
  between(from: number, to: number): number {
    const before = this.#before
    const width = this.#width
    if (width === 2) {
      const one = before[2 * to] - before[2 * from]
      const other = before[2 * to + 1] - before[2 * from + 1]
      return (
        this.#factorial(one + other + this.#classes - 1) - this.#base - this.#factorial(one) - this.#factorial(other)
      )
    }
    let rows = 0
    let orders = 0
    for (let a = from * width, b = to * width, end = a + width; a < end; a++, b++) {
      const count = before[b] - before[a]
      // 0! and 1! are most of them, and add nothing.
      if (count === 0) continue
      rows += count
      if (count !== 1) orders += this.#factorial(count)
    }
    return this.#factorial(rows + this.#classes - 1) - this.#base - orders
  }

  /** Sets into[at + to] to between(ends[from], ends[to]) for every `to` after `from`. O(ends · classes). */
  fillFrom(ends: Int32Array, from: number, into: Float64Array, at: number): void {
    const before = this.#before
    const width = this.#width
    const start = ends[from] * width
    const counts = new Float64Array(width)
    let rows = 0
    let orders = this.#base
    for (let to = from + 1; to < ends.length; to++) {
      const end = ends[to] * width
      for (let c = 0; c < width; c++) {
        const count = before[end + c] - before[start + c]
        if (count === counts[c]) continue
        rows += count - counts[c]
        orders += this.#factorial(count) - this.#factorial(counts[c])
        counts[c] = count
      }
      into[at + to] = this.#factorial(rows + this.#classes - 1) - orders
    }
  }

  /**
   * Entry i is between(from, from + i) + between(from + i, to), for every i from 1 on that leaves blocks on both sides;
   * the rest says nothing. Only what changes from one to the next is computed: O(blocks · classes).
   */
  sidesOf(from: number, to: number): Float64Array {
    const before = this.#before
    const width = this.#width
    const more = this.#classes - 1
    const left = new Float64Array(width)
    const right = Float64Array.from(left, (_, c) => before[to * width + c] - before[from * width + c])
    const leftOrders = new Float64Array(width)
    const rightOrders = right.map((count) => this.#factorial(count))
    let leftRows = 0
    let rightRows = right.reduce((sum, count) => sum + count, 0)
    let orders = rightOrders.reduce((sum, order) => sum + order, 2 * this.#base)
    const lengths = new Float64Array(to - from)
    for (let block = from + 1; block < to; block++) {
      for (let c = 0, at = block * width; c < width; c++, at++) {
        const count = before[at] - before[at - width]
        if (count === 0) continue
        left[c] += count
        right[c] -= count
        leftRows += count
        rightRows -= count
        orders -= leftOrders[c] + rightOrders[c]
        leftOrders[c] = this.#factorial(left[c])
        rightOrders[c] = this.#factorial(right[c])
        orders += leftOrders[c] + rightOrders[c]
      }
      lengths[block - from] = this.#factorial(leftRows + more) + this.#factorial(rightRows + more) - orders
    }
    return lengths
  }

  /**
   * Whether a split of the blocks from … to − 1 that lies between two others, at low and at high, may leave no more than a
   * limit which those two exceed: counts of two classes on the left are between those of the two, and the length of both sides
   * is concave in them (1 / ψ′ is convex and 0 at 0), so that it is least where each class is as at one of the two. Nothing is
   * said of more classes. O(1).
   */
  // oxlint-disable-next-line max-params -- called for every span; an object would cost more than the work
  mayLeave(limit: number, from: number, to: number, low: number, high: number): boolean {
    if (this.#width !== 2) return true
    const before = this.#before
    const a = before[2 * from]
    const b = before[2 * from + 1]
    const all = before[2 * to] - a
    const others = before[2 * to + 1] - b
    const least = limit + 2 * this.#base
    const [lowA, lowB] = [before[2 * low] - a, before[2 * low + 1] - b]
    const [highA, highB] = [before[2 * high] - a, before[2 * high + 1] - b]
    return this.#sides(lowA, highB, all, others) <= least || this.#sides(highA, lowB, all, others) <= least
  }

  /** The length of both sides but for what is in every part, with so many rows of two classes on the left and in all. */
  #sides(one: number, other: number, all: number, others: number): number {
    const more = this.#classes - 1
    const [restOne, restOther] = [all - one, others - other]
    return (
      this.#factorial(one + other + more) -
      this.#factorial(one) -
      this.#factorial(other) +
      this.#factorial(restOne + restOther + more) -
      this.#factorial(restOne) -
      this.#factorial(restOther)
    )
  }

  /** Bits for the whole column when bins start at the first block and at these. O(starts · classes). */
  whole(starts: readonly number[]): number {
    let bits = this.bins(starts.length + 1)
    for (let i = 0; i <= starts.length; i++) bits += this.between(starts[i - 1] ?? 0, starts[i] ?? this.size)
    return bits
  }

  #factorial(n: number): number {
    const index = n >>> 0
    if (index !== n || index >= this.#factorials.length) return this.#round(log2Factorial(n))
    const known = this.#factorials[index]
    if (known >= 0) return known
    return (this.#factorials[index] = this.#round(log2Factorial(n)))
  }

  #round(bits: number): number {
    return Math.round(bits / this.#step) * this.#step
  }
}
