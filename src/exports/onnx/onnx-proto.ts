import { MessageWriter } from './message-writer.ts'

/** The types of tensors that exports use, by the numbers ONNX gives them. */
const TYPES = { float: 1, int32: 6, int64: 7, text: 8, double: 11 } as const

/** What the elements of a tensor are. */
export type TensorType = keyof typeof TYPES

/** A constant: its elements in row order, and how many along each dimension. */
export interface Tensor {
  readonly type: TensorType
  readonly dims: readonly number[]
  readonly values: readonly number[] | readonly string[]
}

/** What a node may be told besides its inputs. */
export type Attribute = number | readonly number[] | readonly string[] | { readonly floats: readonly number[] }

/** A value that goes in or comes out: rows of `width` elements. */
export interface RowsInfo {
  readonly name: string
  readonly type: TensorType
  readonly width: number
}

/** A constant under a name, as ONNX keeps it. */
export function tensorProto(name: string, { type, dims, values }: Tensor): MessageWriter {
  const proto = new MessageWriter()
  for (const dim of dims) proto.item(1, dim)
  proto.integer(2, TYPES[type])
  if (type === 'text') for (const value of values) proto.text(6, String(value))
  proto.text(8, name)
  return type === 'text' ? proto : proto.block(9, rawBytes(type, values as readonly number[]))
}

/** Elements as little-endian bytes, on machines of either kind. */
function rawBytes(type: TensorType, values: readonly number[]): Uint8Array {
  const size = type === 'double' || type === 'int64' ? 8 : 4
  const view = new DataView(new ArrayBuffer(size * values.length))
  for (const [i, value] of values.entries()) {
    if (type === 'double') view.setFloat64(i * size, value, true)
    else if (type === 'int64') view.setBigInt64(i * size, BigInt(value), true)
    else if (type === 'float') view.setFloat32(i * size, value, true)
    else view.setInt32(i * size, value, true)
  }
  return new Uint8Array(view.buffer)
}

/** A node of the graph. */
export interface NodeParts {
  readonly op: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: Readonly<Record<string, Attribute>>
  /** `ai.onnx.ml` for the operators of machine learning; left out for the others */
  readonly domain?: string | undefined
}

export function nodeProto({ op, inputs, outputs, attributes, domain }: NodeParts): MessageWriter {
  const proto = new MessageWriter()
  for (const input of inputs) proto.text(1, input)
  for (const output of outputs) proto.text(2, output)
  proto.text(3, outputs[0]).text(4, op)
  for (const [name, value] of Object.entries(attributes)) proto.block(5, attributeProto(name, value))
  return domain === undefined ? proto : proto.text(7, domain)
}

function attributeProto(name: string, value: Attribute): MessageWriter {
  const proto = new MessageWriter().text(1, name)
  if (typeof value === 'number') return proto.item(3, value).integer(20, 2)
  if ('floats' in value) {
    const view = new DataView(new ArrayBuffer(4 * value.floats.length))
    for (const [i, one] of value.floats.entries()) view.setFloat32(4 * i, one, true)
    return proto.block(7, new Uint8Array(view.buffer)).integer(20, 6)
  }
  if (value.every((one) => typeof one === 'number')) {
    for (const one of value) proto.item(8, one)
    return proto.integer(20, 7)
  }
  for (const one of value) proto.text(9, String(one))
  return proto.integer(20, 8)
}

/** An input or output: any number of rows of so many elements. */
export function rowsProto({ name, type, width }: RowsInfo): MessageWriter {
  const dim = (proto: MessageWriter): MessageWriter => new MessageWriter().block(1, proto)
  const shape = new MessageWriter()
    .block(1, new MessageWriter().text(2, 'rows'))
    .block(1, new MessageWriter().integer(1, width))
  return new MessageWriter().text(1, name).block(2, dim(new MessageWriter().integer(1, TYPES[type]).block(2, shape)))
}

/** The number of a type, for Cast. */
export function typeNumber(type: TensorType): number {
  return TYPES[type]
}
