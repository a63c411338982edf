import type { Cells, NumberSummary, Tallies, ValueRange } from '../types.ts'
import type { Scratch } from '../util/scratch.ts'

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
  const { runs, size } = weave(cells, exact)
  const take = scratch.nextCells()
  const pick = (plane: (cells: Cells) => Float64Array | undefined, width: number): Float64Array =>
    pickRuns([plane(cells), plane(exact)], width, runs, take(size * width))
  const lo = pick((from) => from.lo, 1)
  const hi = pick((from) => from.hi, 1)
  const same = sameEnds(lo, hi)
  const { channels, residues } = cells.tallies
  const levels = Math.max(residues.length, exact.tallies.residues.length)
  const tallies: Tallies = {
    size,
    channels,
    rows: pick((from) => from.tallies.rows, 1),
    sums: pick((from) => from.tallies.sums, channels),
    // Sums are copied with what rounding left over.
    residues: Array.from({ length: levels }, (_, level) =>
      pick((from) => from.tallies.residues[level], channels),
    ).filter((plane) => plane.some((left) => left !== 0)),
  }
  const refined: Cells = { size, shift: cells.shift, lo, hi: same ? lo : hi, tallies }
  return { ...summary, min: lo[0], max: hi[size - 1], distinct: same ? size : null, cells: refined }
}

/** Whether every cell holds one value. */
function sameEnds(lo: Float64Array, hi: Float64Array): boolean {
  for (let cell = 0; cell < lo.length; cell++) if (lo[cell] !== hi[cell]) return false
  return true
}

/** Where the refined cells come from: runs of coarse cells and of exact ones by turns, as the ends of runs in each. */
interface Woven {
  readonly runs: readonly number[]
  readonly size: number
}

/** Finer cells in place of the coarse ones that hold them. */
function weave({ hi: coarseHi }: Cells, { lo: exactLo }: Cells): Woven {
  const runs: number[] = []
  let size = 0
  let next = 0
  for (let cell = 0; cell < coarseHi.length;) {
    const kept = cell
    while (cell < coarseHi.length && !(next < exactLo.length && exactLo[next] <= coarseHi[cell])) cell++
    size += cell - kept
    const first = next
    const through = cell
    for (; cell < coarseHi.length && next < exactLo.length && exactLo[next] <= coarseHi[cell]; cell++) {
      while (next < exactLo.length && exactLo[next] <= coarseHi[cell]) next++
    }
    size += next - first
    runs.push(kept, through, first, next)
  }
  return { runs, size }
}

/** One plane of coarse cells and of exact ones, written to `picked`; a plane that is not there is all 0. */
function pickRuns(
  planes: readonly [Float64Array | undefined, Float64Array | undefined],
  width: number,
  runs: readonly number[],
  picked: Float64Array,
): Float64Array {
  let size = 0
  for (let i = 0; i < runs.length; i += 2) {
    const plane = planes[(i / 2) % 2]
    const [from, to] = [runs[i] * width, runs[i + 1] * width]
    if (plane === undefined) picked.fill(0, size, size + to - from)
    else picked.set(plane.subarray(from, to), size)
    size += to - from
  }
  return picked
}
