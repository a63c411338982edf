import { ArgumentError, DataError } from '../../errors.ts'
import { sortedOrder } from '../../util/sort.ts'
import { shareInterval } from '../distributions/share-interval.ts'
import type { Scored } from './scored.ts'

/** A number and where it lies with 95 % confidence. */
export interface Estimate {
  /** what was found */
  readonly value: number
  /** lower end of the interval */
  readonly low: number
  /** upper end of the interval */
  readonly high: number
}

/** How well scores tell rows of the event from the rest. */
export interface ScoreQuality {
  /** rows with a label and a weight above 0 */
  readonly rows: number
  /** Σw of these rows */
  readonly weight: number
  /** Σw of the event */
  readonly events: number
  /** chance that of a row of the event and another the scores tell which is which, equal ones counting half; null where only one class occurs */
  readonly auc: Estimate | null
  /** 2 · AUC − 1 */
  readonly gini: Estimate | null
  /** the largest distance between the shares of both sides up to a score (Kolmogorov and Smirnov) */
  readonly ks: Estimate | null
  /** the score where that is */
  readonly ksAt: number | null
}

/** Standard errors to both sides of an estimate. */
const WIDTH = 1.959963984540054

/**
 * AUC, Gini and KS of scores with 95 % intervals: DeLong's for AUC and Gini; for KS
 * Newcombe's of two shares at the score where it is largest. O(rows · log rows).
 *
 *     const { gini, ks } = judgeScores({ labels: [1, 1, 0, 0, 0], scores: [480, 530, 520, 560, 600] })
 *     console.log(gini?.value.toFixed(2), ks?.value.toFixed(2)) // → 0.67 0.67
 *
 * @param scored labels are 1 for the event and 0 for the rest
 * @param high what high scores speak for: the rest, as points of a card do, or the event, as its chance does; default the rest
 */
export function judgeScores(scored: Scored, high: 'rest' | 'event' = 'rest'): ScoreQuality {
  return judgeWalk(walkScores('judgeScores', scored, high === 'event' ? -1 : 1), high)
}

/** The same of rows that are counted by their score, each weighing 1: how high that speaks for the event. */
export function judgeGroups(groups: readonly Pick<ScoreGroup, 'score' | 'events' | 'rest'>[]): ScoreQuality {
  const counts = new Map<number, { events: number; rest: number }>()
  for (const { score, events, rest } of groups) {
    const known = counts.get(0 - score)
    counts.set(0 - score, { events: events + (known?.events ?? 0), rest: rest + (known?.rest ?? 0) })
  }
  const sorted = [...counts].toSorted(([a], [b]) => a - b)
  return judgeWalk((visit) => {
    for (const [score, { events, rest }] of sorted) {
      if (events + rest > 0)
        visit({ score, rows: events + rest, events, rest, eventSquares: events, restSquares: rest })
    }
  }, 'event')
}

function judgeWalk(walk: Walk, high: 'rest' | 'event'): ScoreQuality {
  let [rows, events, rest] = [0, 0, 0]
  walk((group) => {
    rows += group.rows
    events += group.events
    rest += group.rest
  })
  const weight = events + rest
  if (events === 0 || rest === 0) return { rows, weight, events, auc: null, gini: null, ks: null, ksAt: null }
  const auc = areaOf(walk, events, rest)
  const twice = (x: number): number => 2 * x - 1
  const gini = { value: twice(auc.value), low: twice(auc.low), high: twice(auc.high) }
  const { ks, at } = ksOf(walk, events, rest)
  return { rows, weight, events, auc, gini, ks, ksAt: high === 'event' ? 0 - at : at }
}

/** Rows of one score. */
export interface ScoreGroup {
  readonly score: number
  readonly rows: number
  /** Σw of the event and of the rest, and Σw² of both */
  readonly events: number
  readonly rest: number
  readonly eventSquares: number
  readonly restSquares: number
}

/** Tells of the rows of every score, the lowest first. */
type Walk = (visit: (group: ScoreGroup) => void) => void

/** Rows by score, the lowest first. Those of weight 0 are left out. */
export function groupByScore(where: string, scored: Scored): ScoreGroup[] {
  const groups: ScoreGroup[] = []
  walkScores(where, scored, 1)((group) => groups.push(group))
  return groups
}

