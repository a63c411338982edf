import { ArgumentError } from '../errors.ts'
import { toUtf8 } from './utf8.ts'

/** Writes bytes one after the other into a buffer that grows: little-endian doubles, varints, texts. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #view = new DataView(this.#bytes.buffer)
  #size = 0

  get size(): number {
    return this.#size
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#size++] = value
  }

  double(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.#size, value, true)
    this.#size += 8
  }

  /** A whole number from 0 to 2^53 − 1, seven bits a byte, the lowest first; the last byte is below 128. */
  varint(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#size++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#size++] = rest
  }

  /** The number of bytes, then the text in UTF-8. Half a character has no such form and is refused. */
  text(value: string): void {
    if (/\p{Surrogate}/u.test(value))
      throw new ArgumentError(`summaryToBytes: a text must be whole, got ${JSON.stringify(value)}`, {
        code: 'out-of-range',
      })
    const bytes = toUtf8(value)
    this.varint(bytes.length)
    this.raw(bytes)
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#size)
    this.#size += bytes.length
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#size)
  }

  #reserve(count: number): void {
    if (this.#size + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#size + count))
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}
