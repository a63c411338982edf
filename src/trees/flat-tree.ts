import { bisectLeft } from '../util/bisect.ts'
import { isNumbers } from './tree-columns.ts'
import type { Tree, TreeNode } from './tree.ts'

/** What a node tests, for walks over many rows. */
export const LEAF = -1

/**
 * The nodes of a tree in arrays, a node before its branches, the branches of a node side by side. The nodes of one
 * depth follow those of the depth before.
 */
export interface FlatTree {
  readonly nodes: readonly TreeNode[]
  readonly parents: Int32Array
  readonly depths: Int32Array
  /** the column tested; LEAF in a leaf */
  readonly columns: Int32Array
  /** the number of the cut tested among those of its column; −1 where all bins or groups are */
  readonly cuts: Int32Array
  /** the first branch; the others follow */
  readonly firstBranch: Int32Array
  /** the branch that missing and unseen values follow */
  readonly heaviest: Int32Array
  readonly predicts: Int32Array
}

/** Lays out a tree, without recursion. O(nodes). */
export function flatTree(tree: Tree): FlatTree {
  const nodes: TreeNode[] = [tree.root]
  const parents = [-1]
  for (let i = 0; i < nodes.length; i++) {
    for (const branch of nodes[i].branches) {
      nodes.push(branch)
      parents.push(i)
    }
  }
  const size = nodes.length
  const flat = {
    nodes,
    parents: Int32Array.from(parents),
    depths: new Int32Array(size),
    columns: new Int32Array(size).fill(LEAF),
    cuts: new Int32Array(size).fill(-1),
    firstBranch: new Int32Array(size),
    heaviest: new Int32Array(size),
    predicts: new Int32Array(size),
  }
  let first = 1
  for (const [i, { test, branches, heaviest, predict }] of nodes.entries()) {
    if (i > 0) flat.depths[i] = flat.depths[parents[i]] + 1
    flat.predicts[i] = predict
    flat.firstBranch[i] = first
    flat.heaviest[i] = first + heaviest
    first += branches.length
    if (test === null) continue
    const column = tree.columns[test.column]
    flat.columns[i] = test.column
    if (test.cut !== null && isNumbers(column)) flat.cuts[i] = bisectLeft(column.cuts, test.cut)
  }
  return flat
}

/** The columns that are tested, by their numbers. */
export function testedColumns({ columns }: FlatTree): number[] {
  return [...new Set(columns)].filter((column) => column !== LEAF).toSorted((a, b) => a - b)
}

/** The node a value goes to from a node, by the slot of the value; `bins` is how many slots lie before the missing one. */
export function branchAt(flat: FlatTree, node: number, slot: number, bins: number): number {
  const cut = flat.cuts[node]
  if (cut >= 0) return slot >= bins ? flat.heaviest[node] : flat.firstBranch[node] + (slot > cut ? 1 : 0)
  if (slot === bins) return flat.heaviest[node]
  return flat.firstBranch[node] + (slot < bins ? slot : slot - 1)
}

/**
 * The tree with some nodes made leaves: those for which `isLeaf` answers true, by their numbers in the flat tree. Nodes
 * that do not change are shared. O(nodes).
 */
export function withLeaves(tree: Tree, flat: FlatTree, isLeaf: (node: number) => boolean): Tree {
  const made: TreeNode[] = flat.nodes.slice()
  for (let i = made.length - 1; i >= 0; i--) {
    const node = made[i]
    if (node.test === null) continue
    if (isLeaf(i)) {
      made[i] = { ...node, test: null, branches: [], heaviest: 0 }
      continue
    }
    const first = flat.firstBranch[i]
    const same = node.branches.every((branch, b) => made[first + b] === branch)
    if (!same) made[i] = { ...node, branches: made.slice(first, first + node.branches.length) }
  }
  return { ...tree, root: made[0] }
}
