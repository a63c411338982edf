import { binLabels, wordsOf } from '../../binning/labels.ts'
import { branchAt, flatTree, LEAF, testedColumns } from '../../trees/flat-tree.ts'
import { isNumbers } from '../../trees/tree-columns.ts'
import type { Tree, TreeColumn, TreeNumbers } from '../../trees/tree.ts'
import type { Note } from '../../types.ts'
import { bisectLeft } from '../../util/bisect.ts'
import { patchTree } from './patch-tree.ts'
import { type CutMoves, patchRules, type RangeTest } from './range-rules.ts'
import type { SavedRules } from './rules-json.ts'

/**
 * What trees and rules have in common for a repair: cuts of columns, and an answer that depends on nothing but the slots
 * between them. A cut that moves changes the slots of rows, never the answer to slots.
 */
export interface CutShape {
  /** what it is called in sentences */
  readonly what: 'tree' | 'rules'
  /** the column of classes it was made for, and the classes it tells apart */
  readonly target: string | null
  readonly classes: readonly string[]
  /** the method whose bins it was made with; undefined where that is not known */
  readonly method: string | undefined
  /** the columns it tests */
  readonly columns: readonly TreeColumn[]
  /** the number of the class it answers to a row, by the slots of its values: slots[column][row], numbered as `slotsOf` does */
  readonly says: (slots: readonly Int32Array[], row: number) => number
}

/** A tree or rules, with how its cuts are moved. */
export interface CutModel<Model> extends CutShape {
  readonly model: Model
  readonly patch: (moves: CutMoves) => Model
  readonly withNote: (model: Model, note: Note) => Model
}

/** A tree, ready for a repair. */
export function treeModel(tree: Tree): CutModel<Tree> {
  const flat = flatTree(tree)
  const tested = testedColumns(flat)
  const columns = tested.map((index) => tree.columns[index])
  const bins = columns.map(({ labels }) => labels.length)
  const placeOf = new Int32Array(tree.columns.length)
  for (const [place, index] of tested.entries()) placeOf[index] = place
  return {
    model: tree,
    what: 'tree',
    target: tree.target.name,
    classes: tree.target.classes,
    method: tree.created.by,
    columns,
    says(slots, row) {
      let node = 0
      for (let column = flat.columns[0]; column !== LEAF; column = flat.columns[node]) {
        const place = placeOf[column]
        node = branchAt(flat, node, slots[place][row], bins[place])
      }
      return flat.predicts[node]
    },
    patch: (moves) => patchTree(tree, moves),
    withNote: (model, note) => ({ ...model, notes: [...model.notes, note] }),
  }
}

/** A condition by numbers: the slots of a column from the first to the last that hold it. */
interface SlotTest {
  readonly place: number
  readonly first: number
  readonly last: number
}

/** Rules, ready for a repair. Their bounds are the cuts of their columns. */
export function rulesModel(rules: SavedRules): CutModel<SavedRules> {
  const classes = [...new Set([...rules.rules.map(({ label }) => label), rules.otherwise])]
  const tests = rules.rules.flatMap(({ when }) => when)
  const columns = [...new Set(tests.map(({ column }) => column))].map((name) => boundsOf(name, tests))
  const slotTest = ({ column, from, to }: RangeTest): SlotTest => {
    const place = columns.findIndex(({ name }) => name === column)
    const { cuts } = columns[place]
    return {
      place,
      first: from === null ? 0 : bisectLeft(cuts, from) + 1,
      last: to === null ? cuts.length : bisectLeft(cuts, to),
    }
  }
  const coded = rules.rules.map(({ when, label }) => ({ when: when.map(slotTest), code: classes.indexOf(label) }))
  const otherwise = classes.indexOf(rules.otherwise)
  return {
    model: rules,
    what: 'rules',
    target: rules.target,
    classes,
    method: undefined,
    columns,
    // A missing value lies beyond the last slot, so it holds nowhere.
    says(slots, row) {
      const holds = ({ place, first, last }: SlotTest): boolean =>
        slots[place][row] >= first && slots[place][row] <= last
      return coded.find(({ when }) => when.every(holds))?.code ?? otherwise
    },
    patch: (moves) => ({ ...rules, ...patchRules(rules, moves) }),
    withNote: (model, note) => ({ ...model, notes: [...model.notes, note] }),
  }
}

/** The bounds that rules set on a column, as cuts. */
function boundsOf(name: string, tests: readonly RangeTest[]): TreeNumbers {
  const bounds = tests.flatMap(({ column, from, to }) => (column === name ? [from, to] : []))
  const cuts = [...new Set(bounds.filter((bound) => bound !== null))].toSorted((a, b) => a - b)
  const labels = binLabels(cuts, 'left', [], wordsOf('number'))
  return { name, kind: 'number', closed: 'left', cuts, labels, missing: [], special: [] }
}

/** The columns of numbers that a model tests, each with its place among all it tests. */
export function numberColumns(
  columns: readonly TreeColumn[],
): { readonly place: number; readonly column: TreeNumbers }[] {
  return columns.flatMap((column, place) => (isNumbers(column) && column.cuts.length > 0 ? [{ place, column }] : []))
}
