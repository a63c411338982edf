/** `kerf/streams`: bins that stay right while data flows, alarms, and repairs of what was built on them. */
export { type LayerOptions, Stream, type StreamOptions, type StreamTarget } from './stream.ts'
export { streamFromJson, streamToJson } from './stream-json.ts'
export { LiveColumn, type LiveMethod, type Rebuilt } from './live-column.ts'
export type { RebuildOptions, RebuildPolicy, RebuildSettings } from './rebuild.ts'
export { type CutEntry, CutHistory } from './cut-history.ts'
export { type CutMove, mapCuts, mapRanges, type RangeMove } from './cut-map.ts'
// Cells that change while rows come
export type { LiveTarget } from '../summaries/live/cell-plane.ts'
export type { LiveLayer } from '../summaries/live/live-layer.ts'
export { LiveCells, type LiveCellsOptions } from '../summaries/live/live-cells.ts'
export { Pid } from '../summaries/live/pid.ts'
export type { PidOptions } from '../summaries/live/pid-options.ts'
export {
  type CellsStep,
  type CellStep,
  type PidRows,
  type PidStep,
  replayCells,
  tracePid,
} from '../summaries/live/trace-pid.ts'
// Alarms
export { type StreamAlarm, type StreamWatcher, watchStream } from './watcher.ts'
export type { WatchedRows } from './watched-rows.ts'
export { StreamAlarms, type StreamAlarmsOptions } from './alarms/stream-alarms.ts'
export type { Alarm, AlarmKind, WatchOptions } from './alarms/alarm.ts'
export { type PopulationOptions, type PopulationState, PopulationWatch } from './alarms/population-drift.ts'
export { type ConceptOptions, type ConceptState, ConceptWatch } from './alarms/concept-drift.ts'
export { type BoundaryOptions, type BoundaryState, BoundaryWatch, type Rebuild } from './alarms/boundary-drift.ts'
export { ColumnWatch, type ColumnWatchOptions, type ColumnWatchState } from './alarms/column-watch.ts'
export { watchCuts } from './alarms/watch-cuts.ts'
export { ValueWatch, type ValueWatchOptions, type ValueWatchState } from './alarms/value-watch.ts'
export type { DetectorState } from './alarms/change-types.ts'
// Repairs
export { RecentRows, type Repair, Repairer } from './repair/judge-repair.ts'
export {
  applyRules,
  type CutMoves,
  movedCut,
  patchRules,
  type RangeRule,
  type RangeTest,
  type RuleSet,
  type ValueOf,
} from './repair/range-rules.ts'
export { applyTree, patchTree } from './repair/patch-tree.ts'
export { repairRules, repairTree, type RulesRepair, type TreeRepair } from './repair/repair-tree.ts'
export type { MovedCut, Refusal, RepairOptions } from './repair/repair-model.ts'
export type { Way as RepairWay } from './repair/make-patches.ts'
export type { ColumnMove } from './repair/column-moves.ts'
export { rulesOfTree } from './repair/rules-of-tree.ts'
export { StreamRepair, type StreamRepairOptions } from './repair/stream-repair.ts'
export type { Repairable } from './repair/saved-model.ts'
export { rulesFromJson, rulesToJson, savedRules, type SavedRules } from './repair/rules-json.ts'
