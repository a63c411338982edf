import { ArgumentError } from '../errors.ts'
import { suggest } from '../util/suggest.ts'
import { sqliteDouble } from './sqlite-double.ts'

/** How one database writes what an export needs. All functions give SQL text. */
export interface Dialect {
  /** what the option `dialect` calls it */
  readonly name: string
  /** name of the database as people write it */
  readonly title: string
  /** other names people use for it */
  readonly aliases?: readonly string[]
  /** the name of a column or table, quoted */
  readonly identifier: (name: string) => string
  /** a text as a literal */
  readonly text: (text: string) => string
  /** a finite number, so that it is read back as the same double */
  readonly double: (value: number) => string
  /** NaN and the infinities; null where the database has none of them */
  readonly nonFinite: { readonly nan: string | null; readonly infinity: (sign: '' | '-') => string } | null
  /** whether x is NaN; null where no NaN can be stored */
  readonly isNan: ((x: string) => string) | null
  /** how moments are stored and written */
  readonly time: {
    readonly type: string
    /** ticks in a millisecond: timestamps to the microsecond or to the millisecond */
    readonly perMilli: 1 | 1000
    /** a moment such as 2015-02-04 17:51:59 */
    readonly literal: (text: string) => string
    /** what is compared, when it is not the column itself */
    readonly operand?: (x: string) => string
    readonly infinity?: (sign: '' | '-') => string
    /** said in the header of an export with dates */
    readonly note: string
  }
  /** x as a text that is equal only where every character is, to compare with `level` */
  readonly levelOf: (x: string) => string
  /** a level as a literal, to compare with `levelOf` */
  readonly level: (text: string) => string
  /** whether truth values are kept as 1 and 0 */
  readonly truthAsNumber: boolean
  /** smallest number above 0; default the smallest of all doubles */
  readonly smallest?: number
  /** what CAST calls doubles, texts and whole numbers */
  readonly types: { readonly double: string; readonly text: string; readonly integer: string }
  /** said in the header */
  readonly note?: string
}

const doubled = (text: string, quote: string): string => text.replaceAll(quote, quote + quote)
const doubleQuoted = (name: string): string => `"${doubled(name, '"')}"`
const backQuoted = (name: string): string => '`' + doubled(name, '`') + '`'
const backslashed = (text: string, quote: string): string =>
  text.replaceAll(/[\\]/g, '\\\\').replaceAll(quote, `\\${quote}`)
const plainText = (text: string): string => `'${doubled(text, "'")}'`
const slashText = (text: string): string => `'${backslashed(text, "'")}'`
const castText = (text: string): string => `'${doubled(text.replaceAll('\\', '\\\\'), "'")}'`

/** The shortest digits that are read back as the same double, always with an exponent: 2.45e0. */
function withExponent(value: number): string {
  const text = digitsOf(value)
  return text.includes('e') ? text : `${text}e0`
}

/** The shortest digits that are read back as the same double; −0 as -0.0. */
export function digitsOf(value: number): string {
  return Object.is(value, -0) ? '-0.0' : String(value).replace('e+', 'e')
}

const IN_UTC = 'without a time zone, in UTC'

export const duckDb: Dialect = {
  name: 'duckdb',
  title: 'DuckDB',
  identifier: doubleQuoted,
  text: plainText,
  double: withExponent,
  nonFinite: { nan: "CAST('NaN' AS DOUBLE)", infinity: (sign) => `CAST('${sign}Infinity' AS DOUBLE)` },
  // NaN is equal to NaN here, and above all other numbers; works for whole numbers and decimals too.
  isNan: (x) => `${x} = CAST('NaN' AS DOUBLE)`,
  time: {
    type: 'TIMESTAMP',
    perMilli: 1000,
    literal: (text) => `TIMESTAMP '${text}'`,
    infinity: (sign) => `CAST('${sign}infinity' AS TIMESTAMP)`,
    note: `Date columns are TIMESTAMP ${IN_UTC}.`,
  },
  levelOf: (x) => `CAST(${x} AS VARCHAR)`,
  level: plainText,
  truthAsNumber: false,
  types: { double: 'DOUBLE', text: 'VARCHAR', integer: 'INTEGER' },
}

/**
 * The SQL of every database that bins can be exported to.
 *
 *     console.log(DIALECTS.map(({ name }) => name).join(', '))
 *     // → duckdb, postgres, mysql, sqlite, spark, bigquery, snowflake, clickhouse, tsql
 */
