import { tableColumn, tableRows } from '../summaries/column-table.ts'
import type { Table } from '../types.ts'
import { check, knownOptions, mustBe, real } from '../util/check.ts'
import { branchAt, type FlatTree, flatTree, LEAF, testedColumns } from './flat-tree.ts'
import { isNumbers, slotsOf } from './tree-columns.ts'
import type { Tree, TreeNumbers } from './tree.ts'
import { readNumbers } from '../util/data-value.ts'
import { nextUp } from '../util/numbers/doubles.ts'
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
  return predictLeaves(tree, flat, leafOfRows(tree, flat, table, where), smoothing)
}

/** What is predicted for rows that came to these leaves. */
export function predictLeaves(tree: Tree, flat: FlatTree, leaves: Int32Array, smoothing = 0): Predictions {
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
  const thresholds = thresholdsOf(tree, flat)
  if (thresholds !== null) {
    walkByCuts(flat, thresholds, knownNumbers(tree, flat, table, where), leaves)
    return leaves
  }
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

/** Of every node the least value that goes to its second branch; null where a test has a branch per bin or group. */
function thresholdsOf(tree: Tree, flat: FlatTree): Float64Array | null {
  const thresholds = new Float64Array(flat.columns.length)
  for (let node = 0; node < thresholds.length; node++) {
    const column = tree.columns[flat.columns[node]]
    if (column === undefined) continue
    if (flat.cuts[node] < 0 || !isNumbers(column)) return null
    const cut = column.cuts[flat.cuts[node]]
    thresholds[node] = column.closed === 'left' ? cut : nextUp(cut)
  }
  return thresholds
}

/** The numbers of the columns that are tested, NaN for what follows the heaviest branch. */
function knownNumbers(tree: Tree, flat: FlatTree, table: Table, where: string): Float64Array[] {
  const numbers: Float64Array[] = []
  for (const index of testedColumns(flat)) {
    const column = tree.columns[index] as TreeNumbers
    const { name } = column
    const given = readNumbers(tableColumn(where, table, name), { where, column: name })
    const aside = new Set([...column.missing, ...column.special])
    numbers[index] = aside.size === 0 ? given : given.map((x) => (aside.has(x) ? Number.NaN : x))
  }
  return numbers
}

/**
 * A tree may test thousands of cuts: walking by values is faster than finding the bins of all of them first. What a step asks of
 * a node lies side by side, since nodes of large trees are far apart in memory: a double, and two numbers of 32 bits behind it.
 */
function walkByCuts(
  { columns, firstBranch, heaviest }: FlatTree,
  thresholds: Float64Array,
  numbers: readonly Float64Array[],
  leaves: Int32Array,
): void {
  const cuts = new Float64Array(2 * columns.length)
  const steps = new Int32Array(cuts.buffer)
  for (let node = 0; node < columns.length; node++) {
    cuts[2 * node] = thresholds[node]
    steps[4 * node + 2] = columns[node]
    steps[4 * node + 3] = firstBranch[node]
  }
  for (let row = 0; row < leaves.length; row++) {
    let node = 0
    for (let column = steps[2]; column !== LEAF; column = steps[4 * node + 2]) {
      const x = numbers[column][row]
      if (x >= cuts[2 * node]) node = steps[4 * node + 3] + 1
      else node = x === x ? steps[4 * node + 3] : heaviest[node]
    }
    leaves[row] = node
  }
}

/** How likely each class is at every node; where no row came, as at the node above. */
export function leafShares(tree: Tree, flat: FlatTree, smoothing = 0): Float64Array {
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
