import type { Binning } from '../binning/binning.ts'
import { findNamed } from '../util/check.ts'
import { toJavaScript, toJavaScriptTest } from './javascript-export.ts'
import type { ExportOptions } from './export-plan.ts'
import { toPython, toPythonTest } from './python-export.ts'
import { toJsonSchema } from './json-schema.ts'
import { toSql } from './sql-export.ts'
import { toSqlTest } from './sql-tests.ts'
import { calledAs } from '../util/called-as.ts'

/** What something can be exported to. */
export interface TargetOf<Thing, Options> {
  readonly name: string
  readonly about: string
  /** ending of the files */
  readonly extension: string
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
]

/** All targets of exports. */
export function exportTargets(): readonly ExportTarget[] {
  return TARGETS
}

/** The target of a name. */
export function findExportTarget(name: string): ExportTarget {
  return calledAs('findExportTarget', () => findNamed('export: unknown target', TARGETS, name))
}

/** A binning as text that bins rows elsewhere, bit for bit as `assign` does. O(bins + levels + codes). */
export function exportBinning(binning: Binning, to: string, options: ExportOptions = {}): string {
  return calledAs('exportBinning', () => findExportTarget(to).write(binning, options))
}
