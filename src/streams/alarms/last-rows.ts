/** Rows whose symbols are kept, to tell what changed. */
export const KEPT = 1024

/** The codes of the last rows, at least `KEPT` of them if there were as many. O(1) per row. */
export class LastRows {
  readonly #codes = new Int32Array(2 * KEPT)
  #size = 0

  constructor(codes: ArrayLike<number> = []) {
    this.addMany(codes, 0, codes.length)
  }

  add(code: number): void {
    if (this.#size === this.#codes.length) this.#forget(1)
    this.#codes[this.#size++] = code
  }

  /** Takes the codes from … to − 1. */
  addMany(codes: ArrayLike<number>, from: number, to: number): void {
    const first = Math.max(from, to - KEPT)
    this.#forget(to - first)
    if (codes instanceof Int32Array) this.#codes.set(codes.subarray(first, to), this.#size)
    else for (let i = first; i < to; i++) this.#codes[this.#size + i - first] = codes[i]
    this.#size += to - first
  }

  /** The newest ones, oldest first; never more than are saved. */
  newest(most: number = KEPT): Int32Array {
    return this.#codes.subarray(Math.max(0, this.#size - Math.min(most, KEPT)), this.#size)
  }

  /** Makes room. */
  #forget(more: number): void {
    if (this.#size + more <= this.#codes.length) return
    this.#codes.copyWithin(0, this.#size - KEPT, this.#size)
    this.#size = KEPT
  }
}
