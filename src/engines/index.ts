/** `kerf/engines`: from rows, wherever they are, to a binning: in memory, or in a database that counts them. */
export { compareSource, fitSaved, fitSource, type RunOptions } from '../pipeline.ts'
export { summarizeSource } from '../summarize-source.ts'
export type { CompareRequest, FitRequest, SummarizeRequest } from '../plan-fit.ts'
export type {
  CountedCells,
  Counting,
  CountingRequest,
  Engine,
  EngineColumn,
  NumbersAsked,
  RangesAsked,
  TargetRequest,
} from './engine.ts'
export { localEngine } from './local.ts'
export { sqlEngine } from './sql/sql-engine.ts'
export type { SqlColumn, SqlConnection, SqlTable } from './sql/sql-table.ts'
export {
  firstPass,
  type FirstPass,
  serverEngine,
  type ServerEngine,
  type ServerOptions as ServerEngineOptions,
} from './sql/server-engine.ts'
export type { ServerSource, TableHints } from './sql/server-table.ts'
export type { ServerConnection, Traffic, TypedColumn } from './sql/server.ts'
export type { Pass, PassWatch } from './sql/passes.ts'
export type { ColumnSql, DrawnRows, DrawSql, EngineDialect } from './dialects/engine-dialect.ts'
export { duckDbDialect } from './dialects/duckdb-sql.ts'
export { postgresDialect } from './dialects/postgres-sql.ts'
export { sparkDialect } from './dialects/spark-sql.ts'
export { clickHouseDialect } from './dialects/clickhouse-sql.ts'
export { trinoDialect } from './dialects/trino-sql.ts'
