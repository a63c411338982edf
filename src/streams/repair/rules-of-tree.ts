import { DataError } from '../../errors.ts'
import { isNumbers } from '../../trees/tree-columns.ts'
import type { Tree, TreeNode, TreeNumbers } from '../../trees/tree.ts'
import { nextUp } from '../../util/numbers/doubles.ts'
import type { RangeRule, RangeTest } from './range-rules.ts'
import { savedRules, type SavedRules } from './rules-json.ts'
import { mustBe } from '../../util/check.ts'

/**
 * A tree as rules that programs read: one per leaf, with the range of every column that its path tests. What they say is
 * what the tree says, but of rows with missing values: these get what most training rows lead to. Trees that test texts or
 * special codes are refused. O(leaves · depth).
 *
 *     console.log(rulesOfTree(tree).rules[0]) // → { when: [ { column: 'age', from: null, to: 26.5 } ], label: 'no' }
 */
export function rulesOfTree(tree: Tree): SavedRules {
  mustBe('rulesOfTree', 'tree', tree)
  const rules: RangeRule[] = []
  const waiting: { readonly node: TreeNode; readonly when: readonly RangeTest[] }[] = [{ node: tree.root, when: [] }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, when } = next
    if (node.test === null) {
      rules.push({ when, label: tree.target.classes[node.predict] })
      continue
    }
    const column = tree.columns[node.test.column]
    if (!isNumbers(column) || (node.test.cut === null && column.special.length > 0)) {
      throw new DataError(
        `rules hold ranges of numbers only, and the tree tests ${isNumbers(column) ? 'special codes' : 'texts'} of ${JSON.stringify(column.name)}`,
      )
    }
    for (let branch = node.branches.length - 1; branch >= 0; branch--) {
      waiting.push({ node: node.branches[branch], when: narrowed(when, rangeOf(column, node, branch)) })
    }
  }
  let node = tree.root
  while (node.test !== null) node = node.branches[node.heaviest]
  const holding = rules.filter(({ when }) => when.every(({ from, to }) => from === null || to === null || from < to))
  return savedRules({ rules: holding, otherwise: tree.target.classes[node.predict] }, tree.target.name)
}

/** The range of a branch. Rules take a bound for the range above it, so a cut that takes it for the one below is one step less. */
function rangeOf({ name, cuts, closed }: TreeNumbers, { test }: TreeNode, branch: number): RangeTest {
  const own = test!.cut === null ? cuts : [test!.cut]
  const bound = (cut: number | undefined): number | null =>
    cut === undefined ? null : closed === 'left' ? cut : nextUp(cut)
  return { column: name, from: bound(own[branch - 1]), to: bound(own[branch]) }
}

/** What a path says one branch further down; a column that was spoken of before keeps its place. */
function narrowed(when: readonly RangeTest[], { column, from, to }: RangeTest): RangeTest[] {
  const at = when.findIndex((one) => one.column === column)
  if (at < 0) return [...when, { column, from, to }]
  const old = when[at]
  const joined = {
    column,
    from: old.from === null ? from : from === null ? old.from : Math.max(old.from, from),
    to: old.to === null ? to : to === null ? old.to : Math.min(old.to, to),
  }
  return when.map((one, i) => (i === at ? joined : one))
}
