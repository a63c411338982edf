import type { Binning } from '../binning/binning.ts'
import { suggest } from '../util/suggest.ts'
import { toJavaScript, toJavaScriptTest } from './javascript-export.ts'
import type { ExportOptions } from './export-plan.ts'
import { toPython, toPythonTest } from './python-export.ts'
import { toJsonSchema } from './json-schema.ts'
import { toSql } from './sql-export.ts'
import { toSqlTest } from './sql-tests.ts'

/** What a binning can be exported to. */
export interface ExportTarget {
  readonly name: string
  readonly about: string
  /** ending of the files */
  readonly extension: string
  readonly write: (binning: Binning, options?: ExportOptions) => string
  /** the boundary test; `module` is how it finds the export, such as `./loans.js`. Null where there is none. */
  readonly test: ((binning: Binning, options: ExportOptions & { readonly module: string }) => string) | null
}

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
  const found = TARGETS.find((target) => target.name === name)
  if (found !== undefined) return found
  const names = TARGETS.map((target) => target.name)
  throw new RangeError(`export: unknown target ${JSON.stringify(name)}${suggest(name, names)}`)
}

/** A binning as text that bins rows elsewhere, bit for bit as `assign` does. O(bins + levels + codes). */
export function exportBinning(binning: Binning, to: string, options: ExportOptions = {}): string {
  return findExportTarget(to).write(binning, options)
}
