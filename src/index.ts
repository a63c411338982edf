/** The public list: runs in browsers and in Node, imports no package. */
export type * from './types.ts'
export { DataError, FormatError, isKerfError, KerfError } from './errors.ts'

// Layer one
export { type SummarizeOptions, summarize } from './summaries/summarize.ts'
export { type ColumnOptions, summarizeNumbers } from './summaries/summarize-numbers.ts'
export { type CategoryOptions, summarizeCategories } from './summaries/summarize-categories.ts'
export { eventClass, type MarkOptions, markRows } from './summaries/mark-rows.ts'
export { ASIDE, type RowMarks } from './summaries/tallies.ts'
export { type Coarseness, coarsen } from './summaries/cells.ts'
export { merge } from './summaries/merge.ts'
export { mergeSummaries, type NamedSummaries } from './summaries/merge-tables.ts'
export { fromBytes, summariesFromBytes } from './summaries/saved/read-summary-bytes.ts'
export { toBytes, summariesToBytes } from './summaries/saved/summary-bytes.ts'
export { readSummaries, summariesFromJson } from './summaries/saved/read-summary-json.ts'
export { summariesToJson } from './summaries/saved/summary-json.ts'
export type { SummaryColumn, SummaryTable } from './summaries/summary-table.ts'
export { columnMoments, type Moments } from './summaries/column-moments.ts'
export type { Table } from './types.ts'

// Layer two
export { type CommonOptions, discretize, type DiscretizeOptions } from './discretizers/discretize.ts'
export type * from './discretizers/discretizer.ts'
export type * from './discretizers/coarse-look.ts'
export type { ColumnView } from './discretizers/column-view.ts'
export * from './discretizers/registry.ts'
export { type Traits, traitsOf } from './discretizers/traits.ts'
export { adviseBins, type AdviseOptions } from './discretizers/advise-bins.ts'
export type { AdvisedRule, BinCountRule } from './discretizers/bin-count/bin-count-rules.ts'
export type { Advice, TriedBins } from './discretizers/bin-count/choose-bins.ts'

// The fitted result
export type * from './binning/reference.ts'
export type * from './binning/binning.ts'
export { hasCuts, VERSION } from './binning/binning.ts'
export { type BinningFacts, toBinning } from './binning/to-binning.ts'
export type { Certificate } from './binning/fit/certificate.ts'
export type { ColumnPolicies } from './binning/fit/count-column.ts'
export { certify, fit, type FitOptions, fitSummary, type FitSummaryOptions } from './binning/fit/fit.ts'
export {
  type ColumnJobs,
  type ColumnPool,
  inlinePool,
  type PoolRun,
  type StopSignal,
} from './binning/fit/column-pool.ts'
export type { ColumnFit, ColumnJob } from './binning/fit/fit-column.ts'
export { cutAndAssign, type CutAndAssigned } from './binning/fit/cut-and-assign.ts'
export { findCuts, type FindCutsOptions } from './binning/fit/find-cuts.ts'
export { fitTable, type FitTableOptions } from './binning/fit/fit-table.ts'
export { type Chi2Fit, chi2Table } from './binning/together/chi2-table.ts'
export { groupLevels, type GroupLevelsOptions } from './binning/use/group-levels.ts'
export { fitSummaries, type FitSummariesOptions } from './binning/fit/fit-summaries.ts'
export { assign, assignCuts, slotCount } from './binning/assign.ts'
export { binLabels, cutTexts, slotLabels } from './binning/labels.ts'
export { binningTable, type BinningTable, type TableRow } from './binning/use/binning-table.ts'
export { type Caution, rankColumns, type RankedColumn, type Ranking } from './binning/compare/rank-columns.ts'
export { type CompareOptions, compareMethods, type Comparison } from './binning/compare/compare-methods.ts'
export type { CompareEntry } from './binning/compare/compare-entries.ts'
export {
  bestOn,
  type ColumnResult,
  type Estimate,
  type MethodResult,
  type Sureness,
  type Verdict,
} from './binning/compare/compare-results.ts'
export { representatives } from './binning/use/representatives.ts'
export { compareDrift, type DriftOptions } from './binning/drift/compare-drift.ts'
export { driftByPeriod, type PeriodOptions } from './binning/drift/drift-periods.ts'
export type * from './binning/drift/drift-types.ts'
export { recount, recountColumn, type RecountOptions } from './binning/use/recount.ts'
export { type Change, edit } from './binning/use/edit.ts'
export { fromJson, toJson } from './binning/binning-json.ts'
export { pickTable, type SplitOptions, splitRows } from './binning/use/split-rows.ts'

