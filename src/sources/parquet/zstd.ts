import { BackwardBits, type Fse, fseTable, type Huffman, readFse, readHuffman, singleSymbol } from './zstd-tables.ts'

/*
 * Unpacks Zstandard (RFC 8878), without dictionaries. What is written never grows beyond the length that was announced, and
 * every loop is bounded by it or by the packed bytes.
 */

const MAGIC = 0xfd2fb528
const SKIPPABLE = 0x184d2a5
const LARGEST_BLOCK = 1 << 17

/** What is known of each of the three codes of a sequence. */
interface Alphabet {
  readonly mostLog: number
  readonly mostSymbols: number
  readonly usual: Fse
}

/** The alphabets of the codes, and the lengths that codes stand for: a base, and how many bits are added to it. */
interface Codes {
  readonly alphabets: readonly Alphabet[]
  readonly literal: { readonly bits: readonly number[]; readonly bases: readonly number[] }
  readonly match: { readonly bits: readonly number[]; readonly bases: readonly number[] }
}

let made: Codes | null = null

/** Made when first needed: most who load this never meet Zstandard. */
function codes(): Codes {
  const usualLiterals = [4, 3, ...many(2, 11), 1, 1, 1, ...many(2, 9), 3, 2, ...many(1, 5), ...many(-1, 4)]
  const usualOffsets = [...many(1, 6), 2, 2, 2, ...many(1, 15), ...many(-1, 5)]
  const usualMatches = [1, 4, 3, ...many(2, 6), ...many(1, 37), ...many(-1, 7)]
  const literalBits = [...many(0, 16), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
  const matchBits = [...many(0, 32), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
  made ??= {
    alphabets: [
      { mostLog: 9, mostSymbols: 36, usual: fseTable(usualLiterals, 6) },
      { mostLog: 8, mostSymbols: 32, usual: fseTable(usualOffsets, 5) },
      { mostLog: 9, mostSymbols: 53, usual: fseTable(usualMatches, 6) },
    ],
    literal: { bits: literalBits, bases: basesOf(literalBits, 0) },
    match: { bits: matchBits, bases: basesOf(matchBits, 3) },
  }
  return made
}

function many(value: number, count: number): number[] {
  return Array.from({ length: count }, () => value)
}

function basesOf(bits: readonly number[], first: number): number[] {
  let base = first
  return bits.map((width) => (base += 1 << width) - (1 << width))
}

/** Unpacks frames to exactly so many bytes. */
export function unzstd(bytes: Uint8Array, length: number): Uint8Array {
  return new Unpacker(bytes, length).run()
}

class Unpacker {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #out: Uint8Array
  #at = 0
  #size = 0
  /** where the frame began to write */
  #frame = 0
  #huffman: Huffman | null = null
  #tables: [Fse | null, Fse | null, Fse | null] = [null, null, null]
  #recent: [number, number, number] = [1, 4, 8]

  constructor(bytes: Uint8Array, length: number) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#out = new Uint8Array(length)
  }

  run(): Uint8Array {
    while (this.#at < this.#bytes.length) {
      this.#need(this.#at + 8)
      const magic = this.#view.getUint32(this.#at, true)
      if (magic >>> 4 === SKIPPABLE) {
        this.#at += 8 + this.#view.getUint32(this.#at + 4, true)
        this.#need(this.#at)
      } else if (magic === MAGIC) this.#readFrame()
      else throw new Error('packed bytes that are not Zstandard')
    }
    if (this.#size !== this.#out.length) throw new Error(`${this.#size} bytes unpacked in place of ${this.#out.length}`)
    return this.#out
  }

  #readFrame(): void {
    const flags = this.#bytes[this.#at + 4]
    const single = (flags & 32) !== 0
    if ((flags & 8) !== 0) throw new Error('an unknown kind of Zstandard')
    if ((flags & 3) !== 0) throw new Error('Zstandard with a dictionary')
    const sizeBytes = flags >> 6 === 0 ? (single ? 1 : 0) : 1 << (flags >> 6)
    this.#at += 5 + (single ? 0 : 1) + sizeBytes
    this.#frame = this.#size
    this.#huffman = null
    this.#tables = [null, null, null]
    this.#recent = [1, 4, 8]
    for (let last = false; !last;) {
      this.#need(this.#at + 3)
      const head = this.#view.getUint16(this.#at, true) | (this.#bytes[this.#at + 2] << 16)
      this.#at += 3
      last = (head & 1) === 1
      this.#readBlock((head >> 1) & 3, head >> 3)
    }
    if ((flags & 4) !== 0) this.#at += 4
    this.#need(this.#at)
  }

  #readBlock(kind: number, size: number): void {
    if (size > LARGEST_BLOCK || kind === 3) throw new Error(`a block of ${size} bytes`)
    if (kind === 1) {
      this.#need(this.#at + 1)
      this.#room(size)
      this.#out.fill(this.#bytes[this.#at++], this.#size, this.#size + size)
      this.#size += size
      return
    }
    const end = this.#at + size
    this.#need(end)
    if (kind === 0) this.#put(this.#bytes.subarray(this.#at, end))
    else this.#readPacked(end)
    this.#at = end
  }

  #readPacked(end: number): void {
    const literals = this.#readLiterals(end)
    const { count, offsets, matches, lengths, at } = this.#readSequenceHead(end)
    let used = 0
    if (count > 0) {
      const bits = new BackwardBits(this.#bytes, at, end)
      const states = [lengths!, offsets!, matches!].map((table) => ({ table, state: bits.take(table.log) }))
      const [ofLength, ofOffset, ofMatch] = states
      const { literal, match: repeats } = codes()
      for (let i = 0; i < count; i++) {
        const code = ofOffset.table.symbols[ofOffset.state]
        const lengthCode = ofLength.table.symbols[ofLength.state]
        const matchCode = ofMatch.table.symbols[ofMatch.state]
        const offset = 2 ** code + bits.take(code)
        const match = repeats.bases[matchCode] + bits.take(repeats.bits[matchCode])
        const length = literal.bases[lengthCode] + bits.take(literal.bits[lengthCode])
        if (i < count - 1) for (const one of [ofLength, ofMatch, ofOffset]) advance(one, bits)
        if (bits.left < 0 || length > literals.length - used) throw new Error('a block that is cut off')
        this.#put(literals.subarray(used, used + length))
        used += length
        this.#copy(this.#distance(offset, length), match)
      }
      if (bits.left !== 0) throw new Error('a block with something left over')
    }
    this.#put(literals.subarray(used))
  }

  /** Three distances are remembered and have the lowest numbers. */
  #distance(offset: number, length: number): number {
    const [first, second, third] = this.#recent
    if (offset > 3) {
      this.#recent = [offset - 3, first, second]
      return offset - 3
    }
    const which = offset + (length === 0 ? 1 : 0)
    if (which === 1) return first
    const distance = which === 2 ? second : which === 3 ? third : first - 1
    this.#recent = [distance, first, which === 2 ? third : second]
    return distance
  }

  #copy(distance: number, count: number): void {
    if (distance < 1 || distance > this.#size - this.#frame) throw new Error('a repeat from before the beginning')
    this.#room(count)
    const out = this.#out
    for (let to = this.#size, stop = to + count; to < stop; to++) out[to] = out[to - distance]
    this.#size += count
  }

  #put(bytes: Uint8Array): void {
    this.#room(bytes.length)
    this.#out.set(bytes, this.#size)
    this.#size += bytes.length
  }

  /** The bytes that are not repeats; `at` comes to stand behind them. */
  #readLiterals(end: number): Uint8Array {
    this.#need(this.#at + 1)
    const head = this.#bytes[this.#at]
    const kind = head & 3
    const form = (head >> 2) & 3
    if (kind < 2) {
      const headBytes = form === 1 ? 2 : form === 3 ? 3 : 1
      const size = this.#little(headBytes) >> (headBytes === 1 ? 3 : 4)
      const from = this.#at
      this.#at += kind === 1 ? 1 : size
      if (size > LARGEST_BLOCK || this.#at > end) throw new Error('a block that is cut off')
      return kind === 1 ? new Uint8Array(size).fill(this.#bytes[from]) : this.#bytes.subarray(from, from + size)
    }
    const width = form < 2 ? 10 : form === 2 ? 14 : 18
    const sizes = this.#little((4 + 2 * width) / 8)
    const size = Math.floor(sizes / 16) % 2 ** width
    const stop = this.#at + Math.floor(sizes / 2 ** (4 + width))
    if (size > LARGEST_BLOCK || stop > end) throw new Error('a block that is cut off')
    if (kind === 2) {
      const { table, next } = readHuffman(this.#bytes, this.#at, stop)
      this.#huffman = table
      this.#at = next
    }
    const literals = this.#readHuffmanStreams(size, stop, form === 0 ? 1 : 4)
    this.#at = stop
    return literals
  }

  #readHuffmanStreams(size: number, stop: number, streams: 1 | 4): Uint8Array {
    if (this.#huffman === null) throw new Error('codes without a table')
    const literals = new Uint8Array(size)
    if (streams === 1) {
      readCodes(this.#huffman, new BackwardBits(this.#bytes, this.#at, stop), literals)
      return literals
    }
    if (stop - this.#at < 6) throw new Error('a block that is cut off')
    const lengths = [0, 2, 4].map((at) => this.#view.getUint16(this.#at + at, true))
    const share = (size + 3) >> 2
    let from = this.#at + 6
    for (let i = 0; i < 4; i++) {
      const to = i < 3 ? from + lengths[i] : stop
      if (to > stop || share * 3 > size) throw new Error('a block that is cut off')
      const part = literals.subarray(i * share, i < 3 ? (i + 1) * share : size)
      readCodes(this.#huffman, new BackwardBits(this.#bytes, from, to), part)
      from = to
    }
    return literals
  }

  #readSequenceHead(end: number): SequenceHead {
    let at = this.#at
    if (at >= end) throw new Error('a block that is cut off')
    let count = this.#bytes[at++]
    if (count === 255) {
      count = this.#bytes[at] + (this.#bytes[at + 1] << 8) + 0x7f00
      at += 2
    } else if (count > 127) count = ((count - 128) << 8) + this.#bytes[at++]
    if (count === 0) return { count, at, lengths: null, offsets: null, matches: null }
    if (at >= end) throw new Error('a block that is cut off')
    const modes = this.#bytes[at++]
    if ((modes & 3) !== 0) throw new Error('an unknown kind of Zstandard')
    for (const [i, alphabet] of codes().alphabets.entries()) {
      const mode = (modes >> (6 - 2 * i)) & 3
      const { table, next } = this.#readTable(mode, alphabet, { start: at, end }, this.#tables[i])
      this.#tables[i] = table
      at = next
    }
    const [lengths, offsets, matches] = this.#tables
    return { count, at, lengths, offsets, matches }
  }

  #readTable(
    mode: number,
    alphabet: Alphabet,
    range: { readonly start: number; readonly end: number },
    last: Fse | null,
  ): { table: Fse; next: number } {
    const { start, end } = range
    if (mode === 0) return { table: alphabet.usual, next: start }
    if (mode === 2) return readFse(this.#bytes, range, alphabet)
    if (mode === 1) {
      if (start >= end || this.#bytes[start] >= alphabet.mostSymbols) throw new Error('an unknown code')
      return { table: singleSymbol(this.#bytes[start]), next: start + 1 }
    }
    if (last === null) throw new Error('codes without a table')
    return { table: last, next: start }
  }

  /** A number of some bytes, which are stepped over. */
  #little(count: number): number {
    this.#need(this.#at + count)
    let value = 0
    for (let i = 0; i < count; i++) value += this.#bytes[this.#at++] * 2 ** (8 * i)
    return value
  }

  #need(end: number): void {
    if (end > this.#bytes.length) throw new Error('packed bytes that are cut off')
  }

  #room(count: number): void {
    if (count > this.#out.length - this.#size) throw new Error(`more than ${this.#out.length} bytes unpacked`)
  }
}

interface SequenceHead {
  readonly count: number
  readonly at: number
  readonly lengths: Fse | null
  readonly offsets: Fse | null
  readonly matches: Fse | null
}

function advance(one: { readonly table: Fse; state: number }, bits: BackwardBits): void {
  one.state = one.table.bases[one.state] + bits.take(one.table.bits[one.state])
}

function readCodes({ log, symbols, bits: widths }: Huffman, bits: BackwardBits, into: Uint8Array): void {
  for (let i = 0; i < into.length; i++) {
    const code = bits.peek(log)
    into[i] = symbols[code]
    bits.left -= widths[code]
  }
  if (bits.left !== 0) throw new Error('codes that do not end where they should')
}
