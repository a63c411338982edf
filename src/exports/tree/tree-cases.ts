import { predictTree } from '../../trees/predict-tree.ts'
import { isNumbers } from '../../trees/tree-columns.ts'
import type { Tree, TreeColumn, TreeLevels, TreeNumbers } from '../../trees/tree.ts'
import type { Table } from '../../types.ts'
import { nextDown, nextUp } from '../../util/numbers/doubles.ts'
import type { PlannedNode, TreePlan } from './tree-plan.ts'

/** A value of a row to try an export with. */
export type CaseValue = number | string | null

/** Rows to try an export of a tree with, and the class that the library predicts for each. */
export interface TreeCases {
  /** the columns that are tested, in the order of the values */
  readonly columns: readonly TreeColumn[]
  readonly rows: readonly (readonly CaseValue[])[]
  readonly answers: readonly number[]
}

/** Values tried at one test of all bins; of more cuts some are tried. */
const MOST_VALUES = 40

/**
 * Rows at which an export of a tree could go wrong: a row that comes to each test, with the tested value at the cut, one
 * double to both sides, missing, infinite, a code, or a level near a known one. From the root on, at most `most` rows.
 */
export function treeCases(tree: Tree, { root, used }: TreePlan, most = 1000): TreeCases {
  const tested = [...used].toSorted((a, b) => a - b)
  const columns = tested.map((i) => tree.columns[i])
  const rows: CaseValue[][] = [tested.map(() => null)]
  const seen = new Set<number>()
  let level: { node: PlannedNode; base: readonly CaseValue[] }[] = [{ node: root, base: rows[0] }]
  while (level.length > 0 && rows.length < most) {
    const next: typeof level = []
    for (const { node, base } of level) {
      if (node.answer !== null) continue
      const at = tested.indexOf(node.column)
      const column = columns[at]
      const withValue = (value: CaseValue): CaseValue[] => base.map((one, i) => (i === at ? value : one))
      const values = isNumbers(column) ? numbersAt(column, node.cut, !seen.has(node.column)) : textsOf(column)
      seen.add(node.column)
      for (const value of values) if (rows.length < most) rows.push(withValue(value))
      node.branches.forEach((branch, b) => next.push({ node: branch, base: withValue(valueIn(column, node.cut, b)) }))
    }
    level = next
  }
  // What makes no difference to the prediction is asked about all the same.
  const table: Table = Object.fromEntries(
    tree.columns.map(({ name }, i) => [name, rows.map((row) => row[tested.indexOf(i)] ?? null)]),
  )
  // A tree of one leaf asks nothing, and a table without columns has no rows.
  const answers = root.answer === null ? Array.from(predictTree(tree, table).codes) : rows.map(() => root.answer!)
  return { columns, rows, answers }
}

function numbersAt({ kind, cuts, missing, special }: TreeNumbers, cut: number | null, first: boolean): CaseValue[] {
  const step = Math.max(1, Math.ceil((3 * cuts.length) / MOST_VALUES))
  const marks = cut === null ? cuts.filter((_, i) => i % step === 0) : [cut]
  const codes = first ? [...missing, ...special] : []
  if (kind === 'date') {
    return [...[...marks, ...codes].flatMap((mark) => [Math.floor(mark) - 1, Math.floor(mark), Math.ceil(mark)]), null]
  }
  const ends = first ? [Infinity, -Infinity, 0, -0, Number.NaN] : []
  return [...[...marks, ...codes].flatMap((mark) => [nextDown(mark), mark, nextUp(mark)]), ...ends, null]
}

function textsOf({ groups, kind }: TreeLevels): CaseValue[] {
  if (kind === 'boolean') return ['true', 'false', null]
  const levels = groups.flatMap((group) => group.slice(0, 3))
  const misses = levels.slice(0, 6).flatMap((level) => [`${level} `, level.toUpperCase(), level.toLowerCase()])
  return [...new Set([...levels.slice(0, MOST_VALUES), ...misses, 'a level not seen', '']), null]
}

/** A value that takes a branch; null where there is none. */
function valueIn(column: TreeColumn, cut: number | null, branch: number): CaseValue {
  if (!isNumbers(column)) return column.groups[branch].find((level) => level !== '') ?? null
  const { cuts, kind, closed, special } = column
  if (cut === null && branch > cuts.length) return special[branch - cuts.length - 1]
  const [above, limit] =
    cut === null ? (branch === 0 ? [false, cuts[0]] : [true, cuts[branch - 1]]) : [branch === 1, cut]
  if (limit === undefined) return 0
  if (kind === 'date') {
    const at = closed === 'left' ? Math.ceil(limit) : Math.floor(limit) + 1
    return above ? at : at - 1
  }
  if (closed === 'left') return above ? limit : nextDown(limit)
  return above ? nextUp(limit) : limit
}
