import type { Binning } from '../binning/binning.ts'
import { DataError } from '../errors.ts'
import { calledAs } from '../util/called-as.ts'
import { type ColumnPlan, type ExportOptions, planColumns } from './export-plan.ts'
import { findDialect } from './sql-dialects.ts'
import { caseOf, header, named } from './sql-export.ts'

/**
 * A binning as macros for dbt: one per column that is its bin as an expression, and one that selects all rows of a relation
 * with the bins. Save it in the folder `macros` of a project. `table` begins the names of the macros; default `kerf`.
 * O(bins + levels + codes).
 *
 *     const file = toDbtMacro(binning, { dialect: 'snowflake', table: 'loans' })
 *     console.log(file.match(/macro \w+\(.*\)/g)) // → [ 'macro loans_age_bin()', 'macro loans_bins(relation)' ]
 */
export function toDbtMacro(binning: Binning, options: ExportOptions = {}): string {
  return calledAs('toDbtMacro', () => {
    if (options.expressions !== undefined) {
      throw new DataError('export: macros of dbt are expressions already; leave expressions out')
    }
    const plans = planColumns(binning, options)
    const dialect = findDialect(options.dialect ?? 'duckdb')
    const all = `${solid(options.table ?? 'kerf')}_bins`
    const names = macroNames(plans, options.table ?? 'kerf', all)
    const macros = plans.map(
      (plan, i) => `{% macro ${names[i]}() -%}\n${verbatim(caseOf(plan, dialect, ''))}\n{%- endmacro %}\n`,
    )
    const fields = plans.map(({ output }, i) => `  {{ ${names[i]}() }} AS ${verbatim(named(dialect, output))}`)
    const about = header(plans, dialect).replaceAll(/^-- (.*)$/gm, '{# $1 #}')
    return `${about}${macros.join('\n')}
{# All rows of a relation with their bins: {{ ${all}(ref("loans")) }} #}
{% macro ${all}(relation) -%}
SELECT
  *,
${fields.join(',\n')}
FROM {{ relation }}
{%- endmacro %}
`
  })
}

/** A name of letters, digits and underscores, as Jinja wants it. */
function solid(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')
}

/** The names of the macros of columns, no two the same. */
function macroNames(plans: readonly ColumnPlan[], prefix: string, all: string): string[] {
  const taken = new Set([all])
  return plans.map(({ output }) => {
    const plain = solid(`${prefix}_${output}`)
    let name = plain
    for (let i = 2; taken.has(name); i++) name = `${plain}_${i}`
    taken.add(name)
    return name
  })
}

/** A text of which Jinja reads nothing: a brace that would begin something is written as an expression. */
function verbatim(sql: string): string {
  return sql.replaceAll(/\{(?=[{%#])/g, "{{ '{' }}")
}
