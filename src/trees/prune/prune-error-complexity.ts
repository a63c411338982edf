import type { Table } from '../../types.ts'
import { check, flag } from '../../util/check.ts'
import { Heap } from '../../util/heap.ts'
import { clearlyLarger, tieKey } from '../../util/numbers/ties.ts'
import { type FlatTree, LEAF } from '../flat-tree.ts'
import { finishPruning, judge, type Pruned } from './judge-pruning.ts'
import type { ScoreOptions } from '../tree-scores.ts'
import type { Tree } from '../tree.ts'

export type PruneOptions = ScoreOptions & {
  /** whether a prune must make the accuracy better; default false: it must not make it worse */
  readonly strict?: boolean | undefined
}

/**
 * Error-complexity pruning on rows held out: makes the node a leaf whose branches save least training errors for each of
 * their leaves, and goes on as long as the accuracy on the rows given does not fall; the prune that lowers it is taken
 * back. α' = (errors as a leaf − errors with branches) / (leaves − 1), as parts of all training rows. Of equal ones the
 * larger subtree, then the leftmost. Never lowers the accuracy on these rows. O(nodes · depth · log nodes).
 */
export function pruneByError(tree: Tree, validation: Table, options: PruneOptions = {}): Pruned {
  const { strict = false } = options
  check('pruneByError', 'strict', flag(), strict)
  const judged = judge('pruneByError', tree, validation, options)
  const { flat, asLeaf, asTree } = judged
  const size = flat.nodes.length
  const { errors, errorsBelow, leaves, nodes } = trainingErrors(flat)
  const positions = preorder(flat, nodes)
  const gone = new Uint8Array(size)
  const versions = new Uint32Array(size)
  type Entry = { readonly node: number; readonly version: number; readonly alpha: number; readonly nodes: number }
  const heap = new Heap<Entry>(
    (a, b) =>
      a.alpha < b.alpha ||
      (a.alpha === b.alpha && (a.nodes > b.nodes || (a.nodes === b.nodes && positions[a.node] < positions[b.node]))),
  )
  const enter = (node: number): void => {
    const alpha = tieKey((errors[node] - errorsBelow[node]) / (leaves[node] - 1))
    heap.push({ node, version: versions[node], alpha, nodes: nodes[node] })
  }
  for (let i = 0; i < size; i++) if (flat.columns[i] !== LEAF) enter(i)
  const pruned = new Uint8Array(size)
  for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
    const { node, version } = next
    if (gone[node] === 1 || version !== versions[node]) continue
    if (clearlyLarger(asTree[node], asLeaf[node])) break
    if (strict && !clearlyLarger(asLeaf[node], asTree[node])) break
    const change = asLeaf[node] - asTree[node]
    pruned[node] = 1
    removeBelow(flat, node, gone)
    const [fewerLeaves, fewerNodes, moreErrors] = [leaves[node] - 1, nodes[node] - 1, errors[node] - errorsBelow[node]]
    for (let at = node; at >= 0; at = flat.parents[at]) {
      leaves[at] -= fewerLeaves
      nodes[at] -= fewerNodes
      errorsBelow[at] += moreErrors
      asTree[at] += change
      versions[at]++
      if (at !== node) enter(at)
    }
    gone[node] = 1
  }
  return finishPruning(tree, judged, pruned, strict ? 'error-strict' : 'error')
}

/** Training errors of every node as a leaf and with its branches, as Σw; its leaves and nodes. */
function trainingErrors({
  nodes,
  parents,
  columns,
}: FlatTree): Record<'errors' | 'errorsBelow' | 'leaves' | 'nodes', Float64Array> {
  const [errors, errorsBelow, leaves, counts] = Array.from({ length: 4 }, () => new Float64Array(nodes.length))
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { classes, predict } = nodes[i]
    errors[i] = classes.reduce((sum, weight, c) => (c === predict ? sum : sum + weight), 0)
    if (columns[i] === LEAF) {
      errorsBelow[i] = errors[i]
      leaves[i] = 1
    }
    counts[i]++
    if (i === 0) continue
    errorsBelow[parents[i]] += errorsBelow[i]
    leaves[parents[i]] += leaves[i]
    counts[parents[i]] += counts[i]
  }
  return { errors, errorsBelow, leaves, nodes: counts }
}

/** The position of every node when a node comes before its branches, and these from left to right. */
function preorder({ parents }: FlatTree, sizes: Float64Array): Uint32Array {
  const positions = new Uint32Array(sizes.length)
  const taken = new Float64Array(sizes.length)
  for (let i = 1; i < positions.length; i++) {
    const above = parents[i]
    positions[i] = positions[above] + 1 + taken[above]
    taken[above] += sizes[i]
  }
  return positions
}

function removeBelow({ firstBranch, nodes }: FlatTree, node: number, gone: Uint8Array): void {
  const todo = [node]
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    for (let b = 0; b < nodes[at].branches.length; b++) {
      const branch = firstBranch[at] + b
      if (gone[branch] === 1) continue
      gone[branch] = 1
      todo.push(branch)
    }
  }
}
