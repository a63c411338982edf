import type { RowsInBlocks } from '../../summaries/fast/bucket-blocks.ts'
import type { Scratch } from '../../util/scratch.ts'
import type { Look, Seen } from '../coarse-look.ts'
import type { Scanner } from './block-scans.ts'
import type { BoundedRule } from './bounded-rule.ts'
import { type ClassBlocks, scannerFor, searchBlocks } from './search-classes.ts'
import type { SettledParts } from './settled-search.ts'

/**
 * Settles a search by entropies by the rows themselves, where they can be looked at: cuts and runners-up are named by how many
 * rows lie before them, and what cells hold elsewhere need not be known. The cells beside them are wanted then; null where
 * nothing more is, or the search is another one.
 */
export function settleByRows(
  { inBlocks: rows, view, scratch }: Seen,
  rule: BoundedRule,
  settled: SettledParts,
): Look | null {
  if (rows === undefined || !rule.entropy || rule.limits !== null || rule.equalStop) return null
  for (;;) {
    const blocks = blocksOfRows(rows, rule, scratch)
    // Infinite values count with the outermost cells, and lie in no block: rows before a cut would be others.
    if (blocks.rankOf(blocks.size) !== view.total) return null
    const { wanted, splits } = searchBlocks(blocks, rule, settled)
    const { rankOf } = blocks
    const cuts = splits.map(({ at }) => rankOf(at))
    const others = splits.flatMap(({ runnerUp }) => (runnerUp ? rankOf(runnerUp.at) : []))
    // Once each: a part and one inside of it may have the same runner-up.
    const ranks = [...new Set([...cuts, ...others].flatMap((rank) => [rank - 1, rank]))].toSorted((a, b) => a - b)
    // Most of the cuts are there with the first look already.
    rows.expect?.(ranks, cuts)
    if (wanted.length > 0) rows.open(wanted)
    else {
      const { lo, hi, weights } = view
      let [cell, through] = [0, weights[0]]
      const cellOf = new Map<number, number>()
      for (const row of ranks) {
        while (through <= row) through += weights[++cell]
        cellOf.set(row, cell)
      }
      const coarse = new Set([...cellOf.values()].filter((found) => lo[found] < hi[found]))
      return coarse.size > 0 ? { wanted: [...coarse], candidates: cuts.map((rank) => cellOf.get(rank)!) } : null
    }
  }
}

/** Blocks of rows as they are searched. */
function blocksOfRows(
  { classes, blocks, scan: scanHere }: RowsInBlocks,
  rule: BoundedRule,
  scratch: Scratch,
): ClassBlocks {
  const { size, sums, inner } = blocks()
  const rankOf = (at: number): number => {
    let rank = 0
    for (let c = 0; c < classes; c++) rank += sums[at * classes + c]
    return rank
  }
  const atRank = (rank: number): number => {
    let [low, high] = [0, size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (rankOf(middle) < rank) low = middle + 1
      else high = middle
    }
    return low
  }
  const coarse = (from = 0, to = size): number[] => {
    const found: number[] = []
    for (let block = from; block < to; block++) if (inner[block] > 0) found.push(block)
    return found
  }
  const scanner: Scanner = scanHere
    ? (part) => scanHere(part.from, part.to, rule.leastRating(part))
    : scannerFor(scratch, rule, { sums, classCount: classes })
  const scan: ClassBlocks['scan'] = (part) => scanner(part, () => true)
  return { size, sums, inner, classCount: classes, firstCell: null, rankOf, atRank, coarse, bounds: null, scan }
}
