import { ArgumentError } from '../../errors.ts'
import type { Table } from '../../types.ts'
import { check, flag, knownOptions, oneOf } from '../../util/check.ts'
import { Heap } from '../../util/heap.ts'
import { clearlyLarger, tieKey } from '../../util/numbers/ties.ts'
import { type FlatTree, LEAF } from '../flat-tree.ts'
import { finishPruning, judge, type Judged, type Pruned } from './judge-pruning.ts'
import type { ScoreOptions } from '../tree-scores.ts'
import type { Tree } from '../tree.ts'

/** Which tree of the sequence is kept. */
export type PruneRule = 'best' | 'one-se' | 'paper'

/** Options of `pruneByError`: how trees are scored, and which one is taken. */
export type PruneOptions = ScoreOptions & {
  /**
   * `best` (default): of the whole sequence, the root alone included, the tree with the highest accuracy on the rows given,
   * the smallest of equals; `one-se`: the smallest within one standard error of it; `paper`: stops at the first prune that
   * lowers the accuracy, whatever comes after
   */
  readonly rule?: PruneRule | undefined
  /** with `paper`, which it implies: whether each prune must make the accuracy better; default false: not worse */
  readonly strict?: boolean | undefined
}

/** A prune of the sequence: the node that becomes a leaf, and Σw of the rows predicted right from then on. */
export interface Prune {
  readonly node: number
  readonly right: number
  /** Σw of training rows that it gets wrong as a leaf, and with its branches */
  readonly errors: number
  readonly errorsBelow: number
  /** its leaves */
  readonly leaves: number
}

/** What pruning decided: the sequence, how much of it is kept, and the prune at which it stopped, if it did. */
export interface PrunesChosen {
  readonly judged: Judged
  readonly prunes: readonly Prune[]
  readonly kept: number
  readonly stoppedAt: Prune | null
  readonly rule: PruneRule
}

/**
 * Error-complexity pruning on rows held out: makes the node a leaf whose branches save least training errors for each of
 * their leaves, again and again until only the root is left, and keeps the tree of this sequence that `rule` chooses on the
 * rows given. α' = (errors as a leaf − errors with branches) / (leaves − 1), as parts of all training rows. Of equal ones
 * the larger subtree, then the leftmost. Only `one-se` may lower the accuracy on these rows.
 * O(nodes · depth · log nodes).
 *
 *     const { training, validation } = dealParts(people, [10, 3, 2], 0, 'bought')
 *     const pruned = pruneByError(growTree(training, { target: 'bought' }), validation!)
 *     console.log(treeStats(pruned.tree).leaves) // → 2
 *
 * @param validation rows with the target that the tree was not grown on
 */
export function pruneByError(tree: Tree, validation: Table, options: PruneOptions = {}): Pruned {
  return pruneByErrorWatched(tree, validation, options)
}

/** The same with somebody who is told of the sequence and of what is kept. */
export function pruneByErrorWatched(
  tree: Tree,
  validation: Table,
  options: PruneOptions,
  watch?: (chosen: PrunesChosen) => void,
): Pruned {
  knownOptions('pruneByError', options, { target: 1, weights: 1, rule: 1, strict: 1 })
  const { strict = false } = options
  check('pruneByError', 'strict', flag(), strict)
  const { rule = strict ? 'paper' : 'best' } = options
  check('pruneByError', 'rule', oneOf('best', 'one-se', 'paper'), rule)
  if (strict && rule !== 'paper')
    throw new ArgumentError(`pruneByError: strict goes with the rule paper, got ${rule}`, { code: 'out-of-range' })
  const judged = judge('pruneByError', tree, validation, options)
  const chosen = choosePrunes(judged, rule, strict)
  watch?.(chosen)
  const { prunes, kept } = chosen
  const leaves = new Uint8Array(judged.flat.nodes.length)
  for (const { node } of prunes.slice(0, kept)) leaves[node] = 1
  const name = { best: 'error', 'one-se': 'error-one-se', paper: strict ? 'error-paper-strict' : 'error-paper' }[rule]
  return finishPruning(tree, judged, { leaves, right: prunes[kept - 1]?.right ?? judged.right, how: name })
}

