import { DataError } from '../../errors.ts'
import { isNumbers } from '../../trees/tree-columns.ts'
import type { Tree, TreeNode } from '../../trees/tree.ts'
import { type OptionNames, check, knownOptions, mustBe, oneOf } from '../../util/check.ts'
import type { SqlOptions } from '../export-plan.ts'

/** How a tree is exported. */
export type TreeExportOptions = SqlOptions & {
  /** the predicted class by name, or by its number from 0; default label */
  readonly as?: 'label' | 'index' | undefined
  /** what is put behind the name of the target to name the prediction; default `_predicted` */
  readonly suffix?: string | undefined
}

/** `module` is what tests of an export import. */
const NAMES: OptionNames<TreeExportOptions & { readonly module?: string }> = {
  dialect: 1,
  table: 1,
  expressions: 1,
  as: 1,
  suffix: 1,
  module: 1,
}

/** A node of the code to be written. What makes no difference to the prediction is left out. */
export interface PlannedNode {
  /** index of the predicted class, for a leaf; null where there is a test */
  readonly answer: number | null
  readonly column: number
  readonly cut: number | null
  readonly branches: readonly PlannedNode[]
  /** the branch of missing and unseen values */
  readonly heaviest: number
  /** tests below each other from here on */
  readonly depth: number
}

/** What the code of a tree is written from. */
export interface TreePlan {
  readonly root: PlannedNode
  /** name of the column of predictions */
  readonly output: string
  /** what stands for each class */
  readonly answers: readonly (string | number)[]
  /** columns that are tested, by their index in the tree */
  readonly used: ReadonlySet<number>
}

/**
 * Settles what does not depend on the language: a subtree all of whose leaves predict the same class becomes a leaf.
 * O(nodes); walks without recursion, so a tree may be as deep as it likes.
 */
export function planTree(tree: Tree, options: TreeExportOptions): TreePlan {
  mustBe('export', 'tree', tree)
  knownOptions('export', options, NAMES)
  const { as = 'label', suffix = '_predicted' } = options
  check('export', 'as', oneOf('label', 'index'), as)
  const root = plannedNode(tree.root)
  const used = new Set<number>()
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.answer === null) used.add(node.column)
    for (const branch of node.branches) waiting.push(branch)
  }
  const output = tree.target.name === null ? suffix.replace(/^_/, '') : `${tree.target.name}${suffix}`
  if (output === '' || tree.columns.some(({ name }) => name === output)) {
    throw new DataError(`export: ${JSON.stringify(output)} is a column already; choose another suffix`)
  }
  return { root, output, answers: as === 'label' ? tree.target.classes : tree.target.classes.map((_, i) => i), used }
}

function plannedNode(root: TreeNode): PlannedNode {
  const order: TreeNode[] = []
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node)
    for (const branch of node.branches) waiting.push(branch)
  }
  const made = new Map<TreeNode, PlannedNode>()
  for (const node of order.toReversed()) {
    const branches = node.branches.map((branch) => made.get(branch)!)
    const [first] = branches
    const same = branches.every(({ answer }) => answer !== null && answer === first.answer)
    const answer = node.test === null ? node.predict : same ? first.answer : null
    if (answer !== null || node.test === null) {
      made.set(node, { answer, column: -1, cut: null, branches: [], heaviest: 0, depth: 0 })
      continue
    }
    const { column, cut } = node.test
    const depth = 1 + branches.reduce((most, branch) => Math.max(most, branch.depth), 0)
    made.set(node, { answer, column, cut, branches, heaviest: node.heaviest, depth })
  }
  return made.get(root)!
}

/** Nodes with their numbers: the root is 0, and a branch to a leaf is −1 − the class. Code without nesting reads them. */
export interface NumberedNode {
  readonly column: number
  readonly cut: number | null
  readonly heaviest: number
  readonly branches: readonly number[]
}

/** The tests of a planned tree as a list. O(nodes). */
export function numberNodes(root: PlannedNode): NumberedNode[] {
  const tests: PlannedNode[] = []
  const numbers = new Map<PlannedNode, number>()
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.answer !== null) continue
    numbers.set(node, tests.push(node) - 1)
    for (const branch of node.branches.toReversed()) waiting.push(branch)
  }
  return tests.map(({ column, cut, heaviest, branches }) => ({
    column,
    cut,
    heaviest,
    branches: branches.map((branch) => (branch.answer === null ? numbers.get(branch)! : -1 - branch.answer)),
  }))
}

/** How code that is no SQL reads a column: cuts only where some test asks for the bin. */
export interface PlannedColumn {
  readonly name: string
  /** levels with their branches; null for numbers */
  readonly levels: readonly (readonly [string, number])[] | null
  readonly date: boolean
  readonly right: boolean
  readonly cuts: readonly number[]
  /** codes with their branches where the bin is asked for; −1 for missing. A test of one cut takes all for missing. */
  readonly codes: readonly (readonly [number, number])[]
}

/** The columns that are tested, in the order of the tree; others are null. */
export function readColumns(tree: Tree, { used }: TreePlan, nodes: readonly NumberedNode[]): (PlannedColumn | null)[] {
  const binned = new Set(nodes.filter(({ cut }) => cut === null).map(({ column }) => column))
  return tree.columns.map((column, i) => {
    if (!used.has(i)) return null
    const { name } = column
    if (!isNumbers(column)) {
      const levels = column.groups.flatMap((group, g) => group.map((level): [string, number] => [level, g]))
      return { name, levels: levels.filter(([level]) => level !== ''), date: false, right: false, cuts: [], codes: [] }
    }
    const own = column.special.map((code, j): [number, number] => [code, column.cuts.length + 1 + j])
    return {
      name,
      levels: null,
      date: column.kind === 'date',
      right: column.closed === 'right',
      cuts: binned.has(i) ? column.cuts : [],
      codes: [...column.missing.map((code): [number, number] => [code, -1]), ...own],
    }
  })
}
