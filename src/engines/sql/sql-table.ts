import type { SampleRequest } from '../../sources/sample-rows.ts'
import type { SourceColumn } from '../../sources/source.ts'
import type { LabelValues, Note, Target } from '../../types.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'
import type { EngineColumn } from '../engine.ts'

/** What runs queries: the part of an engine that a driver brings. */
export interface SqlConnection {
  /** how this database writes its SQL */
  readonly dialect: EngineDialect
  /** a result of numbers of any type as doubles, NaN for NULL, some rows at a time; the arrays may be filled again */
  numbers(sql: string): AsyncIterable<{ readonly size: number; readonly columns: readonly Float64Array[] }>
  /** a result of any types, some rows at a time, as a list of columns */
  columns(sql: string): AsyncIterable<readonly (readonly unknown[])[]>
}

/** A column as SQL over the rows of its table. */
export interface SqlColumn extends EngineColumn {
  /** its values as doubles, NULL where missing; null where only the driver can read them right */
  readonly number: string | null
  /** beyond this size doubles do not tell its values apart; Infinity where they always do */
  readonly exactUpTo: number
  /** its values as they are written, NULL where missing */
  readonly text: string
  /** the level that a text stands for; null for a missing value */
  readonly level: (text: string) => string | null
  /** a double, a time, a truth value or a text without white space around it; NULL where missing */
  readonly given: string
  /** what it holds, in words */
  readonly holds: string
}

/** A table of a database, with what is done to it by means of its own. */
export interface SqlTable {
  /** what messages call it */
  readonly name: string
  /** how many rows it has */
  readonly rows: number
  /** its columns, in their order */
  readonly columns: readonly SqlColumn[]
  /** what there is to tell of it, such as columns left out */
  readonly notes: readonly Note[]
  /** what stands after FROM */
  readonly from: string
  /** the same with a number of each row from 0 on; null where rows have no order */
  readonly numbered: { readonly from: string; readonly row: string } | null
  /** the distinct labels of a column, at most so many */
  labels(column: SqlColumn, most: number): Promise<SqlLabels>
  /** whole columns, in their order */
  read(columns: readonly SqlColumn[]): Promise<SourceColumn[]>
  /** rows drawn at random, as a table again */
  sample(request: SampleRequest): Promise<{ readonly table: SqlTable; readonly notes: readonly Note[] }>
}

/** Labels as they are read, and as SQL. */
export interface SqlLabels {
  readonly values: LabelValues
  /** what to compare, and with what */
  readonly key: string
  readonly literals: readonly string[]
}

/** The target as the database hands it out. */
export interface SqlTarget {
  readonly target: Target | null
  /** the class of a row, or its number; NULL where unknown */
  readonly code: string
  readonly notes: readonly Note[]
}

export function asDouble(sql: string, { types }: EngineDialect): string {
  return `CAST(${sql} AS ${types.double})`
}

/** The columns of a result that has one row. */
export async function onlyRow(connection: SqlConnection, sql: string): Promise<unknown[] | null> {
  for await (const columns of connection.columns(sql)) return columns.map(([value]) => value)
  return null
}
