/** Everything of `kerf`, and what needs Node: files, standard input and output, the embedded database. */
export * from './index.ts'
export { type Applied, type ApplyOptions, applyRows } from './node/apply-rows.ts'
export { closeDuckDb, type EngineOptions } from './node/duckdb.ts'
export { renderDrift, renderReport } from './node/html-report.ts'
export { type DataOptions, readData } from './node/open-data.ts'
export {
  type Opened,
  readRowsOrSummaries,
  readSummaryFiles,
  summaryBytes,
  writeSummaryFile,
} from './node/summary-file.ts'
export { type OutputOptions, writeFileSafely } from './node/output.ts'
export { readCsvByDuckDb } from './node/duckdb-csv.ts'
export { filterRows } from './node/where.ts'
export { type Predicted, type Predictor, predictRows, type PredictRowsOptions } from './node/predict-rows.ts'
export { threadPool, type ThreadPoolOptions } from './node/thread-pool.ts'
export type { WorkerPool } from './workers/pool.ts'
