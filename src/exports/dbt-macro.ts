import type { Binning } from '../binning/binning.ts'
import { DataError } from '../errors.ts'
import { calledAs } from '../util/called-as.ts'
import { type ExportOptions, planColumns, type SqlOptions } from './export-plan.ts'
import { type Dialect, findDialect } from './sql-dialects.ts'
import { caseOf, header, named, type SqlField } from './sql-export.ts'
import { sqlTestQueries } from './sql-tests.ts'

/** What macros are made of, whatever is exported. */
export interface MacroParts {
  readonly fields: readonly SqlField[]
  /** comments of SQL that stand on top */
  readonly top: string
  /** what ends the name of the macro for whole relations, such as `bins` */
  readonly ending: string
  readonly dialect: Dialect
}

/**
 * A binning as macros for dbt: one per column that is its bin as an expression, and one that selects all rows of a relation
 * with the bins. Save it in the folder `macros` of a project. `table` begins the names of the macros; default `kerf`.
 * `exportSaved` makes macros of what else is saved. O(bins + levels + codes).
 *
 *     const file = toDbtMacro(binning, { dialect: 'snowflake', table: 'loans' })
 *     console.log(file.match(/macro \w+\(.*\)/g)) // → [ 'macro loans_age_bin()', 'macro loans_bins(relation)' ]
 */
export function toDbtMacro(binning: Binning, options: ExportOptions = {}): string {
  return calledAs('toDbtMacro', () => macroFile(binningParts(binning, options), options))
}

/** The boundary test of the macros of a binning, as `macroTest` makes it. */
export function toDbtTest(binning: Binning, options: ExportOptions = {}): string {
  return calledAs('toDbtTest', () =>
    macroTest(binningParts(binning, options), options, sqlTestQueries(binning, options)),
  )
}

function binningParts(binning: Binning, options: ExportOptions): MacroParts {
  const plans = planColumns(binning, options)
  const dialect = findDialect(options.dialect ?? 'duckdb')
  const fields = plans.map((plan) => ({
    name: plan.output,
    expression: (margin: string) => caseOf(plan, dialect, margin),
  }))
  return { fields, top: header(plans, dialect), ending: 'bins', dialect }
}

/** A macro per field, and one that selects the rows of a relation with all of them. */
export function macroFile(parts: MacroParts, options: SqlOptions): string {
  const { fields, top, dialect } = parts
  if (options.expressions !== undefined) {
    throw new DataError('export: macros of dbt are expressions already; leave expressions out')
  }
  const { all, names } = macroNames(parts, options)
  const macros = fields.map(
    ({ expression }, i) => `{% macro ${names[i]}() -%}\n${verbatim(expression(''))}\n{%- endmacro %}\n`,
  )
  const selected = fields.map(({ name }, i) => `  {{ ${names[i]}() }} AS ${verbatim(named(dialect, name))}`)
  return `${commented(top)}${macros.join('\n')}
{# All rows of a relation with what is made of them: {{ ${all}(ref("loans")) }} #}
{% macro ${all}(relation) -%}
SELECT
  *,
${selected.join(',\n')}
FROM {{ relation }}
{%- endmacro %}
`
}

/**
 * The boundary test of macros, for the folder `tests` of the project: one query, as dbt wants it, that returns no row when
 * all agrees. It calls the macros, so that it tries what the models of the project run.
 *
 * @param queries the boundary test in SQL, in which the expressions of the fields stand
 */
export function macroTest(parts: MacroParts, options: SqlOptions, queries: readonly string[]): string {
  const { names } = macroNames(parts, options)
  const written = parts.fields.map(({ expression }) => `_expected, ${expression('  ')} AS `)
  const called = queries.map((query) => {
    const at = written.findIndex((text) => query.includes(text))
    const start = query.indexOf(written[at])
    const end = start + written[at].length
    return `${verbatim(query.slice(0, start))}_expected, {{ ${names[at]}() }} AS ${verbatim(query.slice(end))}`
  })
  const about = '-- Boundary test, for the folder tests: it returns the values with another answer than in kerf.\n'
  return `${commented(parts.top + about)}\n${called.join('\n\nUNION ALL\n\n')}\n`
}

/** Lines of comments, as Jinja has them. */
function commented(top: string): string {
  return top.replaceAll(/^-- (.*)$/gm, '{# $1 #}')
}

/** A name of letters, digits and underscores, as Jinja wants it. */
function solid(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')
}

/** The names of the macros of all fields together and of each of them, no two the same. */
function macroNames({ fields, ending }: MacroParts, { table = 'kerf' }: SqlOptions): { all: string; names: string[] } {
  const all = solid(`${table}_${ending}`)
  const taken = new Set([all])
  const names = fields.map(({ name: output }) => {
    const plain = solid(`${table}_${output}`)
    let name = plain
    for (let i = 2; taken.has(name); i++) name = `${plain}_${i}`
    taken.add(name)
    return name
  })
  return { all, names }
}

/**
 * A text of which Jinja reads nothing: a brace that would begin something is written as an expression, and so is a carriage
 * return, which Jinja takes for a line end of the file.
 */
function verbatim(sql: string): string {
  return sql.replaceAll(/\{(?=[{%#])/g, "{{ '{' }}").replaceAll('\r', String.raw`{{ '\r' }}`)
}