/** The same one by one, which takes no memory per score; `sign` turns the order round. */
function walkScores(where: string, { labels, scores, weights }: Scored, sign: 1 | -1): Walk {
  if (labels.length !== scores.length) {
    throw new ArgumentError(`${where}: scores must be one per label (${labels.length}), got ${scores.length}`, {
      code: 'length-mismatch',
    })
  }
  const values = new Float64Array(scores.length)
  for (let row = 0; row < values.length; row++) values[row] = sign * scores[row] + 0
  const bad = values.findIndex(Number.isNaN)
  if (bad >= 0) throw new DataError(`${where}: scores must be numbers, got NaN at row ${bad}`, { row: bad })
  const order = sortedOrder(values)
  return (visit) => {
    for (let i = 0; i < order.length;) {
      const score = values[order[i]]
      let [rows, events, rest, eventSquares, restSquares] = [0, 0, 0, 0, 0]
      for (; i < order.length && values[order[i]] === score; i++) {
        const weight = weights == null ? 1 : weights[order[i]]
        if (weight === 0) continue
        const isEvent = labels[order[i]] === 1
        rows++
        events += isEvent ? weight : 0
        rest += isEvent ? 0 : weight
        eventSquares += isEvent ? weight * weight : 0
        restSquares += isEvent ? 0 : weight * weight
      }
      if (rows > 0) visit({ score, rows, events, rest, eventSquares, restSquares })
    }
  }
}

function areaOf(walk: Walk, events: number, rest: number): Estimate {
  // For each score: the share of the rest above it, and of events below it, ties counting half.
  const places = (visit: (group: ScoreGroup, restAbove: number, below: number) => void): void => {
    let [eventsBelow, below] = [0, 0]
    walk((group) => {
      visit(group, (rest - below - group.rest / 2) / rest, (eventsBelow + group.events / 2) / events)
      eventsBelow += group.events
      below += group.rest
    })
  }
  // Pairs are counted before they are divided, so that whole rows give an exact count.
  let [won, restBelow] = [0, 0]
  walk((group) => {
    won += group.events * (rest - restBelow - group.rest / 2)
    restBelow += group.rest
  })
  const value = won / (events * rest)
  let [ofEvents, ofRest, eventSquares, restSquares] = [0, 0, 0, 0]
  places((group, restAbove, below) => {
    ofEvents += group.eventSquares * (restAbove - value) ** 2
    ofRest += group.restSquares * (below - value) ** 2
    eventSquares += group.eventSquares
    restSquares += group.restSquares
  })
  const variance = ofEvents / (events * events * unbiased(eventSquares, events)) + ofRest / (rest * rest * unbiased(restSquares, rest)) // prettier-ignore
  // Where every pair is right nothing varies, and yet more rows could be wrong: as many as the smaller side lets hide.
  const size = Math.min((events * events) / eventSquares, (rest * rest) / restSquares)
  if (variance <= 0) return wilson(value, size)
  const half = WIDTH * Math.sqrt(variance)
  return { value, low: Math.max(0, value - half), high: Math.min(1, value + half) }
}

function wilson(value: number, size: number): Estimate {
  const { low, high } = shareInterval(value * size, size)
  return { value, low, high }
}

/** n − 1 over n for n plain rows; n is the effective number where rows have weights. One row alone has no spread. */
function unbiased(squares: number, sum: number): number {
  const share = 1 - squares / (sum * sum)
  return share > 0 ? share : 1
}

function ksOf(walk: Walk, events: number, rest: number): { ks: Estimate; at: number } {
  let [eventShare, restShare, squares, restSquares] = [0, 0, 0, 0]
  let best = { distance: -Infinity, at: 0, e: 0, r: 0 }
  walk((group) => {
    eventShare += group.events / events
    restShare += group.rest / rest
    squares += group.eventSquares
    restSquares += group.restSquares
    const distance = eventShare - restShare
    if (distance > best.distance) best = { distance, at: group.score, e: eventShare, r: restShare }
  })
  const [e, r] = [wilson(best.e, (events * events) / squares), wilson(best.r, (rest * rest) / restSquares)]
  const value = Math.max(0, best.distance)
  const low = value - Math.hypot(e.value - e.low, r.high - r.value)
  const high = value + Math.hypot(e.high - e.value, r.value - r.low)
  return { ks: { value, low: Math.max(0, low), high: Math.min(1, high) }, at: best.at }
}
