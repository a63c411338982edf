import { binningFromJson } from '../../binning/binning-json.ts'
import { encoderFromJson } from '../../encoders/encoder-json.ts'
import { DataError, FormatError } from '../../errors.ts'
import type { Exportable } from '../../exports/saved-kinds.ts'
import { modelFromJson } from '../../models/model-json.ts'
import type { Predictor } from '../../node/apply/predict-rows.ts'
import { scorecardFromJson } from '../../scorecards/scorecard-json.ts'
import { flatTree, testedColumns } from '../../trees/flat-tree.ts'
import { predictTree } from '../../trees/predict-tree.ts'
import { treeFromJson } from '../../trees/tree-json.ts'
import { show } from '../../util/check.ts'
import { parseJson } from '../../util/saved-json.ts'
import { modelPredictor } from './model-kinds.ts'
import { readText } from '../read-text.ts'
import { bareMessage } from '../../util/called-as.ts'

/** What is read of a saved file that can be exported, by its `format`. */
const READERS: Readonly<
  Record<Exportable['format'], { readonly what: string; readonly read: (text: string) => Exportable }>
> = {
  'kerf-binning': { what: 'binning', read: binningFromJson },
  'kerf-tree': { what: 'tree', read: treeFromJson },
  'kerf-encoder': { what: 'encoder', read: encoderFromJson },
  'kerf-model': { what: 'model', read: modelFromJson },
  'kerf-scorecard': { what: 'scorecard', read: scorecardFromJson },
}

/** What a saved file holds that can be exported; what is wrong with it is said with its name and the path of the bad field. */
export function loadSaved(path: string): Exportable {
  const text = readText(path)
  const format = formatOf(text)
  const known = typeof format === 'string' && Object.hasOwn(READERS, format) ? (format as Exportable['format']) : null
  const { what, read } = READERS[known ?? 'kerf-binning']
  const kind = known === 'kerf-model' ? reading(path, what, () => parseJson(text).get('kind').value) : null
  if (kind === 'naive-bayes' || kind === 'neural') {
    throw new DataError(`${path} holds a model of the kind ${kind}; of models only logistic ones are exported`)
  }
  return reading(path, what, () => read(text))
}

/** Reads a saved tree or model as something that predicts. */
export function loadPredictor(path: string): Predictor {
  return predictorOf(path, readText(path))
}

/** The same of the text of a file. */
export function predictorOf(path: string, text: string): Predictor {
  const format = formatOf(text)
  if (format === 'kerf-model') return reading(path, 'model', () => modelPredictor(text))
  if (typeof format === 'string' && format !== 'kerf-tree') {
    const made = 'kerf tree -o or kerf train -o'
    throw new DataError(`${path} holds ${show(format)}, expected a tree or a model as ${made} saves it`)
  }
  const tree = reading(path, 'tree', () => treeFromJson(text))
  return {
    target: tree.target,
    // Only columns that are tested must be there.
    columns: testedColumns(flatTree(tree)).map((i) => tree.columns[i]),
    predict: (table) => predictTree(tree, table),
  }
}

/** The format a file says it has, also where the rest of it is broken; undefined where it says nothing. */
export function formatOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { format?: unknown } | null)?.format
  } catch {
    return /^\s*\{\s*"format"\s*:\s*"([\w-]+)"/.exec(text)?.[1] // the reader of the file says what is wrong with it
  }
}

/** Runs a reader; its complaints get the name of the file. */
export function reading<T>(path: string, what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError) throw new DataError(`${path} is not a usable ${what}: ${bareMessage(error)}`)
    throw error
  }
}
