import { decodeUtf8 } from '../../util/utf8.ts'
import type { SourceColumn, ValueKind } from '../source.ts'
import { DecimalScanner } from '../text/decimal-scanner.ts'
import { type Decimal, isNanText, parseDate, parseNumber, parseTruth } from '../text/values.ts'

/**
 * What a column is made of while the file is read in sections: doubles, or numbers of texts plus one, 0 where missing, with the
 * bytes of those texts one after the other and where each ends.
 */
export type ColumnPart =
  | { readonly kind: 'number' | 'date'; readonly blocks: readonly Float64Array[] }
  | ({ readonly kind: 'boolean' | 'category'; readonly blocks: readonly Int32Array[] } & PackedTexts)

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

/** Texts as bytes one after the other, and where each ends. */
export interface PackedTexts {
  readonly bytes: Uint8Array
  readonly ends: Float64Array
}

/** Texts met so far, each kept once and numbered in order of appearance. Looked up by their bytes, decoded at the end. */
export class TextTable {
  size = 0
  /** bytes of all texts, one after the other; text i ends at ends[i] */
  #bytes = new Uint8Array(256)
  #ends = new Float64Array(16)
  #hashes = new Int32Array(16)
  /** open addressing: number + 1 of a text, 0 where free; the length is a power of two */
  #slots = new Int32Array(64)

  /** The number of the text, which may be new. */
  add(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
    // The low bits of FNV-1a mix poorly for short texts.
    hash ^= hash >>> 15
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const index = this.#slots[slot] - 1
      if (this.#hashes[index] === hash && this.#equals(index, bytes, from, to)) return index
    }
    return this.#insert(bytes.subarray(from, to), hash, slot)
  }

  text(index: number): string {
    return decodeUtf8(this.#bytes, index === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }

  texts(): string[] {
    return unpackTexts({ bytes: this.#bytes, ends: this.#ends.subarray(0, this.size) })
  }

  /** All texts by their numbers, as bytes. */
  packed(): PackedTexts {
    return { bytes: this.#bytes.slice(0, this.#ends[this.size - 1] ?? 0), ends: this.#ends.slice(0, this.size) }
  }

  #equals(index: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = index === 0 ? 0 : this.#ends[index - 1]
    if (this.#ends[index] - start !== to - from) return false
    for (let i = from, j = start; i < to; i++, j++) if (bytes[i] !== this.#bytes[j]) return false
    return true
  }

  #insert(text: Uint8Array, hash: number, slot: number): number {
    const index = this.size++
    const start = index === 0 ? 0 : this.#ends[index - 1]
    const end = start + text.length
    if (end > this.#bytes.length) this.#bytes = enlarged(this.#bytes, new Uint8Array(Math.max(end, start * 2)))
    this.#bytes.set(text, start)
    if (index === this.#ends.length) {
      this.#ends = enlarged(this.#ends, new Float64Array(index * 2))
      this.#hashes = enlarged(this.#hashes, new Int32Array(index * 2))
    }
    this.#ends[index] = end
    this.#hashes[index] = hash
    this.#slots[slot] = index + 1
    if (this.size * 2 > this.#slots.length) this.#rehash()
    return index
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let index = 0; index < this.size; index++) {
      let slot = this.#hashes[index] & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = index + 1
    }
    this.#slots = slots
  }
}

export function unpackTexts({ bytes, ends }: PackedTexts): string[] {
  const texts = Array<string>(ends.length)
  for (let i = 0, from = 0; i < ends.length; from = ends[i++]) texts[i] = decodeUtf8(bytes, from, ends[i])
  return texts
}

export function enlarged<T extends Uint8Array | Float64Array | Int32Array>(old: T, fresh: T): T {
  fresh.set(old)
  return fresh
}
