import { markTable } from '../../binning/fit/fit-table.ts'
import { dealFolds, rowsOfFold } from '../../binning/use/folds.ts'
import { pickTable } from '../../binning/use/split-rows.ts'
import { DataError } from '../../errors.ts'
import { NO_CLASS } from '../../measures/predictions/class-scores.ts'
import { tableRows } from '../../summaries/column-table.ts'
import type { Table } from '../../types.ts'
import { check, integer, isOptions } from '../../util/check.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { type FlatTree, flatTree } from '../flat-tree.ts'
import { growTree } from '../grow/grow-tree.ts'
import { checkGrowOptions, type GrowOptions } from '../grow-options.ts'
import { needClasses } from '../grow/grow-rows.ts'
import { leafOfRows } from '../predict-tree.ts'
import { readTruth, type TrueRows } from '../tree-scores.ts'

/** Options of `depthByFolds`: how trees are grown, and the folds. */
export type FoldOptions = GrowOptions & {
  /** default 5 */
  readonly folds?: number | undefined
  /** of the folds; default 0 */
  readonly seed?: number | undefined
}

/** How deep a tree should be, and what that is based on. */
export interface DepthChoice {
  /** the depth with the highest accuracy, the smallest of equals */
  readonly depth: number
  /** accuracy on held-out rows with trees cut at depth 0, 1, 2 …, every row once */
  readonly accuracies: readonly number[]
}

/**
 * Chooses a limit of depth by cross-validation: for each fold a tree is grown on the other rows, cuts or bins found on
 * these alone, and cut at every depth to predict the rows of the fold. Grow the final tree with `maxDepth` of what is
 * found. The time of `folds` trees.
 *
 *     console.log(depthByFolds(people, { target: 'bought' }).depth) // → 1
 */
export function depthByFolds(table: Table, options: FoldOptions): DepthChoice {
  isOptions('depthByFolds', options)
  const { folds = 5, seed = 0, ...grow } = options
  checkGrowOptions('depthByFolds', grow)
  check('depthByFolds', 'folds', integer(2), folds)
  check('depthByFolds', 'seed', integer(0), seed)
  const { target, targetKind, weights, classes } = grow
  const rowCount = tableRows('depthByFolds', table)
  const marks = markTable('depthByFolds', table, rowCount, { target, targetKind, weights, classes })
  needClasses('depthByFolds', target, marks)
  const foldOf = dealFolds(marks, folds, seed)
  const counting = foldOf.reduce((sum, fold) => sum + (fold < 0 ? 0 : 1), 0)
  if (counting < folds) throw new DataError(`depthByFolds: ${folds} folds need at least ${folds} rows, got ${counting}`)
  const parts = Array.from({ length: folds }, (_, fold) => {
    const { inside, outside } = rowsOfFold(foldOf, fold)
    const tree = growTree(pickTable(table, outside), { ...grow, classes: marks.target.classes })
    const held = pickTable(table, inside)
    const flat = flatTree(tree)
    const leaves = leafOfRows(tree, flat, held, 'depthByFolds')
    return rightByDepth(flat, leaves, readTruth('depthByFolds', tree, held, { target, weights }))
  })
  const deepest = parts.reduce((most, { right }) => Math.max(most, right.length), 0)
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const accuracies = Array.from({ length: deepest }, (_, depth) => {
    const right = parts.reduce((sum, part) => sum + part.right[Math.min(depth, part.right.length - 1)], 0)
    return right / rows
  })
  const depth = accuracies.reduce((best, accuracy, i) => (clearlyLarger(accuracy, accuracies[best]) ? i : best), 0)
  return { depth, accuracies }
}

/** Σw of the rows predicted right by a tree cut at each depth from 0 to its own. */
export function rightByDepth(
  flat: FlatTree,
  leaves: Int32Array,
  { truth, weights }: TrueRows,
): { right: Float64Array; rows: number } {
  const { depths, parents, predicts } = flat
  const deepest = depths[depths.length - 1]
  const right = new Float64Array(deepest + 1)
  /** Σw of the rows whose leaf, at this depth, is right: it stays so however much deeper the tree is cut */
  const settled = new Float64Array(deepest + 1)
  let rows = 0
  for (let row = 0; row < leaves.length; row++) {
    if (truth[row] === NO_CLASS) continue
    const weight = weights === null ? 1 : weights[row]
    const leaf = leaves[row]
    rows += weight
    if (predicts[leaf] === truth[row]) settled[depths[leaf]] += weight
    for (let at = parents[leaf]; at >= 0; at = parents[at]) {
      if (predicts[at] === truth[row]) right[depths[at]] += weight
    }
  }
  let sum = 0
  for (let depth = 0; depth <= deepest; depth++) {
    sum += settled[depth]
    right[depth] += sum
  }
  return { right, rows }
}
