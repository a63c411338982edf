import { describe, expect, test } from 'vitest'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import type { Effort } from '../../../src/discretizers/optimal/narrow-cuts.ts'
import { classParts, numericParts } from '../../../src/discretizers/optimal/parts/part-scores.ts'
import type { Parts } from '../../../src/discretizers/optimal/parts/parts.ts'
import { columnOf, searchCuts } from '../../../src/discretizers/optimal/search-cuts.ts'
import { targetMoments } from '../../../src/discretizers/search/target-moments.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'
import { type Case, type LimitName, LIMITS, makeCase, makeLimits, type Objective, UNLIMITED } from './optimal-cases.ts'
import { naiveOptimal, type NaiveLimits } from './optimal-naive.ts'

const OBJECTIVES: readonly [Objective, many: boolean][] = [
  ['iv', false],
  ['information', false],
  ['variance', false],
  ['information', true],
]
/** Limits that need an event, or a rate. */
const ABOUT_EVENT: readonly LimitName[] = ['minEvents', 'minNonEvents']
const ABOUT_RATE: readonly LimitName[] = ['minRateDifference', 'trend']

function partsOf({ x, y, w, event, column }: Case, objective: Objective): Parts {
  const numeric = objective === 'variance'
  const summary = summarize(x, { target: y, targetKind: numeric ? 'numeric' : 'class', weights: w, event })
  if (numeric) return numericParts(targetMoments(summary))
  return classParts(viewColumn(summary), column.event ?? -1, objective)
}

describe('the bound of optimal', () => {
  test('is never below the best of all binnings, and no gap means that there is none better', () => {
    const tally = { tried: 0, exact: 0, gaps: 0, impossible: 0, missed: 0 }
    const wrong: unknown[] = []
    for (let seed = 0; seed < cases(400, 10_000); seed++) {
      const draw = random(seed + 12_345)
      const [objective, many] = OBJECTIVES[seed % OBJECTIVES.length]
      const made = makeCase(seed, objective, many)
      if (made.column.event === -1 && !many) continue
      const refused = [...(objective === 'variance' || many ? ABOUT_EVENT : []), ...(many ? ABOUT_RATE : [])]
      const names = LIMITS.filter((name) => !refused.includes(name) && draw.next() < 0.3)
      const limits: NaiveLimits = { ...UNLIMITED, ...makeLimits(seed, names, made), objective }
      if (limits.maxBins < Math.max(limits.minBins, limits.mandatory.length + 1)) continue
      // What is done for long columns, with few groups and often too little time.
      const effort: Effort = {
        exact: () => 0,
        groups: () => 2 + draw.integer(4),
        pairs: [0, 60, 2000][draw.integer(3)],
      }
      const all = partsOf(made, objective)
      const own = { ...limits, minBins: Math.min(limits.minBins, all.size) }
      const { found, upper } = searchCuts(columnOf(all, effort), own)
      const binning = naiveOptimal(made.column, limits)
      tally.tried++
      if (binning === null) {
        tally.impossible++
        if (found !== null) wrong.push({ seed, limits, found: found.score })
        continue
      }
      const score = binning.bounds.slice(1).reduce((sum, to, i) => sum + all.score(binning.bounds[i], to), 0)
      const slack = 1e-9 * Math.max(1, Math.abs(score))
      if (found === null) tally.missed++
      else if (upper === found.score) tally.exact++
      else tally.gaps++
      const low = (found?.score ?? -Infinity) > score + slack
      const notBest = found !== null && upper === found.score && found.score < score - slack
      if (score > upper + slack || low || notBest) {
        wrong.push({ seed, objective, many, limits, best: score, upper, found: found?.score })
      }
    }
    expect(wrong).toEqual([])
    expect(tally.exact).toBeGreaterThan(tally.tried / 3)
    expect(tally.gaps).toBeGreaterThan(tally.tried / 10)
    expect(tally.missed).toBeLessThan(tally.tried / 10)
  })
})
