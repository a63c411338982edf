import { NO_CLASS } from '../../measures/predictions/class-scores.ts'
import type { Table } from '../../types.ts'
import { type FlatTree, flatTree, LEAF, withLeaves } from '../flat-tree.ts'
import { leafOfRows } from '../predict-tree.ts'
import { readTruth, type ScoreOptions } from '../tree-scores.ts'
import type { Tree } from '../tree.ts'

/** A tree after pruning, and what that changed. */
export interface Pruned {
  /** the pruned tree */
  readonly tree: Tree
  /** nodes taken away */
  readonly removed: number
  /** accuracy on the rows given, before and after; null without rows */
  readonly before: number | null
  /** accuracy on the rows given once pruned; null without rows */
  readonly after: number | null
}

/** What the rows of a table say of every node, as a leaf and with its branches. */
export interface Judged {
  readonly flat: FlatTree
  /** Σw of rows predicted right if the node were a leaf */
  readonly asLeaf: Float64Array
  /** Σw of rows predicted right by its leaves */
  readonly asTree: Float64Array
  /** Σw of all rows, and of those that the whole tree predicts right */
  readonly rows: number
  readonly right: number
  /** Σw² of all rows */
  readonly squares: number
}

/** Up to so many counts for each row they are faster than going up the tree row by row. */
const COUNTS_A_ROW = 8

/** Lets rows with known classes judge every node of a tree. O(rows · depth). */
export function judge(where: string, tree: Tree, table: Table, options: ScoreOptions): Judged {
  const flat = flatTree(tree)
  const { truth, weights } = readTruth(where, tree, table, options)
  const found = leafOfRows(tree, flat, table, where)
  const width = tree.target.classes.length
  if (weights === null && flat.nodes.length * width <= COUNTS_A_ROW * found.length)
    return judgeByCounts(flat, found, truth, width)
  const asLeaf = new Float64Array(flat.nodes.length)
  const asTree = new Float64Array(flat.nodes.length)
  let [rows, squares] = [0, 0]
  for (let row = 0; row < found.length; row++) {
    const weight = weights === null ? 1 : weights[row]
    if (truth[row] === NO_CLASS) continue
    rows += weight
    squares += weight * weight
    const right = flat.predicts[found[row]] === truth[row] ? weight : 0
    for (let at = found[row]; at >= 0; at = flat.parents[at]) {
      if (flat.predicts[at] === truth[row]) asLeaf[at] += weight
      asTree[at] += right
    }
  }
  return { flat, asLeaf, asTree, rows, right: asTree[0], squares }
}

/** The same of rows that all weigh 1, by counts of class and leaf: from the last node on, each before the one above it. */
function judgeByCounts(flat: FlatTree, found: Int32Array, truth: Int32Array, width: number): Judged {
  const { parents, predicts } = flat
  const size = flat.nodes.length
  const counts = new Uint32Array(size * width)
  let rows = 0
  for (let row = 0; row < found.length; row++) {
    if (truth[row] !== NO_CLASS) rows++
    if (truth[row] >= 0) counts[found[row] * width + truth[row]]++
  }
  const asLeaf = new Float64Array(size)
  const asTree = new Float64Array(size)
  for (let at = size - 1; at >= 0; at--) {
    asLeaf[at] = counts[at * width + predicts[at]]
    if (flat.columns[at] === LEAF) asTree[at] = asLeaf[at]
    if (at === 0) break
    asTree[parents[at]] += asTree[at]
    for (let c = 0; c < width; c++) counts[parents[at] * width + c] += counts[at * width + c]
  }
  return { flat, asLeaf, asTree, rows, right: asTree[0], squares: rows }
}

/** What a pruning chose: the nodes that become leaves, Σw of the rows that are right then, and its name. */
export interface Choice {
  readonly leaves: Uint8Array
  readonly right: number
  readonly how: string
}

/** The tree with some nodes made leaves, and what that changed on the rows it was judged by. */
export function finishPruning(tree: Tree, judged: Judged, { leaves, right, how }: Choice): Pruned {
  const { flat, rows } = judged
  const pruned = withLeaves(tree, flat, (node) => leaves[node] === 1)
  const share = (part: number): number | null => (rows > 0 ? part / rows : null)
  return {
    tree: { ...pruned, created: { ...tree.created, options: { ...tree.created.options, pruned: how } } },
    removed: flat.nodes.length - flatTree(pruned).nodes.length,
    before: share(judged.right),
    after: share(right),
  }
}
