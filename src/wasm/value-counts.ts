import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'
import { sortBytes } from './sort-bytes.ts'

/** What kernels/sort.ts exports. */
interface SortFunctions {
  countBytes(): number
  beginKeys(): void
  addKeys(...args: [values: number, n: number, keys: number, marks: number, row: number]): void
  squeezeKeys(keys: number, marks: number, classes: number, counts: number): number
  markBitsOf(counts: number): number
  sortKeys(...args: [keys: number, marks: number, spare: number, spareMarks: number, counts: number, n: number]): number
  distinctKeys(keys: number, n: number, counts: number): number
  countKeys(
    ...args: [keys: number, marks: number, n: number, rows: number, sums: number, classes: number, counts: number]
  ): number
}

/** The finite values of a column, each once and ascending, −0 as 0, in memory that the next call uses again. */
export interface ValueCounts {
  readonly values: Float64Array
  /** how often each of them is there */
  readonly rows: Float64Array
  /** how often with each mark, `classes` numbers for each; the array of `rows` where there is one class */
  readonly sums: Float64Array
}

/** Counts values, each with a mark below `classes`. Null where there is not enough memory, or more than `most` sums. */
export type CountValues = (
  values: Float64Array,
  marks: Uint8Array,
  limits: { readonly classes: number; readonly most: number },
) => ValueCounts | null

/**
 * A sort in WebAssembly that counts, with memory of its own for as long as it is kept: 18 bytes a value, and 8 for each sum.
 * Null where WebAssembly cannot be had; `sortedOrder` does the same then.
 */
export function makeCountValues(): CountValues | null {
  const kernel = loadKernel<SortFunctions>(sortBytes)
  return kernel === null ? null : (values, marks, limits) => withRoom(() => countIn(kernel, values, marks, limits))
}

/** Values that are copied into the memory together: they stay in the processor's cache meanwhile. */
const CHUNK = 8192

function countIn(
  kernel: KernelModule<SortFunctions>,
  values: Float64Array,
  marks: Uint8Array,
  { classes, most }: Parameters<CountValues>[2],
): ValueCounts | null {
  const { run } = kernel
  const marked = classes > 1
  const bytes = [run.countBytes(), 8 * CHUNK, 8 * values.length, 8 * values.length]
  if (marked) bytes.push(values.length, values.length)
  const [counts, chunk, from, spare, fromMarks = 0, spareMarks = 0] = kernel.layOut(...bytes)
  const copy = new Float64Array(kernel.buffer, chunk, CHUNK)
  if (marked) new Uint8Array(kernel.buffer, fromMarks, values.length).set(marks)
  run.beginKeys()
  for (let row = 0; row < values.length; row += CHUNK) {
    const some = values.subarray(row, row + CHUNK)
    copy.set(some)
    run.addKeys(chunk, some.length, from, fromMarks, row)
  }
  const n = run.squeezeKeys(from, fromMarks, classes, counts)
  // Marks that are part of the keys need not be moved.
  const apart = marked && run.markBitsOf(counts) === 0
  const moved = run.sortKeys(from, apart ? fromMarks : 0, spare, apart ? spareMarks : 0, counts, n) === 1
  const [keys, rows, along] = moved ? [spare, from, spareMarks] : [from, spare, fromMarks]
  const doubles = (at: number, length: number): Float64Array => new Float64Array(kernel.buffer, at, length)
  if (!marked) {
    const size = run.countKeys(keys, along, n, rows, rows, classes, counts)
    const times = doubles(rows, size)
    return size > most ? null : { values: doubles(keys, size), rows: times, sums: times }
  }
  const size = run.distinctKeys(keys, n, counts)
  if (size * classes > most) return null
  // What was laid out before stays where it is.
  const sums = kernel.layOut(...bytes, 8 * size * classes)[bytes.length]
  run.countKeys(keys, along, n, rows, sums, classes, counts)
  return { values: doubles(keys, size), rows: doubles(rows, size), sums: doubles(sums, size * classes) }
}
