import { readFields } from '../../../src/node/servers/spark/protobuf.ts'

/** A small reader and interpreter of ONNX: the operators that exports use, on rows of one element or a few. */
export interface Value {
  readonly width: number
  readonly values: readonly (number | string | bigint)[]
}

interface Node {
  readonly op: string
  readonly inputs: string[]
  readonly outputs: string[]
  readonly attributes: Map<string, Attribute>
}

interface Attribute {
  readonly int: number
  readonly ints: number[]
  readonly floats: number[]
  readonly texts: string[]
}

export interface Graph {
  readonly nodes: Node[]
  readonly tensors: Map<string, Value>
  readonly inputs: { readonly name: string; readonly type: number }[]
  readonly outputs: { readonly name: string; readonly type: number }[]
  readonly facts: Map<string, string>
  readonly opsets: Map<string, number>
}

const decoder = new TextDecoder()
const all = (bytes: Uint8Array, field: number): Uint8Array[] =>
  [...readFields(bytes)].filter((one) => one.field === field).map((one) => one.bytes)
const texts = (bytes: Uint8Array, field: number): string[] => all(bytes, field).map((one) => decoder.decode(one))
const ints = (bytes: Uint8Array, field: number): number[] =>
  [...readFields(bytes)].filter((one) => one.field === field).map((one) => Number(BigInt.asIntN(64, one.number)))

/** Reads a file of ONNX. */
export function readOnnx(file: Uint8Array): Graph {
  const [graph] = all(file, 7)
  const info = (bytes: Uint8Array): { name: string; type: number } => {
    const [tensorType] = all(all(bytes, 2)[0]!, 1)
    return { name: texts(bytes, 1)[0]!, type: ints(tensorType!, 1)[0]! }
  }
  return {
    nodes: all(graph!, 1).map((node) => ({
      op: texts(node, 4)[0]!,
      inputs: texts(node, 1),
      outputs: texts(node, 2),
      attributes: new Map(all(node, 5).map((one) => [texts(one, 1)[0]!, readAttribute(one)])),
    })),
    tensors: new Map(all(graph!, 5).map((one) => [texts(one, 8)[0]!, readTensor(one)])),
    inputs: all(graph!, 11).map(info),
    outputs: all(graph!, 12).map(info),
    facts: new Map(all(file, 14).map((one) => [texts(one, 1)[0]!, texts(one, 2)[0]!])),
    opsets: new Map(all(file, 8).map((one) => [texts(one, 1)[0] ?? '', ints(one, 2)[0]!])),
  }
}

function readAttribute(bytes: Uint8Array): Attribute {
  const [floats] = all(bytes, 7)
  const view = floats === undefined ? null : new DataView(floats.buffer, floats.byteOffset, floats.length)
  return {
    int: ints(bytes, 3)[0] ?? 0,
    ints: ints(bytes, 8),
    floats: Array.from({ length: (view?.byteLength ?? 0) / 4 }, (_, i) => view!.getFloat32(4 * i, true)),
    texts: texts(bytes, 9),
  }
}

function readTensor(bytes: Uint8Array): Value {
  const dims = ints(bytes, 1)
  const [type] = ints(bytes, 2)
  const width = dims.length > 1 ? dims.at(-1)! : 1
  if (type === 8) return { width, values: texts(bytes, 6) }
  const [raw] = all(bytes, 9)
  const view = new DataView(raw!.buffer, raw!.byteOffset, raw!.length)
  const read = {
    1: [4, (i: number) => view.getFloat32(i, true)],
    7: [8, (i: number) => Number(view.getBigInt64(i, true))],
    11: [8, (i: number) => view.getFloat64(i, true)],
  }[type as 1 | 7 | 11] as [number, (at: number) => number]
  return { width, values: Array.from({ length: view.byteLength / read[0] }, (_, i) => read[1](i * read[0])) }
}

/** Runs a graph on columns of values, one element a row. */
export function runOnnx(graph: Graph, columns: ReadonlyMap<string, readonly (number | string)[]>): Map<string, Value> {
  const found = new Map<string, Value>(graph.tensors)
  for (const { name } of graph.inputs) found.set(name, { width: 1, values: columns.get(name)! })
  for (const node of graph.nodes) {
    const given = node.inputs.map((name) => found.get(name)!)
    found.set(node.outputs[0]!, apply(node, given))
  }
  return new Map(graph.outputs.map(({ name }) => [name, found.get(name)!]))
}

