import type { Closed, Note } from '../../types.ts'
import type { ColumnView } from '../column-view.ts'
import { type Found, plainReason } from '../discretizer.ts'

/** The cuts A + i·((B − A)/N), leaving out those that rounding puts on or outside the ends. */
export function cutEvenly(view: ColumnView, bins: number, closed: Closed): Found {
  const min = view.lo[0]
  const max = view.hi[view.size - 1]
  // A single cell may still hold several values.
  if (view.size === 0 || min === max) return { cuts: [], reasons: [] }
  // A range beyond the largest double is cut at a quarter of its size.
  const scale = Number.isFinite(max - min) ? 1 : 4
  const step = (max / scale - min / scale) / bins
  const cuts: number[] = []
  for (let i = 1; i < bins; i++) {
    const cut = (min / scale + i * step) * scale + 0
    const inside = closed === 'left' ? cut > min && cut <= max : cut >= min && cut < max
    if (inside && (cuts.length === 0 || cut > cuts[cuts.length - 1])) cuts.push(cut)
  }
  const notes: Note[] = []
  if (cuts.length < bins - 1) {
    const message = `${bins} bins asked for, ${cuts.length + 1} made: the range is too narrow for doubles to hold more`
    notes.push({ code: 'fewer-bins', message })
  }
  return { cuts, reasons: cuts.map(() => plainReason('width', step * scale)), notes }
}
