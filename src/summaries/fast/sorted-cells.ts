import type { Cells, NumberSummary } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import { makeSortMarked, type SortedMarks, type SortMarked } from '../../wasm/sort-marked.ts'
import type { Ends } from './bucket-plan.ts'
import { type ClassRows, countAside, plainSummary } from './class-rows.ts'

/** Most numbers of a table of counts, and most rows: beyond either the plain sort decides. */
const MOST_SUMS = 67_108_864
const MOST_ROWS = 100_000_000

/** The exact summary of a column; null where the plain sort must do. */
export type SortedCells = (values: Float64Array, ends: Ends) => NumberSummary | null

/** Sorts the columns of a table, one after the other, in WebAssembly; it is compiled when the first column is. */
export function sortCells(rows: ClassRows, scratch: Scratch): SortedCells {
  let sort: SortMarked | null | undefined
  return (values, ends) => {
    if (sort === undefined) sort = makeSortMarked()
    return sort === null || values.length > MOST_ROWS ? null : sortedCells(values, rows, ends, { sort, scratch })
  }
}

/**
 * The exact summary of a column by a sort of its values that takes their classes along: one cell per distinct value, in
 * scratch memory. Null where that would be too large. O(rows).
 */
function sortedCells(
  values: Float64Array,
  rows: ClassRows,
  ends: Ends,
  { sort, scratch }: { readonly sort: SortMarked; readonly scratch: Scratch },
): NumberSummary | null {
  const { marks, classes } = rows
  const sorted = ends.odd > 0 ? sortFinite(values, rows, sort, scratch) : sort(plainZeros(values, scratch), rows.codes)
  if (sorted === null) return null
  const size = countDistinct(sorted.values)
  if (size * classes > MOST_SUMS) return null
  const cells = toCells(sorted, size, classes, scratch)
  return { ...plainSummary(cells, countAside(values, rows, ends.odd > 0), marks), distinct: size }
}

/** A copy in which −0 is 0. */
function plainZeros(values: Float64Array, scratch: Scratch): Float64Array {
  const copy = scratch.doubles('finite values', values.length)
  for (let row = 0; row < values.length; row++) copy[row] = values[row] + 0
  return copy
}

/** Sorts what is finite. */
function sortFinite(
  values: Float64Array,
  { codes }: ClassRows,
  sort: SortMarked,
  scratch: Scratch,
): SortedMarks | null {
  const finite = scratch.doubles('finite values', values.length)
  const along = scratch.bytes('classes of finite values', values.length)
  let size = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row] + 0
    if (value - value !== 0) continue
    finite[size] = value
    along[size++] = codes[row]
  }
  return sort(finite.subarray(0, size), along.subarray(0, size))
}

function countDistinct(sorted: Float64Array): number {
  let size = 0
  let last = Number.NaN
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i]
    if (value !== last) size++
    last = value
  }
  return size
}

function toCells({ values, marks }: SortedMarks, size: number, classes: number, scratch: Scratch): Cells {
  const lo = scratch.doubles('sorted values', size)
  const rows = scratch.doubles('rows of values', size)
  const sums = scratch.doubles('classes of values', size * classes).fill(0)
  let cell = -1
  let last = Number.NaN
  let count = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== last) {
      lo[++cell] = last = value
      count = 0
    }
    rows[cell] = ++count
    sums[cell * classes + marks[i]]++
  }
  return { size, shift: 0, lo, hi: lo, tallies: { size, channels: classes, rows, sums, residues: [] } }
}
