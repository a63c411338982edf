import { CsvRows, makeCsvRows } from '../../wasm/csv-rows.ts'
import type { CsvPlan } from './csv-plan.ts'
import { byteMeanings, QUOTE } from './field-scanner.ts'
import type { RowBuilder } from './row-builder.ts'

/** The first bytes of a file are read without WebAssembly, which small files do not need. */
export const KERNEL_FROM = 524_288
/** With fewer fields at a time it costs more than it gains. */
const FEW = 64
/** Most records that are read without it before it is tried again. */
const LONGEST_PAUSE = 255
/** So near to the end of the loaded bytes, a record may lie across it. */
const NEAR = 65_536
/** What a byte means that ends the work of WebAssembly. */
const UNUSUAL = 2

/** Reads rows that WebAssembly can read by itself, many at a time, where it can be had. */
export class PlainRows {
  /** behind the last row that was read */
  stop = 0
  readonly #plan: CsvPlan
  readonly #rows: RowBuilder
  readonly #from: number
  /** undefined until it is needed */
  #kernel: CsvRows | null | undefined
  /** the bytes that are loaded, as positions in the file */
  #start = 0
  #end = 0
  /** records until it is tried again, and how long the next pause will be */
  #pause = 0
  #nextPause = 1

  /** `from`: bytes of the file that are read without WebAssembly. */
  constructor(plan: CsvPlan, rows: RowBuilder, from: number) {
    this.#plan = plan
    this.#rows = rows
    this.#from = from
  }

  /**
   * Reads rows of the bytes from `at` to before `end`, the first of which starts at `line`, and tells how many. `origin` is
   * the position of the first byte in the file.
   */
  read(bytes: Uint8Array, at: number, end: number, origin: number, line: number): number {
    if (origin + end < this.#from || this.#kernel === null) return 0
    if (this.#pause > 0) {
      this.#pause--
      return 0
    }
    this.#kernel ??= this.#make()
    if (this.#kernel === null) return 0
    const count = this.#readAll(this.#kernel, bytes, at, end, origin, line)
    if (count * this.#plan.names.length < FEW) {
      this.#pause = this.#nextPause
      this.#nextPause = Math.min(2 * this.#nextPause + 1, LONGEST_PAUSE)
    } else {
      this.#nextPause = 1
    }
    return count
  }

  #readAll(kernel: CsvRows, bytes: Uint8Array, at: number, end: number, origin: number, line: number): number {
    const rows = this.#rows
    let count = 0
    for (this.stop = at; ;) {
      const from = origin + this.stop
      if (from < this.#start || from >= this.#end) this.#load(kernel, bytes, this.stop, end, origin)
      // A value that does not fit its column ends that.
      kernel.takes.set(rows.actions)
      const most = Math.min(rows.room, kernel.most)
      const found = kernel.read(from - this.#start, most)
      if (found > 0) {
        const shift = this.#start - origin
        rows.addRows(kernel, found, bytes, shift - kernel.origin, line + count)
        this.stop = shift + kernel.stop
        count += found
      }
      if (found === most) continue
      // Bytes that there was no room for.
      const next = origin + this.stop
      if (this.#end === origin + end || next === this.#start || next + NEAR < this.#end) return count
      this.#end = 0
    }
  }

  #load(kernel: CsvRows, bytes: Uint8Array, at: number, end: number, origin: number): void {
    const stop = Math.min(end, at + CsvRows.room)
    kernel.load(bytes.subarray(at, stop))
    this.#start = origin + at
    this.#end = origin + stop
  }

  #make(): CsvRows | null {
    const { dialect, names } = this.#plan
    const meanings = byteMeanings(dialect.delimiter)
    if (dialect.quote !== null) meanings[QUOTE] = UNUSUAL
    const decimal = dialect.decimal === dialect.delimiter ? 256 : dialect.decimal.charCodeAt(0)
    return makeCsvRows({ width: names.length, meanings, guard: this.#rows.guard, decimal })
  }
}
