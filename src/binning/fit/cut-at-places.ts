import { readSettings } from '../../discretizers/discretize.ts'
import type { Cells } from '../../types.ts'
import { addEvery } from '../../summaries/cells.ts'
import type { Counted, CutCells, Refining } from './cell-source.ts'
import { cutCells, NOTHING } from './refine-cuts.ts'

/** With more parts than that, cells take less. */
const MOST_PARTS = 1000
/** Values on both sides of a rank: enough for the cut there and its runner-up, where no values repeat. */
const BESIDE = 2
/** So many looks are tried: mostly two are enough. */
const LOOKS = 6

/**
 * Cuts a column of which only the values at some ranks need be known, with cells as wide as can be in between: where a search by
 * the rows themselves says which, and for cuts at ranks. Null where that does not tell enough. O(rows) at most twice.
 */
export function cutAtPlaces({ summary: whole, finer, atPlaces }: Counted, work: Refining): CutCells | null {
  const { refinement } = work
  if (finer === undefined || atPlaces === undefined || refinement.wantsDeviation === true) return null
  const rows = addEvery(whole.cells.tallies.rows, 0, whole.cells.size)
  const parts = partRanks(work, rows)
  const ranks = besides(parts, rows)
  if (parts.length > 0) atPlaces.expectCuts?.(parts)
  const look = (): typeof whole => ({ ...whole, cells: atPlaces.at({ ranks: [...ranks], spans: [] }) })
  let summary = ranks.size > 0 ? look() : whole
  let known = NOTHING
  for (let looks = 0; looks < LOOKS; looks++) {
    known = cutCells(summary, work, null, known)
    const { proposal, wanted } = known
    if (wanted.length === 0 && proposal !== null) {
      // Where there are fewer bins than asked for, a note tells of the number of values.
      return proposal.notes.some(({ code }) => code === 'fewer-bins') ? null : { summary, proposal }
    }
    const before = ranks.size
    for (const rank of atPlaces.besideCuts?.() ?? []) ranks.add(rank)
    if (summary !== whole) for (const rank of endRanks(summary.cells, wanted)) ranks.add(rank)
    if (ranks.size === before) return null
    summary = look()
  }
  return null
}

/** How many rows lie before each cut that parts a column into as many rows each, unless values repeat; none for other cuts. */
function partRanks({ refinement, given }: Refining, rows: number): number[] {
  const bins = Number(readSettings(given).options['bins'])
  if (refinement.worstRank === undefined || !(bins <= MOST_PARTS)) return []
  const ranks: number[] = []
  for (let bin = 1; bin < bins; bin++) ranks.push(Math.ceil((bin * rows) / bins))
  return ranks
}

/** The rows around cuts. */
function besides(cuts: readonly number[], rows: number): Set<number> {
  const found = new Set<number>()
  for (const cut of cuts) {
    for (let rank = cut - BESIDE; rank <= cut + BESIDE; rank++) found.add(Math.max(0, Math.min(rows - 1, rank)))
  }
  return found
}

/** The first and the last row of cells, which ascend. */
function endRanks({ tallies }: Cells, cells: readonly number[]): number[] {
  let [cell, rows] = [0, 0]
  const ranks: number[] = []
  for (const wanted of cells) {
    rows += addEvery(tallies.rows, cell, wanted)
    cell = wanted
    ranks.push(rows, rows + tallies.rows[wanted] - 1)
  }
  return ranks
}
