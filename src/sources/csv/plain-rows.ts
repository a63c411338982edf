import { type CsvRows, makeCsvRows } from '../../wasm/csv-row-reader.ts'
import type { CsvPlan } from './csv-plan.ts'
import { byteMeanings, type BytesAtHand, QUOTE } from './field-scanner.ts'

/** With fewer fields at a time it costs more than it gains. */
const FEW = 64
/** Most records that are read without it before it is tried again. */
const LONGEST_PAUSE = 255
/** What a byte means that ends the work of WebAssembly. */
const UNUSUAL = 2

/** Takes rows that WebAssembly has read. */
export interface PlainRowTaker {
  /** by column, what it takes: as `takes` of `CsvRows` */
  readonly actions: Uint8Array
  /** by byte, 1 where a field that starts with it is never read as a number */
  readonly guard: Uint8Array
  /** rows that there is room for */
  readonly room: number
  /** Takes rows, of which other fields than plain numbers lie in `bytes`. The first starts at `line`, each is a line. */
  addRows(read: CsvRows, rows: number, bytes: Uint8Array, line: number): void
}

/** Reads rows that WebAssembly can read by itself, many at a time, where it can be had. */
export class PlainRows {
  /** behind the last row that was read */
  stop = 0
  readonly #plan: Pick<CsvPlan, 'dialect' | 'names'>
  readonly #rows: PlainRowTaker
  /** undefined until it is needed */
  #kernel: CsvRows | null | undefined
  /** records until it is tried again, and how long the next pause will be */
  #pause = 0
  #nextPause = 1

  constructor(plan: Pick<CsvPlan, 'dialect' | 'names'>, rows: PlainRowTaker) {
    this.#plan = plan
    this.#rows = rows
  }

  /** Reads rows of the bytes at hand, the first of which starts at `line`, and tells how many. */
  read(hand: BytesAtHand, line: number): number {
    if (this.#kernel === null) return 0
    if (this.#pause > 0) {
      this.#pause--
      return 0
    }
    this.#kernel ??= this.#make()
    if (this.#kernel === null) return 0
    const { memory } = this.#kernel
    if (hand.bytes.buffer !== memory.buffer && !hand.moveTo(memory)) return 0
    const count = this.#readAll(this.#kernel, hand, line)
    if (count * this.#plan.names.length < FEW) {
      this.#pause = this.#nextPause
      this.#nextPause = Math.min(2 * this.#nextPause + 1, LONGEST_PAUSE)
    } else {
      this.#nextPause = 1
    }
    return count
  }

  #readAll(kernel: CsvRows, { bytes, at, end }: BytesAtHand, line: number): number {
    const rows = this.#rows
    let count = 0
    for (this.stop = at; ;) {
      // A value that does not fit ends its column.
      kernel.takes.set(rows.actions)
      const most = Math.min(rows.room, kernel.most)
      const found = kernel.read(this.stop, end, most)
      if (found > 0) rows.addRows(kernel, found, bytes, line + count)
      this.stop = kernel.stop
      count += found
      if (found < most) return count
    }
  }

  #make(): CsvRows | null {
    const { dialect, names } = this.#plan
    const meanings = byteMeanings(dialect.delimiter)
    if (dialect.quote !== null) meanings[QUOTE] = UNUSUAL
    const delimiter = dialect.delimiter.charCodeAt(0)
    const mark = dialect.decimal.charCodeAt(0)
    const decimal = mark === delimiter ? 256 : mark
    return makeCsvRows({ width: names.length, meanings, guard: this.#rows.guard, decimal, delimiter })
  }
}
