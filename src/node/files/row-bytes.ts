const COMMA = 44
const QUOTE = 34
const LF = 10
const CR = 13

export class RowBytes {
  bytes: Buffer = Buffer.allocUnsafe(1 << 16)
  length = 0

  append(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start)
    this.length = copyBytes(from, start, end, this.bytes, this.length)
  }

  appendByte(byte: number): void {
    this.reserve(1)
    this.bytes[this.length++] = byte
  }

  appendText(text: string): void {
    this.reserve(text.length * 3)
    this.length += this.bytes.write(text, this.length)
  }

  /** Adds a value as a field, in quotes where that is needed. */
  appendField(from: Uint8Array, start: number, end: number, delimiter: number = COMMA): void {
    let plain = true
    for (let i = start; i < end; i++) {
      const byte = from[i]
      if (byte === delimiter || byte === QUOTE || byte === LF || byte === CR) plain = false
    }
    if (plain) return this.append(from, start, end)
    this.appendByte(QUOTE)
    for (let i = start; i < end; i++) {
      if (from[i] === QUOTE) this.appendByte(QUOTE)
      this.appendByte(from[i])
    }
    this.appendByte(QUOTE)
  }

  /** The bytes, as long as nothing is added. */
  taken(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  /** Makes room for so many bytes behind those there are. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.length + count, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}

/** Copies some bytes to a place; the one behind them. */
// oxlint-disable-next-line max-params -- called for every field; an object would cost more than the work
export function copyBytes(from: Uint8Array, start: number, end: number, bytes: Uint8Array, place: number): number {
  let at = place
  // Most fields are short, and a call costs more than a few bytes.
  if (end - start > 48) bytes.set(from.subarray(start, end), at)
  else for (let i = start; i < end; i++) bytes[at++] = from[i]
  return place + end - start
}

/** A text as a field of a text table, in quotes where that is needed. */
export function csvField(text: string, delimiter: string): string {
  return /["\r\n]|^\uFEFF/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}
