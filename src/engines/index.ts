/** `kerf/engines`: from rows, wherever they are, to a binning: in memory, or in a database that counts them. */
export {
  type CompareRequest,
  compareSource,
  fitSaved,
  fitSource,
  type RunOptions,
  type SummarizeRequest,
  summarizeSource,
} from '../pipeline.ts'
export type { FitRequest } from '../plan-fit.ts'
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
