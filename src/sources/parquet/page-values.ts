import { readDeltas, readLengths } from './deltas.ts'
import type { Encoding } from './page-header.ts'
import type { ParquetType } from './parquet-column.ts'
import { type Part, readRuns } from './runs.ts'

/** Texts or bytes in place: value i is what stands from starts[i] to ends[i]. */
export class Spans {
  readonly bytes: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array

  constructor(bytes: Uint8Array, count: number) {
    this.bytes = bytes
    this.starts = new Int32Array(count)
    this.ends = new Int32Array(count)
  }

  get length(): number {
    return this.starts.length
  }
}

/** Values as they are stored, some still in the memory of their page; truth values are 0 and 1. */
export type StoredPage = Int32Array | BigInt64Array | Float32Array | Float64Array | Uint8Array | Spans

/** Which values to read: how many, of which type; `length` is that of texts of a fixed length. */
export interface Wanted {
  readonly type: ParquetType
  readonly count: number
  readonly length: number
  /** most bytes that texts may be unfolded to, which repeat the beginning of the one before */
  readonly most: number
}

const WIDTHS: Partial<Record<ParquetType, number>> = { INT32: 4, INT64: 8, INT96: 12, FLOAT: 4, DOUBLE: 8 }

/** The values of a page, but for those that are numbers of values in a dictionary. Every length is checked before it is used. */
export function readValues(part: Part, encoding: Encoding | undefined, wanted: Wanted): StoredPage {
  const { type, count } = wanted
  switch (encoding) {
    case 'PLAIN':
      return readPlain(part, wanted)
    case 'RLE': {
      if (type !== 'BOOLEAN') break
      const truths = new Uint8Array(count)
      readRuns(withLength(part).part, 1, truths)
      return truths
    }
    case 'DELTA_BINARY_PACKED': {
      if (type !== 'INT32' && type !== 'INT64') break
      const numbers = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count)
      readDeltas(part, numbers)
      return numbers
    }
    case 'DELTA_LENGTH_BYTE_ARRAY':
      if (type === 'BYTE_ARRAY') return readDeltaLengths(part, count)
      break
    case 'DELTA_BYTE_ARRAY':
      if (type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY') return readDeltaTexts(part, wanted)
      break
    case 'BYTE_STREAM_SPLIT':
      return readPlain(joined(part, wanted), wanted)
    case 'RLE_DICTIONARY':
    case undefined:
      break
    default:
      encoding satisfies never
  }
  throw new Error(`${type} values encoded as ${encoding ?? 'nothing known'}`)
}

/** What stands behind a length of four bytes, and where it ends. */
export function withLength({ bytes, start, end }: Part): { part: Part; next: number } {
  if (end - start < 4) throw new Error('a page that is cut off')
  const length = viewOf(bytes).getUint32(start, true)
  const next = start + 4 + length
  if (next > end) throw new Error(`${length} bytes where ${end - start - 4} are left`)
  return { part: { bytes, start: start + 4, end: next }, next }
}

/** Values as they are, one behind the other. */
export function readPlain(part: Part, wanted: Wanted): StoredPage {
  const { bytes, start, end } = part
  const { type, count } = wanted
  const need = (size: number): void => {
    if (size > end - start) throw new Error(`${count} ${type} values in ${end - start} bytes`)
  }
  if (type === 'BOOLEAN') {
    need(Math.ceil(count / 8))
    const truths = new Uint8Array(count)
    for (let i = 0; i < count; i++) truths[i] = (bytes[start + (i >> 3)] >> (i & 7)) & 1
    return truths
  }
  if (type === 'BYTE_ARRAY') return readTexts(part, count)
  const width = widthOf(wanted)
  need(count * width)
  if (type === 'INT96' || type === 'FIXED_LEN_BYTE_ARRAY') {
    const spans = new Spans(bytes, count)
    for (let i = 0; i < count; i++) {
      spans.starts[i] = start + i * width
      spans.ends[i] = start + (i + 1) * width
    }
    return spans
  }
  const { buffer, byteOffset: at } = aligned(bytes.subarray(start, start + count * width), width)
  if (type === 'INT32') return new Int32Array(buffer, at, count)
  if (type === 'INT64') return new BigInt64Array(buffer, at, count)
  return type === 'FLOAT' ? new Float32Array(buffer, at, count) : new Float64Array(buffer, at, count)
}

