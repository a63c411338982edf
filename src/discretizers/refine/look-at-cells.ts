import type { Closed } from '../../types.ts'
import { ascending } from '../../util/numbers/ascending.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import type { Look, UnknownRank } from '../coarse-look.ts'
import type { ColumnView } from '../column-view.ts'

/** The cells of several values, or of which that is not known. O(cells). */
export function coarseCells({ size, lo, hi }: ColumnView, from = 0, to: number = size): number[] {
  const coarse: number[] = []
  for (let cell = from; cell < to; cell++) if (lo[cell] < hi[cell]) coarse.push(cell)
  return coarse
}

/** With weights every cell must be known: they are rounded cell by cell, so that coarse ones add up to other digits. */
export function everyCell(view: ColumnView): Look | null {
  const coarse = view.weighted ? coarseCells(view) : []
  return coarse.length === 0 ? null : { wanted: coarse, candidates: [] }
}

/** Cells beside given cuts: one that holds values on both sides of a cut, and those whose ends the bins show. O(cuts). */
export function lookAtCuts({ lo, hi, size }: ColumnView, cuts: readonly number[], closed: Closed): Look {
  const wanted = new Set<number>()
  const candidates: number[] = []
  for (const cut of cuts) {
    const above = closed === 'left' ? bisectLeft(lo, cut) : bisectRight(lo, cut)
    for (const cell of [above - 1, above]) if (lo[cell] < hi[cell]) wanted.add(cell)
    if (above > 0 && above < size && above !== candidates.at(-1)) candidates.push(above)
  }
  return { wanted: ascending(wanted), candidates, cuts }
}

/**
 * Cells in which the cuts of equal frequencies lie: those below which the wanted number of rows is reached, and the ones
 * beside them, whose values make the cut and its runner-up. O(cells).
 */
export function lookAtRanks(view: ColumnView, bins: number): Look {
  const { lo, hi, weights, total, size } = view
  const wanted = new Set<number>()
  const candidates: number[] = []
  let next = 1
  let below = 0
  for (let cell = 0; cell < size && next < bins; cell++) {
    below += weights[cell]
    if (below * bins < next * total) continue
    for (const near of [cell - 1, cell, cell + 1]) if (lo[near] < hi[near]) wanted.add(near)
    if (cell + 1 < size) candidates.push(cell + 1)
    while (next < bins && below * bins >= next * total) next++
  }
  return { wanted: ascending(wanted), candidates }
}

/** Cells that hold the rows at which interpolated quantiles lie, and the ones after them. O(cells). */
export function lookAtQuantiles(view: ColumnView, bins: number): Look {
  const { lo, hi, weights, total, size } = view
  const wanted = new Set<number>()
  const candidates: number[] = []
  let cell = 0
  let through = weights[0]
  for (let i = 1; i < bins; i++) {
    const row = Math.floor((total - 1) * (i / bins))
    while (through <= row - 1 && cell < size - 1) through += weights[++cell]
    for (let near = cell, seen = through; near < size; seen += weights[++near]) {
      if (lo[near] < hi[near]) wanted.add(near)
      if (seen > row + 2) break
    }
    if (cell + 1 < size && cell + 1 !== candidates.at(-1)) candidates.push(cell + 1)
  }
  return { wanted: ascending(wanted), candidates }
}

/** The rank in the coarse cell of most rows; null where all of them lie in cells of one value. O(cells). */
export function worstRank({ lo, hi, weights, total, size }: ColumnView, bins: number): UnknownRank | null {
  let worst: UnknownRank | null = null
  let below = 0
  for (let cell = 0, next = 1; cell < size && next < bins; cell++) {
    const through = below + weights[cell]
    const rank = (next * total) / bins
    if (through >= rank) {
      if (lo[cell] < hi[cell] && (worst === null || weights[cell] > worst.through - worst.below)) {
        worst = { rank, below, through, lo: lo[cell], hi: lo[cell + 1] ?? hi[cell] }
      }
      while (next < bins && through * bins >= next * total) next++
    }
    below = through
  }
  return worst
}
