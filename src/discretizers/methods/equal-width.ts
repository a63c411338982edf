import type { Closed, Note, Reason } from '../../types.ts'
import { advisedBinCount, type AdvisedRule, type BinCountRule, settleBins } from '../bin-count/bin-count-rules.ts'
import { settleAdvised } from '../bin-count/choose-bins.ts'
import type { ColumnView } from '../column-view.ts'
import type { Discretizer, Found } from '../discretizer.ts'

export type EqualWidthOptions = {
  readonly bins: number | BinCountRule | AdvisedRule
}

/** Bins of one width from the smallest to the largest finite value. O(1) after the summary. Empty bins are kept. */
export const equalWidth: Discretizer<EqualWidthOptions> = {
  name: 'equal-width',
  about: 'Cuts the range from smallest to largest value into bins of one width.',
  target: 'none',
  needs: [],
  options: { bins: { rule: advisedBinCount(1_000_000), default: 10, about: 'Number of bins, or a rule for it.' } },
  presets: {},
  run(view, options, closed, summary) {
    const { bins, notes } =
      options.bins === 'advised'
        ? settleAdvised(summary, closed, (count) => cutEvenly(view, count, closed).cuts)
        : settleBins(view, options.bins)
    const found = cutEvenly(view, bins, closed)
    return { ...found, notes: [...notes, ...(found.notes ?? [])] }
  },
}

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
  const reason: Reason = { measure: 'width', score: step * scale, bar: null, margin: null, runnerUp: null }
  const notes: Note[] = []
  if (cuts.length < bins - 1) {
    const message = `${bins} bins asked for, ${cuts.length + 1} made: the range is too narrow for doubles to hold more`
    notes.push({ code: 'fewer-bins', message })
  }
  return { cuts, reasons: cuts.map(() => reason), notes }
}
