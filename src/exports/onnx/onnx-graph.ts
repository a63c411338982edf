import { VERSION } from '../../binning/binning.ts'
import {
  type Attribute,
  nodeProto,
  type RowsInfo,
  rowsProto,
  type Tensor,
  tensorProto,
  type TensorType,
  typeNumber,
} from './onnx-proto.ts'
import { MessageWriter } from './message-writer.ts'

/** Version of the file format, and of the operators: 2021 and later read them. */
const FORMAT = 8
const OPERATORS = 15
const LEARNING_OPERATORS = 2
/** The domain of the operators of machine learning. */
const LEARNING = 'ai.onnx.ml'

/** A graph of ONNX while it is built. Values are known by their names; every value has a row per row of the inputs. */
export class OnnxGraph {
  private readonly nodes: MessageWriter[] = []
  private readonly tensors: MessageWriter[] = []
  private readonly inputs = new Map<string, RowsInfo>()
  private readonly outputs: RowsInfo[] = []
  private readonly facts: [string, string][] = []
  private readonly prefix: string
  private count = 0

  /** @param taken names of columns, which no value inside may have */
  constructor(taken: readonly string[]) {
    let prefix = 'kerf_'
    while (taken.some((name) => name.startsWith(prefix))) prefix = `_${prefix}`
    this.prefix = prefix
  }

  /** An input of one element a row; the same one where it is asked for again. */
  input(name: string, type: 'double' | 'text'): string {
    this.inputs.set(name, { name, type, width: 1 })
    return name
  }

  /** A constant. */
  constant(tensor: Tensor): string {
    const name = `${this.prefix}c${this.tensors.length}`
    this.tensors.push(tensorProto(name, tensor))
    return name
  }

  /** A constant of one element. */
  scalar(type: TensorType, value: number): string {
    return this.constant({ type, dims: [1, 1], values: [value] })
  }

  /** A constant of one row. */
  row(type: TensorType, values: readonly number[]): string {
    return this.constant({ type, dims: [1, values.length], values })
  }

  /** A node of an operator; gives the name of its result. */
  node(op: string, inputs: readonly string[], attributes: Readonly<Record<string, Attribute>> = {}): string {
    const output = `${this.prefix}n${this.count++}`
    this.nodes.push(nodeProto({ op, inputs, outputs: [output], attributes }))
    return output
  }

  /** A node of an operator of machine learning. */
  learned(op: string, inputs: readonly string[], attributes: Readonly<Record<string, Attribute>>): string {
    const output = `${this.prefix}n${this.count++}`
    this.nodes.push(nodeProto({ op, inputs, outputs: [output], attributes, domain: LEARNING }))
    return output
  }

  cast(value: string, type: TensorType): string {
    return this.node('Cast', [value], { to: typeNumber(type) })
  }

  /** The sum of each row, as one element. */
  rowSum(value: string): string {
    const axes = this.constant({ type: 'int64', dims: [1], values: [1] })
    return this.node('ReduceSum', [value, axes], { keepdims: 1 })
  }

  /** By number of a row of a table, that row. `at` has one element a row. */
  lookUp(table: Tensor, at: string): string {
    const axis = this.constant({ type: 'int64', dims: [1], values: [1] })
    return this.node('Gather', [this.constant(table), this.node('Squeeze', [at, axis])], { axis: 0 })
  }

  /** A value as a result of the graph. */
  output(value: string, info: RowsInfo): void {
    this.nodes.push(nodeProto({ op: 'Identity', inputs: [value], outputs: [info.name], attributes: {} }))
    this.outputs.push(info)
  }

  /** Something that is told along: a name and a text. */
  tell(name: string, value: unknown): void {
    this.facts.push([name, JSON.stringify(value)])
  }

  /** The file. */
  done(about: string): Uint8Array<ArrayBuffer> {
    const graph = new MessageWriter()
    for (const node of this.nodes) graph.block(1, node)
    graph.text(2, 'kerf')
    for (const tensor of this.tensors) graph.block(5, tensor)
    for (const info of this.inputs.values()) graph.block(11, rowsProto(info))
    for (const info of this.outputs) graph.block(12, rowsProto(info))
    const file = new MessageWriter().integer(1, FORMAT).text(2, 'kerf').text(3, VERSION).text(6, about).block(7, graph)
    file.block(8, new MessageWriter().integer(2, OPERATORS))
    file.block(8, new MessageWriter().text(1, LEARNING).integer(2, LEARNING_OPERATORS))
    for (const [name, value] of this.facts) file.block(14, new MessageWriter().text(1, name).text(2, value))
    return file.done()
  }
}