// Trees
export type * from './trees/tree.ts'
export { growTree } from './trees/grow/grow-tree.ts'
export type { ClassWeights, GrowOptions, StopRules } from './trees/grow-options.ts'
export { type Predictions, type PredictOptions, predictTree, predictTreeRow } from './trees/predict-tree.ts'
export { type Importance, importances, type TreeStats, treeStats } from './trees/tree-stats.ts'
export { type ScoreOptions, treeScores } from './trees/tree-scores.ts'
export { type PruneOptions, type PruneRule, pruneByError } from './trees/prune/prune-error-complexity.ts'
export { cutDepth, pruneReducedError } from './trees/prune/prune-reduced-error.ts'
export type { Pruned } from './trees/prune/judge-pruning.ts'
export { depthByFolds, type DepthChoice, type FoldOptions } from './trees/prune/depth-by-folds.ts'
export { treeFromJson, treeToJson } from './trees/tree-json.ts'

// Models
export * from './models/naive-bayes.ts'
export { naiveBayesFromJson, naiveBayesToJson } from './models/naive-bayes-json.ts'

export {
  dealParts,
  type Parts,
  type PartScores,
  type Spread,
  spreadOf,
  type Trial,
  type TrialOptions,
  tryTree,
} from './trees/prune/try-tree.ts'
export type { PruneWay } from './trees/prune/plan-trial.ts'
export { foldTree, type ShownNode, type TreeFoldOptions } from './trees/fold-tree.ts'
export { layoutTree, type Place } from './trees/layout-tree.ts'

// Bins as numbers for models
export type * from './encoders/encoder.ts'
export { countOutputs, outputNames } from './encoders/encoder.ts'
export { makeEncoder, type MakeEncoderOptions } from './encoders/make-encoder.ts'
export { encodeColumn, encodeDense, encodeSparse, type SparseOptions } from './encoders/encode.ts'
export type { DenseRows, SparseRows } from './encoders/encoded-rows.ts'
export { encoderFromJson, encoderToJson } from './encoders/encoder-json.ts'
export { encodings, findEncoding } from './encoders/all-encodings.ts'
export { localLinear, type LocalLinearOptions } from './encoders/local-linear.ts'
export { multiGranularity } from './encoders/multi-granularity.ts'
export { oneHot, type OneHotOptions } from './encoders/one-hot.ts'
export { ordinal, type OrdinalOptions } from './encoders/ordinal.ts'
export { piecewiseLinear, type PiecewiseLinearOptions } from './encoders/piecewise-linear.ts'
export { targetMean, type TargetMeanOptions } from './encoders/target-mean.ts'
export { thermometer, type ThermometerOptions } from './encoders/thermometer.ts'
export { woe, type WoeOptions } from './encoders/woe.ts'

