import { binLabels, wordsOf } from '../../binning/labels.ts'
import { flatTree } from '../../trees/flat-tree.ts'
import { branchCount, isNumbers } from '../../trees/tree-columns.ts'
import type { Tree, TreeColumn, TreeNode, TreeNumbers } from '../../trees/tree.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { nextUp } from '../../util/numbers/doubles.ts'
import { type CutMoves, movedCut, type ValueOf } from './range-rules.ts'

/**
 * What a tree says of a row of numbers. Missing values follow the branch with most training rows, and so does every value
 * of a column of texts, which streams do not hold. For the rows of a table `predictTree` is far faster.
 * O(depth · log cuts).
 *
 *     // A row as a function from column to number, as a stream has it:
 *     console.log(applyTree(tree, (name) => (name === 'age' ? 52 : NaN))) // → yes
 *
 * @param valueOf gives the value of a column in this row; NaN where it is missing
 */
export function applyTree(tree: Tree, valueOf: ValueOf): string {
  let node = tree.root
  while (node.test !== null) {
    const column = tree.columns[node.test.column]
    node = node.branches[branchOf(node, column, isNumbers(column) ? valueOf(column.name) : Number.NaN)]
  }
  return tree.target.classes[node.predict]
}

function branchOf({ test, heaviest }: TreeNode, column: TreeColumn, value: number): number {
  if (!isNumbers(column) || value !== value || column.missing.includes(value)) return heaviest
  const { cuts, closed, special } = column
  const code = special.indexOf(value)
  if (test!.cut !== null) {
    if (code >= 0) return heaviest
    return (closed === 'left' ? value >= test!.cut : value > test!.cut) ? 1 : 0
  }
  if (code >= 0) return branchCount(column) - special.length + code
  return closed === 'left' ? bisectRight(cuts, value) : bisectLeft(cuts, value)
}

/**
 * The same tree with its cuts moved: those that nodes test, and those of the columns with their labels. A cut of which
 * nothing is known stays. Cuts keep their order: one that would come to lie below the one before it is put next to it. The
 * counts of the training rows stay as they are. O(nodes + cuts).
 *
 *     // The cut at 30.5 has become one at 33.5; what the tree says stays.
 *     const patched = patchTree(tree, { age: [{ from: 30.5, to: 33.5, moved: 0.05 }] })
 *     console.log(tree.root.test?.cut, patched.root.test?.cut) // → 30.5 33.5
 *
 * @param moves by column, what became of its cuts, as `mapCuts` tells
 */
export function patchTree(tree: Tree, moves: CutMoves): Tree {
  const columns = tree.columns.map((column) => (isNumbers(column) ? patchColumn(column, moves) : column))
  const flat = flatTree(tree)
  const made: TreeNode[] = flat.nodes.slice()
  for (let i = made.length - 1; i >= 0; i--) {
    const node = made[i]
    if (node.test === null) continue
    const first = flat.firstBranch[i]
    const column = columns[node.test.column]
    const cut = flat.cuts[i] < 0 || !isNumbers(column) ? node.test.cut : column.cuts[flat.cuts[i]]
    const branches = made.slice(first, first + node.branches.length)
    made[i] = { ...node, test: { ...node.test, cut }, branches }
  }
  return { ...tree, columns, root: made[0] }
}

function patchColumn(column: TreeNumbers, moves: CutMoves): TreeNumbers {
  const cuts: number[] = []
  for (const cut of column.cuts) {
    const to = movedCut(moves, column.name, cut)
    const before = cuts.at(-1) ?? -Infinity
    cuts.push(to > before ? to : nextUp(before))
  }
  if (cuts.every((cut, i) => cut === column.cuts[i])) return column
  return { ...column, cuts, labels: binLabels(cuts, column.closed, [], wordsOf(column.kind)) }
}
