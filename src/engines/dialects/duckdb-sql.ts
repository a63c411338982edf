import { duckDb } from '../../exports/sql-dialects.ts'
import type { EngineDialect } from './engine-dialect.ts'

/**
 * What `sqlEngine` needs to know of the SQL of DuckDB.
 *
 *     console.log(duckDbDialect.title, duckDbDialect.identifier('my age')) // → DuckDB "my age"
 */
export const duckDbDialect: EngineDialect = {
  ...duckDb,
  double: doubleSql,
  isFinite: (x) => `isfinite(${x})`,
  aboutDistinct: (x) => `approx_count_distinct(${x})`,
}

/** A double as SQL, exactly: the shortest decimal that stands for it is read back as the same bits. */
export function doubleSql(value: number): string {
  return `'${value}'::DOUBLE`
}