// Bins that stay right while data flows
export type { LiveTarget } from './summaries/live/cell-plane.ts'
export type { LiveLayer } from './summaries/live/live-layer.ts'
export { LiveCells, type LiveCellsOptions } from './summaries/live/live-cells.ts'
export { Pid } from './summaries/live/pid.ts'
export type { PidOptions } from './summaries/live/pid-options.ts'
export { type CutEntry, CutHistory } from './streams/cut-history.ts'
export { type CutMove, mapCuts, mapRanges, type RangeMove } from './streams/cut-map.ts'
export { LiveColumn, type LiveMethod, type Rebuilt } from './streams/live-column.ts'
export type { RebuildOptions, RebuildPolicy, RebuildSettings } from './streams/rebuild.ts'
export { RecentRows, type Repair, Repairer } from './streams/repair/judge-repair.ts'
export * from './streams/repair/range-rules.ts'
export { applyTree, patchTree } from './streams/repair/patch-tree.ts'
export { repairRules, repairTree, type RulesRepair, type TreeRepair } from './streams/repair/repair-tree.ts'
export type { MovedCut, Refusal, RepairOptions } from './streams/repair/repair-model.ts'
export type { Way as RepairWay } from './streams/repair/make-patches.ts'
export type { ColumnMove } from './streams/repair/column-moves.ts'
export { rulesOfTree } from './streams/repair/rules-of-tree.ts'
export { StreamRepair, type StreamRepairOptions } from './streams/repair/stream-repair.ts'
export type { Repairable } from './streams/repair/saved-model.ts'
export { rulesFromJson, rulesToJson, savedRules, type SavedRules } from './streams/repair/rules-json.ts'
export { type LayerOptions, Stream, type StreamOptions, type StreamTarget } from './streams/stream.ts'
export { streamFromJson, streamToJson } from './streams/stream-json.ts'
export { type StreamAlarm, type StreamWatcher, watchStream } from './streams/watcher.ts'
export type { WatchedRows } from './streams/watched-rows.ts'
export { StreamAlarms, type StreamAlarmsOptions } from './streams/alarms/stream-alarms.ts'

// Streams: alarms
export type { Alarm, AlarmKind, WatchOptions } from './streams/alarms/alarm.ts'
export { PopulationWatch, type PopulationOptions, type PopulationState } from './streams/alarms/population-drift.ts'
export { ConceptWatch, type ConceptOptions, type ConceptState } from './streams/alarms/concept-drift.ts'
export * from './streams/alarms/boundary-drift.ts'
export { ColumnWatch, type ColumnWatchOptions, type ColumnWatchState } from './streams/alarms/column-watch.ts'
export { watchCuts } from './streams/alarms/watch-cuts.ts'
export { ValueWatch, type ValueWatchOptions, type ValueWatchState } from './streams/alarms/value-watch.ts'
export type { DetectorState } from './streams/alarms/change-types.ts'

// What matters, in a few ranges
export type * from './explain/findings.ts'
export type { ExplainOptions } from './explain/explain-rows.ts'
export { explainGoal, type ExplainGoalOptions } from './explain/explain-goal.ts'
export { explainNumber, type ExplainNumberOptions } from './explain/explain-number.ts'
export { explainGroups, type ExplainGroupsOptions } from './explain/explain-groups.ts'
export { explainClusters, type ExplainClustersOptions } from './explain/explain-clusters.ts'
export { type ClusterOptions, clusterRows, type Clusters } from './explain/clusters/cluster-rows.ts'
// The binning elsewhere
export { exportBinning, exportTargets, type ExportTarget, findExportTarget } from './exports/export-binning.ts'
export type { ExportOptions } from './exports/export-plan.ts'
export { type Dialect, DIALECTS, findDialect } from './exports/sql-dialects.ts'
export { toSql } from './exports/sql-export.ts'
export { sqlTestQueries, toSqlTest } from './exports/sql-tests.ts'
export { toJavaScript, toJavaScriptTest } from './exports/javascript-export.ts'
export { toPython, toPythonTest } from './exports/python-export.ts'
export { toJsonSchema } from './exports/json-schema.ts'
export { type BoundaryCase, boundaryCases, type MomentCase, momentCases } from './exports/boundary-tests.ts'
export type { Moment } from './exports/date-moments.ts'

// The tree elsewhere
export * from './exports/tree/tree-export.ts'
export type { TreeExportOptions } from './exports/tree/tree-plan.ts'
export { treeToSql } from './exports/tree/tree-sql.ts'
export { treeToJavaScript } from './exports/tree/tree-javascript.ts'
export { treeToPython } from './exports/tree/tree-python.ts'
export { treeToDot } from './exports/tree/tree-dot.ts'
export { treeToRules } from './exports/tree/tree-rules.ts'
export { treeSqlTestQueries, treeToJavaScriptTest, treeToPythonTest, treeToSqlTest } from './exports/tree/tree-tests.ts'

