import { findDialect } from '../../exports/sql-dialects.ts'
import {
  cellsByBits,
  type ColumnSql,
  dateColumn,
  decimalDigits,
  type EngineDialect,
  labelColumn,
  listsOf,
  LARGEST_WHOLE,
  numberColumn,
  otherValues,
} from './engine-dialect.ts'

/**
 * The SQL by which rows are counted in Trino. Its texts were never run on a server.
 *
 *     console.log(trinoDialect.double(0.1), trinoDialect.mostColumns) // → DOUBLE '0.1' 25
 */
export const trinoDialect: EngineDialect = {
  ...findDialect('duckdb'),
  name: 'trino',
  title: 'Trino',
  double: (value) => `DOUBLE '${value}'`,
  nonFinite: { nan: 'nan()', infinity: (sign) => `${sign}infinity()` },
  isNan: (x) => `is_nan(${x})`,
  isFinite: (x) => `is_finite(${x})`,
  isWhole: (x) => `${x} = floor(${x})`,
  aboutDistinct: (x) => `approx_distinct(${x})`,
  column: columnSql,
  trimmed: (text) => String.raw`trim(BOTH U&' \0009\000A\000B\000C\000D' FROM ${text})`,
  spread: (rows, kept, columns) => {
    const lists = listsOf(columns)
    const names = Object.keys(lists)
    const arrays = Object.values(lists).map((items) => `ARRAY[${items.join(', ')}]`)
    return (
      `SELECT ${[...kept, ...names].join(', ')} FROM (${rows}) AS kerf_rows ` +
      `CROSS JOIN UNNEST(${arrays.join(', ')}) AS kerf_lists(${names.join(', ')})`
    )
  },
  withCells: cellsByBits(
    (x) => `from_big_endian_64(to_ieee754_64(${x}))`,
    (bits, shift) => `bitwise_right_shift(${bits}, ${shift})`,
  ),
  wall: null,
  whole: (x) => `CAST(${x} AS BIGINT)`,
  wide: (whole) => `CAST(${whole} AS DECIMAL(20, 0))`,
  wideText: (sum) => `CAST(${sum} AS VARCHAR)`,
  // There are no seeds: each draw is another.
  draw: ({ columns, from, wanted }) => ({
    before: [],
    query: `SELECT ${columns.join(', ')} FROM ${from} ORDER BY random() LIMIT ${wanted}`,
  }),
  types: { double: 'DOUBLE', text: 'VARCHAR', integer: 'INTEGER' },
  mostColumns: 25,
  mostSql: 500_000,
}

function columnSql(type: string, x: string): ColumnSql | string {
  if (/^(?:tinyint|smallint|integer|real|double)$/.test(type)) return numberColumn(`CAST(${x} AS DOUBLE)`)
  if (type === 'bigint') return numberColumn(`CAST(${x} AS DOUBLE)`, LARGEST_WHOLE)
  if (decimalDigits(type) !== null) return numberColumn(`CAST(${x} AS DOUBLE)`)
  if (/^(?:date|timestamp)/.test(type)) {
    const moment = type.includes('time zone') ? `(${x} AT TIME ZONE 'UTC')` : x
    // To the millisecond, which is what the database can count.
    const since = `date_diff('millisecond', TIMESTAMP '1970-01-01 00:00:00', CAST(${moment} AS TIMESTAMP(3)))`
    return dateColumn(`CAST(${moment} AS TIMESTAMP(6))`, `CAST(${since} AS DOUBLE)`)
  }
  if (type === 'boolean') return labelColumn('boolean', x)
  if (/^(?:varchar|char|uuid)/.test(type)) return labelColumn('category', `CAST(${x} AS VARCHAR)`)
  return otherValues(type)
}
