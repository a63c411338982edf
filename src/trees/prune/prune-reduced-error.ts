import type { Table } from '../../types.ts'
import { check, integer, knownOptions } from '../../util/check.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { flatTree, LEAF, withLeaves } from '../flat-tree.ts'
import { MOST_DEPTH } from '../grow-options.ts'
import { finishPruning, judge, type Judged, type Pruned } from './judge-pruning.ts'
import type { ScoreOptions } from '../tree-scores.ts'
import type { Tree } from '../tree.ts'

/**
 * Reduced-error pruning on rows held out: from the leaves up, a node becomes a leaf where that predicts the rows given no
 * worse than its branches do. Never lowers the accuracy on these rows. O((nodes + rows) · depth).
 *
 *     const { training, validation } = dealParts(people, [10, 3, 2], 0, 'bought')
 *     const pruned = pruneReducedError(growTree(training, { target: 'bought' }), validation!)
 *     console.log(pruned.removed > 0, pruned.after! >= pruned.before!) // → true true
 *
 * @param validation rows with the target that the tree was not grown on
 */
export function pruneReducedError(tree: Tree, validation: Table, options: ScoreOptions = {}): Pruned {
  return pruneReducedWatched(tree, validation, options)
}

/** A node that was looked at: Σw of the rows that are predicted right if it were a leaf, and by its branches. */
export interface Reduction {
  readonly node: number
  readonly asLeaf: number
  readonly asTree: number
  readonly pruned: boolean
}

/** The same with somebody who is told of each node that was looked at, and of the rows in all. */
export function pruneReducedWatched(
  tree: Tree,
  validation: Table,
  options: ScoreOptions,
  watch?: (step: Reduction, judged: Judged) => void,
): Pruned {
  knownOptions('pruneReducedError', options, { target: 1, weights: 1 })
  const judged = judge('pruneReducedError', tree, validation, options)
  const { flat, asLeaf, asTree } = judged
  const pruned = new Uint8Array(flat.nodes.length)
  for (let i = pruned.length - 1; i >= 0; i--) {
    if (flat.columns[i] === LEAF) continue
    const better = clearlyLarger(asTree[i], asLeaf[i])
    watch?.({ node: i, asLeaf: asLeaf[i], asTree: asTree[i], pruned: !better }, judged)
    if (better) continue
    const change = asLeaf[i] - asTree[i]
    pruned[i] = 1
    for (let at = i; at >= 0; at = flat.parents[at]) asTree[at] += change
  }
  return finishPruning(tree, judged, { leaves: pruned, right: asTree[0], how: 'reduced-error' })
}

/**
 * The tree with every node at a depth made a leaf of its majority. O(nodes).
 *
 *     console.log(treeStats(cutDepth(tree, 1))) // → { depth: 1, nodes: 3, leaves: 2 }
 *
 * @param depth most tests on a path that are left
 */
export function cutDepth(tree: Tree, depth: number): Tree {
  check('cutDepth', 'depth', integer(0, MOST_DEPTH), depth)
  const flat = flatTree(tree)
  return withLeaves(tree, flat, (node) => flat.depths[node] === depth)
}
