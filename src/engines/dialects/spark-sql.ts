import { findDialect } from '../../exports/sql-dialects.ts'
import {
  type ColumnSql,
  dateColumn,
  decimalDigits,
  type EngineDialect,
  labelColumn,
  LARGEST_WHOLE,
  numberColumn,
  otherValues,
} from './engine-dialect.ts'

/**
 * The SQL by which rows are counted in Spark.
 *
 *     console.log(sparkDialect.double(0.1), sparkDialect.identifier('my age')) // → 0.1D `my age`
 */
export const sparkDialect: EngineDialect = {
  ...findDialect('spark'),
  isFinite: (x) => `abs(${x}) < CAST('Infinity' AS DOUBLE)`,
  isWhole: (x) => `${x} = rint(${x})`,
  aboutDistinct: (x) => `approx_count_distinct(${x})`,
  column: columnSql,
  trimmed: (text) => String.raw`trim(BOTH ' \t\n\u000b\f\r' FROM ${text})`,
  // Cheaper than stack, which makes an object of every value; and short, since long code is not compiled.
  spread: (rows, kept, { values, constants }) => {
    const numbers = values.map((_, i) => `${i}`).join(', ')
    const inner = values.map((value, i) => `${value} AS kerf_v${i}`)
    const value = `CASE i ${values.map((_, i) => `WHEN ${i} THEN kerf_v${i}`).join(' ')} END AS v`
    const own = Object.entries(constants).map(([name, items]) => `array(${items.join(', ')})[i] AS ${name}`)
    const exploded = `SELECT ${[...kept, ...inner, `explode(array(${numbers})) AS i`].join(', ')} FROM (${rows}) AS kerf_rows`
    return `SELECT ${[...kept, 'i', value, ...own].join(', ')} FROM (${exploded}) AS kerf_exploded`
  },
  withCells,
  // What is not the same for every run of a query is not written into conditions.
  wall: 'spark_partition_id()',
  whole: (x) => `CAST(${x} AS BIGINT)`,
  wide: (whole) => `CAST(${whole} AS DECIMAL(20, 0))`,
  wideText: (sum) => `CAST(${sum} AS STRING)`,
  draw: ({ columns, from, wanted, seed }) => ({
    before: [],
    query: `SELECT ${columns.join(', ')} FROM ${from} ORDER BY rand(${seed}) LIMIT ${wanted}`,
  }),
  mostColumns: 25,
  mostSql: 1_000_000,
}

/** The smallest double with all its digits, and the largest. */
const NORMAL = '2.2250738585072014E-308D'
const LARGEST = '1.7976931348623157E308D'
/** 2 to the power of 1022 makes numbers below `NORMAL` fractions of 1. */
const RAISED = '4.49423283715579E307D'

/**
 * Spark cannot look at the bits of a double, so they are computed: the exponent from a logarithm, which may be off by one
 * and is set right by what is left, and the digits after the leading one. Powers of two and all steps are exact.
 */
function withCells(rows: string, kept: readonly string[]): string {
  const own = [...kept, 'v'].join(', ')
  const isNormal = `abs(v) >= ${NORMAL} AND abs(v) <= ${LARGEST}`
  const sizes =
    `SELECT ${own}, CAST(shiftleft(1L, 52 - s) AS DOUBLE) AS parts, abs(v) AS size, CASE WHEN ${isNormal} ` +
    `THEN least(1023L, CAST(floor(log2(abs(v))) AS BIGINT)) ELSE 0L END AS power FROM (${rows}) AS kerf_values`
  // Most numbers are near 1, where powers of two are shifts.
  const divisor =
    `CASE WHEN power BETWEEN 0L AND 62L THEN CAST(shiftleft(1L, CAST(power AS INT)) AS DOUBLE) ` +
    `WHEN power BETWEEN -62L AND -1L THEN 1D / CAST(shiftleft(1L, CAST(-power AS INT)) AS DOUBLE) ` +
    `ELSE power(2D, CAST(power AS DOUBLE)) END`
  const digits = `SELECT ${own}, parts, size, power, size / (${divisor}) AS digits FROM (${sizes}) AS kerf_sizes`
  const cell = (exponent: string, fraction: string): string =>
    `(power + ${exponent}) * CAST(parts AS BIGINT) + CAST(floor((${fraction}) * parts) AS BIGINT)`
  const bits =
    `CASE WHEN size = 0D THEN 0L WHEN size < ${NORMAL} THEN CAST(floor(size * ${RAISED} * parts) AS BIGINT) ` +
    `WHEN size > ${LARGEST} THEN 2047L * CAST(parts AS BIGINT) ` +
    `WHEN digits >= 2D THEN ${cell('1024L', 'digits / 2D - 1D')} ` +
    `WHEN digits < 1D THEN ${cell('1022L', 'digits * 2D - 1D')} ELSE ${cell('1023L', 'digits - 1D')} END`
  const inner = `SELECT ${own}, ${bits} AS bits FROM (${digits}) AS kerf_digits`
  return `SELECT ${own}, CASE WHEN v IS NULL THEN NULL WHEN v < 0D THEN -1L - bits ELSE bits END AS k FROM (${inner}) AS kerf_bits`
}

function columnSql(type: string, x: string): ColumnSql | string {
  if (/^(?:tinyint|byte|smallint|short|int|integer|float|real|double)$/.test(type)) {
    return numberColumn(`CAST(${x} AS DOUBLE)`)
  }
  if (/^(?:bigint|long)$/.test(type)) return numberColumn(`CAST(${x} AS DOUBLE)`, LARGEST_WHOLE)
  if (decimalDigits(type) !== null) return numberColumn(`CAST(${x} AS DOUBLE)`)
  if (/^(?:date|timestamp|timestamp_ntz|timestamp_ltz)$/.test(type)) {
    const moment = `CAST(${x} AS TIMESTAMP)`
    return dateColumn(moment, `CAST(unix_micros(${moment}) AS DOUBLE) / 1000D`)
  }
  if (type === 'boolean') return labelColumn('boolean', x)
  if (/^(?:string|varchar|char)/.test(type)) return labelColumn('category', `CAST(${x} AS STRING)`)
  return otherValues(type)
}
