import { DataError } from '../../errors.ts'
import { isNumbers } from '../../trees/tree-columns.ts'
import type { Tree, TreeColumn } from '../../trees/tree.ts'
import { planColumn } from '../export-plan.ts'
import { columnOfTree } from '../field-plan.ts'
import { type PlannedNode, planTree, type TreeExportOptions } from '../tree/tree-plan.ts'
import { OnnxGraph } from './onnx-graph.ts'
import { slotNode } from './onnx-slots.ts'
import { type Feature, flatNodes } from './onnx-tree-nodes.ts'

/**
 * A tree as a graph. Its operator compares in single precision, so values are first told apart as doubles: what it sees
 * is the number of cuts that a value has passed, or of its bin, and NaN where it is missing.
 */
export function treeToOnnx(tree: Tree, options: TreeExportOptions): Uint8Array<ArrayBuffer> {
  const plan = planTree(tree, options)
  if (plan.root.answer !== null) {
    throw new DataError('export: a tree of one leaf asks for no column, and a graph of ONNX needs one')
  }
  const graph = new OnnxGraph(tree.columns.map(({ name }) => name))
  const features = featuresOf(tree, plan.root)
  const values = features.map((feature) => featureNode(graph, tree.columns[feature.column], feature))
  const rows = graph.node('Concat', values, { axis: 1 })
  const leaf = graph.learned('TreeEnsembleRegressor', [rows], flatNodes(tree, plan.root, features))
  const texts = typeof plan.answers[0] === 'string'
  const table = { type: texts ? 'text' : 'int64', dims: [plan.answers.length, 1], values: plan.answers } as const
  const answer = graph.lookUp({ ...table, values: plan.answers as readonly string[] }, graph.cast(leaf, 'int64'))
  graph.output(answer, { name: plan.output, type: table.type, width: 1 })
  graph.tell('kerf.classes', tree.target.classes)
  return graph.done(`Predicts ${tree.target.name ?? 'the class'} by a tree.`)
}

function featuresOf(tree: Tree, root: PlannedNode): Feature[] {
  const cuts = new Map<number, Set<number>>()
  const whole = new Set<number>()
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const branch of node.branches) waiting.push(branch)
    if (node.answer !== null) continue
    if (node.cut === null) whole.add(node.column)
    else cuts.set(node.column, (cuts.get(node.column) ?? new Set()).add(node.cut))
  }
  const rising = (set: ReadonlySet<number>): number[] => [...set].toSorted((a, b) => a - b)
  return tree.columns.flatMap((_, column): Feature[] => [
    ...(cuts.has(column) ? [{ column, cuts: rising(cuts.get(column)!) }] : []),
    ...(whole.has(column) ? [{ column, cuts: null }] : []),
  ])
}

/** The number of a value's bin among the tested ones, in single precision; NaN where it is missing or unseen. */
function featureNode(graph: OnnxGraph, column: TreeColumn, { cuts }: Feature): string {
  const seen =
    cuts === null || !isNumbers(column)
      ? column
      : // A test of one cut takes all codes for missing.
        { ...column, cuts, missing: [...column.missing, ...column.special], special: [] }
  const plan = planColumn(columnOfTree(seen), column.name, 'index')
  const slot = slotNode(graph, plan)
  const none = graph.scalar('int64', plan.missing!)
  const isMissing = graph.node('Equal', [slot, none])
  return graph.node('Where', [isMissing, graph.scalar('float', Number.NaN), graph.cast(slot, 'float')])
}
