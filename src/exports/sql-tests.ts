import { type Binning, hasCuts } from '../binning/binning.ts'
import { boundaryCases, momentCases } from './boundary-tests.ts'
import { type Dialect, digitsOf, findDialect } from './sql-dialects.ts'
import { momentText } from './date-moments.ts'
import { type ColumnPlan, type ExportOptions, planColumns } from './export-plan.ts'
import { answerOf, caseOf, header, named } from './sql-export.ts'
import { calledAs } from '../util/called-as.ts'

/** Databases limit how many SELECTs one UNION may join. */
const MOST_SELECTS = 100

/** Cases in parts that one query can hold. */
export function inQueries<T>(cases: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(cases.length / MOST_SELECTS) }, (_, i) =>
    cases.slice(i * MOST_SELECTS, (i + 1) * MOST_SELECTS),
  )
}

/**
 * The boundary test of an export to SQL as a script of queries, each of which returns no row when all agrees.
 *
 *     const script = toSqlTest(binning, { dialect: 'sqlite' })
 *     console.log(script.split('\n')[2])
 *     // → -- Boundary test: every query returns the values that get another bin than in kerf. None should.
 */
export function toSqlTest(binning: Binning, options: ExportOptions = {}): string {
  return calledAs('toSqlTest', () => {
    const plans = planColumns(binning, options)
    const top = header(plans, findDialect(options.dialect ?? 'duckdb'))
    const about = 'every query returns the values that get another bin than in kerf'
    return testScript(top, about, sqlTestQueries(binning, options))
  })
}

/** Queries under a header that says what they return. */
export function testScript(top: string, about: string, queries: readonly string[]): string {
  return `${top}-- Boundary test: ${about}. None should.\n\n${queries.map((query) => `${query};\n`).join('\n')}`
}

/**
 * The queries of the boundary test, one by one. Each returns a row per value whose bin is not the one of the library.
 *
 *     // Run these in your database: each returns no row when it bins as the library does.
 *     for (const query of sqlTestQueries(binning)) console.log(query.split('\n')[0])
 *     // → SELECT 'age' AS kerf_column, kerf_value, kerf_expected, kerf_got
 */
export function sqlTestQueries(binning: Binning, options: ExportOptions = {}): string[] {
  return calledAs('sqlTestQueries', () => {
    const plans = planColumns(binning, options)
    const dialect = findDialect(options.dialect ?? 'duckdb')
    const prefix = freePrefix(plans.map(({ column }) => column))
    return plans.flatMap((plan) =>
      inQueries(casesOf(plan, dialect)).map((part) => queryOf(plan, part, dialect, prefix)),
    )
  })
}

/** What the names of a query begin with, as no column does. */
export function freePrefix(columns: readonly { readonly name: string }[]): string {
  let prefix = 'kerf'
  while (columns.some(({ name }) => name.toLowerCase().startsWith(`${prefix}_`))) prefix += '_x'
  return prefix
}

/** Rows of literals as SELECTs to be joined; the first one names the columns. */
export function selectRows(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const selects = rows.map((items, i) => items.map((item, j) => (i === 0 ? `${item} AS ${names[j]}` : item)).join(', '))
  return `SELECT ${selects.join('\n    UNION ALL SELECT ')}`
}

interface SqlCase {
  readonly shown: string
  readonly literal: string
  readonly slot: number | null
}

function queryOf(plan: ColumnPlan, cases: readonly SqlCase[], dialect: Dialect, prefix: string): string {
  const { types } = dialect
  const [value, expected, got] = ['value', 'expected', 'got'].map((name) => `${prefix}_${name}`)
  const column = named(dialect, plan.column.name)
  const texts = typeof plan.answers[0] === 'string'
  const nothing = `CAST(NULL AS ${texts ? types.text : plan.fractions ? types.double : types.integer})`
  const rows = cases.map(({ shown, literal, slot }) => {
    return [dialect.text(shown), literal, slot === null ? nothing : answerOf(plan, slot, dialect)]
  })
  // Only what compares texts exactly sees that a is not A.
  const [left, right] = texts ? [dialect.levelOf(expected), dialect.levelOf(got)] : [expected, got]
  return [
    `SELECT ${dialect.text(plan.column.name)} AS ${prefix}_column, ${value}, ${expected}, ${got}`,
    `FROM (`,
    `  SELECT ${value}, ${expected}, ${caseOf(plan, dialect, '  ')} AS ${got}`,
    `  FROM (`,
    `    ${selectRows([value, column, expected], rows)}`,
    `  ) AS ${prefix}_cases`,
    `) AS ${prefix}_answers`,
    `WHERE CASE WHEN ${left} = ${right} THEN 0 WHEN ${expected} IS NULL AND ${got} IS NULL THEN 0 ELSE 1 END = 1`,
  ].join('\n')
}

/** The boundary cases that the database can hold. */
function casesOf(plan: ColumnPlan, dialect: Dialect): SqlCase[] {
  const { column } = plan
  if (column.kind === 'date') return timeCases(plan, dialect)
  return boundaryCases(column).flatMap(({ value, slot }) => {
    const type = hasCuts(column) ? dialect.types.double : dialect.types.text
    const literal =
      value === null
        ? `CAST(NULL AS ${type})`
        : typeof value === 'string'
          ? dialect.text(value)
          : numberLiteral(value, dialect)
    const shown = typeof value === 'number' && Number.isFinite(value) ? digitsOf(value) : String(value)
    return literal === null ? [] : [{ shown, literal, slot }]
  })
}

/** A number as the database writes it; null where it cannot hold it. */
export function numberLiteral(value: number, { nonFinite, double, smallest = 0 }: Dialect): string | null {
  if (Number.isNaN(value)) return nonFinite?.nan ?? null
  if (!Number.isFinite(value)) return nonFinite?.infinity(value > 0 ? '' : '-') ?? null
  return value !== 0 && Math.abs(value) < smallest ? null : double(value)
}

function timeCases({ column }: ColumnPlan, dialect: Dialect): SqlCase[] {
  if (!hasCuts(column)) return []
  const { perMilli, type, infinity, literal } = dialect.time
  return momentCases(column, perMilli).flatMap(({ value, slot }) => {
    if (value === null) return [{ shown: 'null', literal: `CAST(NULL AS ${type})`, slot }]
    if (typeof value === 'string') {
      return infinity === undefined ? [] : [{ shown: value, literal: infinity(value === 'infinity' ? '' : '-'), slot }]
    }
    const shown = momentText(value, perMilli === 1 ? 3 : undefined)
    return [{ shown, literal: literal(shown), slot }]
  })
}
