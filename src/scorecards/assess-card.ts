import { populationStability } from '../measures/psi.ts'
import type { Scored } from '../measures/predictions/scored.ts'
import { calledAs } from '../util/called-as.ts'
import { knownOptions } from '../util/check.ts'
import { judgeScores, type ScoreQuality } from '../measures/predictions/judge-scores.ts'
import { bandCuts, type Cutoff, cutoffTable, type ScoreBand, scoreBands } from './score-bands.ts'
import { mustBeCard, type Scorecard } from './scorecard.ts'

/** Rows of one span of time, or any other part of the rows. */
export interface ScoredPeriod extends Scored {
  /** what the part is called, such as `2026-01` */
  readonly name: string
}

/** Labels and scores that a card is judged by. */
export type CardRows = {
  /** the rows the card was made from */
  readonly training: Scored
  /** rows that had no part in it; default none */
  readonly heldOut?: Scored | null | undefined
  /** the rows that are judged, scored by the column that tells most alone: what a card must beat; default none */
  readonly alone?: ScoredPeriod | null | undefined
  /** rows by period, in their order; default none */
  readonly periods?: readonly ScoredPeriod[] | undefined
}

/** How far the scores of a period are from those the card was made from. */
export interface PeriodStability {
  /** what the period is called */
  readonly name: string
  /** rows with a label */
  readonly rows: number
  /** share of the event; null without rows */
  readonly rate: number | null
  /** Gini of its scores; null where only one class occurs */
  readonly gini: number | null
  /** population stability index over the bands of scores, in nats */
  readonly psi: number
  /** what chance alone exceeds in 5 of 100 cases; null without rows */
  readonly critical: number | null
}

/** How well a card does. */
export interface CardAssessment {
  /** on the rows it was made from, which is too optimistic */
  readonly training: ScoreQuality
  /** on rows that had no part in it; null where there are none */
  readonly heldOut: ScoreQuality | null
  /** the column that tells most, and the Gini of its points alone, on held-out rows where there are any; null where not asked for */
  readonly alone: { readonly name: string; readonly gini: number | null } | null
  /** what was said and what came, by bands of scores that hold a tenth of the training rows each; on held-out rows, where there are any */
  readonly bands: readonly ScoreBand[]
  /** what cut-offs come to, on the same rows */
  readonly cutoffs: readonly Cutoff[]
  /** the scores of each period against those of the training rows; held-out rows as a whole where there are no periods */
  readonly stability: readonly PeriodStability[]
}

/**
 * How well the scores of a card do: AUC, Gini and KS with intervals, what was said and what came, cut-offs, and how far
 * the scores of each period have moved.
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     const labels = bought.map((label) => (label === 'no' ? 1 : 0))
 *     const { training } = assessCard(card, { training: { labels, scores: scoreRows(card, people).scores } })
 *     console.log(training.gini?.value.toFixed(2)) // → 0.83
 */
export function assessCard(card: Scorecard, rows: CardRows): CardAssessment {
  mustBeCard('assessCard', card)
  return calledAs('assessCard', () => {
    knownOptions('assessCard', rows, { training: 1, heldOut: 1, alone: 1, periods: 1 })
    const { training, heldOut = null, alone = null, periods = [] } = rows
    const cuts = bandCuts(training)
    const judged = heldOut ?? training
    const reference = weightsOf(scoreBands(training, cuts, card.scale))
    const parts = periods.length > 0 || heldOut === null ? periods : [{ ...heldOut, name: 'held-out rows' }]
    return {
      training: judgeScores(training),
      heldOut: heldOut === null ? null : judgeScores(heldOut),
      alone: alone === null ? null : { name: alone.name, gini: judgeScores(alone).gini?.value ?? null },
      bands: scoreBands(judged, cuts, card.scale),
      cutoffs: cutoffTable(judged),
      stability: parts.map((part) => {
        const { psi, critical } = populationStability(reference, weightsOf(scoreBands(part, cuts, card.scale)))
        const { rows: count, weight, events, gini } = judgeScores(part)
        const rate = weight > 0 ? events / weight : null
        return { name: part.name, rows: count, rate, gini: gini?.value ?? null, psi, critical }
      }),
    }
  })
}

function weightsOf(bands: readonly ScoreBand[]): number[] {
  return bands.map(({ weight }) => weight)
}
