import { type Binning, DataError, type Note, toTable } from '../../../src/index.ts'
import { nodeRule } from '../../../src/exports/index.ts'
import { treeDrawing, type TreeDrawing } from '../../../src/reports/index.ts'
import { type PartScores, type PruneWay, type Tree, type TreeStats, tryTree } from '../../../src/trees/index.ts'
import { fewRows, fewRowsNotes } from '../few-rows.ts'
import { type JobContext, rowsOf } from '../held.ts'

/** Over which bins a tree is grown, and how. */
export interface TreeAsked {
  readonly binning: Binning
  /** most tests on a path; null for no limit */
  readonly maxDepth: number | null
  /** how it is pruned; null for what suits the number of rows */
  readonly prune: PruneWay | null
  /** most nodes that are drawn */
  readonly most: number
}

/** A grown tree as it is drawn and judged. */
export interface GrownTree extends Omit<PartScores, 'seed'> {
  /** the tree itself, to be taken away */
  readonly tree: Tree
  readonly drawing: TreeDrawing
  /** the rule that leads to each box */
  readonly rules: readonly string[]
  readonly classes: readonly string[]
  readonly stats: TreeStats
  readonly full: TreeStats | null
  readonly prune: PruneWay
  readonly notes: readonly Note[]
}

/** Grows a tree by ID3 over bins as they are now, prunes it, and asks rows held out how good it is. */
export async function treeJob(
  { binning, maxDepth, prune, most }: TreeAsked,
  { held, signal }: JobContext,
): Promise<GrownTree> {
  const { target } = binning
  if (target?.kind !== 'class' || target.name === null)
    throw new DataError('A tree predicts classes. Choose a target with a few classes at the top of the page.')
  const rows = rowsOf(held)
  const trial = tryTree(fewRows(rows, toTable(rows), target.name), {
    target: target.name,
    targetKind: 'class',
    event: target.event ?? undefined,
    by: binning,
    columns: binning.columns.map(({ name }) => name),
    maxDepth: maxDepth ?? undefined,
    prune: prune ?? undefined,
    signal,
  })
  const { tree, stats, full, training, validation, test } = trial
  const drawing = treeDrawing(tree, { most })
  return {
    tree,
    drawing,
    rules: drawing.boxes.map(({ shown: { path } }) => nodeRule(tree, path)),
    classes: tree.target.classes,
    stats,
    full,
    prune: trial.prune,
    training,
    validation,
    test,
    notes: [...tree.notes, ...fewRowsNotes(rows, 'the tree')],
  }
}
