import { toUtf8 } from '../../util/utf8.ts'

/** Bytes of a message in the wire format of Protocol Buffers: as much of it as ONNX needs. */
export class MessageWriter {
  private bytes = new Uint8Array(64)
  private length = 0

  /** A whole number; left out where it is 0, which readers take for it. */
  integer(field: number, value: number): this {
    if (value !== 0) this.tag(field, 0).varint(value)
    return this
  }

  /** A whole number that is written even where it is 0: the item of a list. */
  item(field: number, value: number): this {
    return this.tag(field, 0).varint(value)
  }

  /** A text in UTF-8. */
  text(field: number, value: string): this {
    return this.block(field, toUtf8(value))
  }

  /** Bytes as they are, or another message. */
  block(field: number, value: Uint8Array | MessageWriter): this {
    const bytes = value instanceof MessageWriter ? value.done() : value
    this.tag(field, 2).varint(bytes.length)
    this.room(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
    return this
  }

  /** What was written so far. */
  done(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length)
  }

  private tag(field: number, wire: number): this {
    return this.varint(field * 8 + wire)
  }

  /** Seven bits a byte, lowest first; a number below 0 takes its ten bytes of two's complement. */
  private varint(value: number): this {
    this.room(10)
    let rest = BigInt.asUintN(64, BigInt(value))
    for (; rest > 127n; rest >>= 7n) this.bytes[this.length++] = Number(rest & 127n) | 128
    this.bytes[this.length++] = Number(rest)
    return this
  }

  private room(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const wider = new Uint8Array(2 * Math.max(this.bytes.length, this.length + more))
    wider.set(this.bytes)
    this.bytes = wider
  }
}
