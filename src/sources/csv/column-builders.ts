import { decodeUtf8 } from '../../util/utf8.ts'
import type { SourceColumn, ValueKind } from '../source.ts'
import { DecimalScanner } from '../text/decimal-scanner.ts'
import { type Decimal, isNanText, missingTexts, parseDate, parseNumber, parseTruth } from '../text/values.ts'
import type { CsvPlan } from './csv-plan.ts'
import type { FieldValue } from './field-scanner.ts'
import { type PackedTexts, TextTable } from './text-codes.ts'

/**
 * What a column is made of while the file is read in sections: doubles, or numbers of texts plus one, 0 where missing, with the
 * bytes of those texts one after the other and where each ends.
 */
export type ColumnPart =
  | { readonly kind: 'number' | 'date'; readonly blocks: readonly Float64Array[] }
  | ({ readonly kind: 'boolean' | 'category'; readonly blocks: readonly Int32Array[] } & PackedTexts)

/** Rows of the first block; the next ones double up to the last, so that very wide tables start small. */
export const FIRST_BLOCK = 64
export const LAST_BLOCK = 65_536

/**
 * A column being filled, in blocks of rows. A row is written at a slot of the current block and may be written again
 * until the next slot is used, so that a row can be given up when its line turns out to be bad.
 */
export abstract class ColumnBuilder<Block extends Float64Array | Int32Array = Float64Array | Int32Array> {
  readonly name: string
  abstract readonly kind: ValueKind
  block: Block
  readonly #full: Block[] = []

  constructor(name: string, block: Block) {
    this.name = name
    this.block = block
  }

  /**
   * Writes the value of a field that is not missing; false when it does not fit the kind of the column. The byte at `to`
   * must not be a digit.
   */
  abstract put(slot: number, bytes: Uint8Array, from: number, to: number): boolean

  abstract putMissing(slot: number): void

  abstract finish(rows: number): SourceColumn

  /** The first rows as they are, to be put together with those of other sections. */
  abstract part(rows: number): ColumnPart

  /** Goes on with a block of so many rows. */
  nextBlock(rows: number): void {
    this.#full.push(this.block)
    this.block = new (this.block.constructor as new (length: number) => Block)(rows)
  }

  /** The first rows, block by block. */
  protected blocks(rows: number): Block[] {
    let left = rows
    return [...this.#full, this.block].flatMap((block) => {
      const part = block.subarray(0, left) as Block
      left -= part.length
      return part.length === 0 ? [] : [part]
    })
  }

  /** The first rows of all blocks in one array. */
  protected joined(rows: number): Block {
    const all = new (this.block.constructor as new (length: number) => Block)(rows)
    let at = 0
    for (const block of this.blocks(rows)) {
      all.set(block, at)
      at += block.length
    }
    return all
  }
}

/** A builder for a column of the kind, with a first block of so many rows. */
export function columnBuilder(name: string, kind: ValueKind, decimal: Decimal, rows: number): ColumnBuilder {
  return kind === 'number' || kind === 'date'
    ? new NumberBuilder(name, kind, decimal, rows)
    : new TextBuilder(name, kind, rows)
}

class NumberBuilder extends ColumnBuilder<Float64Array> {
  readonly kind: 'number' | 'date'
  readonly #decimal: Decimal
  readonly #scanner: DecimalScanner

  constructor(name: string, kind: 'number' | 'date', decimal: Decimal, rows: number) {
    super(name, new Float64Array(rows))
    this.kind = kind
    this.#decimal = decimal
    this.#scanner = new DecimalScanner(decimal)
  }

  put(slot: number, bytes: Uint8Array, from: number, to: number): boolean {
    if (this.kind === 'date') {
      const time = parseDate(decodeUtf8(bytes, from, to))
      this.block[slot] = time
      return !Number.isNaN(time)
    }
    const scanned = this.#scanner.scan(bytes, from)
    if (this.#scanner.end === to && !Number.isNaN(scanned)) {
      this.block[slot] = scanned
      return true
    }
    const text = decodeUtf8(bytes, from, to)
    const value = parseNumber(text, this.#decimal)
    this.block[slot] = value
    return !Number.isNaN(value) || isNanText(text)
  }

  putMissing(slot: number): void {
    this.block[slot] = Number.NaN
  }

  finish(rows: number): SourceColumn {
    return { name: this.name, kind: this.kind, values: this.joined(rows) }
  }

  part(rows: number): ColumnPart {
    return { kind: this.kind, blocks: this.blocks(rows) }
  }
}

/** Keeps the number of each text plus one; 0 is missing. */
class TextBuilder extends ColumnBuilder<Int32Array> {
  readonly kind: 'boolean' | 'category'
  readonly #texts = new TextTable()
  /** texts that are not truth values; they may come again after a row that was given up */
  readonly #odd = new Set<number>()

  constructor(name: string, kind: 'boolean' | 'category', rows: number) {
    super(name, new Int32Array(rows))
    this.kind = kind
  }

  put(slot: number, bytes: Uint8Array, from: number, to: number): boolean {
    const known = this.#texts.size
    const index = this.#texts.add(bytes, from, to)
    this.block[slot] = index + 1
    if (this.kind === 'category') return true
    if (index === known && parseTruth(this.#texts.text(index)) === null) this.#odd.add(index)
    return this.#odd.size === 0 || !this.#odd.has(index)
  }

  putMissing(slot: number): void {
    this.block[slot] = 0
  }

  finish(rows: number): SourceColumn {
    const levels = shownLevels(this.kind, this.#texts)
    const codes = this.joined(rows)
    const values = Array<string | null>(rows)
    for (let i = 0; i < rows; i++) values[i] = levels[codes[i]]
    return { name: this.name, kind: this.kind, values }
  }

  part(rows: number): ColumnPart {
    return { kind: this.kind, blocks: this.blocks(rows), ...this.#texts.packed() }
  }
}

/** What stands for the numbers of texts plus one: null for 0, truth values always written in the same way. */
export function shownLevels(kind: 'boolean' | 'category', table: TextTable): readonly (string | null)[] {
  const texts = table.texts()
  return [null, ...(kind === 'category' ? texts : texts.map((text) => String(parseTruth(text))))]
}

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
  /** first bytes of declared missing values: such fields are not read as plain numbers */
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

  /** All rows of such a column, to be put together with those of other sections. */
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
