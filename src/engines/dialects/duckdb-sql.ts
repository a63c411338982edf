import { duckDb } from '../../exports/sql-dialects.ts'
import {
  cellsByBits,
  type ColumnSql,
  dateColumn,
  decimalDigits,
  type EngineDialect,
  EXACT_DIGITS,
  labelColumn,
  listsOf,
  LARGEST_WHOLE,
  numberColumn,
  otherValues,
} from './engine-dialect.ts'

const WHITE = `' ' || chr(9) || chr(10) || chr(11) || chr(12) || chr(13)`

/**
 * What `sqlEngine` needs to know of the SQL of DuckDB.
 *
 *     console.log(duckDbDialect.title, duckDbDialect.identifier('my age')) // → DuckDB "my age"
 */
export const duckDbDialect: EngineDialect = {
  ...duckDb,
  double: doubleSql,
  isFinite: (x) => `isfinite(${x})`,
  isWhole: (x) => `${x} = floor(${x})`,
  aboutDistinct: (x) => `approx_count_distinct(${x})`,
  column: columnSql,
  trimmed: (text) => `trim(${text}, ${WHITE})`,
  spread: (rows, kept, columns) => {
    const lists = listsOf(columns)
    const unnested = Object.entries(lists).map(([name, items]) => `unnest([${items.join(', ')}]) AS ${name}`)
    return `SELECT ${[...kept, ...unnested].join(', ')} FROM (${rows}) AS kerf_rows`
  },
  withCells: cellsByBits(
    (x) => `CAST(CAST(${x} AS BIT) AS BIGINT)`,
    (bits, shift) => `(${bits} >> ${shift})`,
  ),
  wall: null,
  whole: (x) => `CAST(${x} AS BIGINT)`,
  wide: (whole) => `CAST(${whole} AS HUGEINT)`,
  wideText: (sum) => `CAST(${sum} AS VARCHAR)`,
  draw: ({ columns, from, wanted, seed }) => ({
    before: [],
    query: `SELECT ${columns.join(', ')} FROM (SELECT * FROM ${from}) AS kerf_rows USING SAMPLE reservoir(${wanted} ROWS) REPEATABLE (${seed})`,
  }),
  mostColumns: 50,
  mostSql: 4_000_000,
}

/** A double as SQL, exactly: the shortest decimal that stands for it is read back as the same bits. */
export function doubleSql(value: number): string {
  return `'${value}'::DOUBLE`
}

function columnSql(type: string, x: string): ColumnSql | string {
  if (/^(?:U?(?:TINY|SMALL)INT|U?INTEGER|FLOAT|DOUBLE)$/.test(type)) return numberColumn(`CAST(${x} AS DOUBLE)`)
  if (/^U?BIGINT$/.test(type)) return numberColumn(`CAST(${x} AS DOUBLE)`, LARGEST_WHOLE)
  const decimal = decimalDigits(type)
  if (decimal !== null) {
    return decimal.digits <= EXACT_DIGITS
      ? numberColumn(`CAST(${x} AS DOUBLE)`)
      : `decimals of ${decimal.digits} digits`
  }
  if (/^(?:DATE|TIMESTAMP(?:_S|_MS| WITH TIME ZONE)?)$/.test(type)) {
    return dateColumn(`CAST(${x} AS TIMESTAMP)`, `CAST(epoch_us(${x}) AS DOUBLE) / 1000`)
  }
  if (type === 'BOOLEAN') return labelColumn('boolean', x)
  if (type === 'VARCHAR' || type === 'UUID' || type.startsWith('ENUM')) {
    return labelColumn('category', `CAST(${x} AS VARCHAR)`)
  }
  return otherValues(type)
}
