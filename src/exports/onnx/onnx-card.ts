import type { Scorecard } from '../../scorecards/scorecard.ts'
import { type CardExportOptions, planCard } from '../card-plan.ts'
import { slotTable } from './onnx-encoder.ts'
import { OnnxGraph } from './onnx-graph.ts'
import { slotNode } from './onnx-slots.ts'

/** A scorecard as a graph: columns as they are in, the score or the points of each column out. A refused value is NaN. */
export function cardToOnnx(card: Scorecard, options: CardExportOptions): Uint8Array<ArrayBuffer> {
  const { as, parts, output } = planCard(card, options)
  const graph = new OnnxGraph(parts.flatMap((part) => [part.plan.column.name, part.output, output]))
  const points = parts.map((part) => {
    const rows = part.points.map((one) => [one])
    return slotTable(graph, rows, slotNode(graph, part.plan), Number.NaN)
  })
  for (const { plan, labels } of parts) graph.tell(`kerf.labels.${plan.column.name}`, labels)
  if (as === 'points') {
    for (const [i, part] of parts.entries()) graph.output(points[i], { name: part.output, type: 'double', width: 1 })
  } else {
    const score = points.reduce((sum, one) => graph.node('Add', [sum, one]))
    graph.output(score, { name: output, type: 'double', width: 1 })
  }
  return graph.done('A scorecard.')
}
