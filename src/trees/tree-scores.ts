import { ArgumentError } from '../errors.ts'
import { type ClassScores, predictionScores } from '../measures/predictions/class-scores.ts'
import { markRows } from '../summaries/mark-rows.ts'
import { tableColumn, tableRows } from '../summaries/column-table.ts'
import { trueClasses } from '../summaries/true-classes.ts'
import type { NumberValues, Table } from '../types.ts'
import { predictFor } from './predict-tree.ts'
import type { Tree } from './tree.ts'
import { knownOptions } from '../util/check.ts'

/** Where the true classes of rows are found. */
export type ScoreOptions = {
  /** name of the column of classes; default that of the target it was made for */
  readonly target?: string | undefined
  /** name of the column of weights; default every row weighs 1 */
  readonly weights?: string | undefined
}

/** True classes and weights of the rows of a table. */
export interface TrueRows {
  readonly truth: Int32Array
  readonly weights: Float64Array | null
}

/** Reads the true classes of a table, as a tree or model knows them. */
export function readTruth(
  where: string,
  model: Pick<Tree, 'target'>,
  table: Table,
  { target, weights }: ScoreOptions,
): TrueRows {
  const name = target ?? model.target.name
  if (name === null)
    throw new ArgumentError(`${where}: target must be the name of a column, got none`, { code: 'wrong-type' })
  const truth = trueClasses(model.target.classes, tableColumn(where, table, name), where)
  if (weights === undefined) return { truth, weights: null }
  const given = tableColumn(where, table, weights) as NumberValues
  return { truth, weights: markRows(tableRows(where, table), { weights: given, weightsName: weights }, where).weights }
}

/**
 * How well a tree predicts the rows of a table: accuracy beside that of the commonest class, area under the
 * ROC curve, precision and recall per class, confusion. O(rows · (depth + classes)).
 *
 *     console.log(treeScores(tree, people).confusion) // → [ [ 80, 15 ], [ 11, 194 ] ]
 *
 * @param table rows with the target of the tree
 */
export function treeScores(tree: Tree, table: Table, options: ScoreOptions = {}): ClassScores {
  knownOptions('treeScores', options, { target: 1, weights: 1 })
  const { truth, weights } = readTruth('treeScores', tree, table, options)
  return predictionScores(predictFor('treeScores', tree, table), truth, weights)
}
