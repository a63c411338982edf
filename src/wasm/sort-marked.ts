import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'
import { sortBytes } from './sort-bytes.ts'

/** What kernels/sort.ts exports. */
interface SortFunctions {
  countBytes(): number
  sortMarked(
    ...args: [values: number, marks: number, spare: number, spareMarks: number, counts: number, n: number]
  ): number
}

/** Values in ascending order and the mark of each, in memory that the next call uses again. */
export interface SortedMarks {
  readonly values: Float64Array
  readonly marks: Uint32Array
}

/**
 * Sorts values that are free of NaN and −0, and a whole number with each; equal values keep their order. Null
 * where there is not enough memory.
 */
export type SortMarked = (values: Float64Array, marks: ArrayLike<number>) => SortedMarks | null

/**
 * A sort in WebAssembly, with memory of its own for as long as it is kept: 24 bytes a value. Null where WebAssembly cannot be
 * had; `sortedOrder` does the same then.
 */
export function makeSortMarked(): SortMarked | null {
  const kernel = loadKernel<SortFunctions>(sortBytes)
  return kernel === null ? null : (values, marks) => withRoom(() => sortIn(kernel, values, marks))
}

function sortIn(kernel: KernelModule<SortFunctions>, values: Float64Array, marks: ArrayLike<number>): SortedMarks {
  const n = values.length
  const [from, fromMarks, to, toMarks, counts] = kernel.layOut(8 * n, 4 * n, 8 * n, 4 * n, kernel.run.countBytes())
  new Float64Array(kernel.buffer, from, n).set(values)
  new Uint32Array(kernel.buffer, fromMarks, n).set(marks)
  const moved = kernel.run.sortMarked(from, fromMarks, to, toMarks, counts, n) === 1
  return {
    values: new Float64Array(kernel.buffer, moved ? to : from, n),
    marks: new Uint32Array(kernel.buffer, moved ? toMarks : fromMarks, n),
  }
}
