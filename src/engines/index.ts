/** `kerf/engines`: from rows, wherever they are, to a binning: in memory, or in a database that counts them. */
export { compareSource, fitSaved, fitSource, type RunOptions } from '../pipeline.ts'
export { summarizeSource } from '../summarize-source.ts'
export type { CompareRequest, FitRequest, SummarizeRequest } from '../plan-fit.ts'
export type {
  CountedCells,
  Counting,
  Engine,
  EngineColumn,
  NumbersAsked,
  RangesAsked,
  TargetRequest,
} from './engine.ts'
export { localEngine } from './local.ts'
export { sqlEngine } from './sql/sql-engine.ts'
export type { SqlColumn, SqlConnection, SqlTable } from './sql/sql-table.ts'
export type { EngineDialect } from './dialects/engine-dialect.ts'
export { duckDbDialect } from './dialects/duckdb-sql.ts'
