import { bisectLeft } from '../util/bisect.ts'
import type { Field } from '../util/saved-json.ts'
import { MOST_DEPTH } from './grow-options.ts'
import { branchCount, isNumbers } from './tree-columns.ts'
import type { TreeColumn, TreeNode, TreeTest } from './tree.ts'

interface Pending {
  readonly field: Field
  readonly depth: number
  readonly branches: Field[]
  readonly own: Omit<TreeNode, 'branches'>
  /** where its own branches start in the list of all nodes */
  readonly first: number
}

/** Reads the nodes of a saved tree, without recursion: a file may nest as deep as it likes. O(nodes). */
export function readNodes(root: Field, columns: readonly TreeColumn[], classes: number): TreeNode {
  const nodes: Pending[] = []
  let first = 1
  const read = (field: Field, depth: number): void => {
    if (depth > MOST_DEPTH) field.fail(`at most ${MOST_DEPTH} tests on a path`)
    const branches = field.get('branches').items()
    nodes.push({ field, depth, branches, own: readNode(field, branches.length, columns, classes), first })
    first += branches.length
  }
  read(root, 0)
  for (let i = 0; i < nodes.length; i++) {
    const { branches, depth } = nodes[i]
    for (const branch of branches) read(branch, depth + 1)
  }
  const made: TreeNode[] = []
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { own, branches, first: start } = nodes[i]
    const { count, classes: sums, predict, test, heaviest } = own
    made[i] = { count, classes: sums, predict, test, branches: made.slice(start, start + branches.length), heaviest }
  }
  return made[0]
}

function readNode(
  field: Field,
  branches: number,
  columns: readonly TreeColumn[],
  classes: number,
): Omit<TreeNode, 'branches'> {
  const sums = field.get('classes').list((f) => f.finiteAmount())
  if (sums.length !== classes) field.get('classes').fail(`${classes} sums, one per class`)
  const test = field.get('test').optional((f) => readTest(f, columns))
  const wanted = test === null ? 0 : test.cut === null ? branchCount(columns[test.column]) : 2
  if (branches !== wanted) {
    field.get('branches').fail(test === null ? 'no branches without a test' : `${wanted} branches`)
  }
  return {
    count: field.get('count').index(),
    classes: sums,
    predict: field.get('predict').index(classes - 1),
    test,
    heaviest: field.get('heaviest').index(Math.max(0, wanted - 1)),
  }
}

function readTest(field: Field, columns: readonly TreeColumn[]): TreeTest {
  const index = field.get('column').index(columns.length - 1)
  const column = columns[index]
  const cut = field.get('cut').optional((f) => f.finite() + 0)
  if (cut !== null && !(isNumbers(column) && column.cuts[bisectLeft(column.cuts, cut)] === cut)) {
    field.get('cut').fail(isNumbers(column) ? 'a cut of its column' : 'null, since its column has no cuts')
  }
  if (cut === null && branchCount(column) === 0) field.get('column').fail('a column with branches')
  return { column: index, cut, gain: field.get('gain').finiteAmount() }
}
