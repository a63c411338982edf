const LF = 10
const CR = 13
/** From here on, bytes that could not be used are looked at again only when they have doubled: so the work stays linear. */
const LONG = 65_536

/** The part of a file at hand: the bytes from `at` to `end`, with a line feed behind them that stops every loop. */
export class ByteWindow {
  bytes: Uint8Array = new Uint8Array(0)
  at = 0
  end = 0
  #enough = 0

  /** Drops what lies before `at` and adds a chunk. */
  append(chunk: Uint8Array): void {
    const left = this.end - this.at
    const needed = left + chunk.length + 1
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, left * 2))
      larger.set(this.bytes.subarray(this.at, this.end))
      this.bytes = larger
    } else if (this.at > 0) {
      this.bytes.copyWithin(0, this.at, this.end)
    }
    this.bytes.set(chunk, left)
    this.at = 0
    this.end = needed - 1
    this.bytes[this.end] = LF
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
