import type { LogisticModel } from '../../models/logistic-model.ts'
import { type ModelExportOptions, planModel } from '../score-options.ts'
import { scoreNode } from './onnx-encoder.ts'
import { OnnxGraph } from './onnx-graph.ts'

/** A logistic regression as a graph: columns as they are in, the chance of the event or the predicted class out. */
export function modelToOnnx(model: LogisticModel, options: ModelExportOptions): Uint8Array<ArrayBuffer> {
  const { as, output, classes, event } = planModel(model, options)
  const graph = new OnnxGraph(model.encoder.fields.map(({ name }) => name))
  const chance = chanceNode(graph, scoreNode(graph, model.encoder, model))
  graph.tell('kerf.classes', classes)
  graph.tell('kerf.event', classes[event])
  if (as === 'score') graph.output(chance, { name: output, type: 'double', width: 1 })
  else {
    const likely = graph.cast(graph.node('GreaterOrEqual', [chance, graph.scalar('double', 0.5)]), 'int64')
    const order = event === 1 ? [0, 1] : [1, 0]
    const type = as === 'label' ? 'text' : 'int64'
    const values = as === 'label' ? order.map((i) => classes[i]) : order
    graph.output(graph.lookUp({ type, dims: [2, 1], values } as never, likely), { name: output, type, width: 1 })
  }
  return graph.done(`Predicts ${model.target.name ?? 'the event'} by logistic regression.`)
}

/** 1 / (1 + e^−score), of the side on which e to the power of it cannot overflow. */
function chanceNode(graph: OnnxGraph, score: string): string {
  const one = graph.scalar('double', 1)
  const e = graph.node('Exp', [graph.node('Neg', [graph.node('Abs', [score])])])
  const whole = graph.node('Add', [one, e])
  const below = graph.node('Less', [score, graph.scalar('double', 0)])
  return graph.node('Where', [below, graph.node('Div', [e, whole]), graph.node('Div', [one, whole])])
}
