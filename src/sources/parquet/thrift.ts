import { decodeUtf8 } from '../../util/utf8.ts'

/** What can stand in a field; the numbers are those of the compact protocol. */
const TRUE = 1
const FALSE = 2
const BYTE = 3
const SHORT = 4
const LONG = 6
const DOUBLE = 7
const BINARY = 8
const LIST = 9
const SET = 10
const MAP = 11
const STRUCT = 12
/** Structures in structures; a footer has six. */
const DEEPEST = 24
/** Bytes of the longest number. */
const VARINT = 10

/** What to do with the fields of a structure, by their numbers; each is given the type that was written. */
export type Fields = Readonly<Record<number, (type: number) => void>>

/**
 * Reads Thrift's compact protocol, in which a Parquet file describes itself. Fields that nobody asked for are stepped over,
 * and nothing is set aside for what a count only promises, so a broken description costs no more than its own length.
 */
export class Thrift {
  at: number
  readonly #bytes: Uint8Array
  readonly #end: number
  #depth = 0

  constructor(bytes: Uint8Array, at: number, end: number = bytes.length) {
    this.#bytes = bytes
    this.at = at
    this.#end = end
  }

  struct(fields: Fields): void {
    this.#depth++
    if (this.#depth > DEEPEST) throw new Error('a description nested too deeply')
    let field = 0
    for (let head = this.#byte(); head !== 0; head = this.#byte()) {
      const type = head & 15
      field = head >> 4 === 0 ? unfold(this.#varint()) : field + (head >> 4)
      const read = fields[field]
      if (read === undefined) this.#skip(type)
      else read(type)
    }
    this.#depth--
  }

  /** Calls `read` with the type of the elements, once for each. */
  list(type: number, read: (elementType: number) => void): void {
    expectType(type === LIST, type)
    const { size, elementType } = this.#listHead()
    for (let i = 0; i < size; i++) read(elementType)
  }

  /** A structure in a field or list. */
  nested(type: number, fields: Fields): void {
    expectType(type === STRUCT, type)
    this.struct(fields)
  }

  /** A whole number; beyond 2^53 it is only about right, which is enough to refuse it. */
  integer(type: number): number {
    if (type === BYTE) return (this.#byte() << 24) >> 24
    expectType(type >= SHORT && type <= LONG, type)
    return unfold(this.#varint())
  }

  truth(type: number): boolean {
    expectType(type === TRUE || type === FALSE, type)
    return type === TRUE
  }

  text(type: number): string {
    expectType(type === BINARY, type)
    const length = this.#length()
    this.at += length
    return decodeUtf8(this.#bytes, this.at - length, this.at)
  }

  #skip(type: number): void {
    switch (type) {
      case TRUE:
      case FALSE:
        return
      case BYTE:
        this.#step(1)
        return
      case DOUBLE:
        this.#step(8)
        return
      case BINARY:
        this.#step(this.#length())
        return
      case LIST:
      case SET: {
        const { size, elementType } = this.#listHead()
        for (let i = 0; i < size; i++) this.#skipElement(elementType)
        return
      }
      case MAP: {
        const size = this.#count()
        const types = size === 0 ? 0 : this.#byte()
        for (let i = 0; i < size; i++) {
          this.#skipElement(types >> 4)
          this.#skipElement(types & 15)
        }
        return
      }
      case STRUCT:
        this.struct({})
        return
      default:
        expectType(type >= SHORT && type <= LONG, type)
        this.#varint()
    }
  }

  /** In a list, truth values take a byte. */
  #skipElement(type: number): void {
    if (type === TRUE || type === FALSE) this.#step(1)
    else if (type === LIST || type === SET || type === MAP) {
      this.#depth++
      if (this.#depth > DEEPEST) throw new Error('a description nested too deeply')
      this.#skip(type)
      this.#depth--
    } else this.#skip(type)
  }

  #listHead(): { size: number; elementType: number } {
    const head = this.#byte()
    return { size: head >> 4 === 15 ? this.#count() : head >> 4, elementType: head & 15 }
  }

  /** How many elements follow; each takes a byte at least. */
  #count(): number {
    const count = this.#varint()
    if (count > this.#end - this.at) throw new Error(`a list of ${count} in ${this.#end - this.at} bytes`)
    return count
  }

  #length(): number {
    const length = this.#varint()
    if (length > this.#end - this.at) throw new Error(`a text of ${length} bytes where ${this.#end - this.at} are left`)
    return length
  }

  #step(bytes: number): void {
    this.at += bytes
    if (this.at > this.#end) throw new Error('a description that is cut off')
  }

  #byte(): number {
    if (this.at >= this.#end) throw new Error('a description that is cut off')
    return this.#bytes[this.at++]
  }

  #varint(): number {
    let value = 0
    for (let i = 0; i < VARINT; i++) {
      const byte = this.#byte()
      value += (byte & 127) * 2 ** (7 * i)
      if (byte < 128) return value
    }
    throw new Error('a number that does not end')
  }
}

/** Numbers of either sign are stored as 0, −1, 1, −2 … */
function unfold(stored: number): number {
  return stored % 2 === 0 ? stored / 2 : -(stored + 1) / 2
}

function expectType(right: boolean, type: number): void {
  if (!right) throw new Error(`a field of type ${type} where another was expected`)
}
