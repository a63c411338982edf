import { LARGEST } from '../../encoders/encode-field.ts'
import type { AsideRule, EncoderField } from '../../encoders/encoder.ts'
import { readsNumbers } from '../../encoders/encoder.ts'
import { FARTHEST } from '../bin-stretches.ts'
import { edgesOf, type FieldPlan } from '../field-plan.ts'
import type { OnnxGraph } from './onnx-graph.ts'

/** The share of its bin that each value of a field has passed. `slot` says which bin that is. */
export function shareNode(graph: OnnxGraph, { field, base }: FieldPlan, slot: string): string {
  const edges = edgesOf(field)
  // Slots of no width, and those after the bins, get ends of which the share is finite; nothing is made of it.
  const known = edges.length - 1
  const limits = base.map((_, i) => (i < known ? [edges[i], edges[i + 1]] : [0, 1]))
  const rows = [...limits, [0, 1]]
  const table = (pick: (lo: number, hi: number) => number): string => {
    const values = rows.map(([lo, hi]) => pick(lo, hi))
    return graph.lookUp({ type: 'double', dims: [values.length, 1], values }, slot)
  }
  const [from, to] = [table((lo) => lo), table((_, hi) => hi)]
  const knots = field.form === 'knots'
  const x = knots ? within(graph, standNode(graph, field), edges) : endsFor(graph, standNode(graph, field), edges)
  // Where a difference could overflow, all is halved.
  const scale = (lo: number, hi: number): number => (Math.max(Math.abs(lo), Math.abs(hi)) > FARTHEST ? 0.5 : 1)
  const far = rows.some(([lo, hi]) => scale(lo, hi) < 1)
  const scaled = far ? graph.node('Mul', [x, table(scale)]) : x
  const lower = far ? table((lo, hi) => lo * scale(lo, hi)) : from
  const upper = far ? table((lo, hi) => hi * scale(lo, hi)) : to
  const share = graph.node('Div', [graph.node('Sub', [scaled, lower]), graph.node('Sub', [upper, lower])])
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
