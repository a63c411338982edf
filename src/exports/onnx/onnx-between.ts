import type { AsideRule, EncoderField } from '../../encoders/encoder.ts'
import { readsNumbers } from '../../encoders/encoder.ts'
import { DataError } from '../../errors.ts'
import { edgesOf, type FieldPlan } from '../field-plan.ts'
import type { OnnxGraph } from './onnx-graph.ts'

/** Largest finite number of single precision. */
const LARGEST = 3.4028234663852886e38
/** Between ends closer to 0 than this, no difference overflows. */
const FARTHEST = 2 ** 969

/** The share of its bin that each value of a field has passed. `slot` says which bin that is. */
export function shareNode(graph: OnnxGraph, { field, base }: FieldPlan, slot: string): string {
  const edges = edgesOf(field)
  if (edges.some((edge) => Math.abs(edge) > FARTHEST)) {
    throw new DataError(
      `export: ONNX cannot tell how far a value of ${JSON.stringify(field.name)} is between ends beyond 1e291; give it an encoding such as one-hot`,
    )
  }
  // Slots of no width, and those after the bins, get ends of which the share is finite; nothing is made of it.
  const known = edges.length - 1
  const limits = base.map((_, i) => (i < known ? [edges[i], edges[i + 1]] : [0, 1]))
  const rows = [...limits, [0, 1]]
  const table = (values: readonly number[]): string =>
    graph.lookUp({ type: 'double', dims: [values.length, 1], values }, slot)
  const from = table(rows.map(([lo]) => lo))
  const to = table(rows.map(([, hi]) => hi))
  const knots = field.form === 'knots'
  const x = knots ? within(graph, standNode(graph, field), edges) : endsFor(graph, standNode(graph, field), edges)
  const share = graph.node('Div', [graph.node('Sub', [x, from]), graph.node('Sub', [to, from])])
  const wide = graph.node('Greater', [to, from])
  const past = graph.cast(graph.node('GreaterOrEqual', [x, to]), 'double')
  const safe = graph.node('Where', [wide, share, knots ? graph.scalar('double', 0) : past])
  return clamped(graph, safe, knots ? [0, 1] : [-LARGEST, LARGEST])
}

/** The numbers to interpolate: where a policy sends missing values or codes to a bin, what stands for them there. */
function standNode(graph: OnnxGraph, field: EncoderField): string {
  const x = graph.input(field.name, 'double')
  if (!readsNumbers(field)) return x
  const { missing, special } = field
  const stand = ({ stand: number }: AsideRule): number => number ?? 0
  const codes = new Map(missing.values.map((code) => [code, stand(missing)]))
  for (const one of special) codes.set(one.code, stand(one))
  let numbers = graph.node('Where', [graph.node('IsNaN', [x]), graph.scalar('double', stand(missing)), x])
  for (const [code, number] of codes) {
    const is = graph.node('Equal', [x, graph.scalar('double', code)])
    numbers = graph.node('Where', [is, graph.scalar('double', number), numbers])
  }
  return numbers
}

/** Values no further out than the ends. */
function within(graph: OnnxGraph, x: string, edges: readonly number[]): string {
  return clamped(graph, x, [edges[0], edges[edges.length - 1]])
}

/** Infinities count as the ends. */
function endsFor(graph: OnnxGraph, x: string, edges: readonly number[]): string {
  const replaced = (value: string, sign: number, end: number): string => {
    const is = graph.node('Equal', [value, graph.scalar('double', sign * Infinity)])
    return graph.node('Where', [is, graph.scalar('double', end), value])
  }
  return replaced(replaced(x, 1, edges[edges.length - 1]), -1, edges[0])
}

function clamped(graph: OnnxGraph, x: string, [min, max]: readonly [number, number]): string {
  return graph.node('Max', [graph.node('Min', [x, graph.scalar('double', max)]), graph.scalar('double', min)])
}
