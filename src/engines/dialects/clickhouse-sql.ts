import { findDialect } from '../../exports/sql-dialects.ts'
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

/**
 * The SQL by which rows are counted in ClickHouse.
 *
 *     console.log(clickHouseDialect.aboutDistinct('x')) // → uniq(x)
 */
export const clickHouseDialect: EngineDialect = {
  ...findDialect('clickhouse'),
  isFinite: (x) => `isFinite(${x})`,
  isWhole: (x) => `${x} = floor(${x})`,
  aboutDistinct: (x) => `uniq(${x})`,
  column: columnSql,
  trimmed: (text) => String.raw`replaceRegexpAll(${text}, '^[ \\t\\n\\x0b\\f\\r]+|[ \\t\\n\\x0b\\f\\r]+$', '')`,
  spread: (rows, kept, columns) => {
    const lists = listsOf(columns)
    const arrays = Object.entries(lists).map(([name, items]) => `[${items.join(', ')}] AS ${name}`)
    const selected = [...kept, ...Object.keys(lists)]
    return `SELECT ${selected.join(', ')} FROM (${rows}) AS kerf_rows ARRAY JOIN ${arrays.join(', ')}`
  },
  withCells: cellsByBits(
    (x) => `reinterpretAsUInt64(ifNull(${x}, 0.))`,
    (bits, shift) => `toInt64(bitShiftRight(${bits}, ${shift}))`,
  ),
  // toInt64 fails on what lies beneath a NULL, which may be infinite.
  wall: null,
  whole: (x) => `accurateCastOrNull(${x}, 'Int64')`,
  wide: (whole) => `toInt128(${whole})`,
  wideText: (sum) => `toString(${sum})`,
  draw: ({ columns, from, wanted, seed }) => ({
    before: [],
    query:
      `SELECT ${columns.join(', ')} FROM ${from} ORDER BY cityHash64(rowNumberInAllBlocks(), ${seed}) ` +
      `LIMIT ${wanted} SETTINGS max_threads = 1`,
  }),
  mostColumns: 50,
  mostSql: 4_000_000,
}

/** Types that only say how values are stored. */
function bare(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1]
  return inner === undefined ? type : bare(inner)
}

function columnSql(given: string, x: string): ColumnSql | string {
  const type = bare(given)
  const double = `CAST(${x} AS Nullable(Float64))`
  if (/^(?:U?Int(?:8|16|32)|Float32|Float64)$/.test(type)) return numberColumn(double)
  if (/^U?Int64$/.test(type)) return numberColumn(double, LARGEST_WHOLE)
  const decimal = decimalDigits(type)
  if (decimal !== null)
    return decimal.digits <= EXACT_DIGITS ? numberColumn(double) : `decimals of ${decimal.digits} digits`
  if (/^Date(?:32)?$/.test(type)) {
    return dateColumn(`toDateTime64(${x}, 6, 'UTC')`, `CAST(toInt32(${x}) AS Nullable(Float64)) * 86400000`)
  }
  if (type.startsWith('DateTime')) {
    const moment = `toDateTime64(${x}, 6, 'UTC')`
    return dateColumn(moment, `CAST(toUnixTimestamp64Micro(${moment}) AS Nullable(Float64)) / 1000`)
  }
  if (type === 'Bool') return labelColumn('boolean', `if(isNull(${x}), NULL, if(${x}, 'true', 'false'))`)
  if (/^(?:String|FixedString|UUID|Enum)/.test(type)) return labelColumn('category', `toString(${x})`)
  return otherValues(type)
}
