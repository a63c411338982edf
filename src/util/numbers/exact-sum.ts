import { fromUnits, productUnits, toUnits } from './big-double.ts'
import { powerOfTwo } from './doubles.ts'

/**
 * Sums doubles without any rounding until the end (Shewchuk 1997: a sum is kept as doubles that do not overlap).
 * So the result does not depend on the order of the terms. O(components) per term; they are few in practice.
 */
export class ExactSum {
  /** doubles that do not overlap and add up to the sum, smallest first */
  #components = new Float64Array(8)
  #size = 0
  /** terms so large that partial sums could overflow, as integers */
  #huge = 0n
  /** sum of infinite terms; 0 when all were finite */
  #infinite = 0

  add(term: number): void {
    if (term === 0) return
    const magnitude = Math.abs(term)
    if (magnitude < HUGE) this.#grow(term)
    else if (magnitude < Infinity) this.#huge += toUnits(term)
    else this.#infinite += term
  }

  /** Adds a·b as if the product were not rounded (up to underflow, which is the same wherever it is computed). */
  addProduct(a: number, b: number): void {
    const product = a * b
    if (Math.abs(product) < HUGE) {
      this.add(product)
      this.add(productError(a, b, product))
    } else if (Number.isFinite(a) && Number.isFinite(b)) this.#huge += productUnits(a, b)
    else this.#infinite += product
  }

  /** The sum rounded once to the nearest double, ties to even. */
  value(): number {
    if (this.#infinite !== 0) return this.#infinite
    return this.#huge === 0n ? roundComponents(this.#components, this.#size) : fromUnits(this.#units())
  }

  /**
   * The sum rounded, then the rounded remainder, and so on until nothing is left: the sum is empty afterwards. Unique for
   * the exact value.
   */
  expansion(): number[] {
    const terms = [this.value()]
    if (Number.isFinite(terms[0])) {
      for (let last = terms[0]; last !== 0;) {
        this.add(-last)
        last = this.value()
        if (last !== 0) terms.push(last)
      }
    }
    this.reset()
    return terms
  }

  reset(): void {
    this.#size = 0
    this.#huge = 0n
    this.#infinite = 0
  }

  #grow(term: number): void {
    const components = this.#components
    let used = 0
    let x = term
    for (let i = 0; i < this.#size; i++) {
      const y = components[i]
      const sum = x + y
      const low = Math.abs(x) < Math.abs(y) ? x - (sum - y) : y - (sum - x)
      if (low !== 0) components[used++] = low
      x = sum
    }
    if (x !== 0) components[used++] = x
    this.#size = used
    if (used === components.length) {
      this.#components = new Float64Array(used * 2)
      this.#components.set(components)
    }
  }

  #units(): bigint {
    let units = this.#huge
    for (let i = 0; i < this.#size; i++) units += toUnits(this.#components[i])
    return units
  }
}

/** Terms from here on are summed as integers; 2^60 smaller ones cannot overflow. */
export const HUGE: number = powerOfTwo(960)

/** The nearest double to the sum of components. */
function roundComponents(components: Float64Array, size: number): number {
  if (size === 0) return 0
  let i = size - 1
  let sum = components[i]
  let low = 0
  while (i > 0 && low === 0) {
    const top = sum
    sum = top + components[--i]
    low = components[i] - (sum - top)
  }
  // When what is left over is half a unit, the components still below decide which way it should have been rounded.
  if (i > 0 && low !== 0 && low > 0 === components[i - 1] > 0) {
    const doubled = low * 2
    const up = sum + doubled
    if (up - sum === doubled) return up
  }
  return sum
}

/** What rounding lost in a·b (Dekker 1971: halves of 26 bits multiply without error). */
export function productError(a: number, b: number, product: number): number {
  if (Math.abs(product) > HUGE || Math.abs(a) > HUGE || Math.abs(b) > HUGE) {
    // Close to overflow the halves of a factor may be too large.
    return fromUnits(productUnits(a, b) - toUnits(product))
  }
  const aShifted = a * SPLITTER
  const aHigh = aShifted - (aShifted - a)
  const aLow = a - aHigh
  const bShifted = b * SPLITTER
  const bHigh = bShifted - (bShifted - b)
  const bLow = b - bHigh
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
}

const SPLITTER = 134217729 // 2^27 + 1
