import { DecimalScanner } from './decimal-scanner.ts'
import type { SourceColumn, ValueKind } from './source.ts'
import { TextTable } from './text-table.ts'
import { decodeUtf8 } from './utf8.ts'
import { type Decimal, isNanText, parseDate, parseNumber, parseTruth } from './values.ts'

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

  /** Goes on with a block of so many rows. */
  nextBlock(rows: number): void {
    this.#full.push(this.block)
    this.block = new (this.block.constructor as new (length: number) => Block)(rows)
  }

  /** The first rows of all blocks in one array. */
  protected joined(rows: number): Block {
    const all = new (this.block.constructor as new (length: number) => Block)(rows)
    let at = 0
    for (const block of [...this.#full, this.block]) {
      const part = Math.min(block.length, rows - at)
      all.set(block.subarray(0, part), at)
      at += part
    }
    return all
  }
}

/** A builder for a column of the kind. */
export function columnBuilder(name: string, kind: ValueKind, decimal: Decimal): ColumnBuilder {
  return kind === 'number' || kind === 'date' ? new NumberBuilder(name, kind, decimal) : new TextBuilder(name, kind)
}

class NumberBuilder extends ColumnBuilder<Float64Array> {
  readonly kind: 'number' | 'date'
  readonly #decimal: Decimal
  readonly #scanner: DecimalScanner

  constructor(name: string, kind: 'number' | 'date', decimal: Decimal) {
    super(name, new Float64Array(FIRST_BLOCK))
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
}

/** Keeps the number of each text plus one; 0 is missing. */
class TextBuilder extends ColumnBuilder<Int32Array> {
  readonly kind: 'boolean' | 'category'
  readonly #texts = new TextTable()

  constructor(name: string, kind: 'boolean' | 'category') {
    super(name, new Int32Array(FIRST_BLOCK))
    this.kind = kind
  }

  put(slot: number, bytes: Uint8Array, from: number, to: number): boolean {
    const known = this.#texts.size
    const index = this.#texts.add(bytes, from, to)
    this.block[slot] = index + 1
    return this.kind === 'category' || index < known || parseTruth(this.#texts.text(index)) !== null
  }

  putMissing(slot: number): void {
    this.block[slot] = 0
  }

  finish(rows: number): SourceColumn {
    const texts = this.#texts.texts()
    const shown = this.kind === 'category' ? texts : texts.map((text) => String(parseTruth(text)))
    const levels: readonly (string | null)[] = [null, ...shown]
    const codes = this.joined(rows)
    const values = Array<string | null>(rows)
    for (let i = 0; i < rows; i++) values[i] = levels[codes[i]]
    return { name: this.name, kind: this.kind, values }
  }
}
