import { type ParquetElement, type ParquetType, TYPES } from './parquet-column.ts'
import { Thrift } from './thrift.ts'

/** A file of which parts can be read. */
export interface PartedFile {
  readonly byteLength: number
  slice(start: number, end?: number): Promise<ArrayBuffer>
  /** fills memory that is there already with what begins at `start`; without it every part comes in memory of its own */
  readInto?(bytes: Uint8Array, start: number): Promise<void>
}

const REPETITIONS = ['REQUIRED', 'OPTIONAL', 'REPEATED']
const CODECS = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'] as const
const CONVERTED = [
  'UTF8',
  'MAP',
  'MAP_KEY_VALUE',
  'LIST',
  'ENUM',
  'DECIMAL',
  'DATE',
  'TIME_MILLIS',
  'TIME_MICROS',
  'TIMESTAMP_MILLIS',
  'TIMESTAMP_MICROS',
  'UINT_8',
  'UINT_16',
  'UINT_32',
  'UINT_64',
  'INT_8',
  'INT_16',
  'INT_32',
  'INT_64',
  'JSON',
  'BSON',
  'INTERVAL',
]
/** By the number of the field that is set. */
const LOGICAL: Readonly<Record<number, string>> = {
  1: 'STRING',
  2: 'MAP',
  3: 'LIST',
  4: 'ENUM',
  5: 'DECIMAL',
  6: 'DATE',
  7: 'TIME',
  8: 'TIMESTAMP',
  10: 'INTEGER',
  11: 'NULL',
  12: 'JSON',
  13: 'BSON',
  14: 'UUID',
  15: 'FLOAT16',
  16: 'VARIANT',
  17: 'GEOMETRY',
  18: 'GEOGRAPHY',
}
const UNITS: Readonly<Record<number, string>> = { 1: 'MILLIS', 2: 'MICROS', 3: 'NANOS' }

export type ParquetCodec = (typeof CODECS)[number]

/** The values of one column in one group of rows: where they are, and how many. */
export interface ParquetChunk {
  readonly type: ParquetType | undefined
  readonly codec: ParquetCodec | undefined
  readonly values: number
  readonly start: number
  readonly size: number
}

/** Which levels a stored column has. */
export interface LeafLevels {
  readonly definition: boolean
  readonly repetition: boolean
}

/** An outermost column; `leaf` is its place among the columns that are stored. */
export interface ParquetField {
  readonly element: ParquetElement
  readonly leaf: number
}

/** What a file says about itself at its end. */
export interface ParquetFooter {
  readonly rows: number
  readonly fields: readonly ParquetField[]
  readonly leaves: readonly LeafLevels[]
  readonly groups: readonly { readonly rows: number; readonly chunks: readonly ParquetChunk[] }[]
}

/** Digits of the longest decimal that anyone writes. */
const MOST_DIGITS = 76
/** Bytes behind the footer: its length, and PAR1. */
const TAIL = 8

/** Reads the footer. Everything it counts is there: rows in groups, a chunk for each stored column. */
export async function readFooter(file: PartedFile): Promise<ParquetFooter> {
  const tail = new DataView(await file.slice(file.byteLength - TAIL, file.byteLength))
  const length = tail.getUint32(0, true)
  const room = file.byteLength - TAIL - 4
  if (length > room) throw new Error(`a footer of ${length} bytes where there is room for ${room}`)
  const end = file.byteLength - TAIL
  const reader = new Thrift(new Uint8Array(await file.slice(end - length, end)), 0)
  const elements: ParquetElement[] = []
  const groups: { rows: number; chunks: ParquetChunk[] }[] = []
  let rows = -1
  reader.struct({
    2: (type) => reader.list(type, (of) => elements.push(readElement(reader, of))),
    3: (type) => (rows = reader.integer(type)),
    4: (type) => reader.list(type, (of) => groups.push(readGroup(reader, of))),
  })
  const { fields, leaves } = outermost(elements)
  const sum = groups.reduce((total, group) => total + group.rows, 0)
  if (!Number.isSafeInteger(rows) || rows < 0) throw new Error(`${rows} rows`)
  if (sum !== rows) throw new Error(`${sum} rows in groups in place of ${rows}`)
  const odd = groups.find(({ chunks }) => chunks.length !== leaves.length)
  if (odd !== undefined) throw new Error(`${odd.chunks.length} columns in a group in place of ${leaves.length}`)
  return { rows, fields, leaves, groups }
}

