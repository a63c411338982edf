import type { Tallies } from '../types.ts'
import { ExactSum, HUGE, productError } from '../util/numbers/exact-sum.ts'

/**
 * Counts rows of weight 1 and adds up their numbers and squares in slots, exactly and in any order. Sums are kept as two
 * doubles and sums of squares as three, each holding what rounding took from the one before; the little that is left beyond
 * them goes to an ExactSum. Much faster than a TallyWriter, whose tallies it gives.
 */
export class NumberSums {
  #rows: Float64Array
  #sum: Float64Array
  #sumLeft: Float64Array
  #square: Float64Array
  #squareLeft: Float64Array
  #squareRest: Float64Array
  readonly #beyondSum = new Map<number, ExactSum>()
  readonly #beyondSquare = new Map<number, ExactSum>()

  constructor(size: number) {
    this.#rows = new Float64Array(size)
    this.#sum = new Float64Array(size)
    this.#sumLeft = new Float64Array(size)
    this.#square = new Float64Array(size)
    this.#squareLeft = new Float64Array(size)
    this.#squareRest = new Float64Array(size)
  }

  /** Makes room for more slots. */
  grow(size: number): void {
    const larger = (list: Float64Array): Float64Array => {
      const grown = new Float64Array(size)
      grown.set(list)
      return grown
    }
    this.#rows = larger(this.#rows)
    this.#sum = larger(this.#sum)
    this.#sumLeft = larger(this.#sumLeft)
    this.#square = larger(this.#square)
    this.#squareLeft = larger(this.#squareLeft)
    this.#squareRest = larger(this.#squareRest)
  }

  /** Adds one row. O(1). */
  add(slot: number, y: number): void {
    this.#rows[slot]++
    const product = y * y
    if (!(product < HUGE)) {
      beyond(this.#beyondSum, slot).add(y)
      beyond(this.#beyondSquare, slot).addProduct(y, y)
      return
    }
    const before = this.#sum[slot]
    const sum = before + y
    this.#sum[slot] = sum
    const left = lostIn(before, y, sum)
    if (left !== 0) {
      const leftBefore = this.#sumLeft[slot]
      const leftSum = leftBefore + left
      this.#sumLeft[slot] = leftSum
      const rest = lostIn(leftBefore, left, leftSum)
      if (rest !== 0) beyond(this.#beyondSum, slot).add(rest)
    }
    const squareBefore = this.#square[slot]
    const square = squareBefore + product
    this.#square[slot] = square
    this.#addLeft(slot, lostIn(squareBefore, product, square))
    this.#addLeft(slot, productError(y, y, product))
  }

  #addLeft(slot: number, left: number): void {
    if (left === 0) return
    const before = this.#squareLeft[slot]
    const sum = before + left
    this.#squareLeft[slot] = sum
    const rest = lostIn(before, left, sum)
    if (rest === 0) return
    const restBefore = this.#squareRest[slot]
    const restSum = restBefore + rest
    this.#squareRest[slot] = restSum
    const last = lostIn(restBefore, rest, restSum)
    if (last !== 0) beyond(this.#beyondSquare, slot).add(last)
  }

  rowsIn(slot: number): number {
    return this.#rows[slot]
  }

  /** The tallies of some slots, in the order given. O(slots). */
  tallies(slots: ArrayLike<number>): Tallies {
    const size = slots.length
    const rows = new Float64Array(size)
    const sums = new Float64Array(size * 3)
    const residues: Float64Array[] = []
    const exact = new ExactSum()
    const write = (at: number, parts: readonly number[], more: ExactSum | undefined): void => {
      let terms = parts
      // Two doubles of which the first is their rounded sum are what an ExactSum would give.
      if (more !== undefined || (parts[2] ?? 0) !== 0 || parts[0] + parts[1] !== parts[0]) {
        for (const part of [...parts, ...(more?.expansion() ?? [])]) exact.add(part)
        terms = exact.expansion()
      }
      sums[at] = terms[0]
      for (let level = 1; level < terms.length; level++) {
        if (terms[level] === 0) continue
        while (residues.length < level) residues.push(new Float64Array(size * 3))
        residues[level - 1][at] = terms[level]
      }
    }
    for (let i = 0; i < size; i++) {
      const slot = slots[i]
      rows[i] = sums[i * 3] = this.#rows[slot]
      write(i * 3 + 1, [this.#sum[slot], this.#sumLeft[slot]], this.#beyondSum.get(slot))
      const squares = [this.#square[slot], this.#squareLeft[slot], this.#squareRest[slot]]
      write(i * 3 + 2, squares, this.#beyondSquare.get(slot))
    }
    return { size, channels: 3, rows, sums, residues }
  }
}

/** What rounding lost in a + b (Knuth 1969). */
function lostIn(a: number, b: number, sum: number): number {
  const back = sum - a
  return a - (sum - back) + (b - back)
}

function beyond(sums: Map<number, ExactSum>, slot: number): ExactSum {
  let sum = sums.get(slot)
  if (sum === undefined) sums.set(slot, (sum = new ExactSum()))
  return sum
}
