/** The public list: runs in browsers and in Node, imports no package. The rest is in the entries beside it (`kerf/trees` …). */
export type {
  CategorySummary,
  Cells,
  Closed,
  LabelValue,
  LabelValues,
  LeftOut,
  Note,
  NumberSummary,
  NumberValue,
  NumberValues,
  Proposal,
  Reason,
  Refused,
  Summary,
  Table,
  TableGiven,
  Tallies,
  Target,
  ValueRange,
  ValuesGiven,
} from './types.ts'
export {
  AbortError,
  ArgumentError,
  DataError,
  type ErrorCode,
  errorFromJson,
  type ErrorJson,
  type ErrorFacts,
  errorToJson,
  FormatError,
  isKerfError,
  KerfError,
} from './errors.ts'

// Layer one
export { type SummarizeOptions, summarize } from './summaries/summarize.ts'
export { merge } from './summaries/merge.ts'

// Layer two
export { type CommonOptions, discretize, type DiscretizeOptions } from './discretizers/discretize.ts'
export type {
  AnyDiscretizer,
  Discretizer,
  Found,
  Grouped,
  MethodRefinement,
  Need,
  Preset,
  Refinement,
} from './discretizers/discretizer.ts'
export type { Look, Rivals, Seen, UnknownRank } from './discretizers/coarse-look.ts'
export type { ColumnView } from './discretizers/column-view.ts'
export * from './discretizers/registry.ts'
export { type Traits, traitsOf } from './discretizers/traits.ts'
export { adviseBins, type AdviseOptions } from './discretizers/advise-bins.ts'
export type { AdvisedRule, BinCountRule } from './discretizers/bin-count/bin-count-rules.ts'
export type { Advice, TriedBins } from './discretizers/bin-count/choose-bins.ts'

// The fitted result
export type { CellCounts, LevelReference, NumberReference, ReferenceWanted } from './binning/reference.ts'
export {
  type Binning,
  type CategoryBin,
  type CategoryColumn,
  type Column,
  type Counted,
  hasCuts,
  type Missing,
  type NumberBin,
  type NumberColumn,
  type Policy,
  type PolicyName,
  type Shape,
  type Special,
  type Unseen,
  VERSION,
} from './binning/binning.ts'
export { binningFromJson, binningFromJson as fromJson, binningToJson, binningToJson as toJson } from './binning/binning-json.ts' // prettier-ignore
export { type BinningFacts, toBinning } from './binning/to-binning.ts'
export { assign, assignCuts, slotCount } from './binning/assign.ts'
export { binLabels, slotLabels } from './binning/labels.ts'

// Fitting
export type { Certificate } from './binning/fit/cell-source.ts'
export type { ColumnPolicies } from './binning/fit/count-column.ts'
export {
  certify,
  fit,
  fitAsync,
  type FitAsyncOptions,
  type FitOptions,
  fitSummary,
  type FitSummaryOptions,
} from './binning/fit/fit.ts'
export { fitTable } from './binning/fit/fit-table.ts'
export type { ColumnFit } from './binning/fit/column-fit.ts'
export type { GivenGroups, UnseenWanted } from './binning/fit/given-groups.ts'
export type { StopSignal } from './binning/fit/column-pool.ts'
export type { FitTableOptions } from './binning/fit/table-options.ts'
export { fitSummaries, type FitSummariesOptions } from './binning/fit/fit-summaries.ts'
export { type ColumnJobs, type ColumnPool, inlinePool, type PoolRun } from './binning/fit/column-pool.ts'
export type { ColumnJob } from './binning/fit/fit-column.ts'
export {
  cutAndAssign,
  type CutAndAssigned,
  fitAndAssign,
  type FittedAndAssigned,
} from './binning/fit/cut-and-assign.ts'
export { findCuts, type FindCutsOptions } from './binning/fit/find-cuts.ts'
export { type Chi2Fit, chi2Table } from './binning/together/chi2-table.ts'

// Using it
export { binningTable, type BinningTable, type TableRow } from './binning/use/binning-table.ts'
export { recount, recountColumn, type RecountOptions } from './binning/use/recount.ts'
export { type Change, edit } from './binning/use/edit.ts'
export type { LevelChange } from './binning/use/edit-levels.ts'
export { binEdges, column, type EdgedBin, labelOf } from './binning/use/look-up.ts'
export { type CutEditor, type Editing, type LevelEditor, makeEditor } from './binning/use/editor.ts'
export { groupLevels, type GroupLevelsOptions } from './binning/use/group-levels.ts'
export { representatives } from './binning/use/representatives.ts'
export { pickTable, type SplitOptions, splitRows } from './binning/use/split-rows.ts'
export { type Caution, rankColumns, type RankedColumn, type Ranking } from './binning/compare/rank-columns.ts'
export { type BinningDiff, type ColumnDiff, diffBinnings, type MovedCut } from './binning/compare/diff-binnings.ts'
export {
  type ColumnCheck,
  type Difference,
  type Verification,
  verifyBinning,
} from './binning/compare/verify-binning.ts'
export { type ColumnGroup, columnGroups } from './binning/compare/column-groups.ts'
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
export { compareDrift, type DriftOptions } from './binning/drift/compare-drift.ts'
export { driftByPeriod, type PeriodOptions } from './binning/drift/drift-periods.ts'
export type {
  ColumnDrift,
  ColumnRate,
  Drift,
  DriftLevel,
  Outside,
  OverallRate,
  PeriodDrift,
  RateChange,
  RateRange,
  RateShiftKind,
  ShareRange,
  ShiftPlace,
  SideCount,
  SlotDrift,
} from './binning/drift/drift-types.ts'

// Tables of rows, and those that a reader of `kerf/sources` gave
export { fromRows, type RowColumn, type RowColumns } from './sources/from-rows.ts'
export { toTable } from './sources/source.ts'
export type { ReadOptions, SourceColumn, SourceTable, ValueKind } from './sources/source.ts'

// What several of them take
export { type Random, random } from './util/random.ts'
export { Scratch } from './util/scratch.ts'
export type { Option, OptionRules, Rule } from './util/check.ts'
export { parseRule } from './util/parse-rule.ts'
export type { PeriodUnit } from './util/period.ts'
