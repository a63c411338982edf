import type { Scored } from '../measures/predictions/scored.ts'
import { type CardScale, chanceOfScore } from './card-scale.ts'
import { groupByScore, type ScoreGroup } from '../measures/predictions/judge-scores.ts'

/** Rows whose scores lie in one band. */
export interface ScoreBand {
  /** lowest score of the band; null where it has no lower end */
  readonly from: number | null
  /** scores of the band lie below it; null where it has no upper end */
  readonly below: number | null
  /** rows in it, whatever their weight */
  readonly rows: number
  /** Σw of these rows */
  readonly weight: number
  /** mean chance of the event that the scores stand for; null without rows */
  readonly said: number | null
  /** share of the event; null without rows */
  readonly came: number | null
}

/** Bands of about equal rows, where no others are asked for. */
const USUAL_BANDS = 10

/**
 * Scores that part rows into bands of about equal weight; equal scores stay together, so there may be fewer bands.
 *
 *     console.log(bandCuts({ labels: [1, 0, 0, 0], scores: [480, 520, 560, 600] }, 2)) // → [ 560 ]
 */
export function bandCuts(scored: Scored, bands: number = USUAL_BANDS): number[] {
  const groups = groupByScore('bandCuts', scored)
  const total = groups.reduce((sum, { events, rest }) => sum + events + rest, 0)
  const cuts: number[] = []
  let below = 0
  for (const [i, { events, rest, score }] of groups.entries()) {
    if (i > 0 && below * bands >= (cuts.length + 1) * total * (1 - 1e-12)) {
      cuts.push(score)
      // A score that many rows share may fill several bands at once.
      while (below * bands >= (cuts.length + 1) * total) cuts.push(score)
    }
    below += events + rest
  }
  return [...new Set(cuts)]
}

/**
 * What was said and what came, by bands of scores.
 *
 *     const scored = { labels: [1, 1, 0, 1], scores: [480, 490, 520, 560] }
 *     console.log(scoreBands(scored, [500], cardScale()).map(({ rows, came }) => `${rows} rows, ${came}`))
 *     // → [ '2 rows, 1', '2 rows, 0.5' ]
 *
 * @param cuts ascending scores; one that equals a cut belongs to the band above
 */
export function scoreBands(
  scored: Scored,
  cuts: readonly number[],
  scale: Pick<CardScale, 'factor' | 'offset'>,
): ScoreBand[] {
  const groups = groupByScore('scoreBands', scored)
  return Array.from({ length: cuts.length + 1 }, (_, i) => {
    const [from, below] = [cuts[i - 1] ?? null, cuts[i] ?? null]
    const own = groups.filter(({ score }) => score >= (from ?? -Infinity) && score < (below ?? Infinity))
    const sum = (pick: (group: ScoreGroup) => number): number => own.reduce((total, group) => total + pick(group), 0)
    const weight = sum(({ events, rest }) => events + rest)
    const said = sum(({ events, rest, score }) => (events + rest) * chanceOfScore(scale, score))
    return {
      from,
      below,
      rows: sum(({ rows }) => rows),
      weight,
      said: weight > 0 ? said / weight : null,
      came: weight > 0 ? sum(({ events }) => events) / weight : null,
    }
  })
}

/** What becomes of rows when those with at least a score are taken. */
export interface Cutoff {
  /** the least score that is taken */
  readonly score: number
  /** share of all rows that are taken */
  readonly taken: number
  /** share of the event among those; null where none is taken */
  readonly rateTaken: number | null
  /** share of the event among the others; null where all are taken */
  readonly rateRefused: number | null
  /** share of all rows of the event that are refused */
  readonly eventsRefused: number | null
}

/** Lines of a table of cut-offs, about. */
const LINES = 16

/**
 * What each cut-off comes to: how many rows are taken, how many of those are of the event. Cut-offs are multiples of
 * `step`, by default of the round number that gives about 16 of them.
 *
 *     const table = cutoffTable({ labels: [1, 0, 0, 0], scores: [480, 520, 560, 600] }, 50)
 *     console.log(table.map(({ score, taken, rateTaken }) => `${score}: ${taken}, ${rateTaken?.toFixed(2)}`))
 *     // → [ '500: 0.75, 0.00', '550: 0.5, 0.00', '600: 0.25, 0.00' ]
 *
 * @param step distance of two cut-offs; default a round number
 */
export function cutoffTable(scored: Scored, step?: number): Cutoff[] {
  const groups = groupByScore('cutoffTable', scored)
  if (groups.length === 0) return []
  const [lowest, highest] = [groups[0].score, groups[groups.length - 1].score]
  const width = step ?? roundStep((highest - lowest) / LINES)
  const total = { events: 0, rest: 0 }
  for (const { events, rest } of groups) {
    total.events += events
    total.rest += rest
  }
  const refused = { events: 0, rest: 0 }
  const found: Cutoff[] = []
  let next = 0
  for (let k = Math.floor(lowest / width) + 1; k * width <= highest; k++) {
    for (; next < groups.length && groups[next].score < k * width; next++) {
      refused.events += groups[next].events
      refused.rest += groups[next].rest
    }
    const gone = refused.events + refused.rest
    const kept = total.events + total.rest - gone
    found.push({
      score: k * width,
      taken: kept / (kept + gone),
      rateTaken: kept > 0 ? (total.events - refused.events) / kept : null,
      rateRefused: gone > 0 ? refused.events / gone : null,
      eventsRefused: total.events > 0 ? refused.events / total.events : null,
    })
  }
  return found
}

/** The next of 1, 2, 5, 10, 20 … from a number up; 1 at least, for points are whole. */
function roundStep(least: number): number {
  let step = 1
  for (let i = 0; step < least; i++) step = [1, 2, 5][(i + 1) % 3] * 10 ** Math.floor((i + 1) / 3)
  return step
}
