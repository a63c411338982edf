import { fieldRowsBytes } from './field-rows-bytes.ts'
import { type KernelModule, laidOutBytes, loadKernel, withRoom } from './kernel-module.ts'

/** What kernels/field-rows.ts exports. */
interface FieldFunctions {
  writeRows(...args: [columns: number, columnsEnd: number, rows: number, out: number]): number
}

/** Texts of some rows, one behind the other, and where each of them ends. */
export interface RowTexts {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
}

/** Most rows of a call, bytes of their texts in all columns together, and bytes of memory. */
const [MOST_ROWS, MOST_TEXTS, MOST_BYTES] = [2048, 1_048_576, 67_108_864]
/** Bytes that may be read and written behind what is meant. */
const MARGIN = 16
/** Bytes of an entry of a list: an address and a length, or two addresses. */
const ENTRY = 8

/** Writes rows as lines of a text table in WebAssembly, by what is written for each slot of a column. */
export class FieldRows {
  readonly #run: FieldFunctions
  readonly #bytes: Uint8Array
  readonly #words: Uint32Array
  /** addresses: of the columns, the numbers of fields, the lists of texts, the texts, the lines */
  readonly #places: readonly number[]
  readonly #width: number

  /** Use `makeFieldRows`. */
  constructor(kernel: KernelModule<FieldFunctions>, fields: readonly (readonly Uint8Array[] | null)[]) {
    const [known, ...places] = kernel.layOut(...sizesOf(fields))
    this.#run = kernel.run
    this.#bytes = new Uint8Array(kernel.buffer)
    this.#words = new Uint32Array(kernel.buffer)
    this.#places = places
    this.#width = fields.length
    const [columns, numbers, lists] = places
    let list = known
    let textLists = lists
    for (const [i, own] of fields.entries()) {
      const at = numbers + 4 * MOST_ROWS * i
      this.#words.set([at, own === null ? textLists : list], (columns + ENTRY * i) / 4)
      if (own === null) {
        // A list of its own in every call, of which each row has the field of its number.
        for (let row = 0; row < MOST_ROWS; row++) this.#words[at / 4 + row] = row
        textLists += ENTRY * MOST_ROWS
      } else list = this.#writeList(own, list)
    }
  }

  /** Writes a list of fields, behind it their texts; the address behind them. */
  #writeList(fields: readonly Uint8Array[], list: number): number {
    let text = list + ENTRY * fields.length
    for (const [slot, field] of fields.entries()) {
      this.#words.set([text, field.length], list / 4 + 2 * slot)
      this.#bytes.set(field, text)
      text += field.length
    }
    return ENTRY * Math.ceil(text / ENTRY)
  }

  /** The lines of some rows by the slots or texts of each column, gone with the next call; null where there is no room. */
  write(rows: number, columns: readonly (Int32Array | RowTexts)[]): Uint8Array | null {
    if (rows > MOST_ROWS) return null
    const [list, numbers, lists, texts, out] = this.#places
    let [nextList, next] = [lists, texts]
    for (const [i, column] of columns.entries()) {
      if (column instanceof Int32Array) {
        this.#words.set(column, numbers / 4 + MOST_ROWS * i)
        continue
      }
      const { bytes, ends } = column
      if (next - texts + bytes.length > MOST_TEXTS) return null
      this.#bytes.set(bytes, next)
      for (let row = 0, start = 0; row < rows; start = ends[row++]) {
        const entry = nextList / 4 + 2 * row
        this.#words[entry] = next + start
        this.#words[entry + 1] = ends[row] - start
      }
      next += bytes.length
      nextList += ENTRY * MOST_ROWS
    }
    return this.#bytes.subarray(out, this.#run.writeRows(list, list + ENTRY * this.#width, rows, out))
  }
}

/** Bytes of what is known from the beginning, of columns, numbers of fields, lists of texts, texts, and lines. */
function sizesOf(fields: readonly (readonly Uint8Array[] | null)[]): number[] {
  let [known, longest, texts] = [0, 0, 0]
  for (const own of fields) {
    if (own === null) texts++
    else {
      known += own.reduce((sum, { length }) => sum + length + ENTRY, ENTRY)
      longest += own.reduce((most, { length }) => Math.max(most, length), 0)
    }
  }
  return [
    known + MARGIN,
    ENTRY * fields.length,
    4 * MOST_ROWS * fields.length,
    ENTRY * MOST_ROWS * texts,
    MOST_TEXTS + MARGIN,
    MOST_ROWS * longest + MOST_TEXTS + MARGIN,
  ]
}

/**
 * For columns with these fields by slot, and null where rows have texts of their own. Fields and texts end with what parts them
 * from the next one, or lines. Null where WebAssembly cannot be had, and where columns are very many or long.
 */
export function makeFieldRows(fields: readonly (readonly Uint8Array[] | null)[]): FieldRows | null {
  const bytes = laidOutBytes(...sizesOf(fields))
  const kernel = bytes > MOST_BYTES ? null : loadKernel<FieldFunctions>(fieldRowsBytes, bytes)
  return kernel && withRoom(() => new FieldRows(kernel, fields))
}
