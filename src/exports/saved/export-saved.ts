import { calledAs } from '../../util/called-as.ts'
import { findNamed } from '../../util/check.ts'
import { cardToJavaScript, cardToPython, cardToSql } from '../scoring/card-code.ts'
import { exportTargets } from '../export-binning.ts'
import { toOnnx } from '../onnx/to-onnx.ts'
import { toPmml } from '../pmml/to-pmml.ts'
import { type Exportable, mustBeExportable } from '../saved-kinds.ts'
import { encoderToJavaScript, modelToJavaScript } from '../scoring/scoring-javascript.ts'
import { encoderToPython, modelToPython } from '../scoring/scoring-python.ts'
import { encoderToSql, modelToSql } from '../scoring/scoring-sql.ts'
import { scoringToJavaScriptTest, scoringToPythonTest, scoringToSqlTest } from '../scoring/scoring-tests.ts'
import type { StandardOptions } from '../standard-options.ts'
import { treeExportTargets } from '../tree/tree-export.ts'
import { savedToDbt, savedToDbtTest } from './dbt-saved.ts'
import { toOnnxTest, toPmmlTest } from './standard-tests.ts'

/** How something is exported, whatever it is: the options of its kind. */
export type SavedExportOptions = StandardOptions & {
  /** SQL and dbt: the dialect; default duckdb */
  readonly dialect?: string | undefined
  /** SQL: the table, a dot parts schema and name, default `data`; dbt: what begins the names of the macros */
  readonly table?: string | undefined
  /** SQL: the expressions alone, without SELECT and FROM */
  readonly expressions?: boolean | undefined
}

/** What something can be exported to. */
export interface SavedTarget {
  /** what `exportSaved` and the command line call it */
  readonly name: string
  /** one sentence in plain words */
  readonly about: string
  /** ending of the files */
  readonly extension: string
  /** ending of the files of tests, where it is another */
  readonly testExtension?: string
  /** makes the export: a text, or for ONNX bytes */
  readonly write: (thing: never, options: never) => string | Uint8Array
  /** the boundary test; `module` is how it finds the export, such as `./loans.js`. Null where there is none. */
  readonly test: ((thing: never, options: never) => string) | null
}

const STANDARDS: readonly SavedTarget[] = [
  {
    name: 'onnx',
    about: 'a graph of ONNX, for onnxruntime and others',
    extension: '.onnx',
    testExtension: '.py',
    write: toOnnx,
    test: toOnnxTest,
  },
  {
    name: 'pmml',
    about: 'a file of PMML 4.4',
    extension: '.pmml',
    testExtension: '.py',
    write: toPmml,
    test: toPmmlTest,
  },
]

const SQL = { name: 'sql', about: 'a SELECT with CASE expressions', extension: '.sql', test: scoringToSqlTest } as const
const DBT = {
  name: 'dbt',
  about: 'macros for a project of dbt',
  extension: '.sql',
  write: savedToDbt,
  test: savedToDbtTest,
} as const
const JS = {
  name: 'js',
  about: 'a JavaScript module that imports nothing',
  extension: '.js',
  test: scoringToJavaScriptTest,
} as const
const PYTHON = {
  name: 'python',
  about: 'a Python module of plain functions',
  extension: '.py',
  test: scoringToPythonTest,
} as const

const BY_FORMAT: Readonly<Record<Exportable['format'], readonly SavedTarget[]>> = {
  'kerf-binning': [...exportTargets(), ...STANDARDS],
  'kerf-tree': [...treeExportTargets(), DBT, ...STANDARDS],
  'kerf-encoder': [
    { ...SQL, write: encoderToSql },
    { ...JS, write: (encoder: never) => encoderToJavaScript(encoder) },
    { ...PYTHON, write: (encoder: never) => encoderToPython(encoder) },
    DBT,
    ...STANDARDS,
  ],
  'kerf-scorecard': [
    { ...SQL, write: cardToSql },
    { ...JS, write: cardToJavaScript },
    { ...PYTHON, write: cardToPython },
    DBT,
    ...STANDARDS,
  ],
  'kerf-model': [
    { ...SQL, write: modelToSql },
    { ...JS, write: modelToJavaScript },
    { ...PYTHON, write: modelToPython },
    DBT,
    ...STANDARDS,
  ],
}

/**
 * What a kind of thing can be exported to, by the `format` of its saved file.
 *
 *     console.log(savedTargets('kerf-model').map(({ name }) => name))
 *     // → [ 'sql', 'js', 'python', 'dbt', 'onnx', 'pmml' ]
 */
export function savedTargets(format: Exportable['format']): readonly SavedTarget[] {
  return BY_FORMAT[format]
}

/**
 * A binning, encoder, tree, logistic model or scorecard as something that answers the same elsewhere: a text, or bytes for ONNX.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const model = await trainTable(people, encoder)
 *     console.log(typeof exportSaved(model, 'pmml'), exportSaved(encoder, 'onnx').length > 500) // → string true
 *
 * @param to name of the target: `sql`, `js`, `python`, `onnx`, `pmml` and more; `savedTargets` lists them
 */
export function exportSaved(thing: Exportable, to: string, options: SavedExportOptions = {}): string | Uint8Array {
  return calledAs('exportSaved', () => {
    mustBeExportable(thing)
    const target = findNamed('export: unknown target', savedTargets(thing.format), to)
    return target.write(thing as never, options as never)
  })
}
