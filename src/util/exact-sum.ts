import { powerOfTwo } from './power-of-two.ts'

/**
 * Sums doubles without any rounding until the end (Shewchuk 1997: a sum is kept as doubles that do not overlap).
 * So the result does not depend on the order of the terms. O(parts) per term; parts are few in practice.
 */
export class ExactSum {
  /** non-overlapping parts, smallest first */
  #parts = new Float64Array(8)
  #size = 0
  /** terms so large that partial sums could overflow, kept scaled down */
  #huge: ExactSum | null = null
  /** sum of infinite terms; 0 when all were finite */
  #infinite = 0

  add(term: number): void {
    if (term === 0) return
    const magnitude = Math.abs(term)
    if (magnitude < HUGE) this.#grow(term)
    else if (magnitude < Infinity) (this.#huge ??= new ExactSum()).add(term * DOWN)
    else this.#infinite += term
  }

  /** Adds a·b as if the product were not rounded (up to underflow, which is the same wherever it is computed). */
  addProduct(a: number, b: number): void {
    const product = a * b
    this.add(product)
    if (Number.isFinite(product)) this.add(productError(a, b, product))
  }

  /** The sum rounded once to the nearest double, ties to even. */
  value(): number {
    if (this.#infinite !== 0) return this.#infinite
    if (this.#huge === null) return roundParts(this.#parts, this.#size)
    const all = this.#withHuge()
    return all === null ? (this.#huge.value() > 0 ? Infinity : -Infinity) : roundParts(all.#parts, all.#size)
  }

  /** The sum rounded, then the rounded remainder, and so on until nothing is left. Unique for the exact value. */
  expansion(): number[] {
    const first = this.value()
    if (!Number.isFinite(first)) return [first]
    const rest = this.#withHuge() ?? this
    const terms = [first]
    let last = first
    while (last !== 0) {
      rest.#grow(-last)
      last = roundParts(rest.#parts, rest.#size)
      if (last !== 0) terms.push(last)
    }
    this.reset()
    return terms
  }

  reset(): void {
    this.#size = 0
    this.#huge = null
    this.#infinite = 0
  }

  #grow(term: number): void {
    const parts = this.#parts
    let used = 0
    let x = term
    for (let i = 0; i < this.#size; i++) {
      const y = parts[i]
      const sum = x + y
      const low = Math.abs(x) < Math.abs(y) ? x - (sum - y) : y - (sum - x)
      if (low !== 0) parts[used++] = low
      x = sum
    }
    if (x !== 0) parts[used++] = x
    this.#size = used
    if (used === parts.length) {
      this.#parts = new Float64Array(used * 2)
      this.#parts.set(parts)
    }
  }

  /** This sum with the huge terms scaled back in; null when that overflows. */
  #withHuge(): ExactSum | null {
    if (this.#huge === null) return this
    const all = new ExactSum()
    all.#parts = this.#parts.slice()
    all.#size = this.#size
    for (let i = 0; i < this.#huge.#size; i++) {
      all.#grow(this.#huge.#parts[i] * UP)
    }
    return Number.isFinite(all.#parts[all.#size - 1] ?? 0) ? all : null
  }
}

/** Terms from here on are scaled by 2^-100; 2^60 smaller ones cannot overflow. */
const HUGE = powerOfTwo(960)
const DOWN = powerOfTwo(-100)
const UP = powerOfTwo(100)

/** The nearest double to the sum of non-overlapping parts. */
function roundParts(parts: Float64Array, size: number): number {
  if (size === 0) return 0
  let i = size - 1
  let sum = parts[i]
  let low = 0
  while (i > 0 && low === 0) {
    const top = sum
    sum = top + parts[--i]
    low = parts[i] - (sum - top)
  }
  // When what is left over is half a unit, the parts still below decide which way it should have been rounded.
  if (i > 0 && low !== 0 && low > 0 === parts[i - 1] > 0) {
    const doubled = low * 2
    const up = sum + doubled
    if (up - sum === doubled) return up
  }
  return sum
}

/** What rounding lost in a·b (Dekker 1971: halves of 26 bits multiply without error). */
export function productError(a: number, b: number, product: number): number {
  if (Math.abs(a) > SPLIT_LIMIT) return productError(a * SMALLER, b * LARGER, product)
  if (Math.abs(b) > SPLIT_LIMIT) return productError(a * LARGER, b * SMALLER, product)
  const aShifted = a * SPLITTER
  const aHigh = aShifted - (aShifted - a)
  const aLow = a - aHigh
  const bShifted = b * SPLITTER
  const bHigh = bShifted - (bShifted - b)
  const bLow = b - bHigh
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
}

const SPLITTER = 134217729 // 2^27 + 1
const SPLIT_LIMIT = powerOfTwo(960)
const SMALLER = powerOfTwo(-60)
const LARGER = powerOfTwo(60)
