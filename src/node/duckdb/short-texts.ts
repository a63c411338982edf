import type { DuckDBDataChunk } from '@duckdb/node-api'

/** A text of at most so many bytes stands in the vector itself: its length, then its bytes. */
const SHORT = 12
/** Words of 32 bits that a text takes in a vector, and texts that are kept. */
const [WORDS, KEPT] = [4, 1024]

/**
 * Reads texts of a column, most of which come again and again. The database's own reader makes a string of every row,
 * which takes longer than reading several columns of numbers; here the bytes of a short text lead to the string that was
 * made of them before.
 */
export class ShortTexts {
  readonly #words: Uint32Array = new Uint32Array(KEPT * WORDS)
  readonly #texts: (string | undefined)[] = Array<string | undefined>(KEPT)

  /** The texts of a column of a chunk, null where there is none. */
  take(chunk: DuckDBDataChunk, column: number): (string | null)[] {
    const vector = chunk.getColumnVector(column)
    const { dataView: view, validity } = vector as {
      dataView?: unknown
      validity?: { data?: unknown }
    }
    const count = chunk.rowCount
    // Not what the pinned version of the package holds.
    if (!(view instanceof DataView) || validity?.data !== null || view.byteLength < count * WORDS * 4) {
      return chunk.getColumnValues(column) as (string | null)[]
    }
    const found = new Uint32Array(view.buffer, view.byteOffset, count * WORDS)
    return Array.from({ length: count }, (_, i) => {
      const at = i * WORDS
      if (found[at] > SHORT) return vector.getItem(i) as string
      return this.#known(found, at) ?? this.#keep(found, at, vector.getItem(i) as string)
    })
  }

  #known(found: Uint32Array, at: number): string | undefined {
    const words = this.#words
    const slot = slotOf(found, at)
    const own = slot * WORDS
    const isSame =
      words[own] === found[at] &&
      words[own + 1] === found[at + 1] &&
      words[own + 2] === found[at + 2] &&
      words[own + 3] === found[at + 3]
    return isSame ? this.#texts[slot] : undefined
  }

  #keep(found: Uint32Array, at: number, text: string): string {
    const slot = slotOf(found, at)
    this.#words.set(found.subarray(at, at + WORDS), slot * WORDS)
    this.#texts[slot] = text
    return text
  }
}

function slotOf(found: Uint32Array, at: number): number {
  const mixed = Math.imul(found[at + 1], 0x9e3779b1) ^ Math.imul(found[at + 2], 0x85ebca6b) ^ found[at + 3] ^ found[at]
  return (mixed ^ (mixed >>> 15)) & (KEPT - 1)
}
