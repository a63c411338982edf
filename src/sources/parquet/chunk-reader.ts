import type { ParquetChunk, PartedFile } from './parquet-footer.ts'

/** Larger chunks are not read before their turn: two of them would be in memory. */
const LARGE = 33_554_432

/** A chunk on its way, and the memory it goes to. */
interface Reading {
  readonly chunk: ParquetChunk
  readonly bytes: Promise<Uint8Array>
}

/**
 * Reads chunks of a file, the next one while the last one is looked at, into memory that is used in turn: fresh memory would
 * cost as much as the reading.
 */
export class ChunkReader {
  readonly #file: PartedFile
  readonly #memory: [Uint8Array, Uint8Array] = [new Uint8Array(0), new Uint8Array(0)]
  /** the memory that the last chunk lies in */
  #turn = 0
  #ahead: Reading | null = null

  constructor(file: PartedFile) {
    this.#file = file
  }

  /** The bytes of a chunk, until the next one is asked for; `after` is the chunk that will be, if any. */
  async read(chunk: ParquetChunk, after: ParquetChunk | undefined): Promise<Uint8Array> {
    const { start, size } = chunk
    if (!this.#holds(chunk)) throw new Error(`${size} bytes at ${start} of a file of ${this.#file.byteLength}`)
    const ahead = this.#ahead
    this.#ahead = null
    // Memory is not used again while something is still on its way there.
    if (ahead?.chunk !== chunk) await ahead?.bytes.catch(() => null)
    const isAhead = ahead?.chunk === chunk
    if (isAhead) this.#turn = 1 - this.#turn
    // The last chunk was looked at.
    const bytes = await (isAhead ? ahead : this.#begin(chunk, this.#turn)).bytes
    if (after !== undefined && this.#holds(after) && after.size <= LARGE) {
      this.#ahead = this.#begin(after, 1 - this.#turn)
      this.#ahead.bytes.catch(() => {}) // thrown when it is its turn
    }
    return bytes
  }

  #holds({ start, size }: ParquetChunk): boolean {
    return start >= 0 && size >= 0 && start + size <= this.#file.byteLength
  }

  #begin(chunk: ParquetChunk, turn: number): Reading {
    const { start, size } = chunk
    const file = this.#file
    if (file.readInto === undefined) {
      return { chunk, bytes: file.slice(start, start + size).then((bytes) => new Uint8Array(bytes)) }
    }
    if (this.#memory[turn].length < size) this.#memory[turn] = new Uint8Array(size)
    const bytes = this.#memory[turn].subarray(0, size)
    return { chunk, bytes: file.readInto(bytes, start).then(() => bytes) }
  }
}