// The whole job, and reports of it
export { fitSaved, fitSource, type RunOptions, type SummarizeRequest, summarizeSource, toTable } from './pipeline.ts'
export type { FitRequest } from './plan-fit.ts'
export { type CompareRequest, compareSource } from './pipeline.ts'
export type { ReadOptions, SourceColumn, SourceTable, ValueKind } from './sources/source.ts'
export { binningReport, type BinningReportOptions } from './reports/terminal/binning-text.ts'
export { summaryReport } from './reports/terminal/summaries-text.ts'
export { columnReport } from './reports/terminal/column-text.ts'
export { methodsReport, type MethodsReportOptions } from './reports/terminal/methods-text.ts'
export type { ReportOptions } from './reports/terminal/draw/screen.ts'
export { explanationReport, type ExplanationReportOptions } from './reports/terminal/explanation-report.ts'
export { explanationSentences } from './reports/explanation-texts.ts'
export { compareReport, type CompareReportOptions } from './reports/terminal/comparison-text.ts'
export { rankCsv, rankMarkdown } from './reports/rank-texts.ts'
export { rankReport, type RankReportOptions } from './reports/terminal/ranking-text.ts'
export { treeReport, type TreeReportOptions } from './reports/terminal/tree-text.ts'
export { scoresReport, trialReport } from './reports/terminal/trial-text.ts'
export { treePage, type TreePageOptions } from './reports/html/tree/tree-page.ts'
export { treeSvg, type TreeSvgOptions } from './reports/html/tree/tree-svg.ts'
export { driftCsv } from './reports/drift-texts.ts'
export { driftReport, type DriftReportOptions } from './reports/terminal/drift-report.ts'
export { tableCsv } from './reports/table-csv.ts'
export { tableMarkdown } from './reports/table-markdown.ts'

// Measures
export { conditionalEntropy, entropy } from './measures/entropy.ts'
export { gain } from './measures/gain.ts'
export { mutualInformation } from './measures/mutual-information.ts'
export { gainRatio } from './measures/gain-ratio.ts'
export { conditionalGini, gini } from './measures/gini.ts'
export { chiSquare, type ChiSquareOptions } from './measures/chi-square.ts'
export { cramersV } from './measures/cramers-v.ts'
export { type IndependenceTest, independenceTest } from './measures/independence.ts'
export * from './measures/distributions/chi-square-distribution.ts'
export { bestSplitLimit, type SplitPlaces } from './measures/best-split.ts'
export { arrangementBits, mdlBar, type Side } from './measures/description-length.ts'
export { modlLength } from './measures/modl-length.ts'
export * from './measures/weight-of-evidence.ts'
export { type ClassScore, type ClassScores, classScores, predictionScores } from './measures/class-scores.ts'
export { hellinger, jensenShannon, kolmogorovSmirnov } from './measures/divergence.ts'
export { populationStability, type Stability, type StabilityOptions } from './measures/psi.ts'
export { combineShifts, meanShift, shareShift, type ShiftTest } from './measures/rate-shift.ts'
export { type Draw, hypergeometricTail } from './measures/distributions/hypergeometric.ts'
export { holm } from './measures/holm.ts'
export { conditionalVariance, variance } from './measures/conditional-variance.ts'
export { explainedVariance, type NumberPart } from './measures/explained-variance.ts'
export * from './measures/bin-error.ts'
export { fTail } from './measures/distributions/f-distribution.ts'

// Numbers that are the same on every runtime
export { ln, log2 } from './util/numbers/log2.ts'
export { type Random, random } from './util/random.ts'
export { Scratch } from './util/scratch.ts'
export type { Option, OptionRules } from './util/check.ts'
export type { Rule } from './util/check.ts'
export type { PeriodUnit } from './util/period.ts'
