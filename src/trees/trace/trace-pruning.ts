import type { Table } from '../../types.ts'
import { flatTree, type FlatTree } from '../flat-tree.ts'
import { pruneByErrorWatched, type PruneOptions, type PrunesChosen } from '../prune/prune-error-complexity.ts'
import { pruneReducedWatched } from '../prune/prune-reduced-error.ts'
import type { Pruned } from '../prune/judge-pruning.ts'
import { type Trial, type TrialOptions, tryTreeBy } from '../prune/try-tree.ts'
import type { ScoreOptions } from '../tree-scores.ts'
import type { Tree } from '../tree.ts'
import { traceTree } from './trace-tree.ts'
import type { TellTreeStep } from './tree-steps.ts'

/** The path to a node of a laid-out tree. */
function pathTo({ parents, firstBranch }: FlatTree, node: number): number[] {
  const path: number[] = []
  for (let at = node; parents[at] >= 0; at = parents[at]) path.unshift(at - firstBranch[parents[at]])
  return path
}

/** Prunes as `pruneByError` does, and tells the whole sequence: α′, the errors it is made of, and the accuracy after it. */
export function tracePruning(tree: Tree, validation: Table, options: PruneOptions, tell: TellTreeStep): Pruned {
  const pruned = pruneByErrorWatched(tree, validation, options, (chosen) => tellSequence(tree, chosen, tell))
  return pruned
}

function tellSequence(tree: Tree, { judged, prunes, kept, stoppedAt, rule }: PrunesChosen, tell: TellTreeStep): void {
  const { flat, rows } = judged
  const training = tree.root.classes.reduce((sum, weight) => sum + weight, 0)
  const accuracy = (right: number): number | null => (rows > 0 ? right / rows : null)
  const all = stoppedAt === null ? prunes : [...prunes, stoppedAt]
  for (const [i, { node, right, errors, errorsBelow, leaves }] of all.entries()) {
    const alpha = (errors - errorsBelow) / (leaves - 1) / training
    const before = i === 0 ? judged.right : all[i - 1].right
    const change = right > before ? 'more' : right < before ? 'fewer' : 'as many'
    tell({
      step: 'prune',
      turn: i + 1,
      path: pathTo(flat, node),
      alpha,
      asLeaf: errors / training,
      withBranches: errorsBelow / training,
      leaves,
      accuracy: accuracy(right),
      kept: i < kept,
      why: `its ${leaves} leaves save ${short(errors - errorsBelow)} training ${errors - errorsBelow === 1 ? 'error' : 'errors'}, ${short(alpha)} of the rows for each leaf given up; as a leaf it gets ${change} of the rows held out right`,
    })
  }
  const sure = { best: 'the tree of the sequence that gets most rows held out right, the smallest of equals', 'one-se': 'the smallest tree within one standard error of the best', paper: 'all prunes up to the first that does harm' }[rule] // prettier-ignore
  tell({
    step: 'keep',
    prunes: kept,
    before: accuracy(judged.right),
    after: accuracy(prunes[kept - 1]?.right ?? judged.right),
    why: `kept: ${sure}`,
  })
}

/** Prunes as `pruneReducedError` does, and tells of every node that was looked at, from the leaves up. */
export function traceReducedError(tree: Tree, validation: Table, options: ScoreOptions, tell: TellTreeStep): Pruned {
  const flat = flatTree(tree)
  let count = 0
  const pruned = pruneReducedWatched(tree, validation, options, ({ node, asLeaf, asTree, pruned: taken }) => {
    if (taken) count++
    const verdict = taken ? 'no worse, so it becomes a leaf' : 'worse, so its branches stay'
    tell({
      step: 'reduce',
      path: pathTo(flat, node),
      asLeaf,
      withBranches: asTree,
      pruned: taken,
      why: `as a leaf it gets ${short(asLeaf)} of the rows held out right, with branches ${short(asTree)}: ${verdict}`,
    })
  })
  const { before, after } = pruned
  tell({ step: 'keep', prunes: count, before, after, why: 'every node whose branches do not help became a leaf' })
  return pruned
}

/** A trial as `tryTree` makes it, with the growth and the pruning of its tree told step by step. */
export function traceTrial(table: Table, options: TrialOptions, tell: TellTreeStep): Trial {
  return tryTreeBy(
    {
      growTree: (rows, asked) => traceTree(rows, asked, tell),
      pruneByError: (tree, held, asked) => tracePruning(tree, held, asked ?? {}, tell),
      pruneReducedError: (tree, held, asked) => traceReducedError(tree, held, asked ?? {}, tell),
    },
    table,
    options,
  )
}

function short(x: number): string {
  return String(Number(x.toPrecision(4)))
}
