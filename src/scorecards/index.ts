/** `kerf/scorecards`: points per bin that add up to a score, and how well scores do. Browser-safe, no packages. */
export type { CardColumn, CardSlot, LeftOutColumn, Scorecard } from './scorecard.ts'
export { type CardScale, cardScale, chanceOfScore, exactPoints, type ScaleOptions } from './card-scale.ts'
export { wholePoints, type WeighedColumn } from './card-scale.ts'
export { makeScorecard, type ScorecardOptions } from './make-scorecard.ts'
export {
  type CardReason,
  type CardScore,
  type CardScores,
  reasonText,
  scoreRow,
  scoreRows,
  type ScoreRowsOptions,
} from './score-rows.ts'
export { scorecardFromJson, scorecardToJson } from './scorecard-json.ts'
export { type Estimate, judgeScores, type ScoreQuality } from '../measures/predictions/judge-scores.ts'
export { bandCuts, type Cutoff, cutoffTable, type ScoreBand, scoreBands } from './score-bands.ts'
export {
  assessCard,
  type CardAssessment,
  type CardRows,
  type PeriodStability,
  type ScoredPeriod,
} from './assess-card.ts'
export { type CardTrial, type CardTrialOptions, tryScorecard } from './try-scorecard.ts'
