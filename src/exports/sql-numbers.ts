import type { Dialect } from './sql-dialects.ts'

/** What databases call the type of single precision; the others have only doubles, or round when they please. */
const SINGLE: Readonly<Record<string, string>> = {
  duckdb: 'FLOAT',
  postgres: 'float4',
  spark: 'FLOAT',
  clickhouse: 'Nullable(Float32)',
}

/** Of doubles, all digits but the first 24 leave when this times their leading digit is added and taken away again. */
const LAST_DIGITS = 1.5 * 2 ** 29
/** The same for numbers so close to 0 that single precision has fewer digits for them. */
const LAST_TINY = 1.5 * 2 ** -97

/**
 * A finite number rounded to single precision, half to even, as a double. Where there is no such type, the leading digit
 * is found as Rump, Ogita and Oishi do (2008): with q = (2⁵² + 1) v it is q − (1 − 2⁻⁵³) q.
 *
 * @param tiny whether the number is closer to 0 than 2⁻¹²⁶, and not the others
 */
export function singleText(v: string, tiny: boolean, { name, double, types }: Dialect): string {
  const type = SINGLE[name]
  if (type !== undefined) return `CAST(CAST(${v} AS ${type}) AS ${types.double})`
  if (tiny) return `((${v} + ${double(LAST_TINY)}) - ${double(LAST_TINY)})`
  const q = `(${v}) * ${double(2 ** 52 + 1)}`
  const digits = `${double(LAST_DIGITS)} * (${q} - ${q} * ${double(1 - 2 ** -53)})`
  return `((${v} + ${digits}) - ${digits})`
}

/** A number column as doubles. */
export function asDouble(x: string, { name, types }: Dialect): string {
  // MySQL has casts to doubles since 8.0.17 only.
  return name === 'mysql' ? `(${x} + 0e0)` : `CAST(${x} AS ${types.double})`
}

/** Microseconds since 1970, over 1000 where they are no whole milliseconds: as the library reads a moment. */
const inMillis = (micros: string, millis: string, rest: string): string =>
  `CASE WHEN ${rest} = 0 THEN ${millis} ELSE ${micros} / 1000e0 END`

/** Milliseconds since 1970 of a moment, of which decimals are exact where the database has them. */
const MILLISECONDS: Readonly<Record<string, (x: string) => string>> = {
  duckdb: (x) => inMillis(`CAST(epoch_us(${x}) AS DOUBLE)`, `epoch_ms(${x})`, `epoch_us(${x}) % 1000`),
  postgres: (x) => `EXTRACT(EPOCH FROM ${x})::numeric * 1000`,
  mysql: (x) => `TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', ${x}) / 1000`,
  sqlite: (x) => `CAST(strftime('%s', ${x}) AS INTEGER) * 1000 + CAST(substr(strftime('%f', ${x}), 4) AS INTEGER)`,
  spark: (x) => inMillis(`CAST(unix_micros(${x}) AS DOUBLE)`, `unix_millis(${x})`, `unix_micros(${x}) % 1000`),
  bigquery: (x) => inMillis(`UNIX_MICROS(${x})`, `UNIX_MILLIS(${x})`, `MOD(UNIX_MICROS(${x}), 1000)`),
  snowflake: (x) => `DATE_PART(EPOCH_MICROSECOND, ${x}) / 1000`,
  clickhouse: (x) => {
    const micros = `toUnixTimestamp64Micro(toDateTime64(${x}, 6, 'UTC'))`
    return inMillis(micros, `toFloat64(intDiv(${micros}, 1000))`, `${micros} % 1000`)
  },
  tsql: (x) => `DATEDIFF_BIG(microsecond, CAST('1970-01-01T00:00:00' AS datetime2(6)), ${x}) / 1000.0`,
}

/** A date column as milliseconds since 1970 UTC, in doubles. */
export function millisecondsText(x: string, dialect: Dialect): string {
  return asDouble(`(${MILLISECONDS[dialect.name](x)})`, dialect)
}
