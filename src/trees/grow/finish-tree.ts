import { binLabels, type CutWords, wordsOf } from '../../binning/labels.ts'
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
  const starts = cuts.map((cut) => (closed === 'left' ? low.below(cut) : low.atMost(cut)))
  const seen = [0, ...starts].map((from, i) => {
    const to = starts[i] ?? low.values.length
    return from < to ? { lo: low.values[from], hi: high[to - 1] } : { lo: null, hi: null }
  })
  return { ...column, cuts, labels: binLabels(cuts, closed, seen, wordsOf(column.kind) ?? quickWords) }
}

/** Short texts of cuts, found faster than the very shortest: a large tree has thousands of cuts. */
const quickWords: CutWords = {
  print: String,
  shortest: (lo, hi, wish) => {
    if (lo <= 0 && hi >= 0) return 0
    for (let digits = 1; digits <= 15; digits++) {
      if (isOutside(wish, digits, lo, hi)) continue
      const text = Number(wish.toPrecision(digits))
      if (text >= lo && text <= hi) return text
    }
    return wish
  },
}

/** With more digits, rounding may be off by more than a step. */
const MOST_DIGITS = 9
/** Powers of ten that doubles hold exactly, and how far rounding may be off, as a part of a number and of a step. */
const POWERS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`))
const [NEARLY, HALFWAY] = [1e-12, 1e-6]

/**
 * Whether a number of so many digits, rounded, surely lies outside of a range: told by a product, since most do and making a text
 * of each takes longer than everything else.
 */
export function isOutside(wish: number, digits: number, lo: number, hi: number): boolean {
  const size = Math.abs(wish)
  if (!(size >= 1e-6 && size < 1e15) || digits > MOST_DIGITS) return false
  // Digits before the point; below 0 zeros behind it.
  let whole = size < 1 ? 0 : 1
  while (whole > 0 && size >= POWERS[whole]) whole++
  while (whole <= 0 && size * POWERS[1 - whole] < 1) whole--
  // Steps of one digit: below the point they are products, above it parts.
  const shift = digits - whole
  const steps = shift >= 0 ? size * POWERS[shift] : size / POWERS[-shift]
  const rounded = Math.round(steps)
  if (Math.abs(Math.abs(steps - Math.floor(steps)) - 0.5) < HALFWAY) return false
  const value = (shift >= 0 ? rounded / POWERS[shift] : rounded * POWERS[-shift]) * Math.sign(wish)
  const slack = NEARLY * size
  return value + slack < lo || value - slack > hi
}
