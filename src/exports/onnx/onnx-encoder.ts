import type { Encoder } from '../../encoders/encoder.ts'
import { outputNames } from '../../encoders/encoder.ts'
import { shortForm } from '../../encoders/encoded-rows.ts'
import { type FieldPlan, planField } from '../field-plan.ts'
import { shareNode } from './onnx-between.ts'
import { OnnxGraph } from './onnx-graph.ts'
import { slotNode } from './onnx-slots.ts'

/** The encoder as a graph: inputs by the names of columns, and one result `encoded` with a column per output. */
export function encoderToOnnx(encoder: Encoder): Uint8Array<ArrayBuffer> {
  const graph = new OnnxGraph(encoder.fields.map(({ name }) => name))
  const parts = encoder.fields
    .map(planField)
    .flatMap((plan) => (plan.field.outputs.length > 0 ? [outputsNode(graph, plan)] : []))
  const names = outputNames(encoder)
  const all = graph.node('Concat', parts, { axis: 1 })
  graph.output(all, { name: 'encoded', type: 'float', width: names.length })
  graph.tell('kerf.outputs', names)
  return graph.done(`Rows as numbers, by the encoding ${encoder.created.encoding}.`)
}

/** By slot, a row of a table; one more, of what a refused value becomes, stands at its end. */
export function slotTable(
  graph: OnnxGraph,
  rows: readonly (readonly number[])[],
  slot: string,
  refused: number,
): string {
  const width = rows[0].length
  const values = [...rows.flat(), ...rows[0].map(() => refused)]
  return graph.lookUp({ type: 'double', dims: [rows.length + 1, width], values }, slot)
}

/** The outputs of a field: what its slot lights, and for the share of a bin what that adds; rounded once. */
function outputsNode(graph: OnnxGraph, plan: FieldPlan): string {
  const slot = slotNode(graph, plan.plan)
  const base = slotTable(graph, plan.base, slot, Number.NaN)
  if (plan.slope === null) return graph.cast(base, 'float')
  const slope = slotTable(graph, plan.slope, slot, 0)
  const share = graph.node('Mul', [slope, shareNode(graph, plan, slot)])
  return graph.cast(graph.node('Add', [base, share]), 'float')
}

/**
 * What the fields add to the score of a linear model, with the intercept. Fields whose slot says all add a number per
 * slot; the others that of their two ends, each times a share in single precision, as the library does.
 */
export function scoreNode(
  graph: OnnxGraph,
  encoder: Encoder,
  { weights, intercept }: { readonly weights: readonly number[]; readonly intercept: number },
): string {
  const pairs = shortForm(encoder) === 'pairs'
  let score = graph.scalar('double', intercept)
  let first = 0
  for (const field of encoder.fields) {
    const own = weights.slice(first, first + field.outputs.length)
    first += field.outputs.length
    if (own.length === 0) continue
    const plan = planField(field)
    const slot = slotNode(graph, plan.plan)
    const dot = (row: readonly number[], keep: (one: number) => number): number[] => [
      row.reduce((sum, value, i) => sum + keep(value) * own[i], 0),
    ]
    const parts =
      plan.slope === null
        ? [
            slotTable(
              graph,
              plan.base.map((row) => dot(row, (one) => one)),
              slot,
              Number.NaN,
            ),
          ]
        : betweenParts(graph, { plan, slot, own, pairs })
    for (const part of parts) score = graph.node('Add', [score, part])
  }
  return score
}

interface Between {
  readonly plan: FieldPlan
  readonly slot: string
  readonly own: readonly number[]
  readonly pairs: boolean
}

/** A field with shares: what stays, the weight of the lower end times what is left of 1, and of the upper end times the share. */
function betweenParts(graph: OnnxGraph, { plan, slot, own, pairs }: Between): string[] {
  const share = shareNode(graph, plan, slot)
  const single = (value: string): string => graph.cast(graph.cast(value, 'float'), 'double')
  const upper = single(share)
  const one = graph.scalar('double', 1)
  const lower = pairs ? graph.node('Sub', [one, upper]) : single(graph.node('Sub', [one, share]))
  const sums = (pick: (base: number, slope: number) => number): number[][] =>
    plan.base.map((row, s) => [row.reduce((sum, base, i) => sum + pick(base, plan.slope![s][i]) * own[i], 0)])
  const table = (rows: number[][]): string => slotTable(graph, rows, slot, 0)
  return [
    slotTable(
      graph,
      sums((base, slope) => (slope < 0 ? 0 : base)),
      slot,
      Number.NaN,
    ),
    graph.node('Mul', [table(sums((_, slope) => (slope < 0 ? 1 : 0))), lower]),
    graph.node('Mul', [table(sums((_, slope) => (slope > 0 ? 1 : 0))), upper]),
  ]
}
