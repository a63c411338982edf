import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'
import { orderRowsBytes } from './order-rows-bytes.ts'

/** What kernels/order-rows.ts exports. */
interface OrderFunctions {
  countBytes(): number
  foundAt(): number
  orderRows(
    ...args: [
      values: number,
      spareKeys: number,
      rows: number,
      entries: number,
      spare: number,
      counts: number,
      n: number,
    ]
  ): number
  markRuns(
    ...args: [
      keys: number,
      from: number,
      entries: number,
      counts: number,
      bits: number,
      joins: number,
      low: number,
      high: number,
    ]
  ): number
}

/** Rows in order, in memory that the next column uses again. */
interface Ordered {
  readonly entries: Uint32Array
  /** how many of them have a value: the others come last */
  readonly known: number
  /** smallest and largest finite value of each run */
  readonly low: Float64Array
  readonly high: Float64Array
}

/** Puts the rows of one column after the other in order, in the memory of a module. */
export class RowOrder {
  /** the values of all rows, to be written before a call of `order` and gone after it; NaN where there is none */
  readonly values: Float64Array
  readonly #run: OrderFunctions
  readonly #buffer: ArrayBuffer
  readonly #bits: number
  readonly #places: { readonly [Name in 'counts' | 'keys' | 'spareKeys' | 'rows' | 'entries' | 'spare']: number }

  /** Use `rowOrder`. */
  constructor(kernel: KernelModule<OrderFunctions>, rows: Uint32Array, bits: number) {
    const n = rows.length
    const sizes = [kernel.run.countBytes(), 8 * n, 8 * n, 4 * n, 4 * n, 4 * n]
    const [counts, keys, spareKeys, own, entries, spare] = kernel.layOut(...sizes)
    this.#places = { counts, keys, spareKeys, rows: own, entries, spare }
    this.#run = kernel.run
    this.#buffer = kernel.buffer
    this.#bits = bits
    this.values = new Float64Array(this.#buffer, keys, n)
    new Uint32Array(this.#buffer, own, n).set(rows)
  }

  /**
   * The rows in the order of their values, equal ones as they were; −∞ and ∞ go with the values next to them. Each value is a
   * run; with `joins` neighbouring ones that hold one and the same class are one.
   */
  order(joins: boolean): Ordered {
    const { counts, keys, spareKeys, rows, entries, spare } = this.#places
    const run = this.#run
    const n = this.values.length
    const moved = run.orderRows(keys, spareKeys, rows, entries, spare, counts, n) === 1
    const [lowest, finite, highest] = new Uint32Array(this.#buffer, counts + run.foundAt(), 3)
    const [low, high, from] = moved ? [keys, spareKeys, spare] : [spareKeys, keys, entries + 4 * lowest]
    const size = run.markRuns(high, from, entries, counts, this.#bits, joins ? 1 : 0, low, high)
    return {
      entries: new Uint32Array(this.#buffer, entries, n),
      known: lowest + finite + highest,
      low: new Float64Array(this.#buffer, low, size),
      high: new Float64Array(this.#buffer, high, size),
    }
  }
}

/** Orders columns of these rows, which are entries with a class of so many bits; null where WebAssembly cannot be had. */
export function rowOrder(rows: Uint32Array, bits: number): RowOrder | null {
  const kernel = loadKernel<OrderFunctions>(orderRowsBytes)
  return kernel && withRoom(() => new RowOrder(kernel, rows, bits))
}
