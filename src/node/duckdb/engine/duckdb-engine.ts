import type { DuckDBConnection } from '@duckdb/node-api'
import { duckDbDialect } from '../../../engines/dialects/duckdb-sql.ts'
import type { Engine } from '../../../engines/engine.ts'
import { sqlEngine } from '../../../engines/sql/sql-engine.ts'
import type { SqlColumn, SqlLabels, SqlTable } from '../../../engines/sql/sql-table.ts'
import { parseTruth, trimAscii } from '../../../sources/text/values.ts'
import { chunksOf, sqlText } from '../connect.ts'
import { parquetSql } from '../duckdb-parquet.ts'
import { keepSample } from '../narrow-table.ts'
import { givenSql, numberedSql, readStored, type StoredTable, type StoredValues } from '../stored-table.ts'
import { duckDbConnection } from './duckdb-connection.ts'

/** Bytes of a row: a double, or a text while its column is read. */
const NUMBER_BYTES = 8
const TEXT_BYTES = 16

/** Beyond this a whole number, or the microseconds of a time, is not held exactly by a double. */
const LARGEST = 2 ** 53

/** Types that the database turns into the doubles we read; decimals of up to 15 digits are one exact division away. */
const PLAIN = /^(?:U?(?:TINY|SMALL|BIG)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\((?:\d|1[0-5]),\s*\d+\))$/
const TIMES = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE'])

/**
 * A Parquet file as an engine: the embedded database goes through its rows. There are `bytes` of memory for what is brought
 * here; `drawn` is the path of a file for rows that are drawn.
 */
export function duckDbEngine(
  connection: DuckDBConnection,
  table: StoredTable,
  { bytes, drawn }: { readonly bytes: number; readonly drawn: string },
): Engine {
  return sqlEngine(duckDbConnection(connection), sqlTable(connection, table, drawn), bytes)
}

function sqlTable(connection: DuckDBConnection, table: StoredTable, drawn: string): SqlTable {
  const stored = ({ name }: SqlColumn): StoredValues => table.columns.find((column) => column.name === name)!
  return {
    name: table.file,
    rows: table.rows,
    columns: table.columns.map((column) => sqlColumn(column, table.missing)),
    notes: table.notes,
    from: parquetSql([table.path]),
    numbered: numberedSql(table),
    labels: (column, most) => labelsOf(connection, table, stored(column), most),
    read: (columns) => readStored(connection, table, columns.map(stored)),
    sample: async (request) => {
      const sample = await keepSample(connection, table, request, drawn)
      return { table: sqlTable(connection, sample.table, drawn), notes: sample.notes }
    },
  }
}

function sqlColumn(column: StoredValues, missing: ReadonlySet<string>): SqlColumn {
  const { name, kind, type, sql } = column
  const isText = kind === 'category' || kind === 'boolean' || type === 'VARCHAR'
  const whole = type.endsWith('BIGINT') ? LARGEST : Infinity
  return {
    name,
    kind,
    rowBytes: isText ? TEXT_BYTES : NUMBER_BYTES,
    number: numberSql(column, missing),
    exactUpTo: kind === 'date' ? LARGEST / 1000 : whole,
    text: `${sql}::VARCHAR`,
    level: (raw) => levelOf(raw, column, missing),
    given: givenSql(column, missing),
    holds: type === 'VARCHAR' ? `${kind}s written as text` : `${type} values`,
  }
}

/** A number or date column as doubles in SQL, null where missing; null when only we can read it right. */
function numberSql(column: StoredValues, missing: ReadonlySet<string>): string | null {
  if (column.kind === 'number' && PLAIN.test(column.type)) return givenSql(column, missing)
  return column.kind === 'date' && TIMES.has(column.type) ? `epoch_us(${column.sql})::DOUBLE / 1000` : null
}

function levelOf(raw: string, { kind, type }: StoredValues, missing: ReadonlySet<string>): string | null {
  if (kind === 'boolean' && type === 'BOOLEAN') return raw
  const text = trimAscii(raw)
  if (missing.has(text)) return null
  return kind === 'boolean' ? String(parseTruth(text)) : text
}

/** The different labels of a target, read as we read them, and each as SQL. */
async function labelsOf(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
  most: number,
): Promise<SqlLabels> {
  const numeric = column.kind === 'number' && PLAIN.test(column.type)
  const key = numeric ? givenSql(column, table.missing) : `${column.sql}::VARCHAR`
  const distinct = `(SELECT DISTINCT ${column.sql} FROM ${parquetSql([table.path])} LIMIT ${most})`
  const filler = column.fill(most)
  const literals: string[] = []
  const sql = `SELECT ${column.select}, ${key} FROM ${distinct} WHERE ${column.sql} IS NOT NULL`
  for await (const chunk of chunksOf(connection, sql)) {
    filler.put(chunk, 0, literals.length)
    for (const raw of chunk.getColumnValues(1)) {
      literals.push(raw === null ? 'NULL' : numeric ? duckDbDialect.double(Number(raw)) : sqlText(String(raw)))
    }
  }
  return { values: Array.prototype.slice.call(filler.finish().values, 0, literals.length), key, literals }
}