const PAIRS: Readonly<Record<string, (a: number, b: number) => number>> = {
  Add: (a, b) => a + b,
  Sub: (a, b) => a - b,
  Mul: (a, b) => a * b,
  Div: (a, b) => a / b,
  Min: Math.min,
  Max: Math.max,
  Greater: (a, b) => Number(a > b),
  GreaterOrEqual: (a, b) => Number(a >= b),
  Less: (a, b) => Number(a < b),
  Equal: (a, b) => Number(a === b),
}

const SINGLES: Readonly<Record<string, (a: number) => number>> = {
  Neg: (a) => -a,
  Abs: Math.abs,
  Exp: Math.exp,
  IsNaN: (a) => Number(Number.isNaN(a)),
}

function apply({ op, attributes }: Node, given: readonly Value[]): Value {
  const [first, second] = given as [Value, Value]
  if (op in PAIRS) return broadcast(given, ([a, b]) => PAIRS[op]!(Number(a), Number(b)))
  if (op in SINGLES) return broadcast([first], ([a]) => SINGLES[op]!(Number(a)))
  if (op === 'Where') return broadcast(given, ([test, yes, no]) => (test === 1 ? yes! : no!))
  if (op === 'Identity' || op === 'Squeeze') return first
  if (op === 'Cast')
    return attributes.get('to')!.int === 1 ? broadcast([first], ([a]) => Math.fround(Number(a))) : first
  if (op === 'ReduceSum') return perRow(first, (row) => [row.reduce<number>((sum, one) => sum + Number(one), 0)])
  if (op === 'Gather') return perRow(second, ([at]) => rowOf(first, Number(at)))
  if (op === 'Concat') return concat(given)
  if (op === 'LabelEncoder') {
    const slots = attributes.get('values_int64s')!.ints
    const levels = new Map(attributes.get('keys_strings')!.texts.map((level, i) => [level, slots[i]!]))
    return broadcast([first], ([a]) => levels.get(String(a)) ?? attributes.get('default_int64')!.int)
  }
  if (op === 'TreeEnsembleRegressor') return perRow(first, (row) => [walk(attributes, row.map(Number))])
  throw new Error(`unknown operator ${op}`)
}

function walk(attributes: ReadonlyMap<string, Attribute>, row: readonly number[]): number {
  const list = (name: string): number[] => attributes.get(name)!.ints
  let at = 0
  while (attributes.get('nodes_modes')!.texts[at] !== 'LEAF') {
    const value = row[list('nodes_featureids')[at]!]!
    const isBelow = Number.isNaN(value)
      ? list('nodes_missing_value_tracks_true')[at] === 1
      : value <= attributes.get('nodes_values')!.floats[at]!
    at = list(isBelow ? 'nodes_truenodeids' : 'nodes_falsenodeids')[at]!
  }
  return attributes.get('target_weights')!.floats[list('target_nodeids').indexOf(at)]!
}

const rowsOf = ({ width, values }: Value): number => values.length / width

function rowOf({ width, values }: Value, row: number): Value['values'] {
  const at = row < 0 ? values.length / width + row : row
  return values.slice(at * width, (at + 1) * width)
}

function perRow(value: Value, make: (row: Value['values']) => Value['values']): Value {
  const rows = Array.from({ length: rowsOf(value) }, (_, i) => make(rowOf(value, i)))
  return { width: rows[0]?.length ?? 1, values: rows.flat() }
}

/** One row, or one element of each row, stands for all. */
function broadcast(given: readonly Value[], make: (items: Value['values']) => Value['values'][number]): Value {
  const width = Math.max(...given.map((one) => one.width))
  const rows = Math.max(...given.map(rowsOf))
  const values = Array.from({ length: rows * width }, (_, at) => {
    const [row, column] = [Math.floor(at / width), at % width]
    return make(
      given.map((one) => one.values[(rowsOf(one) === 1 ? 0 : row) * one.width + (one.width === 1 ? 0 : column)]!),
    )
  })
  return { width, values }
}

function concat(given: readonly Value[]): Value {
  const rows = Math.max(...given.map(rowsOf))
  const width = given.reduce((sum, one) => sum + one.width, 0)
  return { width, values: Array.from({ length: rows }, (_, i) => given.flatMap((one) => rowOf(one, i))).flat() }
}