/** The same bytes where numbers of such a width can begin: at a multiple of it. Copied only where they do not. */
function aligned(bytes: Uint8Array, width: number): Uint8Array {
  return bytes.byteOffset % width === 0 ? bytes : new Uint8Array(bytes)
}

function widthOf({ type, length }: Wanted): number {
  const width = type === 'FIXED_LEN_BYTE_ARRAY' ? length : WIDTHS[type]
  if (width === undefined || width < 1) throw new Error(`${type} values of ${width} bytes`)
  return width
}

function readTexts({ bytes, start, end }: Part, count: number): Spans {
  const room = Math.floor((end - start) / 4)
  if (count > room) throw new Error(`${count} texts in ${end - start} bytes`)
  const view = viewOf(bytes)
  const spans = new Spans(bytes, count)
  let at = start
  for (let i = 0; i < count; i++) {
    const length = at + 4 <= end ? view.getUint32(at, true) : Infinity
    if (length > end - at - 4) throw new Error('a text that is longer than its page')
    spans.starts[i] = at + 4
    at += 4 + length
    spans.ends[i] = at
  }
  return spans
}

/** Texts behind all their lengths, which are stored as differences. */
export function readDeltaLengths(part: Part, count: number): Spans {
  const { lengths, next } = readLengths(part, count)
  const spans = new Spans(part.bytes, count)
  let at = next
  for (let i = 0; i < count; i++) {
    if (lengths[i] > part.end - at) throw new Error('a text that is longer than its page')
    spans.starts[i] = at
    at += lengths[i]
    spans.ends[i] = at
  }
  return spans
}

/** Texts that begin as the one before does: how much of it, then the rest. */
export function readDeltaTexts(part: Part, { count, most }: Pick<Wanted, 'count' | 'most'>): Spans {
  const { lengths: shared, next } = readLengths(part, count)
  const rest = readDeltaLengths({ ...part, start: next }, count)
  let size = 0
  for (let i = 0; i < count; i++) {
    const before = i === 0 ? 0 : shared[i - 1] + rest.ends[i - 1] - rest.starts[i - 1]
    if (shared[i] > before) throw new Error('a text that repeats more than there is')
    size += shared[i] + rest.ends[i] - rest.starts[i]
  }
  if (size > most) throw new Error(`texts of ${size} bytes in a page`)
  const spans = new Spans(new Uint8Array(size), count)
  let at = 0
  for (let i = 0; i < count; i++) {
    spans.starts[i] = at
    if (i > 0) spans.bytes.copyWithin(at, spans.starts[i - 1], spans.starts[i - 1] + shared[i])
    spans.bytes.set(rest.bytes.subarray(rest.starts[i], rest.ends[i]), at + shared[i])
    at += shared[i] + rest.ends[i] - rest.starts[i]
    spans.ends[i] = at
  }
  return spans
}

/** The bytes of each value together again: all first bytes are stored first, then all second ones, and so on. */
function joined({ bytes, start, end }: Part, wanted: Wanted): Part {
  const { type, count } = wanted
  if (type === 'BOOLEAN' || type === 'BYTE_ARRAY' || type === 'INT96') throw new Error(`${type} values in split bytes`)
  const width = widthOf(wanted)
  if (count * width > end - start) throw new Error(`${count} ${type} values in ${end - start} bytes`)
  const whole = new Uint8Array(count * width)
  for (let b = 0; b < width; b++) {
    for (let i = 0; i < count; i++) whole[i * width + b] = bytes[start + b * count + i]
  }
  return { bytes: whole, start: 0, end: whole.length }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
