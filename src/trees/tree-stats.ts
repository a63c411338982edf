import { flatTree } from './flat-tree.ts'
import type { Tree, TreeNode } from './tree.ts'
import { mustBe } from '../util/check.ts'

/** How large a tree is. */
export interface TreeStats {
  /** tests on the longest path */
  readonly depth: number
  /** tests and leaves, branches that no row took included */
  readonly nodes: number
  /** nodes without a test */
  readonly leaves: number
}

/**
 * Depth, nodes and leaves of a tree. O(nodes).
 *
 *     console.log(treeStats(tree)) // → { depth: 2, nodes: 7, leaves: 4 }
 */
export function treeStats(tree: Tree): TreeStats {
  mustBe('treeStats', 'tree', tree)
  let [depth, nodes, leaves] = [-1, 0, 0]
  for (let level: readonly TreeNode[] = [tree.root]; level.length > 0; level = level.flatMap((node) => node.branches)) {
    depth++
    nodes += level.length
    for (const { test } of level) if (test === null) leaves++
  }
  return { depth, nodes, leaves }
}

/** A column and what its tests gained. */
export interface Importance {
  /** name of the column */
  readonly column: string
  /** part of all bits gained, from 0 to 1; 0 for all where nothing was gained */
  readonly share: number
}

/**
 * How much of what a tree gains comes from each column: Σ gain · Σw over its tests, as a share. In the tree's order.
 *
 *     console.log(importances(tree).map(({ column, share }) => `${column} ${share.toFixed(2)}`))
 *     // → [ 'age 1.00', 'region 0.00' ]
 */
export function importances(tree: Tree): Importance[] {
  mustBe('importances', 'tree', tree)
  const gained = new Float64Array(tree.columns.length)
  for (const { test, classes } of flatTree(tree).nodes) {
    if (test !== null) gained[test.column] += test.gain * classes.reduce((sum, weight) => sum + weight, 0)
  }
  const total = gained.reduce((sum, bits) => sum + bits, 0)
  return tree.columns.map(({ name }, i) => ({ column: name, share: total > 0 ? gained[i] / total : 0 }))
}

/** Whether the sums of the classes are weights, by a column or by class, and not rows. */
export function isWeighted({ created }: Tree): boolean {
  return created.weights !== undefined || created.options.classWeights !== undefined
}
