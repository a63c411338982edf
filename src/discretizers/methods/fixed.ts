import type { Closed, Note } from '../../types.ts'
import { increasingNumbers } from '../../util/check.ts'
import type { ColumnView } from '../column-view.ts'
import { type Discretizer, type Found, plainReason, type Refinement } from '../discretizer.ts'
import { lookAtCuts } from '../refine/look-at-cells.ts'

/** The options of `fixed`. */
export type FixedOptions = {
  /** the cuts, in increasing order */
  readonly cuts: readonly number[]
}

/**
 * The user's own cuts, kept as they are, also outside the range of the data.
 *
 *     const fitted = fit(ages, { method: fixed, cuts: [30, 45] })
 *     console.log(fitted.bins.map(({ label, count }) => `${label}: ${count}`))
 *     // → [ '< 30: 83', '[30, 45): 88', '≥ 45: 129' ]
 */
export const fixed: Discretizer<FixedOptions> = {
  name: 'fixed',
  about: 'Uses the cuts you give.',
  target: 'none',
  needs: [],
  options: { cuts: { rule: increasingNumbers(), default: [], about: 'The cuts, in increasing order.' } },
  presets: {},
  run,
  refinement: { of: run, start: refine },
}

function run(view: ColumnView, options: FixedOptions, closed: Closed): Found {
  const cuts = Array.from(options.cuts, (cut) => cut + 0) // −0 becomes 0
  const notes: Note[] = []
  if (view.size > 0) {
    const [min, max] = [view.lowest, view.highest]
    const outside = cuts.filter((cut) => (closed === 'left' ? cut <= min || cut > max : cut < min || cut >= max))
    if (outside.length > 0) {
      const message = `no rows on one side of ${outside.join(', ')}: the values go from ${min} to ${max}`
      notes.push({ code: 'cut-outside-range', message })
    }
  }
  return { cuts, reasons: cuts.map(() => plainReason('given', null)), notes }
}

/** The cuts are known; only the cells beside them matter. */
function refine({ cuts }: FixedOptions): Refinement {
  return { look: ({ view, closed }) => lookAtCuts(view, cuts, closed) }
}
