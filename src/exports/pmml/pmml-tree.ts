import { isNumbers } from '../../trees/tree-columns.ts'
import type { Tree, TreeColumn, TreeNode, TreeNumbers } from '../../trees/tree.ts'
import { planColumn } from '../export-plan.ts'
import { columnOfTree } from '../field-plan.ts'
import { planTree, type TreeExportOptions } from '../tree/tree-plan.ts'
import { documentText, freeName, miningSchema } from './pmml-document.ts'
import { doubleText, limitText, slotField } from './pmml-slots.ts'
import { type Element, element } from './xml.ts'

/**
 * A tree as a TreeModel. Tests of all bins ask for the number of the bin, a field derived from the column; missing and
 * unseen values go where most training rows went. Every node has the counts of its classes.
 */
export function treeToPmml(tree: Tree, options: TreeExportOptions): string {
  const { output, answers } = planTree(tree, options)
  const target = { name: tree.target.name ?? 'target', classes: answers }
  const tested = testedColumns(tree.root)
  const columns = tree.columns.filter((_, i) => tested.has(i))
  const taken = new Set([...tree.columns.map(({ name }) => name), target.name, output])
  const fields = tree.columns.map((column, i) => (tested.has(i) ? readField(column, tested.get(i)!, taken) : null))
  const dataType = typeof answers[0] === 'number' ? 'integer' : 'string'
  const predicted = { name: output, optype: 'categorical', dataType, feature: 'predictedValue' }
  const attributes = { functionName: 'classification', missingValueStrategy: 'defaultChild', splitCharacteristic: 'multiSplit' } // prettier-ignore
  return documentText({
    about: `Predicts ${target.name} by a tree`,
    columns,
    target,
    derived: fields.flatMap((field) => field?.derived ?? []),
    model: element('TreeModel', attributes, [
      miningSchema(columns, target),
      element('Output', {}, [element('OutputField', predicted)]),
      nodes(tree, answers, fields),
    ]),
  })
}

/** Which columns are tested: by single cuts, by all bins, or both. */
interface Tested {
  cuts: boolean
  bins: boolean
}

function testedColumns(root: TreeNode): Map<number, Tested> {
  const found = new Map<number, Tested>()
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const branch of node.branches) waiting.push(branch)
    if (node.test === null) continue
    const entry = found.get(node.test.column) ?? { cuts: false, bins: false }
    found.set(node.test.column, entry)
    if (node.test.cut === null) entry.bins = true
    else entry.cuts = true
  }
  return found
}

/** The names of the fields that tests of a column look at. */
interface ReadField {
  readonly derived: readonly Element[]
  readonly value: string
  readonly slot: string
}

function readField(column: TreeColumn, { cuts, bins }: Tested, taken: Set<string>): ReadField {
  const derived: Element[] = []
  const codes = isNumbers(column) ? [...column.missing, ...column.special] : []
  let value = column.name
  if (cuts && codes.length > 0) {
    // A test of one cut takes all codes for missing: without a code the value, with one nothing.
    value = freeName(`${column.name} known`, taken)
    derived.push(knownField(value, column.name, codes))
  }
  let slot = ''
  if (bins) {
    slot = freeName(`${column.name} bin`, taken)
    const plan = planColumn(columnOfTree(column), slot, 'index')
    const answers = plan.answers.map((answer) => (answer === plan.missing ? undefined : answer))
    derived.push(slotField(slot, plan, answers, 'integer'))
  }
  return { derived, value, slot }
}

function knownField(name: string, field: string, codes: readonly number[]): Element {
  const texts = codes.flatMap((code) => (code === 0 ? ['0.0', '-0.0'] : [doubleText(code)]))
  const constants = texts.map((text) => element('Constant', { dataType: 'double' }, text))
  const other = element('Apply', { function: 'isNotIn' }, [element('FieldRef', { field }), ...constants])
  return element('DerivedField', { name, optype: 'continuous', dataType: 'double' }, [
    element('Apply', { function: 'if' }, [other, element('FieldRef', { field })]),
  ])
}

/** A node, with the condition that leads to it and its number. */
interface Placed {
  readonly node: TreeNode
  readonly id: number
  readonly predicate: Element
  readonly inner: Element[]
}

/** All nodes inside each other; written from the leaves up, so that a tree may be as deep as it likes. */
function nodes(tree: Tree, answers: readonly (string | number)[], fields: readonly (ReadField | null)[]): Element {
  const order: Placed[] = [{ node: tree.root, id: 0, predicate: element('True'), inner: [] }]
  const branchesOf: number[][] = []
  for (let id = 0; id < order.length; id++) {
    const { node } = order[id]
    branchesOf[id] = node.branches.map((branch, b) => {
      const predicate = predicateOf(tree, node, fields, b)
      return order.push({ node: branch, id: order.length, predicate, inner: [] }) - 1
    })
  }
  const made: Element[] = []
  for (const { node, id, predicate } of order.toReversed()) {
    const shares = node.classes.map((recordCount, c) =>
      element('ScoreDistribution', { value: answers[c], recordCount }),
    )
    const attributes = {
      id,
      score: answers[node.predict],
      recordCount: node.classes.reduce((sum, one) => sum + one, 0),
      defaultChild: node.test === null ? undefined : branchesOf[id][node.heaviest],
    }
    const counted = node.count > 0 ? shares : []
    made[id] = element('Node', attributes, [predicate, ...counted, ...branchesOf[id].map((branch) => made[branch])])
  }
  return made[0]
}

function predicateOf(tree: Tree, { test }: TreeNode, fields: readonly (ReadField | null)[], branch: number): Element {
  const { column: at, cut } = test!
  const column = tree.columns[at]
  const { slot, value } = fields[at]!
  if (cut === null) {
    const number = branch < column.labels.length ? branch : branch + 1
    return element('SimplePredicate', { field: slot, operator: 'equal', value: number })
  }
  const left = (column as TreeNumbers).closed === 'left'
  const operator = branch === 0 ? (left ? 'lessThan' : 'lessOrEqual') : left ? 'greaterOrEqual' : 'greaterThan'
  return element('SimplePredicate', { field: value, operator, value: limitText(cut, left) })
}
