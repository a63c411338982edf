import { FormatError } from '../errors.ts'
import { fromUtf8 } from './utf8.ts'

/**
 * Reads what a ByteWriter wrote. Nothing is trusted: whatever reaches beyond the end is refused before memory is taken for
 * it, and every complaint names the byte at which it was found.
 */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = at
  }

  get at(): number {
    return this.#at
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  fail(message: string, at: number = this.#at): never {
    throw new FormatError(`byte ${at}`, message)
  }

  byte(most = 255): number {
    this.#need(1, 'a byte')
    const value = this.#bytes[this.#at]
    if (value > most) this.fail(`expected a number from 0 to ${most}, got ${value}`)
    this.#at++
    return value
  }

  double(): number {
    this.#need(8, 'a double')
    const value = this.#view.getFloat64(this.#at, true)
    this.#at += 8
    return value
  }

  varint(): number {
    const start = this.#at
    let value = 0
    let scale = 1
    for (;;) {
      this.#need(1, 'a whole number')
      const byte = this.#bytes[this.#at++]
      value += (byte & 127) * scale
      if (byte < 128) {
        // One number, one spelling.
        if (byte === 0 && scale > 1) this.fail('expected a whole number in its shortest form', start)
        break
      }
      scale *= 128
      if (scale > 562_949_953_421_312) this.fail('expected a whole number below 2^53', start)
    }
    if (value > Number.MAX_SAFE_INTEGER) this.fail('expected a whole number below 2^53', start)
    return value
  }

  /** How many things of at least `bytes` bytes each follow; more than can follow are refused. */
  count(what: string, bytes = 1): number {
    const start = this.#at
    const count = this.varint()
    this.expect(count, bytes, what, start)
    return count
  }

  /** Refuses so many things of at least `bytes` bytes each, unless enough bytes are left. */
  expect(count: number, bytes: number, what: string, at: number = this.#at): void {
    if (count * bytes <= this.left) return
    this.fail(`expected ${count} ${what}, which take ${count * bytes} bytes or more, but ${this.left} are left`, at)
  }

  text(): string {
    const start = this.#at
    const size = this.count('letters')
    const bytes = this.#bytes.subarray(this.#at, this.#at + size)
    this.#at += size
    return fromUtf8(bytes) ?? this.fail('expected a text in UTF-8', start)
  }

  #need(count: number, what: string): void {
    if (this.left < count) this.fail(`expected ${what}, but the bytes end here`)
  }
}
