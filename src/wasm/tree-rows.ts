import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'
import { treeRowsBytes } from './tree-rows-bytes.ts'

/** What kernels/tree-rows.ts exports. */
interface TreeFunctions {
  partColumns(
    ...args: [
      columns: number,
      count: number,
      parted: number,
      from: number,
      rows: number,
      bits: number,
      isAbove: number,
      spare: number,
    ]
  ): void
  sendRows(...args: [from: number, at: number, end: number, bits: number, isAbove: number]): void
  countOnes(...args: [entries: number, from: number, to: number]): number
  bestOfColumns(
    ...args: [
      columns: number,
      count: number,
      from: number,
      total: number,
      ones: number,
      table: number,
      block: number,
      best: number,
      parts: number,
    ]
  ): void
}

/** Rows of a column in the order of their values. */
interface OrderedRows {
  readonly entries: Uint32Array
}

/** A cut that may be the best so far: its score, and where it parts the rows. */
interface CutFound {
  score: number
  at: number
}

/** Below so many rows a module of its own is not worth it. */
const MANY = 10_000

/** Bytes that may be read behind the last row of a column. */
const MARGIN = 16

/** The rows of a tree while it grows, in the memory of a module that looks at them and parts them. */
export class TreeRows {
  /** for every row 1 where it goes above a cut */
  readonly isAbove: Uint8Array
  readonly #rows: number
  readonly #run: TreeFunctions
  readonly #arrays: readonly number[]
  readonly #spare: number
  readonly #table: Float64Array
  readonly #score: Float64Array
  readonly #cut: Uint32Array
  readonly #columns: Uint32Array
  /** of the columns that were looked at last, 1 where one parts the rows */
  readonly #parts: Uint8Array
  readonly #buffer: ArrayBuffer
  #taken = 0
  /** the columns whose addresses were written last */
  #listed: readonly OrderedRows[] | null = null

  /** Use `treeRows`. */
  constructor(kernel: KernelModule<TreeFunctions>, rows: number, columns: number, table: Float64Array) {
    const words = Array.from({ length: columns + 1 }, () => 4 * rows + MARGIN)
    const entries = Math.min(table.length, rows + 1)
    const [best, list, parts, isAbove, ownTable, spare, ...arrays] = kernel.layOut(
      16,
      4 * columns,
      columns,
      rows,
      8 * entries,
      ...words,
    )
    this.#rows = rows
    this.#run = kernel.run
    this.#arrays = arrays
    this.#spare = spare
    this.#buffer = kernel.buffer
    this.#score = new Float64Array(this.#buffer, best, 1)
    this.#cut = new Uint32Array(this.#buffer, best + 8, 2)
    this.#columns = new Uint32Array(this.#buffer, list, columns)
    this.#parts = new Uint8Array(this.#buffer, parts, columns)
    this.isAbove = new Uint8Array(this.#buffer, isAbove, rows)
    this.#table = new Float64Array(this.#buffer, ownTable, entries)
    this.#table.set(table.subarray(0, entries))
  }

  /** An array of a number for every row, one for each column. */
  take(): Uint32Array {
    return new Uint32Array(this.#buffer, this.#arrays[this.#taken++], this.#rows)
  }

  /** Parts rows of columns but one from `start` to before `end` by `isAbove`, in which each keeps its order. */
  part(
    columns: readonly OrderedRows[],
    { start, end, bits }: { start: number; end: number; bits: number },
    parted: OrderedRows | null = null,
  ): void {
    this.#run.partColumns(
      this.#list(columns),
      columns.length,
      // No column lies at 0.
      parted === null ? 0 : parted.entries.byteOffset,
      4 * start,
      end - start,
      bits,
      this.isAbove.byteOffset,
      this.#spare,
    )
  }

  /**
   * Sets `best` to the best cut of rows of two classes among some columns, where one is clearly better, and answers the place of
   * its column in the list; −1 where none is. The table must reach so far.
   */
  bestOfTwo(
    columns: readonly OrderedRows[],
    { start, end, ones, block }: { start: number; end: number; ones: number; block: number },
    best: CutFound,
  ): number {
    const [score, cut] = [this.#score, this.#cut]
    score[0] = best.score
    this.#run.bestOfColumns(
      this.#list(columns),
      columns.length,
      4 * start,
      end - start,
      ones,
      this.#table.byteOffset,
      block,
      score.byteOffset,
      this.#parts.byteOffset,
    )
    if (cut[1] === columns.length) return -1
    best.score = score[0]
    best.at = start + cut[0]
    return cut[1]
  }

  /** Those of the columns that part the rows, after `bestOfTwo` looked at them. */
  parting<Column extends OrderedRows>(columns: readonly Column[]): readonly Column[] {
    const parts = this.#parts
    for (let c = 0; c < columns.length; c++) if (parts[c] === 0) return columns.filter((_, other) => parts[other] === 1)
    return columns
  }

  /** Sets `isAbove` for the rows of a column from `start` to before `end`, of which those from `at` on go above. */
  send(
    { entries }: OrderedRows,
    { start, at, end, bits }: { start: number; at: number; end: number; bits: number },
  ): void {
    const from = entries.byteOffset
    this.#run.sendRows(from + 4 * start, from + 4 * at, from + 4 * end, bits, this.isAbove.byteOffset)
  }

  /** How many rows of a column are of the second of two classes. */
  ones({ entries }: OrderedRows, start: number, end: number): number {
    return this.#run.countOnes(entries.byteOffset, start, end)
  }

  #list(columns: readonly OrderedRows[]): number {
    // Most nodes have the columns of the one before.
    if (columns !== this.#listed) {
      for (let c = 0; c < columns.length; c++) this.#columns[c] = columns[c].entries.byteOffset
      this.#listed = columns
    }
    return this.#columns.byteOffset
  }
}

/** Memory for so many rows and columns; `table` has x·log2 x. Null where they are few, or WebAssembly cannot be had. */
export function treeRows(rows: number, columns: number, table: Float64Array): TreeRows | null {
  const kernel = rows < MANY ? null : loadKernel<TreeFunctions>(treeRowsBytes)
  return kernel && withRoom(() => new TreeRows(kernel, rows, columns, table))
}
