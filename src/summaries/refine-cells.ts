import type { Cells, NumberSummary, Tallies, ValueRange } from '../types.ts'
import type { Scratch, Take } from '../util/scratch.ts'

/** The ranges of the given cells, those of neighbours joined, so that they can be asked for. Cells must ascend. */
export function rangesOf(cells: Cells, wanted: ArrayLike<number>): ValueRange[] {
  const ranges: { lo: number; hi: number }[] = []
  for (let i = 0; i < wanted.length; i++) {
    const cell = wanted[i]
    const last = ranges.at(-1)
    if (last !== undefined && wanted[i - 1] === cell - 1) last.hi = cells.hi[cell]
    else ranges.push({ lo: cells.lo[cell], hi: cells.hi[cell] })
  }
  return ranges
}

/** The ranges of the given cells, one each. */
export function cellRanges({ lo, hi }: Cells, wanted: readonly number[]): ValueRange[] {
  return wanted.map((cell) => ({ lo: lo[cell], hi: hi[cell] }))
}

/** The summary with every cell that holds some of the finer cells replaced by them, in scratch memory. O(cells). */
export function refine(summary: NumberSummary, exact: Cells, scratch: Scratch): NumberSummary {
  const { cells } = summary
  const size = exact.size + untouched(cells, exact)
  const take = scratch.nextCells()
  const [lo, hi] = [take(size), take(size)]
  const from = scratch.integers('origins of cells', size) // cell i of the summary as i, cell j of the exact ones as −1 − j
  weave(cells, exact, { lo, hi, from })
  const same = sameEnds(lo, hi)
  const tallies = pickTallies(cells, exact, from, take)
  const refined: Cells = { size, shift: cells.shift, lo, hi: same ? lo : hi, tallies }
  return { ...summary, min: lo[0], max: hi[size - 1], distinct: same ? size : null, cells: refined }
}

/** Whether every cell holds one value. */
function sameEnds(lo: Float64Array, hi: Float64Array): boolean {
  for (let cell = 0; cell < lo.length; cell++) if (lo[cell] !== hi[cell]) return false
  return true
}

/** How many cells hold no exact one. */
function untouched({ hi }: Cells, { lo }: Cells): number {
  let count = hi.length
  for (let cell = 0, next = 0; cell < hi.length && next < lo.length; cell++) {
    const end = hi[cell]
    if (lo[next] > end) continue
    count--
    while (next < lo.length && lo[next] <= end) next++
  }
  return count
}

/** Writes the ends of all cells, finer ones in place of those that hold them. */
function weave(cells: Cells, exact: Cells, to: { lo: Float64Array; hi: Float64Array; from: Int32Array }): void {
  // The arrays by themselves: summaries come in several shapes, and the compiler gives up on loops that see them.
  const { lo, hi, from } = to
  const { lo: coarseLo, hi: coarseHi } = cells
  const { lo: exactLo, hi: exactHi } = exact
  let size = 0
  for (let cell = 0, next = 0; cell < coarseLo.length; cell++) {
    const first = next
    const end = coarseHi[cell]
    for (; next < exactLo.length && exactLo[next] <= end; next++) {
      lo[size] = exactLo[next]
      hi[size] = exactHi[next]
      from[size++] = -1 - next
    }
    if (next > first) continue
    lo[size] = coarseLo[cell]
    hi[size] = end
    from[size++] = cell
  }
}

/** The tallies of cells and exact cells as `from` says; sums are copied, with what rounding left over. */
function pickTallies({ tallies: coarse }: Cells, { tallies: exact }: Cells, from: Int32Array, take: Take): Tallies {
  const { channels } = coarse
  const size = from.length
  const levels = Math.max(coarse.residues.length, exact.residues.length)
  const pick = (plane: (tallies: Tallies) => Float64Array | undefined, width: number): Float64Array =>
    pickPlane([plane(coarse), plane(exact)], width, from, take(size * width))
  return {
    size,
    channels,
    rows: pick(({ rows }) => rows, 1),
    sums: pick(({ sums }) => sums, channels),
    residues: Array.from({ length: levels }, (_, level) => pick(({ residues }) => residues[level], channels)).filter(
      (plane) => plane.some((left) => left !== 0),
    ),
  }
}

/** One plane of the tallies of cells and of exact ones, written to `picked`; a plane that is not there is all 0. */
function pickPlane(
  [coarse, exact]: readonly [Float64Array | undefined, Float64Array | undefined],
  width: number,
  from: Int32Array,
  picked: Float64Array,
): Float64Array {
  // Counts without what rounding left over are the common case: both planes are there.
  if (coarse === undefined || exact === undefined) picked.fill(0)
  for (let i = 0; i < from.length; i++) {
    const fine = from[i] < 0
    const plane = fine ? exact : coarse
    if (plane === undefined) continue
    const start = (fine ? -1 - from[i] : from[i]) * width
    for (let c = 0; c < width; c++) picked[i * width + c] = plane[start + c]
  }
  return picked
}
