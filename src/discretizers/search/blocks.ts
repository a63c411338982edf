import type { Closed } from '../../types.ts'
import { type ColumnView, cutBetween } from '../column-view.ts'

/**
 * Neighbouring cells taken together, for searches that try only the candidates between blocks. Block b holds the cells
 * firstCell[b] … firstCell[b + 1] − 1 and has `classCount` counts.
 */
export interface Blocks {
  readonly size: number
  readonly firstCell: Uint32Array
  readonly counts: Float64Array
  readonly classCount: number
}

/** One block per cell: every candidate between distinct values is a candidate. */
export function cellBlocks(view: ColumnView): Blocks {
  const firstCell = new Uint32Array(view.size + 1)
  for (let cell = 0; cell <= view.size; cell++) firstCell[cell] = cell
  return { size: view.size, firstCell, counts: view.counts, classCount: view.classCount }
}

/**
 * One block per part between class-boundary points: neighbouring cells that hold one and the same class are joined,
 * since no best cut of a convex measure lies between them (Fayyad and Irani 1992). O(cells).
 */
export function boundaryBlocks(view: ColumnView): Blocks {
  const { size: cells, classCount: width } = view
  const firstCell = new Uint32Array(cells + 1)
  const counts = new Float64Array(cells * width)
  let size = 0
  let previous = MIXED
  for (let cell = 0; cell < cells; cell++) {
    const only = onlyClass(view.counts, cell * width, width)
    if (cell === 0 || only === MIXED || only !== previous) firstCell[size++] = cell
    const to = (size - 1) * width
    for (let c = 0; c < width; c++) counts[to + c] += view.counts[cell * width + c]
    previous = only
  }
  firstCell[size] = cells
  return {
    size,
    firstCell: firstCell.subarray(0, size + 1),
    counts: counts.subarray(0, size * width),
    classCount: width,
  }
}

/** As `boundaryBlocks`, for methods that look at every value of long columns: two classes take less time. O(cells). */
export function quickBlocks(view: ColumnView): Blocks {
  return view.classCount === 2 ? blocksOfTwo(view) : boundaryBlocks(view)
}

/**
 * Of a column that tells little, nobody can guess the class of the next cell, so that the processor must not have to: nothing
 * here depends on a branch.
 */
function blocksOfTwo({ size: cells, counts: all }: ColumnView): Blocks {
  const firstCell = new Uint32Array(cells + 1)
  const counts = new Float64Array(2 * cells)
  let size = 0
  let previous = 0
  for (let cell = 0, at = 0; cell < cells; cell++, at += 2) {
    const a = all[at]
    const b = all[at + 1]
    // 1 or 2 for one class, 0 or 3 for both or none, which are blocks of their own.
    const kind = Number(b === 0) | (Number(a === 0) << 1)
    const joined = Number(kind === previous) & (kind ^ (kind >> 1))
    firstCell[size] = cell
    size += 1 - joined
    const to = 2 * size - 2
    counts[to] += a
    counts[to + 1] += b
    previous = kind
  }
  firstCell[size] = cells
  return { size, firstCell: firstCell.subarray(0, size + 1), counts: counts.subarray(0, 2 * size), classCount: 2 }
}

/** Blocks taken together: a bin starts at each block of `starts`, ascending and 0 the first. O(blocks · classes). */
export function joinBlocks({ size, firstCell, counts, classCount: width }: Blocks, starts: ArrayLike<number>): Blocks {
  const joined = new Float64Array(starts.length * width)
  const first = new Uint32Array(starts.length + 1)
  for (let bin = 0; bin < starts.length; bin++) {
    first[bin] = firstCell[starts[bin]]
    const end = bin + 1 < starts.length ? starts[bin + 1] : size
    for (let at = starts[bin] * width; at < end * width; at++) joined[bin * width + (at % width)] += counts[at]
  }
  first[starts.length] = firstCell[size]
  return { size: starts.length, firstCell: first, counts: joined, classCount: width }
}

/** The cut between block b − 1 and block b. */
export function cutBefore(view: ColumnView, blocks: Pick<Blocks, 'firstCell'>, b: number, closed: Closed): number {
  const cell = blocks.firstCell[b]
  return cutBetween(view.hi[cell - 1], view.lo[cell], closed)
}

const MIXED = -1

/** The class a cell holds, −1 where it holds several or none. */
export function onlyClass(counts: Float64Array, start: number, width: number): number {
  let only = MIXED
  for (let c = 0; c < width; c++) {
    if (counts[start + c] === 0) continue
    if (only !== MIXED) return MIXED
    only = c
  }
  return only
}