export const DIALECTS: readonly Dialect[] = [
  duckDb,
  {
    name: 'postgres',
    title: 'PostgreSQL',
    aliases: ['postgresql', 'pg'],
    identifier: doubleQuoted,
    // E'…' means the same whether standard_conforming_strings is on or off.
    text: (text) => (text.includes('\\') ? `E${castText(text)}` : plainText(text)),
    double: (value) => `'${digitsOf(value)}'::float8`,
    nonFinite: { nan: "'NaN'::float8", infinity: (sign) => `'${sign}Infinity'::float8` },
    isNan: (x) => `${x} = 'NaN'::float8`,
    time: {
      type: 'timestamp',
      perMilli: 1000,
      literal: (text) => `TIMESTAMP '${text}'`,
      infinity: (sign) => `'${sign}infinity'::timestamp`,
      note: `Date columns are timestamp ${IN_UTC}; a timestamptz is compared in the time zone of the session.`,
    },
    levelOf: (x) => `CAST(${x} AS text)`,
    level: (text) => (text.includes('\\') ? `E${castText(text)}` : plainText(text)),
    truthAsNumber: false,
    types: { double: 'float8', text: 'text', integer: 'integer' },
  },
  {
    name: 'mysql',
    title: 'MySQL',
    aliases: ['mariadb'],
    identifier: backQuoted,
    text: castText,
    double: withExponent,
    nonFinite: null,
    isNan: null,
    time: {
      type: 'DATETIME(6)',
      perMilli: 1000,
      literal: (text) => `TIMESTAMP '${text}'`,
      note: `Date columns are DATETIME in UTC.`,
    },
    // Collations take a for A and drop blanks at the end; bytes do not.
    levelOf: (x) => `CAST(CONVERT(${x} USING utf8mb4) AS BINARY)`,
    level: castText,
    truthAsNumber: true,
    types: { double: 'DOUBLE', text: 'CHAR', integer: 'SIGNED' },
    note: 'MySQL has no NaN and no infinities. Texts are written for a sql_mode without NO_BACKSLASH_ESCAPES.',
  },
  {
    name: 'sqlite',
    title: 'SQLite',
    // In double quotes, a name that no column has would be taken for a text.
    identifier: backQuoted,
    text: plainText,
    double: sqliteDouble,
    nonFinite: { nan: null, infinity: (sign) => `${sign}9e999` },
    isNan: null,
    time: {
      type: 'TEXT',
      perMilli: 1,
      literal: plainText,
      operand: (x) => `strftime('%Y-%m-%d %H:%M:%f', ${x})`,
      note: 'Date columns are texts that strftime reads, such as 2015-02-04 17:51:59.123, in UTC, to the millisecond.',
    },
    levelOf: (x) => `CAST(${x} AS TEXT) COLLATE BINARY`,
    level: plainText,
    truthAsNumber: true,
    types: { double: 'REAL', text: 'TEXT', integer: 'INTEGER' },
    note: 'SQLite stores NaN as NULL, so that NaN is missing without a test of its own.',
  },
  {
    name: 'spark',
    title: 'Spark',
    aliases: ['sparksql', 'databricks'],
    identifier: backQuoted,
    text: slashText,
    double: (value) => `${digitsOf(value)}D`,
    nonFinite: { nan: "CAST('NaN' AS DOUBLE)", infinity: (sign) => `CAST('${sign}Infinity' AS DOUBLE)` },
    isNan: (x) => `isnan(${x})`,
    time: {
      type: 'TIMESTAMP',
      perMilli: 1000,
      literal: (text) => `TIMESTAMP '${text} UTC'`,
      note: 'Date columns are TIMESTAMP.',
    },
    levelOf: (x) => `CAST(${x} AS STRING)`,
    level: slashText,
    truthAsNumber: false,
    types: { double: 'DOUBLE', text: 'STRING', integer: 'INT' },
    note: 'Texts are written for spark.sql.parser.escapedStringLiterals = false, the default.',
  },
  {
    name: 'bigquery',
    title: 'BigQuery',
    aliases: ['googlesql'],
    identifier: (name) => '`' + lineless(backslashed(name, '`')) + '`',
    text: (text) => lineless(slashText(text)),
    double: (value) => `CAST('${digitsOf(value)}' AS FLOAT64)`,
    nonFinite: { nan: "CAST('NaN' AS FLOAT64)", infinity: (sign) => `CAST('${sign}inf' AS FLOAT64)` },
    isNan: (x) => `IS_NAN(${x})`,
    time: {
      type: 'TIMESTAMP',
      perMilli: 1000,
      literal: (text) => `TIMESTAMP '${text}+00'`,
      note: 'Date columns are TIMESTAMP.',
    },
    levelOf: (x) => `CAST(${x} AS STRING)`,
    level: (text) => lineless(slashText(text)),
    truthAsNumber: false,
    types: { double: 'FLOAT64', text: 'STRING', integer: 'INT64' },
  },
  {
    name: 'snowflake',
    title: 'Snowflake',
    identifier: doubleQuoted,
    text: castText,
    double: (value) => `'${digitsOf(value)}'::FLOAT`,
    nonFinite: { nan: "'NaN'::FLOAT", infinity: (sign) => `'${sign}inf'::FLOAT` },
    isNan: (x) => `${x} = 'NaN'::FLOAT`,
    time: {
      type: 'TIMESTAMP_NTZ',
      perMilli: 1000,
      literal: (text) => `'${text}'::TIMESTAMP_NTZ`,
      note: `Date columns are TIMESTAMP_NTZ in UTC, compared to the microsecond.`,
    },
    levelOf: (x) => `CAST(${x} AS VARCHAR)`,
    level: castText,
    truthAsNumber: false,
    types: { double: 'FLOAT', text: 'VARCHAR', integer: 'INTEGER' },
    note: 'Quoted names keep their letters: a column made without quotes is named in capitals.',
  },
  {
    name: 'clickhouse',
    title: 'ClickHouse',
    identifier: (name) => '`' + backslashed(name, '`') + '`',
    text: slashText,
    double: withExponent,
    nonFinite: { nan: 'nan', infinity: (sign) => `${sign}inf` },
    isNan: (x) => `isNaN(${x})`,
    time: {
      type: 'Nullable(DateTime64(6))',
      perMilli: 1000,
      literal: (text) => `toDateTime64('${text}', 6, 'UTC')`,
      note: 'Date columns are DateTime64, which reaches from 1900 to 2299, compared to the microsecond.',
    },
    levelOf: (x) => `toString(${x})`,
    level: slashText,
    truthAsNumber: false,
    types: { double: 'Nullable(Float64)', text: 'Nullable(String)', integer: 'Nullable(Int32)' },
  },
  {
    name: 'tsql',
    title: 'T-SQL (SQL Server)',
    aliases: ['mssql', 'sqlserver', 't-sql'],
    identifier: (name) => `[${doubled(name, ']')}]`,
    text: (text) => `N${plainText(text)}`,
    double: (value) => withExponent(value).toUpperCase(),
    nonFinite: null,
    isNan: null,
    time: {
      type: 'datetime2(6)',
      perMilli: 1000,
      literal: (text) => `CAST('${text.replace(' ', 'T')}' AS datetime2(6))`,
      note: 'Date columns are datetime2 in UTC, compared to the microsecond.',
    },
    // Blanks at the end never count in SQL Server, so no text may end in one; the collation tells a from A.
    levelOf: (x) => `(CAST(${x} AS nvarchar(max)) + N'.') COLLATE Latin1_General_100_BIN2`,
    level: (text) => `N${plainText(`${text}.`)}`,
    truthAsNumber: true,
    smallest: 2.2250738585072014e-308,
    types: { double: 'float', text: 'nvarchar(max)', integer: 'int' },
    note: 'SQL Server has no NaN, no infinities, and no numbers closer to 0 than 2.2250738585072014e-308 but 0.',
  },
]

/** BigQuery's texts in single quotes are of one line. */
function lineless(text: string): string {
  return text.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`)
}

/**
 * The dialect of a name, also by the other names people use for it.
 *
 *     console.log(findDialect('postgresql').title) // → PostgreSQL
 *     console.log(findDialect('mysql').identifier('group')) // → `group`
 *
 * @param name such as `duckdb` or `postgres`
 */
export function findDialect(name: string): Dialect {
  const wanted = name.toLowerCase()
  const found = DIALECTS.find((dialect) => dialect.name === wanted || dialect.aliases?.includes(wanted))
  if (found !== undefined) return found
  const names = DIALECTS.map((dialect) => dialect.name)
  const known = [...names, ...DIALECTS.flatMap((dialect) => dialect.aliases ?? [])]
  const near = suggest(name, known)
  throw new ArgumentError(
    `export: unknown dialect ${JSON.stringify(name)}${near.startsWith(', did') ? near : suggest('', names)}`,
    { code: 'unknown-name' },
  )
}
