import { calledAs } from '../../util/called-as.ts'
import type { Tree } from '../../trees/tree.ts'
import { macroFile, type MacroParts, macroTest } from '../dbt-macro.ts'
import type { SqlOptions } from '../export-plan.ts'
import { scoringHeader } from '../scoring/scoring-sql.ts'
import { type Scoring, scoringFields, scoringSqlTestQueries } from '../scoring/scoring-tests.ts'
import { findDialect } from '../sql-dialects.ts'
import type { StandardOptions } from '../standard-options.ts'
import { planTree, type TreeExportOptions } from '../tree/tree-plan.ts'
import { treeField } from '../tree/tree-sql.ts'
import { treeSqlTestQueries } from '../tree/tree-tests.ts'

type Options = SqlOptions & StandardOptions

const ENDINGS = { 'kerf-encoder': 'encoded', 'kerf-model': 'predicted', 'kerf-scorecard': 'scored' } as const

/** A tree, encoder, model or scorecard as macros for dbt, in the same layout as those of a binning. O(size of the SQL). */
export function savedToDbt(thing: Tree | Scoring, options: Options = {}): string {
  return calledAs('exportSaved', () => macroFile(partsOf(thing, options), options))
}

/** The boundary test of such macros. */
export function savedToDbtTest(thing: Tree | Scoring, options: Options): string {
  return calledAs('exportSaved', () => {
    const queries =
      thing.format === 'kerf-tree'
        ? treeSqlTestQueries(thing, options as TreeExportOptions)
        : scoringSqlTestQueries(thing, options)
    return macroTest(partsOf(thing, options), options, queries)
  })
}

function partsOf(thing: Tree | Scoring, options: Options): MacroParts {
  const dialect = findDialect(options.dialect ?? 'duckdb')
  if (thing.format === 'kerf-tree') {
    const { top, ...field } = treeField(thing, planTree(thing, options as TreeExportOptions), dialect)
    return { fields: [field], top, ending: 'predicted', dialect }
  }
  const encoder = thing.format === 'kerf-encoder' ? thing : thing.encoder
  return {
    fields: scoringFields(thing, options, dialect),
    top: scoringHeader(encoder, dialect),
    ending: ENDINGS[thing.format],
    dialect,
  }
}
