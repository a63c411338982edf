import { tableColumn, tableRows } from '../summaries/column-table.ts'
import type { Table } from '../types.ts'
import { check, knownOptions, mustBe, real } from '../util/check.ts'
import { branchAt, type FlatTree, flatTree, LEAF, testedColumns } from './flat-tree.ts'
import { slotsOf } from './tree-columns.ts'
import type { Tree } from './tree.ts'
import { calledAs } from '../util/called-as.ts'

/** What is predicted for the rows of a table. */
export interface Predictions {
  /** the classes that codes and probabilities speak of, in their order */
  readonly classes: readonly string[]
  /** the class of each row, as a number in `classes` */
  readonly codes: Int32Array
  /** class by class for each row: probabilities[row · classes.length + c] */
  readonly probabilities: Float64Array
}

/** Options of `predictTree` and `predictTreeRow`. */
export type PredictOptions = {
  /** added to the count of every class in a leaf, which keeps probabilities off 0 and 1 (1 is Laplace's); default 0 */
  readonly smoothing?: number | undefined
}

/** One value per column, by name. */
export type Row = Readonly<Record<string, unknown>>

/**
 * Predicts the class of every row of a table, and how likely each class is. Columns are found by name; only those that the
 * tree tests must be there. Missing and unseen values follow the branch with most training rows. O(rows · depth).
 *
 *     const { classes, codes } = predictTree(tree, { age: [20, 60, null] })
 *     console.log(Array.from(codes, (code) => classes[code])) // → [ 'no', 'yes', 'yes' ]
 */
export function predictTree(tree: Tree, table: Table, options: PredictOptions = {}): Predictions {
  mustBe('predictTree', 'tree', tree)
  return predictFor('predictTree', tree, table, readSmoothing(options))
}

/** `predictTree` for a function whose name stands in what is refused. */
export function predictFor(where: string, tree: Tree, table: Table, smoothing = 0): Predictions {
  const flat = flatTree(tree)
  const leaves = leafOfRows(tree, flat, table, where)
  const shares = leafShares(tree, flat, smoothing)
  const width = tree.target.classes.length
  const codes = new Int32Array(leaves.length)
  const probabilities = new Float64Array(leaves.length * width)
  for (let row = 0; row < leaves.length; row++) {
    const leaf = leaves[row]
    codes[row] = flat.predicts[leaf]
    for (let c = 0; c < width; c++) probabilities[row * width + c] = shares[leaf * width + c]
  }
  return { classes: tree.target.classes, codes, probabilities }
}

/**
 * Predicts the class of one row, and how likely each class is. For many rows `predictTree` is far faster. O(nodes).
 *
 *     console.log(predictTreeRow(tree, { age: 52, region: 'north' }).class) // → yes
 */
export function predictTreeRow(
  tree: Tree,
  row: Row,
  options: PredictOptions = {},
): { class: string; probabilities: Readonly<Record<string, number>> } {
  return calledAs('predictTreeRow', () => {
    // A tree of one leaf asks about no column, so the row may have none; a table needs one to have a row.
    const given = tree.root.test === null ? [['', null]] : Object.entries(row)
    const table = Object.fromEntries(given.map(([name, value]) => [name, [value]])) as Table
    const { classes, codes, probabilities } = predictTree(tree, table, options)
    return {
      class: classes[codes[0]],
      probabilities: Object.fromEntries(classes.map((label, c) => [label, probabilities[c]])),
    }
  })
}

/** The leaf that each row of a table comes to, as its number in the flat tree. */
export function leafOfRows(tree: Tree, flat: FlatTree, table: Table, where: string): Int32Array {
  const leaves = new Int32Array(tableRows(where, table))
  const slots: Int32Array[] = []
  const bins = tree.columns.map((column) => column.labels.length)
  for (const index of testedColumns(flat)) {
    const column = tree.columns[index]
    slots[index] = slotsOf(where, column, tableColumn(where, table, column.name))
  }
  const { columns } = flat
  for (let row = 0; row < leaves.length; row++) {
    let node = 0
    for (let column = columns[0]; column !== LEAF; column = columns[node]) {
      node = branchAt(flat, node, slots[column][row], bins[column])
    }
    leaves[row] = node
  }
  return leaves
}

/** How likely each class is at every node; where no row came, as at the node above. */
function leafShares(tree: Tree, flat: FlatTree, smoothing: number): Float64Array {
  const width = tree.target.classes.length
  const shares = new Float64Array(flat.nodes.length * width)
  for (const [i, { classes, predict }] of flat.nodes.entries()) {
    const total = classes.reduce((sum, weight) => sum + weight, 0)
    const [base, above] = [i * width, flat.parents[i] * width]
    for (let c = 0; c < width; c++) {
      if (total > 0) shares[base + c] = (classes[c] + smoothing) / (total + smoothing * width)
      else shares[base + c] = i > 0 ? shares[above + c] : c === predict ? 1 : 0
    }
  }
  return shares
}

function readSmoothing(options: PredictOptions): number {
  knownOptions('predictTree', options, { smoothing: 1 })
  const { smoothing = 0 } = options
  check('predictTree', 'smoothing', real({ min: 0 }), smoothing)
  return smoothing
}
