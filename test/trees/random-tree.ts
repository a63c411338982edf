import type { Tree, TreeColumn, TreeLevels, TreeNode, TreeNumbers } from '../../src/trees/tree.ts'
import { nextDown, nextUp } from '../../src/util/numbers/doubles.ts'
import { random, type Random } from '../../src/util/random.ts'
import { WEIRD } from '../exports/subjects.ts'

export type Row = Record<string, number | string | boolean | null>

const numbers = (name: string, cuts: number[], more: Partial<TreeNumbers> = {}): TreeNumbers => ({
  name,
  kind: 'number',
  closed: 'left',
  cuts,
  labels: Array.from({ length: cuts.length + 1 }, (_, i) => `${name} ${i}`),
  missing: [],
  special: [],
  ...more,
})

/** Columns that break careless exports: closed ends, codes, dates, odd names and levels. */
export const COLUMNS: readonly TreeColumn[] = [
  numbers('petal length', [-2.5, 0, 0.1 + 0.2, 2.45, 1e300]),
  numbers('it\'s "right" [x] `y` \\', [-1e-300, 3.3499999999999996, 7], {
    closed: 'right',
    missing: [-9, 7],
    special: [-8, 0],
  }),
  numbers('day', [Date.UTC(2015, 1, 4), Date.UTC(2015, 1, 4, 12) + 0.5], {
    kind: 'date',
    special: [Date.UTC(1970, 0, 1)],
  }),
  {
    name: 'town',
    kind: 'category',
    groups: [['north', WEIRD, ''], ['South', 'a '], ['null']],
    labels: ['n', 's', '0'],
  },
  { name: 'alone', kind: 'boolean', groups: [['false'], ['true']], labels: ['no', 'yes'] },
]

const isLevels = (column: TreeColumn): column is TreeLevels => column.kind === 'category' || column.kind === 'boolean'

/** How many branches a test of all bins or groups has. */
function slotsOf(column: TreeColumn): number {
  return isLevels(column) ? column.groups.length : column.cuts.length + 1 + column.special.length
}

export function treeOf(root: TreeNode, columns: readonly TreeColumn[], classes: readonly string[]): Tree {
  return {
    format: 'kerf-tree',
    version: 1,
    created: { kerf: '0', by: 'binary', options: {}, source: { name: 'made.csv', rows: root.count } },
    target: { kind: 'class', name: 'kind', classes, event: null },
    columns,
    root,
    notes: [],
  }
}

/** A leaf of so many rows of each class. */
export function leaf(classes: readonly number[], predict = classes.indexOf(Math.max(...classes))): TreeNode {
  const count = classes.reduce((sum, one) => sum + one, 0)
  return { count, classes, predict, test: null, branches: [], heaviest: 0 }
}

/** A node above others. */
export function node(test: { column: number; cut: number | null }, branches: readonly TreeNode[]): TreeNode {
  const classes = branches[0].classes.map((_, c) => branches.reduce((sum, branch) => sum + branch.classes[c], 0))
  const heaviest = branches.reduce((best, { count }, i) => (count > branches[best].count ? i : best), 0)
  return { ...leaf(classes), test: { ...test, gain: 0.5 }, branches, heaviest }
}

/** A tree of random tests over some columns; `bushy` is the chance that a branch goes on. One always does. */
export function randomTree(seed: number, depth: number, columns: readonly TreeColumn[] = COLUMNS, bushy = 0.6): Tree {
  const source = random(seed)
  const grow = (left: number): TreeNode => {
    if (left === 0) return leaf([0, 1, 2].map(() => source.integer(9)))
    const column = source.integer(columns.length)
    const asked = columns[column]
    const cut = isLevels(asked) || source.next() < 0.4 ? null : asked.cuts[source.integer(asked.cuts.length)]
    const count = cut === null ? slotsOf(asked) : 2
    const sure = source.integer(count)
    return node(
      { column, cut },
      Array.from({ length: count }, (_, i) =>
        i === sure
          ? grow(left - 1)
          : source.next() < 0.2
            ? leaf([0, 0, 0], 1)
            : grow(source.next() < bushy ? left - 1 : 0),
      ),
    )
  }
  return treeOf(grow(depth), columns, ['setosa', WEIRD, 'C'])
}

/** Rows with values at, beside and away from everything a tree can ask for. */
export function randomRows(seed: number, count: number, columns: readonly TreeColumn[] = COLUMNS): Row[] {
  const source: Random = random(seed)
  const pools = columns.map((column): readonly Row[string][] => {
    if (column.kind === 'boolean') return [true, false, null]
    if (isLevels(column)) return [...column.groups.flat(), 'south', 'unseen', '', null]
    const marks = [...column.cuts, ...column.missing, ...column.special]
    if (column.kind === 'date') return [...marks.flatMap((mark) => [mark - 0.001, mark, mark + 0.001, mark + 1]), null]
    const ends = [0, -0, 1e-310, Infinity, -Infinity, Number.NaN, null, 5, Number.MAX_VALUE]
    return [...marks.flatMap((mark) => [nextDown(mark), mark, nextUp(mark)]), ...ends]
  })
  return Array.from({ length: count }, () =>
    Object.fromEntries(columns.map(({ name }, i) => [name, pools[i][source.integer(pools[i].length)]])),
  )
}

/** What a tree predicts, written as plainly as possible. */
export function plainPredict({ root, columns }: Tree, row: Row): number {
  let at = root
  while (at.test !== null) {
    const { column: i, cut } = at.test
    const branch = plainBranch(columns[i], cut, row[columns[i].name])
    at = at.branches[branch ?? at.heaviest]
  }
  return at.predict
}

function plainBranch(column: TreeColumn, cut: number | null, value: Row[string] | undefined): number | null {
  if (value === null || value === undefined || value === '' || Number.isNaN(value)) return null
  if (isLevels(column)) {
    const group = column.groups.findIndex((levels) => levels.includes(String(value)))
    return group < 0 ? null : group
  }
  const x = value as number
  if (column.missing.includes(x)) return null
  const code = column.special.findIndex((special) => special === x)
  if (code >= 0) return cut === null ? column.cuts.length + 1 + code : null
  const above = (limit: number): boolean => (column.closed === 'left' ? x >= limit : x > limit)
  return cut === null ? column.cuts.filter(above).length : Number(above(cut))
}
