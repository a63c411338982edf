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
 * The SQL by which rows are counted in PostgreSQL.
 *
 *     console.log(postgresDialect.double(0.1), postgresDialect.wide('x')) // → '0.1'::float8 CAST(x AS numeric)
 */
export const postgresDialect: EngineDialect = {
  ...findDialect('postgres'),
  isFinite: (x) => `abs(${x}) < 'Infinity'::float8`,
  isWhole: (x) => `${x} = floor(${x})`,
  // There is no estimate: this one sorts.
  aboutDistinct: (x) => `count(DISTINCT ${x})`,
  column: columnSql,
  trimmed: (text) => String.raw`btrim(${text}, E' \t\n\x0b\f\r')`,
  spread: (rows, kept, columns) => {
    const lists = listsOf(columns)
    const [names, items] = [Object.keys(lists), Object.values(lists)]
    const values = items[0].map((_, i) => `(${items.map((list) => list[i]).join(', ')})`)
    const selected = [...kept.map((name) => `kerf_rows.${name}`), ...names.map((name) => `kerf_lists.${name}`)]
    // OFFSET 0 keeps what stands here from being computed twice above.
    return (
      `SELECT ${selected.join(', ')} FROM (${rows}) AS kerf_rows ` +
      `CROSS JOIN LATERAL (VALUES ${values.join(', ')}) AS kerf_lists(${names.join(', ')}) OFFSET 0`
    )
  },
  withCells: (rows, kept) => cellsByBits(bitsSql, (bits, shift) => `(${bits} >> ${shift})`)(rows, kept),
  wall: null,
  whole: (x) => `CAST(${x} AS bigint)`,
  wide: (whole) => `CAST(${whole} AS numeric)`,
  wideText: (sum) => `CAST(${sum} AS text)`,
  draw: ({ columns, from, wanted, seed }) => ({
    // The same seed draws the same rows as long as they are gone through in one order.
    before: [
      `SELECT set_config('synchronize_seqscans', 'off', true), set_config('max_parallel_workers_per_gather', '0', true), ` +
        `setseed(${((seed % 1_000_003) / 1_000_003).toFixed(9)})`,
    ],
    query: `SELECT ${columns.join(', ')} FROM ${from} ORDER BY random() LIMIT ${wanted}`,
  }),
  mostColumns: 50,
  mostSql: 4_000_000,
}

function bitsSql(x: string): string {
  return `('x' || encode(float8send(${x}), 'hex'))::bit(64)::bigint`
}

function columnSql(type: string, x: string): ColumnSql | string {
  if (/^(?:smallint|integer|real|double precision)$/.test(type)) return numberColumn(`CAST(${x} AS float8)`)
  if (type === 'bigint') return numberColumn(`CAST(${x} AS float8)`, LARGEST_WHOLE)
  if (decimalDigits(type) !== null) return numberColumn(`CAST(${x} AS float8)`)
  if (type === 'date' || type === 'timestamp without time zone') {
    return dateColumn(`CAST(${x} AS timestamp)`, `CAST(extract(epoch FROM ${x}) * 1000 AS float8)`)
  }
  if (type === 'timestamp with time zone') {
    return dateColumn(`(${x} AT TIME ZONE 'UTC')`, `CAST(extract(epoch FROM ${x}) * 1000 AS float8)`)
  }
  if (type === 'boolean') return labelColumn('boolean', x)
  if (/^(?:text|character varying|character|"char"|name|uuid|citext)/.test(type)) {
    return labelColumn('category', `CAST(${x} AS text)`)
  }
  return otherValues(type)
}
