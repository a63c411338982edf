import { nodesBelow } from './branch-words.ts'
import type { TreeNode } from './tree.ts'
import { knownOptions } from '../util/check.ts'

/** A part of a tree that is shown: a node, or several branches of one node taken together. */
export interface ShownNode {
  /** the node; of branches taken together, their sum */
  readonly node: TreeNode
  /** `empty`: branches that no training row took; `rest`: the lighter ones of very many branches */
  readonly kind: 'node' | 'empty' | 'rest'
  /** which branches of the node above it are; empty for the root */
  readonly branches: readonly number[]
  /** positions of branches from the root of the whole tree down to this node; those taken together end at the first */
  readonly path: readonly number[]
  /** nodes that are not shown: those below a folded node, or all in branches taken together; 0 where all is shown */
  readonly hidden: number
  /** the nodes shown below it, in the order of the branches */
  readonly children: readonly ShownNode[]
}

/** How much of a tree is shown. */
export type TreeFoldOptions = {
  /** most nodes shown; default 60 */
  readonly most?: number | undefined
  /** most tests below each other; default and at most 1000 */
  readonly depth?: number | undefined
  /** most branches of one node, the lighter ones are taken together; default 20 */
  readonly branches?: number | undefined
  /** only these branches of the first node */
  readonly only?: readonly number[] | undefined
}

/** Default number of nodes that can be looked at at once. */
export const MOST_SHOWN = 60

/** Nobody looks deeper. */
const DEEPEST = 1000

interface Opening {
  shown: ShownNode
  readonly node: TreeNode
  readonly depth: number
  readonly children: Opening[]
}

/**
 * The part of a tree that is shown when not all of it can be: nodes are opened from the root on, those with most
 * training weight first, until `most` are shown. What stays closed is told by `hidden`. O(nodes + most²).
 *
 *     // A large tree on a small screen: the heaviest nodes are shown, `hidden` counts the rest.
 *     const whole = growTree(people, { target: 'bought' })
 *     const shown = foldTree(whole.root, { most: 5 })
 *     console.log(treeStats(whole).nodes, shown.children.map(({ hidden }) => hidden)) // → 95 [ 36, 0 ]
 *
 * @param root the root of a tree, or the node to start from
 * @param path branches from the root of the whole tree down to that node; default none
 */
export function foldTree(root: TreeNode, options: TreeFoldOptions = {}, path: readonly number[] = []): ShownNode {
  knownOptions('foldTree', options, { most: 1, depth: 1, branches: 1, only: 1 })
  const { most = MOST_SHOWN, branches = 20, only } = options
  const depth = Math.min(options.depth ?? DEEPEST, DEEPEST)
  const whole: ShownNode = { node: root, kind: 'node', branches: [], path, hidden: 0, children: [] }
  const top: Opening = { shown: whole, node: root, depth: 0, children: [] }
  const waiting = [{ at: top, weight: weightOf(root) }]
  let count = 1
  // Without a limit the order does not matter.
  const take = most === Infinity ? () => waiting.pop() : () => takeHeaviest(waiting)
  // Those that do not fit stay closed, but a lighter one with fewer branches may still be opened.
  for (let next = take(); next !== undefined; next = take()) {
    const { at } = next
    if (at.node.branches.length === 0 || at.shown.kind !== 'node' || at.depth >= depth) continue
    const parts = shownBranches(at.node, at.shown.path, branches, at === top ? only : undefined)
    if (count + parts.length > most) continue
    count += parts.length
    for (const shown of parts) {
      const child: Opening = { shown, node: shown.node, depth: at.depth + 1, children: [] }
      at.children.push(child)
      waiting.push({ at: child, weight: weightOf(shown.node) })
    }
  }
  return settled(top)
}

function settled({ shown, node, children }: Opening): ShownNode {
  if (children.length > 0) return { ...shown, children: children.map(settled) }
  return shown.kind === 'node' ? { ...shown, hidden: nodesBelow(node) - 1 } : shown
}

function takeHeaviest(waiting: { at: Opening; weight: number }[]): { at: Opening } | undefined {
  let best = -1
  for (let i = 0; i < waiting.length; i++) if (best < 0 || waiting[i].weight > waiting[best].weight) best = i
  return best < 0 ? undefined : waiting.splice(best, 1)[0]
}

/** The branches of a node as they are shown: without rows together, and the lightest together when there are very many. */
function shownBranches(
  node: TreeNode,
  path: readonly number[],
  most: number,
  only: readonly number[] | undefined,
): ShownNode[] {
  const all = only ?? node.branches.map((_, i) => i)
  const empty = all.filter((i) => node.branches[i].count === 0 && node.branches[i].branches.length === 0)
  const together = new Set(empty.length > 1 ? empty : [])
  const full = all.filter((i) => !together.has(i))
  const limit = Math.max(1, most - (together.size > 0 ? 1 : 0))
  const kept = new Set(
    full.length <= limit
      ? full
      : full.toSorted((a, b) => weightOf(node.branches[b]) - weightOf(node.branches[a])).slice(0, limit - 1),
  )
  const rest = full.filter((i) => !kept.has(i))
  return [
    ...all
      .filter((i) => kept.has(i))
      .map((i): ShownNode => {
        const [child, own] = [node.branches[i], [...path, i]]
        return { node: child, kind: 'node', branches: [i], path: own, hidden: 0, children: [] }
      }),
    ...taken(node, rest, path, 'rest'),
    ...taken(node, [...together], path, 'empty'),
  ]
}

function taken(
  node: TreeNode,
  branches: readonly number[],
  path: readonly number[],
  kind: 'empty' | 'rest',
): ShownNode[] {
  if (branches.length === 0) return []
  const nodes = branches.map((i) => node.branches[i])
  const classes = node.classes.map((_, c) => nodes.reduce((sum, one) => sum + one.classes[c], 0))
  const heaviest = classes.reduce((best, weight, c) => (weight > classes[best] ? c : best), 0)
  const sum: TreeNode = {
    count: nodes.reduce((all, one) => all + one.count, 0),
    classes,
    predict: kind === 'empty' ? nodes[0].predict : heaviest,
    test: null,
    branches: [],
    heaviest: 0,
  }
  const hidden = nodes.reduce((all, one) => all + nodesBelow(one), 0)
  return [{ node: sum, kind, branches, path: [...path, branches[0]], hidden, children: [] }]
}

/** Σw of the training rows of a node. */
export function weightOf({ classes }: TreeNode): number {
  return classes.reduce((sum, weight) => sum + weight, 0)
}