/** Goes through the sequence, and says how many of its prunes are kept. */
function choosePrunes(judged: Judged, rule: PruneRule, strict: boolean): PrunesChosen {
  const { rows, right, squares } = judged
  const prunes: Prune[] = []
  let [kept, most] = [0, right]
  let stoppedAt: Prune | null = null
  for (const prune of pruneSequence(judged)) {
    const before = prunes.at(-1)?.right ?? right
    const lowers = clearlyLarger(before, prune.right)
    if (rule === 'paper' && (lowers || (strict && !clearlyLarger(prune.right, before)))) {
      stoppedAt = prune
      break
    }
    prunes.push(prune)
    if (clearlyLarger(most, prune.right)) continue
    most = Math.max(most, prune.right)
    kept = prunes.length
  }
  if (rule === 'one-se' && rows > 0) {
    // Weighted rows are worth as many equal ones as (Σw)² / Σw².
    const error = Math.sqrt(((most / rows) * (1 - most / rows) * squares) / (rows * rows))
    kept = 1 + prunes.findLastIndex(({ right: now }) => !clearlyLarger(most - error * rows, now))
  }
  return { judged, prunes, kept, stoppedAt, rule }
}

/**
 * The prunes from the whole tree to its root, each the weakest link of what is left. A prune takes the weakest part out of all
 * nodes above, which makes none of them weaker: what is known of them from before comes too early, never too late, and is
 * brought up to date when its turn has come.
 */
function* pruneSequence({ flat, asLeaf, asTree }: Judged): Generator<Prune> {
  const size = flat.nodes.length
  const { errors, errorsBelow, leaves, nodes } = trainingErrors(flat)
  const positions = preorder(flat, nodes)
  const gone = new Uint8Array(size)
  /** whether something below a node was pruned since it was entered */
  const changed = new Uint8Array(size)
  // What nodes are compared by, as it was when they were entered: each of them is entered once at a time.
  const [alphas, sizes] = [new Float64Array(size), new Float64Array(size)]
  const heap = new Heap<number>(
    (a, b) =>
      alphas[a] < alphas[b] ||
      (alphas[a] === alphas[b] && (sizes[a] > sizes[b] || (sizes[a] === sizes[b] && positions[a] < positions[b]))),
  )
  const enter = (node: number): void => {
    alphas[node] = tieKey((errors[node] - errorsBelow[node]) / (leaves[node] - 1))
    sizes[node] = nodes[node]
    changed[node] = 0
    heap.push(node)
  }
  for (let i = 0; i < size; i++) if (flat.columns[i] !== LEAF) enter(i)
  for (let node = heap.pop(); node !== undefined; node = heap.pop()) {
    if (gone[node] === 1) continue
    if (changed[node] === 1) {
      enter(node)
      continue
    }
    const change = asLeaf[node] - asTree[node]
    yield {
      node,
      right: asTree[0] + change,
      errors: errors[node],
      errorsBelow: errorsBelow[node],
      leaves: leaves[node],
    }
    removeBelow(flat, node, gone)
    const [fewerLeaves, fewerNodes, moreErrors] = [leaves[node] - 1, nodes[node] - 1, errors[node] - errorsBelow[node]]
    for (let at = node; at >= 0; at = flat.parents[at]) {
      leaves[at] -= fewerLeaves
      nodes[at] -= fewerNodes
      errorsBelow[at] += moreErrors
      asTree[at] += change
      changed[at] = 1
    }
    gone[node] = 1
  }
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
  const ahead = [node]
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    for (let b = 0; b < nodes[at].branches.length; b++) {
      const branch = firstBranch[at] + b
      if (gone[branch] === 1) continue
      gone[branch] = 1
      ahead.push(branch)
    }
  }
}
