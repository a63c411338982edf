import { csvRowsBytes } from './csv-rows-bytes.ts'
import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'
import { powersOfFive } from './powers-of-five.ts'

/** What kernels/csv-rows.ts exports. */
interface RowFunctions {
  readRows(...args: [call: number, from: number, end: number, most: number]): number
}

/** How the records of a table are written. */
export interface RowFormat {
  /** fields of a record */
  readonly width: number
  /** by byte, what it means outside quotes: 0 text, 1 the end of a field, more what only others can read */
  readonly meanings: Uint8Array
  /** by byte, 1 where a field that starts with it is never read as a number */
  readonly guard: Uint8Array
  /** the byte of the decimal mark, or more than 255 without one */
  readonly decimal: number
  /** the byte between fields */
  readonly delimiter: number
}

/** Bytes that are looked at together with their columns should stay in the processor's cache. */
const COLUMN_BYTES = 524_288
const MOST_ROWS = 2048
const LEAST_ROWS = 16
/** Vectors are read from before and behind the bytes at hand. */
const MARGIN = 64
/** Columns a power of two apart would push each other out of the processor's cache. */
const GAP = 64
/** Numbers of 32 bits of a noted field: column, row, address of its first byte and of the byte behind it. */
export const NOTE = 4
/** Numbers of 32 bits that a call takes and gives. */
const CALL = 14
const STOP = 12
const NOTED = 13

/** Bytes that there is room for at a time. */
const ROOM = 1_048_576

/**
 * Reads rows of a text table in WebAssembly: plain numbers into columns, exactly rounded; other fields are noted. Write some
 * bytes into `memory`, then `read` rows until nothing comes.
 */
export class CsvRows {
  /** where the bytes go; behind them there must be a line feed */
  readonly memory: Uint8Array
  /** most rows of a call */
  readonly most: number
  /** by column, what it takes: 0 nothing, 1 plain numbers, 2 notes of all its fields */
  readonly takes: Uint8Array
  /** behind the last row that was read */
  stop = 0
  /** fields that were noted, in their order */
  noted = 0
  readonly notes: Uint32Array
  readonly #run: RowFunctions
  readonly #call: Uint32Array
  readonly #columns: readonly Float64Array[]

  /** Use `makeCsvRows`. */
  constructor(
    kernel: KernelModule<RowFunctions>,
    { width, meanings, guard, decimal, delimiter }: RowFormat,
    most: number,
  ) {
    const powers = powersOfFive()
    const stride = strideOf(most)
    const mostNotes = mostNotesOf(width, most)
    const starts = kernel.layOut(...sizesOf(width, most))
    const [call, takes, atMeanings, atGuard, masks, atPowers, columns, notes, window] = starts
    const { buffer } = kernel
    const memory = new Uint8Array(buffer)
    memory.set(meanings, atMeanings)
    memory.set(guard, atGuard)
    memory.fill(255, masks + 32, masks + 64)
    new BigUint64Array(buffer, atPowers, powers.length).set(powers)
    this.#run = kernel.run
    this.most = most
    this.takes = memory.subarray(takes, takes + width)
    this.notes = new Uint32Array(buffer, notes, mostNotes * NOTE)
    this.memory = memory.subarray(window + MARGIN, window + MARGIN + ROOM)
    this.#columns = Array.from({ length: width }, (_, j) => new Float64Array(buffer, columns + j * stride, most))
    this.#call = new Uint32Array(buffer, call, CALL)
    this.#call.set([
      width,
      takes,
      atMeanings,
      atGuard,
      decimal,
      delimiter,
      columns,
      stride,
      notes,
      mostNotes,
      masks,
      atPowers,
    ])
  }

  /** How many rows were read from a position of the memory to before another, at most so many. */
  read(at: number, end: number, most: number): number {
    const { byteOffset: from } = this.memory
    const call = this.#call
    const rows = this.#run.readRows(call.byteOffset, from + at, from + end, Math.min(most, this.most))
    this.stop = call[STOP] - from
    this.noted = call[NOTED]
    return rows
  }

  /** The first rows of a column of numbers, gone with the next call. */
  column(j: number, rows: number): Float64Array {
    return this.#columns[j].subarray(0, rows)
  }
}

/** Bytes from a column to the next. */
const strideOf = (most: number): number => most * 8 + GAP

/** Fields that there is room to note. */
const mostNotesOf = (width: number, most: number): number => Math.max(most, 2) * width

/** Bytes of what lies in the memory, in its order. */
function sizesOf(width: number, most: number): number[] {
  const notes = mostNotesOf(width, most) * NOTE * 4
  return [CALL * 4, width, 256, 256, 64, powersOfFive().byteLength, width * strideOf(most), notes, ROOM + 2 * MARGIN]
}

/** Null where WebAssembly cannot be had, and for tables so wide that few rows would fit. */
export function makeCsvRows(format: RowFormat): CsvRows | null {
  const { width } = format
  const most = Math.min(Math.floor(COLUMN_BYTES / 8 / width), MOST_ROWS)
  if (most < LEAST_ROWS) return null
  // Room for all of it from the beginning: see `loadKernel`.
  const bytes = sizesOf(width, most).reduce((sum, size) => sum + size + MARGIN, MARGIN)
  const kernel = loadKernel<RowFunctions>(csvRowsBytes, bytes)
  return kernel === null ? null : withRoom(() => new CsvRows(kernel, format, most))
}
