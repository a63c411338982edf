import type { Closed, Note } from '../../types.ts'
import type { ColumnView } from '../column-view.ts'
import { type Found, plainReason } from '../discretizer.ts'

/** The width of bins from one end to the other; ends farther apart than the largest double are taken at a quarter. */
export function evenWidth(min: number, max: number, bins: number): { step: number; scale: number } {
  const scale = Number.isFinite(max - min) ? 1 : 4
  return { step: (max / scale - min / scale) / bins, scale }
}

/** The cuts between bins of one width, leaving out those that rounding puts on or outside the ends. */
export function evenCuts(min: number, max: number, bins: number, closed: Closed): number[] {
  const { step, scale } = evenWidth(min, max, bins)
  const cuts: number[] = []
  for (let i = 1; i < bins; i++) {
    const cut = (min / scale + i * step) * scale + 0
    const inside = closed === 'left' ? cut > min && cut <= max : cut >= min && cut < max
    if (inside && (cuts.length === 0 || cut > cuts[cuts.length - 1])) cuts.push(cut)
  }
  return cuts
}

/** The cuts A + i·((B − A)/N), leaving out those that rounding puts on or outside the ends. */
export function cutEvenly(view: ColumnView, bins: number, closed: Closed): Found {
  const min = view.lo[0]
  const max = view.hi[view.size - 1]
  // A single cell may still hold several values.
  if (view.size === 0 || min === max) return { cuts: [], reasons: [] }
  const { step, scale } = evenWidth(min, max, bins)
  const cuts = evenCuts(min, max, bins, closed)
  const notes: Note[] = []
  if (cuts.length < bins - 1) {
    const message = `${bins} bins asked for, ${cuts.length + 1} made: the range is too narrow for doubles to hold more`
    notes.push({ code: 'fewer-bins', message })
  }
  return { cuts, reasons: cuts.map(() => plainReason('width', step * scale)), notes }
}
