const LF = 10
const CR = 13
/** From here on, bytes that could not be used are looked at again only when they have doubled: so the work stays linear. */
const LONG = 65_536

/** The part of a file at hand: the bytes from `at` to before `end`, with a line feed behind them. */
export interface BytesAtHand {
  readonly bytes: Uint8Array
  readonly at: number
  readonly end: number
  /** Moves them to other memory, where the next ones will go too; false when there is too little of it. */
  moveTo(memory: Uint8Array): boolean
}

/** The bytes at hand: the line feed behind them stops every loop. */
export class ByteWindow implements BytesAtHand {
  bytes: Uint8Array = new Uint8Array(0)
  at = 0
  end = 0
  #enough = 0

  /** Drops what lies before `at` and gives room for more bytes. */
  reserve(more: number): Uint8Array {
    const left = this.end - this.at
    const needed = left + more + 1
    if (needed > this.bytes.length) this.moveTo(new Uint8Array(Math.max(needed, left * 2)))
    else if (this.at > 0) this.moveTo(this.bytes)
    return this.bytes.subarray(left, left + more)
  }

  add(bytes: number): void {
    this.end += bytes
    this.bytes[this.end] = LF
  }

  moveTo(memory: Uint8Array): boolean {
    const left = this.end - this.at
    if (left >= memory.length) return false
    memory.set(this.bytes.subarray(this.at, this.end))
    memory[left] = LF
    this.bytes = memory
    this.at = 0
    this.end = left
    return true
  }

  /** Whether there are so many new bytes that another look is worth it. */
  get isReady(): boolean {
    return this.end - this.at >= this.#enough
  }

  /** To be called after a look, `at` being where the first field that is not complete starts. */
  rest(): number {
    const left = this.end - this.at
    this.#enough = left > LONG ? left * 2 : 0
    return left
  }

  /** Goes past up to so many line ends; `afterCr` says that the byte before `at` was a carriage return. */
  skipLines(lines: number, afterCr: boolean): { readonly skipped: number; readonly afterCr: boolean } {
    let skipped = 0
    let cr = afterCr
    for (; this.at < this.end && skipped < lines; this.at++) {
      const byte = this.bytes[this.at]
      if (byte === CR || (byte === LF && !cr)) skipped++
      cr = byte === CR
    }
    return { skipped, afterCr: cr }
  }
}
