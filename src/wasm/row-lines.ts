import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'
import { rowLinesBytes } from './row-lines-bytes.ts'

/** What kernels/row-lines.ts exports. */
interface LineFunctions {
  writeLines(call: number): number
}

/** What is written for the values of a column: by slot between cuts a field, and a last one for missing values. */
export interface LineColumn {
  readonly cuts: readonly number[]
  /** whether a value that is a cut belongs to those below it */
  readonly closedRight: boolean
  readonly fields: readonly Uint8Array[]
}

/** Rows from … to − 1 of a batch. */
export interface LineRows {
  readonly from: number
  readonly to: number
  /** number of the first of them */
  readonly first: number
  /** by column, its values */
  readonly values: readonly Float64Array[]
  /** bytes kept of all rows of the batch, and for each row where they stop before each column and at its end */
  readonly kept: Uint8Array
  readonly marks: Uint32Array
}

/** Most rows of a call, and columns of a table, that there is room for. */
const MOST_ROWS = 1024
const MOST_COLUMNS = 64
/** Bytes of what is kept, of cuts and fields together, and of lines. */
const [KEPT, FIELDS, LINES] = [262_144, 65_536, 1_048_576]
/** Bytes that may be read and written behind what is meant. */
const MARGIN = 16
/** Digits of a number of a row, of which there are up to 2^53, and zeros before them. */
const DIGITS = 32
/** Numbers of 32 bits of a call, and of a column. */
const [CALL, COLUMN] = [10, 5]

/** Writes rows as lines of a text table in WebAssembly. */
export class RowLines {
  readonly #run: LineFunctions
  readonly #bytes: Uint8Array
  readonly #words: Uint32Array
  readonly #numbers: Float64Array
  readonly #places: Readonly<Record<'call' | 'columns' | 'digits' | 'marks' | 'values' | 'kept' | 'fields', number>>
  readonly #out: number
  readonly #delimiter: number
  #width = 0
  #longest = 0

  /** Use `makeRowLines`. */
  constructor(kernel: KernelModule<LineFunctions>, delimiter: number) {
    const [call, columns, digits, marks, values, kept, fields, out] = kernel.layOut(...SIZES)
    this.#run = kernel.run
    this.#bytes = new Uint8Array(kernel.buffer)
    this.#words = new Uint32Array(kernel.buffer)
    this.#numbers = new Float64Array(kernel.buffer)
    this.#places = { call, columns, digits, marks, values, kept, fields }
    this.#out = out
    this.#delimiter = delimiter
  }

  /** Takes the columns as they are from now on; false where there is no room for them. */
  setColumns(columns: readonly LineColumn[]): boolean {
    const needed = columns.map(({ cuts, fields }) => 8 * (cuts.length + fields.length) + totalOf(fields))
    if (columns.length > MOST_COLUMNS || needed.reduce((sum, bytes) => sum + bytes + 8, 0) > FIELDS) return false
    const { columns: list, values, fields: room } = this.#places
    this.#width = columns.length
    this.#longest = 0
    let at = room
    for (const [i, { cuts, closedRight, fields }] of columns.entries()) {
      const table = at + 8 * cuts.length
      const entry = [values + 8 * MOST_ROWS * i, at, cuts.length, closedRight ? 1 : 0, table]
      this.#words.set(entry, list / 4 + COLUMN * i)
      this.#numbers.set(cuts, at / 8)
      let text = table + 8 * fields.length
      for (const [slot, field] of fields.entries()) {
        this.#words.set([text, field.length], table / 4 + 2 * slot)
        this.#bytes.set(field, text)
        text += field.length
      }
      this.#longest += Math.max(...fields.map(({ length }) => length))
      at = 8 * Math.ceil(text / 8)
    }
    return true
  }

  /** The lines of some rows, gone with the next call; null where there is no room for them. */
  write({ from, to, first, values, kept, marks }: LineRows): Uint8Array | null {
    const step = this.#width + 1
    const start = from === 0 ? 0 : marks[from * step - 1]
    const end = marks[to * step - 1]
    const rows = to - from
    const most = rows * (this.#longest + DIGITS + 2) + end - start
    if (rows > MOST_ROWS || end - start > KEPT || most > LINES) return null
    const places = this.#places
    this.#bytes.set(kept.subarray(start, end), places.kept)
    this.#words.set(marks.subarray(from * step, to * step), places.marks / 4)
    for (let i = 0; i < this.#width; i++) {
      this.#numbers.set(values[i].subarray(from, to), (places.values + 8 * MOST_ROWS * i) / 8)
    }
    const digitsEnd = places.digits + DIGITS
    const text = String(first)
    this.#bytes.fill(ZERO, places.digits, digitsEnd)
    for (let i = 0; i < text.length; i++) this.#bytes[digitsEnd - text.length + i] = text.charCodeAt(i)
    const call = [rows, places.columns, this.#width, places.kept, start, places.marks]
    const rest = [digitsEnd - text.length, digitsEnd, this.#delimiter, this.#out]
    this.#words.set([...call, ...rest], places.call / 4)
    return this.#bytes.subarray(this.#out, this.#run.writeLines(places.call))
  }
}

const ZERO = 48

/** Bytes of what lies in the memory, in its order. */
const SIZES = [
  4 * CALL,
  4 * COLUMN * MOST_COLUMNS,
  DIGITS + MARGIN,
  4 * MOST_ROWS * (MOST_COLUMNS + 1),
  8 * MOST_ROWS * MOST_COLUMNS,
  KEPT + MARGIN,
  FIELDS + MARGIN,
  LINES + MARGIN,
]

function totalOf(fields: readonly Uint8Array[]): number {
  return fields.reduce((sum, { length }) => sum + length, 0)
}

/** Null where WebAssembly cannot be had. */
export function makeRowLines(delimiter: number): RowLines | null {
  // Room for all of it from the beginning: see `loadKernel`.
  const bytes = SIZES.reduce((sum, size) => sum + size + 64, 64)
  const kernel = loadKernel<LineFunctions>(rowLinesBytes, bytes)
  return kernel === null ? null : withRoom(() => new RowLines(kernel, delimiter))
}
