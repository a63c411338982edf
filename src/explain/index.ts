/** `kerf/explain`: what matters, in a few ranges. Browser-safe, no packages. */
export type * from './findings.ts'
export type { ExplainOptions } from './explain-rows.ts'
export { explainGoal, type ExplainGoalOptions } from './explain-goal.ts'
export { explainNumber, type ExplainNumberOptions } from './explain-number.ts'
export { explainGroups, type ExplainGroupsOptions } from './explain-groups.ts'
export { explainClusters, type ExplainClustersOptions } from './explain-clusters.ts'
export { type ClusterOptions, clusterRows, type Clusters } from './clusters/cluster-rows.ts'
// A method step by step
export type * from '../discretizers/trace/trace-steps.ts'
export { traceFit } from '../discretizers/trace/trace-fit.ts'
export { replayTrace } from '../discretizers/trace/replay-trace.ts'
// How sure it is
export {
  type BinsShare,
  type CutDensity,
  type CutStability,
  cutStability,
  type StabilityOptions,
  type StableCut,
} from '../binning/curves/cut-stability.ts'
export type { ShareInterval } from '../measures/distributions/share-interval.ts'
export {
  type BinsCurve,
  binsCurve,
  type BinsCurveOptions,
  type BinsPoint,
  type HeldOut,
} from '../binning/curves/bins-curve.ts'
// What a cut is worth, here and elsewhere
export { type CutCurve, cutCurve, type CutCurveOptions, type CutPlace } from '../binning/curves/cut-curve.ts'
export { type CutScore, cutScores } from '../binning/curves/cut-scores.ts'
export { type BinTrend, binTrend } from '../binning/curves/bin-trend.ts'
