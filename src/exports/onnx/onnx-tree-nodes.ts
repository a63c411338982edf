import type { Tree } from '../../trees/tree.ts'
import type { PlannedNode } from '../tree/tree-plan.ts'
import type { Attribute } from './onnx-proto.ts'

/** What tests look at: a column by the cuts that are tested, or by its bins or groups (`cuts` null). */
export interface Feature {
  readonly column: number
  readonly cuts: readonly number[] | null
}

/** A node of the flat tree. `missing` is 1 where missing values go to `yes`. */
interface FlatNode {
  readonly feature: number
  readonly bound: number
  readonly yes: number
  readonly no: number
  readonly missing: number
  /** number of the class, in a leaf */
  readonly answer: number | null
}

/** Branches of a planned node, all of which are still possible. */
interface Range {
  readonly node: PlannedNode
  readonly from: number
  readonly to: number
}

/** The nodes of a tree as the operator of ONNX takes them: lists. A node of many branches becomes some that halve them. */
export function flatNodes(tree: Tree, root: PlannedNode, features: readonly Feature[]): Record<string, Attribute> {
  const ranges: Range[] = [whole(root)]
  const nodes: FlatNode[] = []
  // What is found is put at the end, so the list is gone through while it grows.
  for (let id = 0; id < ranges.length; id++) {
    const { node, from, to } = ranges[id]
    if (node.answer !== null) {
      nodes.push({ feature: 0, bound: 0, yes: 0, no: 0, missing: 0, answer: node.answer })
      continue
    }
    const feature = features.findIndex(
      (one) => one.column === node.column && (one.cuts === null) === (node.cut === null),
    )
    const middle = Math.floor((from + to) / 2)
    const yes = ranges.push(part(node, from, middle)) - 1
    const no = ranges.push(part(node, middle + 1, to)) - 1
    const bound = lastSlot(tree, node, features[feature], middle) + 0.5
    nodes.push({ feature, bound, yes, no, missing: node.heaviest <= middle ? 1 : 0, answer: null })
  }
  return attributesOf(nodes)
}

/** All branches of a node; one that has a single branch asks nothing. */
function whole(node: PlannedNode): Range {
  let at = node
  while (at.answer === null && at.branches.length === 1) [at] = at.branches
  return { node: at, from: 0, to: at.branches.length - 1 }
}

function part(node: PlannedNode, from: number, to: number): Range {
  return from === to ? whole(node.branches[from]) : { node, from, to }
}

/** The largest number that a value of a branch can have. The slot of missing values lies between bins and codes. */
function lastSlot(tree: Tree, { cut, column }: PlannedNode, { cuts }: Feature, branch: number): number {
  if (cut !== null && cuts !== null) return cuts.indexOf(cut)
  return branch < tree.columns[column].labels.length ? branch : branch + 1
}

function attributesOf(nodes: readonly FlatNode[]): Record<string, Attribute> {
  const leaves = nodes.flatMap(({ answer }, id) => (answer === null ? [] : [{ id, answer }]))
  return {
    n_targets: 1,
    nodes_treeids: nodes.map(() => 0),
    nodes_nodeids: nodes.map((_, id) => id),
    nodes_featureids: nodes.map(({ feature }) => feature),
    nodes_modes: nodes.map(({ answer }) => (answer === null ? 'BRANCH_LEQ' : 'LEAF')),
    nodes_values: { floats: nodes.map(({ bound }) => bound) },
    nodes_truenodeids: nodes.map(({ yes }) => yes),
    nodes_falsenodeids: nodes.map(({ no }) => no),
    nodes_missing_value_tracks_true: nodes.map(({ missing }) => missing),
    target_treeids: leaves.map(() => 0),
    target_nodeids: leaves.map(({ id }) => id),
    target_ids: leaves.map(() => 0),
    target_weights: { floats: leaves.map(({ answer }) => answer) },
  }
}
