import type { ParquetCodec } from './parquet-footer.ts'
import { unzstd } from './zstd.ts'

/** Unpacks bytes to exactly so many, into memory for as many where some is given and used. */
export type Unpack = (packed: Uint8Array, length: number, room?: Uint8Array) => Uint8Array | Promise<Uint8Array>

interface Pull {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>
  cancel(): Promise<void>
}
/** What is used of the DecompressionStream that browsers and Node both have. */
declare const DecompressionStream: new (format: string) => {
  readonly writable: { getWriter(): { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> } }
  readonly readable: { getReader(): Pull }
}

/** How pages are unpacked. None writes more than was announced, so a page costs no more memory than its header says. */
export const CODECS: Readonly<Partial<Record<ParquetCodec, Unpack>>> = {
  UNCOMPRESSED: (bytes) => bytes,
  SNAPPY: unsnappy,
  GZIP: (bytes, length) => throughStream('gzip', bytes, length),
  BROTLI: (bytes, length) => throughStream('brotli', bytes, length),
  ZSTD: unzstd,
  LZ4: unlz4Framed,
  LZ4_RAW: unlz4,
}

/** From so many bytes on, a call that copies them costs less than a loop. */
const LONG = 32

class Output {
  readonly bytes: Uint8Array
  size = 0

  constructor(length: number, room: Uint8Array = new Uint8Array(length)) {
    this.bytes = room
  }

  put(bytes: Uint8Array): void {
    this.putPart(bytes, 0, bytes.length)
  }

  /** Writes what stands from `start` to before `end`. */
  putPart(from: Uint8Array, start: number, end: number): void {
    const count = end - start
    this.#room(count)
    const { bytes, size } = this
    if (count > LONG) bytes.set(from.subarray(start, end), size)
    else for (let i = 0; i < count; i++) bytes[size + i] = from[start + i]
    this.size = size + count
  }

  /** Repeats what was written so far back; it may overlap itself. */
  repeat(distance: number, count: number): void {
    if (distance < 1 || distance > this.size) throw new Error('a repeat from before the beginning')
    this.#room(count)
    const { bytes, size } = this
    if (count > LONG && distance >= count) bytes.copyWithin(size, size - distance, size - distance + count)
    else for (let to = size; to < size + count; to++) bytes[to] = bytes[to - distance]
    this.size = size + count
  }

  finish(): Uint8Array {
    if (this.size !== this.bytes.length) {
      throw new Error(`${this.size} bytes unpacked in place of ${this.bytes.length}`)
    }
    return this.bytes
  }

  #room(count: number): void {
    if (count > this.bytes.length - this.size) throw new Error(`more than ${this.bytes.length} bytes unpacked`)
  }
}

function cutOff(): Error {
  return new Error('packed bytes that are cut off')
}

/** A whole number of one to four bytes, the lowest first. */
function little(bytes: Uint8Array, at: number, count: number): number {
  if (at + count > bytes.length) throw cutOff()
  if (count === 1) return bytes[at]
  if (count === 2) return bytes[at] | (bytes[at + 1] << 8)
  const low = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16)
  return count === 3 ? low : low + bytes[at + 3] * 2 ** 24
}

function unsnappy(bytes: Uint8Array, length: number, room?: Uint8Array): Uint8Array {
  const out = new Output(length, room)
  let at = 0
  while (at < bytes.length && bytes[at] > 127) at++
  at++
  while (at < bytes.length) {
    const tag = bytes[at++]
    const high = tag >> 2
    if ((tag & 3) === 0) {
      const extra = high < 60 ? 0 : high - 59
      const count = (extra === 0 ? high : little(bytes, at, extra)) + 1
      at += extra + count
      if (at > bytes.length) throw cutOff()
      out.putPart(bytes, at - count, at)
    } else if ((tag & 3) === 1) {
      out.repeat(((tag >> 5) << 8) + little(bytes, at, 1), (high & 7) + 4)
      at += 1
    } else {
      const width = (tag & 3) === 2 ? 2 : 4
      out.repeat(little(bytes, at, width), high + 1)
      at += width
    }
  }
  return out.finish()
}

function unlz4(bytes: Uint8Array, length: number, room?: Uint8Array): Uint8Array {
  const out = new Output(length, room)
  let at = 0
  const longer = (short: number): number => {
    let count = short
    for (let byte = short === 15 ? 255 : 0; byte === 255; count += byte) byte = little(bytes, at++, 1)
    return count
  }
  while (at < bytes.length) {
    const token = bytes[at++]
    const literals = longer(token >> 4)
    at += literals
    if (at > bytes.length) throw cutOff()
    out.putPart(bytes, at - literals, at)
    if (at === bytes.length) break
    const distance = little(bytes, at, 2)
    at += 2
    out.repeat(distance, longer(token & 15) + 4)
  }
  return out.finish()
}

/** As Hadoop writes it, with the lengths before each part; some writers left them out. */
function unlz4Framed(bytes: Uint8Array, length: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const out = new Output(length)
  let at = 0
  while (at + 8 <= bytes.length) {
    const unpacked = view.getUint32(at)
    const size = view.getUint32(at + 4)
    if (unpacked > length - out.size || size > bytes.length - at - 8) break
    try {
      out.put(unlz4(bytes.subarray(at + 8, at + 8 + size), unpacked))
    } catch {
      break
    }
    at += 8 + size
  }
  return at === bytes.length ? out.finish() : unlz4(bytes, length)
}

/** Unpacks with what the browser or Node brings; stops as soon as there is too much. */
async function throughStream(format: string, bytes: Uint8Array, length: number): Promise<Uint8Array> {
  let stream
  try {
    stream = new DecompressionStream(format)
  } catch {
    throw new Error(`${format} is not known here; pass a function that unpacks it, or write the file with zstd`)
  }
  const out = new Output(length)
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  // The reader is told of what goes wrong.
  const ignore = (): void => undefined
  writer.write(bytes).catch(ignore)
  writer.close().catch(ignore)
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) out.put(piece.value!)
  } catch (error) {
    reader.cancel().catch(ignore)
    throw error
  }
  return out.finish()
}
