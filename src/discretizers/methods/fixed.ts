import type { Note } from '../../types.ts'
import { increasingNumbers } from '../../util/check.ts'
import type { Discretizer } from '../discretizer.ts'

export type FixedOptions = {
  readonly cuts: readonly number[]
}

/** The user's own cuts, kept as they are, also outside the range of the data. */
export const fixed: Discretizer<FixedOptions> = {
  name: 'fixed',
  about: 'Uses the cuts you give.',
  target: 'none',
  needs: [],
  options: { cuts: { rule: increasingNumbers(), default: [], about: 'The cuts, in increasing order.' } },
  presets: {},
  run(view, options, closed) {
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
    const reason = { measure: 'given', score: null, bar: null, margin: null, runnerUp: null }
    return { cuts, reasons: cuts.map(() => reason), notes }
  },
}
