/**
 * Looks whether bytes are a stream of Arrow that can be read: the library for Arrow trusts every length it finds, and takes
 * minutes and all memory over a broken one. Only what Spark sends is let through. Throws an `Error` that says what is wrong.
 */
export function checkArrow(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0, messages = 0; at < bytes.length; messages++) {
    need(at + 8 <= bytes.length && view.getUint32(at, true) === CONTINUES, 'no message begins where one should')
    const size = view.getInt32(at + 4, true)
    if (size === 0) return
    need(size > 0 && at + 8 + size <= bytes.length, `a message of ${size} bytes does not fit`)
    const start = at + 8
    const meta = new DataView(view.buffer, view.byteOffset + start, size)
    at = start + size + checkMessage(meta, bytes.length - start - size, messages === 0)
  }
}

/** What stands before the length of a message. */
const CONTINUES = 0xffffffff

/** Kinds of messages, and types of columns that Spark sends. */
const SCHEMA = 1
const BATCH = 3
const TYPES = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 18, 19, 20])

/** Types inside types end here, and rows where there are no bytes for them: NULL alone needs none. */
const DEEPEST = 64
const ROWS_WITHOUT_BYTES = 2 ** 17

/** Fields of a message, of a schema, of a column and of a batch, by their place. */
const IN_MESSAGE = { kind: 1, header: 2, body: 3, notes: 4 }
const IN_SCHEMA = { columns: 1, notes: 2 }
const IN_COLUMN = { name: 0, kind: 2, type: 3, dictionary: 4, children: 5, notes: 6 }
const IN_BATCH = { rows: 0, nodes: 1, buffers: 2, compression: 3, variadic: 4 }

/** Bytes of an offset, and of the pairs of numbers that describe columns and buffers. */
const OFFSET = 4
const PAIR = 16

/** Checks a message; gives the bytes of its body. */
function checkMessage(meta: DataView, left: number, first: boolean): number {
  const message = tableAt(meta, uint32(meta, 0))
  const kindAt = message(IN_MESSAGE.kind)
  const kind = kindAt === null ? 0 : meta.getUint8(kindAt)
  need(kind === (first ? SCHEMA : BATCH), `a message of kind ${kind} where ${first ? 'columns' : 'rows'} should be`)
  const header = tableAt(meta, follow(meta, message(IN_MESSAGE.header)))
  const body = long(meta, message(IN_MESSAGE.body))
  need(body <= left, `${body} bytes of values where ${left} are left`)
  checkNotes(meta, message(IN_MESSAGE.notes))
  if (kind === BATCH) checkBatch(meta, header, body)
  else {
    checkNotes(meta, header(IN_SCHEMA.notes))
    checkColumns(meta, header(IN_SCHEMA.columns), { left: meta.byteLength / OFFSET, depth: 0 })
  }
  return body
}

function checkColumns(meta: DataView, at: number | null, limit: { left: number; depth: number }): void {
  need(limit.depth < DEEPEST, 'types inside types without end')
  for (const place of vector(meta, at, OFFSET)) {
    // Two columns may not share their bytes more often than there are bytes: that would go on nearly for ever.
    need(limit.left-- > 0, 'more columns than bytes')
    const column = tableAt(meta, follow(meta, place))
    const kindAt = column(IN_COLUMN.kind)
    const kind = kindAt === null ? 0 : meta.getUint8(kindAt)
    need(TYPES.has(kind), `a column of type ${kind}`)
    need(column(IN_COLUMN.dictionary) === null, 'a column with a dictionary')
    tableAt(meta, follow(meta, column(IN_COLUMN.type)))
    vector(meta, column(IN_COLUMN.name), 1)
    checkNotes(meta, column(IN_COLUMN.notes))
    limit.depth++
    checkColumns(meta, column(IN_COLUMN.children), limit)
    limit.depth--
  }
}

function checkBatch(meta: DataView, batch: Table, body: number): void {
  need(batch(IN_BATCH.compression) === null, 'values that are compressed')
  need(batch(IN_BATCH.variadic) === null, 'columns of views')
  const rows = long(meta, batch(IN_BATCH.rows))
  const most = Math.max(ROWS_WITHOUT_BYTES, body)
  need(rows <= most, `${rows} rows in ${body} bytes`)
  for (const at of vector(meta, batch(IN_BATCH.nodes), PAIR)) {
    const [length, nulls] = [long(meta, at), long(meta, at + 8)]
    need(length <= most && nulls <= length, `a column of ${length} values with ${nulls} NULL`)
  }
  for (const at of vector(meta, batch(IN_BATCH.buffers), PAIR)) {
    need(long(meta, at) + long(meta, at + 8) <= body, 'values outside their message')
  }
}

/** Remarks beside the data: pairs of texts. */
function checkNotes(meta: DataView, at: number | null): void {
  for (const place of vector(meta, at, OFFSET)) {
    const note = tableAt(meta, follow(meta, place))
    vector(meta, note(0), 1)
    vector(meta, note(1), 1)
  }
}

/** A table of FlatBuffers: where a field is, by its place; null where it is left out. */
type Table = (place: number) => number | null

function tableAt(meta: DataView, at: number): Table {
  const start = at - int32(meta, at)
  const size = uint16(meta, start)
  const width = uint16(meta, start + 2)
  need(size >= 4 && start + size <= meta.byteLength && at + width <= meta.byteLength, 'a table does not fit')
  return (place) => {
    const entry = 4 + 2 * place
    const offset = entry + 2 > size ? 0 : uint16(meta, start + entry)
    need(offset < Math.max(1, width), 'a field outside its table')
    return offset === 0 ? null : at + offset
  }
}

/** Where an offset leads. */
function follow(meta: DataView, at: number | null): number {
  need(at !== null, 'something is left out')
  return at! + uint32(meta, at!)
}

/** Where the elements of a list begin; a text is a list of bytes, for which only the end matters. */
function vector(meta: DataView, at: number | null, width: number): number[] {
  if (at === null) return []
  const start = follow(meta, at) + 4
  const length = uint32(meta, start - 4)
  need(start + length * width <= meta.byteLength, `a list of ${length} does not fit`)
  return width === 1 ? [] : Array.from({ length }, (_, i) => start + i * width)
}

/** A number of 64 bits that must be a count; 0 where it is left out. */
function long(meta: DataView, at: number | null): number {
  if (at === null) return 0
  need(at + 8 <= meta.byteLength, 'a number does not fit')
  const value = Number(meta.getBigInt64(at, true))
  need(value >= 0 && Number.isSafeInteger(value), `a count of ${value}`)
  return value
}

function uint16(meta: DataView, at: number): number {
  need(at >= 0 && at + 2 <= meta.byteLength, 'a number does not fit')
  return meta.getUint16(at, true)
}

function int32(meta: DataView, at: number): number {
  need(at >= 0 && at + 4 <= meta.byteLength, 'a number does not fit')
  return meta.getInt32(at, true)
}

function uint32(meta: DataView, at: number): number {
  return int32(meta, at) >>> 0
}

function need(holds: boolean, else_: string): void {
  if (!holds) throw new Error(else_)
}
