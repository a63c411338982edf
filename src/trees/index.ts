/** `kerf/trees`: decision trees over cuts, bins and categories. Browser-safe, no packages. */
export type { Tree, TreeColumn, TreeLevels, TreeNode, TreeNumbers, TreeTest } from './tree.ts'
export { growTree } from './grow/grow-tree.ts'
export type { ClassWeights, GrowOptions, StopRules } from './grow-options.ts'
export { type Predictions, type PredictOptions, predictTree, predictTreeRow } from './predict-tree.ts'
export { type Importance, importances, type TreeStats, treeStats } from './tree-stats.ts'
export { type ScoreOptions, treeScores } from './tree-scores.ts'
export { type PruneOptions, type PruneRule, pruneByError } from './prune/prune-error-complexity.ts'
export { cutDepth, pruneReducedError } from './prune/prune-reduced-error.ts'
export type { Pruned } from './prune/judge-pruning.ts'
export { depthByFolds, type DepthChoice, type FoldOptions } from './prune/depth-by-folds.ts'
export { treeFromJson, treeToJson } from './tree-json.ts'
export {
  dealParts,
  type Parts,
  type PartScores,
  type Spread,
  spreadOf,
  type Trial,
  type TrialOptions,
  tryTree,
} from './prune/try-tree.ts'
export {
  type CrossValidated,
  crossValidate,
  type CrossValidateOptions,
  crossValidateTree,
  type Fold,
} from './prune/cross-validate.ts'
export type { FoldEstimate } from '../measures/fold-estimate.ts'
export type { PruneWay } from './prune/plan-trial.ts'
export { foldTree, type ShownNode, type TreeFoldOptions } from './fold-tree.ts'
export { layoutTree, type Place } from './layout-tree.ts'
// A tree step by step
export type * from './trace/tree-steps.ts'
export { traceTree } from './trace/trace-tree.ts'
export { tracePruning, traceReducedError, traceTrial } from './trace/trace-pruning.ts'
export { type ReplayedTest, replayTree } from './trace/replay-tree.ts'
export { type SizeCurve, sizeCurve, type SizePoint } from './prune/size-curve.ts'
export type { ShareInterval } from '../measures/distributions/share-interval.ts'
