import type { Binning } from '../../binning/binning.ts'
import { slotLabels } from '../../binning/labels.ts'
import { type ColumnPlan, type ExportOptions, planColumns } from '../export-plan.ts'
import { OnnxGraph } from './onnx-graph.ts'
import type { TensorType } from './onnx-proto.ts'
import { refuses, slotNode } from './onnx-slots.ts'

/** A binning as a graph: an input and a result per column. What is refused becomes −1, an empty text or NaN. */
export function binningToOnnx(binning: Binning, options: ExportOptions): Uint8Array<ArrayBuffer> {
  const plans = planColumns(binning, options)
  const names = plans.flatMap(({ column, output }) => [column.name, output])
  const graph = new OnnxGraph(names)
  for (const plan of plans) {
    const slot = slotNode(graph, plan)
    const type = typeOf(plan, options)
    graph.output(answersNode(graph, plan, slot, type), { name: plan.output, type, width: 1 })
    graph.tell(`kerf.labels.${plan.column.name}`, slotLabels(plan.column))
  }
  return graph.done('Bins of columns.')
}

function typeOf({ answers }: ColumnPlan, { as }: ExportOptions): TensorType {
  return typeof answers[0] === 'string' ? 'text' : as === 'woe' ? 'double' : 'int64'
}

function answersNode(graph: OnnxGraph, plan: ColumnPlan, slot: string, type: TensorType): string {
  // A slot is its own number, whichever slots there are.
  if (type === 'int64') return slot
  const none = type === 'text' ? '' : Number.NaN
  const values = [...plan.answers, ...(refuses(plan) ? [none] : [])] as readonly number[]
  return graph.lookUp({ type, dims: [values.length, 1], values }, slot)
}
