/** Everything of `kerf`, and what needs Node: files, standard input and output, the embedded database. */
export * from './index.ts'
export { type Applied, type ApplyOptions, applyRows } from './node/apply/apply-rows.ts'
export { closeDuckDb, type EngineOptions } from './node/duckdb/connect.ts'
export { renderDrift, renderReport } from './node/render-report.ts'
export { type DataOptions, readData } from './node/read/read-data.ts'
export {
  type Opened,
  readRowsOrSummaries,
  readSummaryFiles,
  summaryBytes,
  writeSummaryFile,
} from './node/read/summary-file.ts'
export { type OutputOptions, writeFileSafely } from './node/files/write-file.ts'
export { filterRows } from './node/duckdb/filter-rows.ts'
export { type Predicted, type Predictor, predictRows, type PredictRowsOptions } from './node/apply/predict-rows.ts'
export { threadPool, type ThreadPoolOptions } from './node/thread-pool.ts'
export type { WorkerPool } from './workers/worker-pool.ts'
