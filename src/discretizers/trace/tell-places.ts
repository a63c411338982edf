import type { Candidate, TraceRange } from './trace-steps.ts'
import { candidateAt, orNull, short, type TracedColumn, twoBest } from './traced-column.ts'

/** The cuts of a chosen binning, and what other places between their neighbours would be worth. */
export interface Places {
  readonly measure: string
  /** where bins start, and at last where the column ends */
  readonly ends: readonly number[]
  readonly bar: number | null
  readonly cellOf: (at: number) => number
  readonly rangeOf: (from: number, to: number) => TraceRange
  /** what a cut of a part at a place is worth */
  readonly saved: (from: number, to: number) => (at: number) => number
  readonly cutAt: (at: number) => number
}

/** Tells of each cut of a binning what it is worth among the places between its neighbours. */
export function tellPlaces({ view, tell }: TracedColumn, places: Places): void {
  const { measure, ends, bar, cellOf, cutAt } = places
  for (let i = 1; i + 1 < ends.length; i++) {
    const [from, at, to] = [ends[i - 1], ends[i], ends[i + 1]]
    const part = places.rangeOf(from, to)
    const saved = places.saved(from, to)
    let [rowsBelow, cell] = [0, cellOf(from)]
    const candidates = Array.from({ length: to - from - 1 }, (_, j): Candidate => {
      const here = from + 1 + j
      for (; cell < cellOf(here); cell++) rowsBelow += view.weights[cell]
      const score = saved(here)
      return candidateAt(view, cell, cutAt(here), { rowsBelow, score, after: null, rating: score })
    })
    const best = at - from - 1
    const [first] = twoBest(candidates.map((one, j) => (j === best ? null : one.rating)))
    const score = candidates[best].score ?? 0
    const next = first < 0 ? '' : `; the next best place ${short(candidates[first].cut)} has ${short(candidates[first].score ?? 0)}` // prettier-ignore
    tell({
      step: 'place',
      measure,
      part,
      candidates,
      best,
      runnerUp: orNull(first),
      bar,
      why: `between its neighbours the cut at ${short(candidates[best].cut)} is worth ${short(score)}${next}`,
    })
  }
}
