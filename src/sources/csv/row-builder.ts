import { type ColumnBuilder, columnBuilder, type ColumnPart, FIRST_BLOCK, LAST_BLOCK } from './column-builder.ts'
import type { FieldValue } from './field-scanner.ts'
import type { CsvPlan } from './csv-plan.ts'
import type { SourceColumn } from '../source.ts'
import { decodeUtf8 } from '../text/decode-utf8.ts'
import { missingTexts } from '../text/values.ts'

/** What is done with the fields of a column: nothing, read as a plain number if it is one, or given to `put`. */
export const LEAVE = 0
export const NUMBER = 1
export const OTHER = 2

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
  /** first bytes of declared missing values: such fields are no plain numbers */
  readonly guard: Uint8Array = new Uint8Array(256)
  /** by column, the first value that does not fit; such columns have no values */
  readonly misfits: Map<number, Misfit> = new Map()
  readonly #builders: (ColumnBuilder | undefined)[]
  readonly #missing: ReadonlySet<string>
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
    this.#missing = missingTexts(missing)
    for (const text of this.#missing) if (text !== '') this.guard[firstByte(text)] = 1
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
    }
  }

  putMissing(column: number): void {
    this.#builders[column]?.putMissing(this.slot)
  }

  endRow(): void {
    for (const [column, misfit] of this.#doubtful) {
      this.misfits.set(column, misfit)
      this.actions[column] = LEAVE
    }
    this.#doubtful.length = 0
    this.slot++
    if (this.slot < this.#blockRows) return
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

  /** All rows of such a column, to be put together with those of other ranges. */
  part(position: number): ColumnPart {
    return this.#builders[position]!.part(this.rows)
  }

  #lookUpBlocks(): void {
    const none = new Float64Array(0)
    this.blocks = this.#builders.map((builder) => (builder?.block instanceof Float64Array ? builder.block : none))
  }
}

/** The first byte of a text in UTF-8. */
function firstByte(text: string): number {
  const code = text.codePointAt(0)!
  if (code < 0x80) return code
  return code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18)
}
