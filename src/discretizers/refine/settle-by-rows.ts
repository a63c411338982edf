import type { RowsInBlocks } from '../../summaries/fast/bucket-blocks.ts'
import { ascending } from '../../util/numbers/ascending.ts'
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
    const { rankOf } = blocks
    // Infinite values count with the outermost cells, and lie in no block: rows before a cut would be others.
    if (rankOf(blocks.size) !== view.total) return null
    const { wanted, splits } = searchBlocks(blocks, rule, settled)
    const cuts: number[] = []
    // Once each: a part and one inside of it may have the same runner-up.
    const beside = new Set<number>()
    for (const { at, runnerUp } of splits) {
      const cut = rankOf(at)
      const other = runnerUp === null ? cut : rankOf(runnerUp.at)
      cuts.push(cut)
      for (const rank of [cut - 1, cut, other - 1, other]) beside.add(rank)
    }
    const besideCuts = ascending(beside)
    // Most of the cuts are there with the first look already. One alone may be told of only because it is refused: no bin begins there.
    rows.expect?.(besideCuts, rule.most > 1 ? cuts : [])
    if (wanted.length === 0) return lookBeside(view, besideCuts, cuts)
    rows.open(wanted)
  }
}

/** The coarse cells that hold some ranks, and the cells of the cuts; null where none is coarse. */
function lookBeside({ lo, hi, weights }: Seen['view'], ranks: readonly number[], cuts: readonly number[]): Look | null {
  let [cell, through] = [0, weights[0]]
  const cellOf = new Map<number, number>()
  const coarse = new Set<number>()
  for (const rank of ranks) {
    while (through <= rank) through += weights[++cell]
    cellOf.set(rank, cell)
    if (lo[cell] < hi[cell]) coarse.add(cell)
  }
  return coarse.size > 0 ? { wanted: [...coarse], candidates: cuts.map((rank) => cellOf.get(rank)!) } : null
}

/** The blocks from … to − 1 that can be looked into. */
function openBlocks(inner: ArrayLike<number>, from: number, to: number): number[] {
  const found: number[] = []
  for (let block = from; block < to; block++) if (inner[block] > 0) found.push(block)
  return found
}

/** Blocks of rows as they are searched. */
function blocksOfRows(
  { classes, blocks, scan: scanHere }: RowsInBlocks,
  rule: BoundedRule,
  scratch: Scratch,
): ClassBlocks {
  const { size, sums, inner } = blocks()
  const coarse = (from = 0, to = size): number[] => openBlocks(inner, from, to)
  const scanner: Scanner = scanHere
    ? (part) => scanHere(part.from, part.to, rule.leastRating(part))
    : scannerFor(scratch, rule, { sums, classCount: classes })
  const scan: ClassBlocks['scan'] = (part) => scanner(part, () => true)
  const rankOf = (at: number): number => rowsBefore(sums, classes, at)
  const atRank = (rank: number): number => {
    let [low, high] = [0, size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (rowsBefore(sums, classes, middle) < rank) low = middle + 1
      else high = middle
    }
    return low
  }
  return { size, sums, inner, classCount: classes, firstCell: null, rankOf, atRank, coarse, bounds: null, scan }
}

/** How many rows, of any class, lie before a block. */
function rowsBefore(sums: ClassBlocks['sums'], classes: number, block: number): number {
  let rows = 0
  for (let c = block * classes; c < (block + 1) * classes; c++) rows += sums[c]
  return rows
}
