import { ArgumentError } from '../errors.ts'
import {
  alikeScores,
  type ClassScores,
  NO_CLASS,
  predictionScores,
  type RowsAlike,
} from '../measures/predictions/class-scores.ts'
import { markRows } from '../summaries/mark-rows.ts'
import { tableColumn, tableRows } from '../summaries/column-table.ts'
import { trueClasses } from '../summaries/true-classes.ts'
import type { NumberValues, Table } from '../types.ts'
import { type FlatTree, flatTree } from './flat-tree.ts'
import { leafOfRows, leafShares, predictLeaves } from './predict-tree.ts'
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
  const flat = flatTree(tree)
  const leaves = leafOfRows(tree, flat, table, 'treeScores')
  const { classes } = tree.target
  if (weights === null && classes.length === 2) return alikeScores(classes, rowsByLeaf(tree, flat, leaves, truth))
  return predictionScores(predictLeaves(tree, flat, leaves), truth, weights)
}

/** Counts the rows of two classes at every node that some came to. O(rows + nodes). */
function rowsByLeaf(tree: Tree, flat: FlatTree, leaves: Int32Array, truth: Int32Array): RowsAlike[] {
  const size = flat.nodes.length
  const [first, second, others] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  for (let row = 0; row < leaves.length; row++) {
    const code = truth[row]
    if (code === NO_CLASS) continue
    const counts = code === 0 ? first : code === 1 ? second : others
    counts[leaves[row]]++
  }
  const shares = leafShares(tree, flat)
  return Array.from(flat.predicts, (predicted, node) => {
    const counts = [first[node], second[node]]
    return { predicted, chance: shares[2 * node + 1], counts, unknown: others[node] }
  }).filter(({ counts, unknown }) => counts[0] + counts[1] + unknown > 0)
}
