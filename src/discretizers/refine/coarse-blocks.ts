import type { Scratch } from '../../util/scratch.ts'
import type { Blocks } from '../search/blocks.ts'
import type { ColumnView } from '../column-view.ts'

/** No class, or several. */
const MIXED = -1

/** Blocks of coarse cells. */
export interface CoarseBlocks extends Blocks {
  /** 1 for a block that is one cell of several values and several classes, so that a candidate may lie inside it */
  readonly inner: Uint8Array
}

/** The blocks of `boundaryBlocks` in scratch memory: for views that are looked at once, one after the other. O(cells). */
export function coarseBlocks(
  { size: cells, classCount: width, counts, weights, lo, hi }: ColumnView,
  scratch: Scratch,
): CoarseBlocks {
  const firstCell = scratch.words('first cells of blocks', cells + 1)
  const inner = scratch.bytes('blocks to look into', cells)
  let size = 0
  let previous = MIXED
  for (let cell = 0; cell < cells; cell++) {
    // The first class there is has all rows of the cell, or it is not the only one.
    let only = 0
    while (counts[cell * width + only] === 0) only++
    if (counts[cell * width + only] !== weights[cell]) only = MIXED
    if (only === MIXED || only !== previous) {
      inner[size] = only === MIXED && lo[cell] < hi[cell] ? 1 : 0
      firstCell[size++] = cell
    }
    previous = only
  }
  firstCell[size] = cells
  const blocks = { size, firstCell: firstCell.subarray(0, size + 1), classCount: width, inner }
  // Mostly there is nothing to join.
  return {
    ...blocks,
    counts: size === cells ? counts : joined(counts, blocks, scratch.doubles('rows of blocks', size * width)),
  }
}

function joined(
  counts: Float64Array,
  { size, firstCell, classCount: width }: Pick<Blocks, 'size' | 'firstCell' | 'classCount'>,
  sums: Float64Array,
): Float64Array {
  for (let b = 0, at = 0; b < size; b++) {
    const end = firstCell[b + 1] * width
    const to = b * width
    for (let c = 0; c < width; c++) sums[to + c] = counts[at++]
    while (at < end) for (let c = 0; c < width; c++) sums[to + c] += counts[at++]
  }
  return sums
}
