import { binLabels, type CutWords, wordsOf } from '../../binning/labels.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import type { CutFeature, Feature } from './features.ts'
import type { Growing } from './grow-nodes.ts'
import { isNumbers } from '../tree-columns.ts'
import type { TreeColumn, TreeNode, TreeNumbers } from '../tree.ts'

/** The grown nodes as plain data, the columns with the cuts that are tested, and the depth. O(nodes). */
export function finishTree(
  root: Growing,
  columns: readonly TreeColumn[],
  features: readonly Feature[],
): { root: TreeNode; columns: TreeColumn[]; depth: number } {
  const cuts = columns.map(() => new Set<number>())
  const nodes = [root]
  for (const node of nodes) {
    const { test } = node
    for (const branch of node.branches) nodes.push(branch)
    if (test !== null && test.cut !== null) cuts[test.feature.column].add(test.cut)
  }
  // One leaf for all branches that no row took: of many bins they are nearly all.
  const classes = Array.from(root.sums, () => 0)
  const empty = classes.map((_, predict) => ({ count: 0, classes, predict, test: null, branches: [], heaviest: 0 }))
  const made: TreeNode[] = []
  // Branches come after their node, in the same order: from the end each node finds its branches made.
  let next = nodes.length
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { test, branches: grown, predict } = nodes[i]
    const branches: TreeNode[] = []
    for (let b = 0; b < (test?.size ?? 0); b++) branches.push(empty[predict])
    next -= grown.length
    for (let b = 0; b < grown.length; b++) branches[test!.taken[b]] = made[next + b]
    made[i] = plainNode(nodes[i], branches)
  }
  const finished = columns.map((column, i) => {
    const feature = features[i]
    return feature.kind === 'cuts' && isNumbers(column) ? withCuts(column, feature, cuts[i]) : column
  })
  return {
    root: made[0],
    columns: finished,
    depth: nodes[nodes.length - 1].depth,
  }
}

function plainNode({ start, end, sums, predict, test }: Growing, branches: readonly TreeNode[]): TreeNode {
  return {
    count: end - start,
    classes: sums,
    predict,
    test: test === null ? null : { column: test.feature.column, cut: test.cut, gain: test.gain },
    branches,
    heaviest: test === null ? 0 : test.heaviest,
  }
}

/** The column with the cuts that the tree tests. The others are of no use to it, and can be as many as the rows. */
function withCuts(column: TreeNumbers, { low, high }: CutFeature, tested: ReadonlySet<number>): TreeNumbers {
  const cuts = [...tested].toSorted((a, b) => a - b)
  const { closed } = column
  const starts = cuts.map((cut) => (closed === 'left' ? bisectLeft(low, cut) : bisectRight(low, cut)))
  const seen = [0, ...starts].map((from, i) => {
    const to = starts[i] ?? low.length
    return from < to ? { lo: low[from], hi: high[to - 1] } : { lo: null, hi: null }
  })
  return { ...column, cuts, labels: binLabels(cuts, closed, seen, wordsOf(column.kind) ?? quickWords) }
}

/** Short texts of cuts, found faster than the very shortest: a large tree has thousands of cuts. */
const quickWords: CutWords = {
  print: String,
  shortest: (lo, hi, wish) => {
    if (lo <= 0 && hi >= 0) return 0
    for (let digits = 1; digits <= 15; digits++) {
      const text = Number(wish.toPrecision(digits))
      if (text >= lo && text <= hi) return text
    }
    return wish
  },
}