/** Elements are listed with their parts behind them. */
function outermost(elements: readonly ParquetElement[]): { fields: ParquetField[]; leaves: LeafLevels[] } {
  const [root] = elements
  if (root === undefined) throw new Error('no columns')
  const fields: ParquetField[] = []
  const leaves: LeafLevels[] = []
  const open = [{ left: root.num_children ?? 0, definition: false, repetition: false }]
  for (const element of elements.slice(1)) {
    while (open.at(-1)?.left === 0) open.pop()
    const parent = open.at(-1)
    if (parent === undefined) throw new Error('more columns than were announced')
    parent.left--
    if (open.length === 1) fields.push({ element, leaf: leaves.length })
    const levels = {
      definition: parent.definition || element.repetition_type !== 'REQUIRED',
      repetition: parent.repetition || element.repetition_type === 'REPEATED',
    }
    const children = element.num_children ?? 0
    if (children > 0) open.push({ ...levels, left: children })
    else if (element.type !== undefined) leaves.push(levels)
  }
  if (open.some(({ left }) => left !== 0)) throw new Error('fewer columns than were announced')
  return { fields, leaves }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function readElement(reader: Thrift, of: number): ParquetElement {
  const found: Partial<Mutable<ParquetElement>> = {}
  let precision: number | undefined
  reader.nested(of, {
    1: (type) => (found.type = TYPES[reader.integer(type)]),
    2: (type) => (found.type_length = reader.integer(type)),
    3: (type) => (found.repetition_type = REPETITIONS[reader.integer(type)]),
    4: (type) => (found.name = reader.text(type)),
    5: (type) => (found.num_children = reader.integer(type)),
    6: (type) => (found.converted_type = CONVERTED[reader.integer(type)]),
    7: (type) => (found.scale = reader.integer(type)),
    8: (type) => (precision = reader.integer(type)),
    10: (type) => (found.logical_type = readLogical(reader, type)),
  })
  const { name, num_children: children = 0, type_length: length = 0 } = found
  if (name === undefined) throw new Error('a column without a name')
  if (children < 0) throw new Error(`column "${name}" has ${children} parts`)
  if (length < 0) throw new Error(`column "${name}" has values of ${length} bytes`)
  for (const digits of [found.scale, precision, found.logical_type?.scale, found.logical_type?.precision]) {
    if (digits !== undefined && (digits < 0 || digits > MOST_DIGITS)) {
      throw new Error(`column "${name}" has decimals of ${digits} digits`)
    }
  }
  return { ...found, name }
}

function readLogical(reader: Thrift, of: number): ParquetElement['logical_type'] {
  const found: {
    type?: string
    unit?: string
    bitWidth?: number
    isSigned?: boolean
    scale?: number
    precision?: number
  } = {}
  const unit = Object.fromEntries(
    Object.entries(UNITS).map(([field, name]) => [
      field,
      (type: number) => {
        found.unit = name
        reader.nested(type, {})
      },
    ]),
  )
  const inner = {
    TIMESTAMP: { 2: (type: number) => reader.nested(type, unit) },
    INTEGER: {
      1: (type: number) => (found.bitWidth = reader.integer(type)),
      2: (type: number) => (found.isSigned = reader.truth(type)),
    },
    DECIMAL: {
      1: (type: number) => (found.scale = reader.integer(type)),
      2: (type: number) => (found.precision = reader.integer(type)),
    },
  }
  reader.nested(
    of,
    Object.fromEntries(
      Object.entries(LOGICAL).map(([field, name]) => [
        field,
        (type: number) => {
          found.type = name
          reader.nested(type, inner[name as keyof typeof inner] ?? {})
        },
      ]),
    ),
  )
  const { type } = found
  if (type === 'TIMESTAMP' && found.unit === undefined) throw new Error('a time without a unit')
  return type === undefined ? undefined : { ...found, type }
}

function readGroup(reader: Thrift, of: number): { rows: number; chunks: ParquetChunk[] } {
  const chunks: ParquetChunk[] = []
  let rows = -1
  reader.nested(of, {
    1: (type) => reader.list(type, (element) => chunks.push(readChunk(reader, element))),
    3: (type) => (rows = reader.integer(type)),
  })
  if (rows < 0) throw new Error('a group without a number of rows')
  return { rows, chunks }
}

function readChunk(reader: Thrift, of: number): ParquetChunk {
  let elsewhere: string | null = null
  let chunk: ParquetChunk | null = null
  reader.nested(of, {
    1: (type) => (elsewhere = reader.text(type)),
    3: (type) => (chunk = readChunkData(reader, type)),
  })
  if (elsewhere !== null && elsewhere !== '') throw new Error(`values in another file, ${JSON.stringify(elsewhere)}`)
  if (chunk === null) throw new Error('a column of which nothing is said')
  return chunk
}

function readChunkData(reader: Thrift, of: number): ParquetChunk {
  let [kind, codec, values, size, data, dictionary] = [-1, -1, -1, -1, -1, 0]
  reader.nested(of, {
    1: (type) => (kind = reader.integer(type)),
    4: (type) => (codec = reader.integer(type)),
    5: (type) => (values = reader.integer(type)),
    7: (type) => (size = reader.integer(type)),
    9: (type) => (data = reader.integer(type)),
    11: (type) => (dictionary = reader.integer(type)),
  })
  const start = dictionary > 0 && dictionary < data ? dictionary : data
  return { type: TYPES[kind], codec: CODECS[codec], values, start, size }
}
