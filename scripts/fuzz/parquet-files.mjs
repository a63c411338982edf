// Small Parquet files of one column, written byte by byte, so that tests and the fuzzer can put anything into them.

/** Thrift's compact protocol: fields as [number, type, value]. */
const I32 = 5
const I64 = 6
const BINARY = 8
const LIST = 9
const STRUCT = 12

export function varint(value) {
  const bytes = []
  let rest = BigInt(value)
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return [...bytes, Number(rest)]
}

const folded = (value) => varint(BigInt.asUintN(64, (BigInt(value) << 1n) ^ (BigInt(value) >> 63n)))

const int = (field, value) => [field, I32, folded(value)]
const long = (field, value) => [field, I64, folded(value)]
const text = (field, value) => {
  const bytes = [...new TextEncoder().encode(value)]
  return [field, BINARY, [...varint(bytes.length), ...bytes]]
}
const truth = (field, value) => [field, value ? 1 : 2, []]
const inside = (field, fields) => [field, STRUCT, struct(fields)]
/** A list of structures, each as its bytes; `count` may lie. */
const list = (field, type, items, count = items.length) => [
  field,
  LIST,
  [...(count < 15 ? [(count << 4) | type] : [0xf0 | type, ...varint(count)]), ...items.flat()],
]

function struct(fields) {
  const bytes = []
  let last = 0
  for (const [field, type, value] of fields) {
    bytes.push(...(field > last && field - last < 16 ? [((field - last) << 4) | type] : [type, ...folded(field)]))
    bytes.push(...value)
    last = field
  }
  return [...bytes, 0]
}

const TYPES = { BOOLEAN: 0, INT32: 1, INT64: 2, INT96: 3, FLOAT: 4, DOUBLE: 5, BYTE_ARRAY: 6, FIXED_LEN_BYTE_ARRAY: 7 }
const ENCODINGS = {
  PLAIN: 0,
  RLE: 3,
  DELTA_BINARY_PACKED: 5,
  DELTA_LENGTH_BYTE_ARRAY: 6,
  DELTA_BYTE_ARRAY: 7,
  RLE_DICTIONARY: 8,
  BYTE_STREAM_SPLIT: 9,
}

/** A page of the first kind: levels with their length stand at the head of `bytes`. */
export function dataPage(bytes, { values, encoding = 'PLAIN', unpacked = bytes.length, size = bytes.length }) {
  const header = inside(5, [int(1, values), int(2, ENCODINGS[encoding]), int(3, 3), int(4, 3)])
  return [...struct([int(1, 0), int(2, unpacked), int(3, size), header]), ...bytes]
}

/** A page of the second kind: levels apart, never packed. */
export function dataPage2(levels, bytes, { values, nulls = 0, encoding = 'PLAIN', packed = false, ...lies }) {
  const size = levels.length + bytes.length
  const header = inside(8, [
    int(1, values),
    int(2, nulls),
    int(3, values),
    int(4, ENCODINGS[encoding]),
    int(5, lies.definition ?? levels.length),
    int(6, lies.repetition ?? 0),
    truth(7, packed),
  ])
  return [...struct([int(1, 3), int(2, lies.unpacked ?? size), int(3, size), header]), ...levels, ...bytes]
}

export function dictionaryPage(bytes, { values, unpacked = bytes.length }) {
  const header = inside(7, [int(1, values), int(2, 0)])
  return [...struct([int(1, 2), int(2, unpacked), int(3, bytes.length), header]), ...bytes]
}

/** Bytes behind their length in four bytes, as levels and texts are. */
export const measured = (bytes) => [...little(bytes.length, 4), ...bytes]

export function little(value, count) {
  return Array.from({ length: count }, (_, i) => Number((BigInt(value) >> BigInt(8 * i)) & 255n))
}

export const textBytes = (value) => [...new TextEncoder().encode(value)]

/**
 * A file with the column "x". `pages` are the bytes of its pages; what else is given overrides what the footer would say.
 */
export function parquetFile(pages, { rows, type = 'INT32', required = false, codec = 0, ...more }) {
  const body = [0x50, 0x41, 0x52, 0x31, ...pages.flat()]
  const { chunkRows = rows, groupRows = rows, size = body.length - 4, name = 'x', start = 4 } = more
  const root = struct([text(4, 'root'), int(5, more.children ?? 1)])
  const element = struct([
    int(1, TYPES[type]),
    ...(more.length === undefined ? [] : [int(2, more.length)]),
    int(3, required ? 0 : 1),
    text(4, name),
    ...(more.converted === undefined ? [] : [int(6, more.converted)]),
    ...(more.scale === undefined ? [] : [int(7, more.scale)]),
    ...(more.precision === undefined ? [] : [int(8, more.precision)]),
  ])
  const chunk = struct([
    int(1, TYPES[type]),
    list(2, I32, [folded(0)]),
    list(3, BINARY, [[...varint(name.length), ...textBytes(name)]]),
    int(4, codec),
    long(5, chunkRows),
    long(6, size),
    long(7, size),
    long(9, start),
  ])
  const group = struct([list(1, STRUCT, [struct([long(2, 4), [3, STRUCT, chunk]])]), long(2, size), long(3, groupRows)])
  const footer = struct([
    int(1, 2),
    list(2, STRUCT, [root, element], more.elements ?? 2),
    long(3, rows),
    list(4, STRUCT, [group], more.groups ?? 1),
  ])
  return Uint8Array.from([...body, ...footer, ...little(footer.length, 4), 0x50, 0x41, 0x52, 0x31])
}
