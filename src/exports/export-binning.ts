import type { Binning } from '../binning/binning.ts'
import { findNamed } from '../util/check.ts'
import { toJavaScript, toJavaScriptTest } from './javascript-export.ts'
import type { ExportOptions } from './export-plan.ts'
import { toPython, toPythonTest } from './python-export.ts'
import { toJsonSchema } from './json-schema.ts'
import { toDbtMacro, toDbtTest } from './dbt-macro.ts'
import { toSparkBucketizer, toSparkTest } from './spark-bucketizer.ts'
import { toSql } from './sql-export.ts'
import { toSqlTest } from './sql-tests.ts'
import { calledAs } from '../util/called-as.ts'

/** What something can be exported to. */
export interface TargetOf<Thing, Options> {
  /** what `exportBinning` and the command line call it */
  readonly name: string
  /** one sentence in plain words */
  readonly about: string
  /** ending of the files */
  readonly extension: string
  /** makes the text of the export */
  readonly write: (thing: Thing, options?: Options) => string
  /** the boundary test; `module` is how it finds the export, such as `./loans.js`. Null where there is none. */
  readonly test: ((thing: Thing, options: Options & { readonly module: string }) => string) | null
}

/** What a binning can be exported to. */
export type ExportTarget = TargetOf<Binning, ExportOptions>

const TARGETS: readonly ExportTarget[] = [
  { name: 'sql', about: 'a SELECT with CASE expressions', extension: '.sql', write: toSql, test: toSqlTest },
  {
    name: 'js',
    about: 'a JavaScript module that imports nothing',
    extension: '.js',
    write: toJavaScript,
    test: toJavaScriptTest,
  },
  {
    name: 'python',
    about: 'a Python module, plain and for numpy',
    extension: '.py',
    write: toPython,
    test: toPythonTest,
  },
  { name: 'schema', about: 'JSON Schema of the binned rows', extension: '.json', write: toJsonSchema, test: null },
  { name: 'dbt', about: 'macros for a project of dbt', extension: '.sql', write: toDbtMacro, test: toDbtTest },
  {
    name: 'spark',
    about: "a Bucketizer of Spark's machine learning, in Python",
    extension: '.py',
    write: toSparkBucketizer,
    test: toSparkTest,
  },
]

/**
 * All targets of exports.
 *
 *     console.log(exportTargets().map(({ name, extension }) => `${name} ${extension}`))
 *     // → [ 'sql .sql', 'js .js', 'python .py', 'schema .json', 'dbt .sql', 'spark .py' ]
 */
export function exportTargets(): readonly ExportTarget[] {
  return TARGETS
}

/**
 * The target of a name.
 *
 *     const { extension, write } = findExportTarget('js')
 *     console.log(extension, write(binning).includes('export function binRow')) // → .js true
 *
 * @param name such as `sql`; `exportTargets()` lists them
 */
export function findExportTarget(name: string): ExportTarget {
  return calledAs('findExportTarget', () => findNamed('export: unknown target', TARGETS, name))
}

/**
 * A binning as text that bins rows elsewhere, bit for bit as `assign` does. O(bins + levels + codes).
 *
 *     const query = exportBinning(binning, 'sql', { table: 'shop.visits', dialect: 'postgres' })
 *     console.log(query.trim().split('\n').at(-1)) // → FROM "shop"."visits";
 *
 * @param to name of the target: `sql`, `js`, `python`, `schema`, `dbt` or `spark`; `exportSaved` has more
 */
export function exportBinning(binning: Binning, to: string, options: ExportOptions = {}): string {
  return calledAs('exportBinning', () => findExportTarget(to).write(binning, options))
}
