import { describe, expect, test } from 'vitest'
import { DataError } from '../../../src/errors.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { optimal } from '../../../src/discretizers/methods/optimal.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Proposal } from '../../../src/types.ts'
import {
  type Case,
  type LimitName,
  LIMITS,
  makeCase,
  makeLimits,
  type Objective,
  optionsFor,
  UNLIMITED,
} from './optimal-cases.ts'
import { type NaiveBinning, naiveOptimal, type NaiveLimits } from './optimal-naive.ts'
import { cases } from '../../cases.ts'

/** Every limit on its own, every pair, and some of three or so. */
const ALONE: LimitName[][] = [[], ...LIMITS.map((name) => [name])]
const PAIRS: LimitName[][] = LIMITS.flatMap((a, i) => LIMITS.slice(i + 1).map((b) => [a, b]))
const SEVERAL: LimitName[][] = Array.from({ length: 40 }, (_, i) =>
  LIMITS.filter((_name, j) => (i * 7 + j * 5 + i * j) % 9 < 3),
)

/** Limits that ask something of an event. */
const ABOUT_EVENT: readonly LimitName[] = ['minEvents', 'minNonEvents']
const ABOUT_RATE: readonly LimitName[] = ['minRateDifference', 'trend']

interface Tally {
  cases: number
  impossible: number
  cut: number
  wrong: unknown[]
}

/** Compares the method with the naive search on one seeded case. */
function compare(seed: number, objective: Objective, many: boolean, asked: readonly LimitName[], tally: Tally): void {
  const made = makeCase(seed, objective, many)
  const refused = [...(objective === 'variance' || many ? ABOUT_EVENT : []), ...(many ? ABOUT_RATE : [])]
  if (made.column.event === -1 && !many) return // one class only, by chance
  const names = asked.filter((name) => !refused.includes(name))
  const limits: NaiveLimits = { ...UNLIMITED, ...makeLimits(seed, names, made), objective }
  if (limits.maxBins < Math.max(limits.minBins, limits.mandatory.length + 1)) return
  const summary = summarize(made.x, {
    target: made.y,
    targetKind: objective === 'variance' ? 'numeric' : 'class',
    weights: made.w,
    event: made.event,
  })
  const wanted = naiveOptimal(made.column, limits)
  const got = proposalOf(() => discretize(summary, { method: optimal, ...optionsFor(objective, limits, seed) }))
  tally.cases++
  if (typeof got !== 'string') {
    const bounds = [0, ...got.cuts.map((cut) => Math.ceil(cut)), made.column.cells.length]
    if (got.cuts.length > 0) tally.cut++
    if (bounds.join() !== wanted?.bounds.join()) tally.wrong.push({ seed, limits, bounds, wanted })
    // What the naive search makes of the other places is slow to find out, so that not all cases are asked.
    else if (seed % 4 === 0) tally.wrong.push(...wrongRunnersUp(got, bounds, made, limits))
    return
  }
  tally.impossible++
  // Those named cannot be kept together, and without any one of them the others can.
  const named = LIMITS.filter((name) => got.includes(`${name} `))
  const possible = (kept: readonly LimitName[]): boolean => {
    const only = Object.fromEntries(kept.map((name) => [name, limits[name]]))
    return naiveOptimal(made.column, { ...UNLIMITED, ...only, objective }) !== null
  }
  const minimal = !possible(named) && named.every((name) => possible(named.filter((other) => other !== name)))
  if (wanted !== null || !minimal) tally.wrong.push({ seed, limits, got, wanted })
}

/** Cuts whose runner-up is not the best other place that keeps the limits while the other cuts stay. */
function wrongRunnersUp(got: Proposal, bounds: readonly number[], made: Case, limits: NaiveLimits): unknown[] {
  if (limits.trend === 'auto') return [] // the direction is known only to the method
  return got.reasons.flatMap(({ measure, runnerUp }, i) => {
    if (measure === 'given') return []
    let best: NaiveBinning | null = null
    for (let at = bounds[i] + 1; at < bounds[i + 2]; at++) {
      if (at === bounds[i + 1]) continue
      const mandatory = bounds.with(i + 1, at).slice(1, -1)
      const other = naiveOptimal(made.column, { ...limits, mandatory, maxBins: bounds.length - 1 })
      if (other !== null && (best === null || other.score > best.score + other.tie)) best = other
    }
    const place = runnerUp === null ? null : Math.ceil(runnerUp.cut)
    return place === (best?.bounds[i + 1] ?? null) ? [] : [{ made, limits, bounds, i, runnerUp, best }]
  })
}

/** A proposal, or the message with which it was refused. */
function proposalOf(run: () => Proposal): Proposal | string {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    return error.message
  }
}

/** Declares the comparisons for one objective; `many` is for three and four classes without an event. */
export function equalsNaiveSearch(name: string, objective: Objective, many = false): void {
  describe(`optimal equals a search over all binnings, most ${name}`, () => {
    test.each<[string, LimitName[][], number]>([
      ['with every limit alone', ALONE, cases(800, 2400)],
      ['with every pair of limits', PAIRS, cases(1000, 2900)],
      ['with several limits at once', SEVERAL, cases(900, 2700)],
    ])('%s', (_name, sets, tried) => {
      const tally: Tally = { cases: 0, impossible: 0, cut: 0, wrong: [] }
      for (let seed = 0; seed < tried; seed++) compare(seed, objective, many, sets[seed % sets.length], tally)
      expect(tally.wrong).toEqual([])
      // Cases that say nothing, such as those of one class, are few.
      expect(tally.cases).toBeGreaterThan(tried * 0.65)
      expect(tally.cut).toBeGreaterThan(tally.cases / 5)
      expect(tally.impossible).toBeGreaterThanOrEqual(sets === ALONE ? 0 : tried * (many ? 0.007 : 0.034))
    })
  })
}
