import { decodeUtf8, toUtf8 } from '../../util/utf8.ts'
import { type CsvRows, NOTE } from '../../wasm/csv-row-reader.ts'
import type { SourceColumn } from '../source.ts'
import { isInexactWhole } from '../text/table-notes.ts'
import { missingTexts, trimAscii } from '../text/values.ts'
import { type ColumnBuilder, columnBuilder, type ColumnPart } from './column-builders.ts'
import type { CsvPlan } from './csv-plan.ts'
import { type FieldValue, QUOTE, trimField } from './field-scanner.ts'

/** Rows of the first block; the next ones double up to the last, so that very wide tables start small. */
const FIRST_BLOCK = 64
const LAST_BLOCK = 65_536

/** Doubles tell all whole numbers apart up to here. */
export const LARGEST: number = 2 ** 53

/** What is done with the fields of a column: nothing, read as a plain number if it is one, or given to `put`. */
export const LEAVE = 0
export const NUMBER = 1
const OTHER = 2

/** A value that does not fit its column, and the line its record starts at. */
export interface Misfit {
  readonly line: number
  readonly text: string
}

/** Fills columns row after row. A row counts only when it is ended; until then it may be written again. */
export class RowBuilder {
  /** by column, what is done with its fields */
  readonly actions: Uint8Array
  /** the current block of each number column, for writing plain numbers at `slot`; other columns have an empty one */
  blocks: readonly Float64Array[] = []
  slot = 0
  /** first bytes of declared missing values: such fields are not read as plain numbers */
  readonly guard: Uint8Array = new Uint8Array(256)
  /** by column, the first value that does not fit; such columns have no values */
  readonly misfits: Map<number, Misfit> = new Map()
  /** by column, the first whole number that a double cannot hold */
  readonly inexact: Map<number, string> = new Map()
  readonly #builders: (ColumnBuilder | undefined)[]
  readonly #missing: ReadonlySet<string>
  readonly #quoted: boolean
  #blockStart = 0
  #blockRows: number
  /** columns of the current row whose value does not fit */
  readonly #doubtful: [number, Misfit][] = []

  /** `rows`: how many are expected, where that is known. */
  constructor(
    { dialect, names, kinds }: CsvPlan,
    columns: readonly number[],
    missing?: readonly string[],
    rows: number = FIRST_BLOCK,
  ) {
    this.#blockRows = rows
    this.#quoted = dialect.quote !== null
    this.#missing = missingTexts(missing)
    for (const text of this.#missing) if (text !== '') this.guard[toUtf8(text)[0]] = 1
    this.#builders = names.map(() => undefined)
    for (const j of columns) this.#builders[j] = columnBuilder(names[j], kinds[j], dialect.decimal, rows)
    this.actions = Uint8Array.from(this.#builders, (builder) =>
      builder === undefined ? LEAVE : builder.kind === 'number' ? NUMBER : OTHER,
    )
    this.#lookUpBlocks()
  }

  /** Rows ended so far. */
  get rows(): number {
    return this.#blockStart + this.slot
  }

  /** Writes the value of the field that was found last, in a record that starts at `line`. */
  put(column: number, { bytes, from, to }: FieldValue, line: number): void {
    const builder = this.#builders[column]!
    if (from === to || (this.guard[bytes[from]] === 1 && this.#missing.has(decodeUtf8(bytes, from, to)))) {
      builder.putMissing(this.slot)
    } else if (!builder.put(this.slot, bytes, from, to)) {
      this.#doubtful.push([column, { line, text: decodeUtf8(bytes, from, to) }])
    } else if (builder.kind === 'number' && Math.abs(builder.block[this.slot]) >= LARGEST) {
      this.doubt(column, bytes, from, to)
    }
  }

  /** Notes a large number whose digits a double cannot hold. */
  doubt(column: number, bytes: Uint8Array, from: number, to: number): void {
    if (this.inexact.has(column)) return
    const text = trimAscii(decodeUtf8(bytes, from, to))
    if (isInexactWhole(text)) this.inexact.set(column, text)
  }

  putMissing(column: number): void {
    this.#builders[column]?.putMissing(this.slot)
  }

  endRow(): void {
    this.#settle()
    this.slot++
    if (this.slot === this.#blockRows) this.#nextBlock()
  }

  /** Rows that the current block still has room for. */
  get room(): number {
    return this.#blockRows - this.slot
  }

  /**
   * Takes rows from elsewhere, at most as many as there is room for: numbers as they are, then the fields that were noted.
   * Those lie in `bytes`. The first row starts at `line`, each is a line.
   */
  addRows(read: CsvRows, rows: number, bytes: Uint8Array, line: number): void {
    const start = this.slot
    const shift = -bytes.byteOffset
    for (const [j, action] of this.actions.entries()) {
      if (action === NUMBER) this.blocks[j].set(read.column(j, rows), start)
    }
    const field = { bytes, from: 0, to: 0 }
    const { notes, noted } = read
    for (let i = 0; i < noted * NOTE; i += NOTE) {
      const column = notes[i]
      if (this.actions[column] === LEAVE) continue
      this.slot = start + notes[i + 1]
      field.from = notes[i + 2] + shift
      field.to = notes[i + 3] + shift
      if (this.#quoted && bytes[field.from] === QUOTE) {
        field.from++
        field.to--
      }
      trimField(field)
      this.put(column, field, line + notes[i + 1])
      if (this.#doubtful.length > 0) this.#settle()
    }
    this.slot = start + rows
    if (this.slot === this.#blockRows) this.#nextBlock()
  }

  /** The row holds: values of it that do not fit end their columns. */
  #settle(): void {
    for (const [column, misfit] of this.#doubtful) {
      this.misfits.set(column, misfit)
      this.actions[column] = LEAVE
    }
    this.#doubtful.length = 0
  }

  #nextBlock(): void {
    this.#blockStart += this.slot
    this.slot = 0
    this.#blockRows = Math.min(this.#blockRows * 2, LAST_BLOCK)
    for (const builder of this.#builders) builder?.nextBlock(this.#blockRows)
    this.#lookUpBlocks()
  }

  /** Forgets what was written since the last row. */
  dropRow(): void {
    this.#doubtful.length = 0
  }

  /** The first rows of a column that was asked for and has no misfit. */
  column(position: number, rows: number): SourceColumn {
    return this.#builders[position]!.finish(rows)
  }

  /** All rows of such a column, to be put together with those of other sections. */
  part(position: number): ColumnPart {
    return this.#builders[position]!.part(this.rows)
  }

  #lookUpBlocks(): void {
    const none = new Float64Array(0)
    this.blocks = this.#builders.map((builder) => (builder?.block instanceof Float64Array ? builder.block : none))
  }
}
