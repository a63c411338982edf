import { markTable } from '../../binning/fit/fit-table.ts'
import { dealFolds, rowsOfFold } from '../../binning/use/folds.ts'
import { pickTable } from '../../binning/use/split-rows.ts'
import { DataError } from '../../errors.ts'
import { shareInterval, type ShareInterval } from '../../measures/distributions/share-interval.ts'
import { tableRows } from '../../summaries/column-table.ts'
import type { Table } from '../../types.ts'
import { check, integer } from '../../util/check.ts'
import { flatTree } from '../flat-tree.ts'
import { checkGrowOptions } from '../grow-options.ts'
import { needClasses } from '../grow/grow-rows.ts'
import { growTree } from '../grow/grow-tree.ts'
import { leafOfRows } from '../predict-tree.ts'
import { readTruth } from '../tree-scores.ts'
import { type FoldOptions, rightByDepth } from './depth-by-folds.ts'

/** A tree cut at a depth: how large it is, and how often it is right. */
export interface SizePoint {
  /** most tests below each other */
  readonly depth: number
  /** mean over the folds */
  readonly nodes: number
  /** share of the rows it was grown on that it gets right */
  readonly training: number
  /** share of the rows held out, every row once, with where the true share lies */
  readonly heldOut: ShareInterval
}

/** Accuracy against the size of a tree. */
export interface SizeCurve {
  /** parts that were held out in turn */
  readonly folds: number
  /** of the parts */
  readonly seed: number
  /** one for each depth from 0 on */
  readonly points: readonly SizePoint[]
}

/**
 * How accuracy goes with depth and nodes: for each fold a tree is grown on the other rows and cut at every depth, to
 * predict the rows it was grown on and those of the fold. The first rises with every level; the second stops rising where
 * the tree begins to learn chance. The time of `folds` trees.
 */
export function sizeCurve(table: Table, options: FoldOptions): SizeCurve {
  const { folds = 5, seed = 0, ...grow } = options
  checkGrowOptions('sizeCurve', grow)
  check('sizeCurve', 'folds', integer(2), folds)
  check('sizeCurve', 'seed', integer(0), seed)
  const { target, targetKind, weights, classes } = grow
  const marks = markTable('sizeCurve', table, tableRows('sizeCurve', table), { target, targetKind, weights, classes })
  needClasses('sizeCurve', target, marks)
  const foldOf = dealFolds(marks, folds, seed)
  const counting = foldOf.reduce((sum, fold) => sum + (fold < 0 ? 0 : 1), 0)
  if (counting < folds) throw new DataError(`sizeCurve: ${folds} folds need at least ${folds} rows, got ${counting}`)
  const parts = Array.from({ length: folds }, (_, fold) => {
    const { inside, outside } = rowsOfFold(foldOf, fold)
    const own = pickTable(table, outside)
    const tree = growTree(own, { ...grow, classes: marks.target.classes })
    const flat = flatTree(tree)
    const right = (rows: Table): { right: Float64Array; rows: number } =>
      rightByDepth(flat, leafOfRows(tree, flat, rows, 'sizeCurve'), readTruth('sizeCurve', tree, rows, { target, weights })) // prettier-ignore
    return { depths: flat.depths, training: right(own), held: right(pickTable(table, inside)) }
  })
  const deepest = Math.max(...parts.map(({ held }) => held.right.length))
  const points = Array.from({ length: deepest }, (_, depth): SizePoint => {
    const sum = (of: 'training' | 'held'): [number, number] => [
      parts.reduce((all, part) => all + part[of].right[Math.min(depth, part[of].right.length - 1)], 0),
      parts.reduce((all, part) => all + part[of].rows, 0),
    ]
    const [own, ownRows] = sum('training')
    const nodes = parts.reduce((all, { depths }) => all + depths.filter((at) => at <= depth).length, 0) / folds
    return { depth, nodes, training: own / ownRows, heldOut: shareInterval(...sum('held')) }
  })
  return { folds, seed, points }
}
