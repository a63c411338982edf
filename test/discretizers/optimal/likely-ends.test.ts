import { describe, expect, test } from 'vitest'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import type { Limits } from '../../../src/discretizers/optimal/bin-rules.ts'
import { knownOf } from '../../../src/discretizers/optimal/narrow-cuts.ts'
import { classParts } from '../../../src/discretizers/optimal/parts/part-scores.ts'
import type { Parts } from '../../../src/discretizers/optimal/parts/parts.ts'
import { columnOf, searchCuts } from '../../../src/discretizers/optimal/search-cuts.ts'
import { boundsOf, solveAt } from '../../../src/discretizers/optimal/some-parts.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'
import { UNLIMITED } from './optimal-cases.ts'

const RATES: readonly ((share: number) => number)[] = [
  () => 0.5,
  (share) => 0.3 + 0.25 * Math.sin(9 * share),
  (share) => share,
  (share) => (share < 0.4 ? 0.001 : 0.02),
  (share) => Math.floor(share * 12) / 12,
]

function column(seed: number, size: number, measure: 'information' | 'iv'): Parts {
  const { next, integer } = random(seed)
  const most = 1 + integer(4)
  const x = Array.from({ length: size }, (_, i) => Array<number>(1 + integer(most)).fill(i)).flat()
  const target = x.map((value) => (next() < RATES[seed % RATES.length](value / size) ? 'b' : 'a'))
  return classParts(viewColumn(summarize(x, { target, classes: ['a', 'b'] })), 1, measure)
}

/** The same column without the sums that rough scores and corners of whole numbers are taken from. */
function plainly(parts: Parts): Parts {
  const { size, measure, tie, unit, rateStep, degrees, plane } = parts
  return {
    size,
    measure,
    tie,
    unit,
    rateStep,
    degrees,
    score: (from, to) => parts.score(from, to),
    weight: (from, to) => parts.weight(from, to),
    events: (from, to) => parts.events(from, to),
    rest: (from, to) => parts.rest(from, to),
    rate: (from, to) => parts.rate(from, to),
    difference: (from, middle, to) => parts.difference(from, middle, to),
    plane: plane && {
      height: (from, to) => plane.height(from, to),
      score: (weight, height) => plane.score(weight, height),
      mends: plane.mends,
      below: null,
    },
  }
}

const limitsOf = (seed: number): Limits => ({
  ...UNLIMITED,
  maxBins: 2 + (seed % 9),
  minShare: [0, 0.02, 0.05, 0.1][seed % 4],
  minBins: seed % 5 === 0 ? 2 : 1,
})

describe.each(['information', 'iv'] as const)('bins that no better binning holds, %s', (measure) => {
  test('are left out without changing the best of some boundaries', () => {
    for (let seed = 0; seed < cases(40, 400); seed++) {
      const all = column(seed, 250, measure)
      const { next } = random(seed)
      const limits = { ...limitsOf(seed), maxPValue: seed % 3 === 0 ? 0.05 : null }
      const first = solveAt(all, [0.2, 0.5, 0.8].map((share) => Math.round(250 * share)), limits) // prettier-ignore
      if (first === null) continue
      const best = { bounds: boundsOf(first), score: first.score }
      const places = [...best.bounds, ...Array.from({ length: 90 }, () => 1 + Math.floor(next() * 249))]
      const [all0, some] = [null, knownOf(all, best, limits)].map((known) => solveAt(all, places, limits, known))
      expect([boundsOf(some!), some!.score]).toEqual([boundsOf(all0!), all0!.score])
    }
  })

  test('change nothing of a long search, bound included', () => {
    for (let seed = 0; seed < cases(10, 50); seed++) {
      const all = column(seed, 2500, measure)
      const limits = { ...limitsOf(seed), maxPValue: seed % 2 === 0 ? 0.05 : null }
      const [quick, slow] = [all, plainly(all)].map((parts) => searchCuts(columnOf(parts), limits))
      expect(quick.upper).toBe(slow.upper)
      expect(quick.found?.score).toBe(slow.found?.score)
      expect(quick.found && boundsOf(quick.found)).toEqual(slow.found && boundsOf(slow.found))
    }
  })
})
