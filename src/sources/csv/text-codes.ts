import { decodeUtf8 } from '../../util/utf8.ts'

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

  /** The text of a number. */
  text(index: number): string {
    return decodeUtf8(this.#bytes, index === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }

  /** All texts by their numbers. */
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

/** All texts, by their numbers. */
export function unpackTexts({ bytes, ends }: PackedTexts): string[] {
  const texts = Array<string>(ends.length)
  for (let i = 0, from = 0; i < ends.length; from = ends[i++]) texts[i] = decodeUtf8(bytes, from, ends[i])
  return texts
}

function enlarged<T extends Uint8Array | Float64Array | Int32Array>(old: T, fresh: T): T {
  fresh.set(old)
  return fresh
}
