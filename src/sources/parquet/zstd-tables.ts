/** A state of a decoder: the symbol, and how to get to the next state. */
export interface Fse {
  readonly log: number
  readonly symbols: Uint8Array
  readonly bits: Uint8Array
  readonly bases: Uint16Array
}

/** Bits that are read from their end to their beginning; the highest one that is set marks the end. */
export class BackwardBits {
  /** bits that are left; negative when more were taken than there were */
  left: number
  readonly #bytes: Uint8Array
  readonly #start: number

  constructor(bytes: Uint8Array, start: number, end: number) {
    const last = end > start ? bytes[end - 1] : 0
    if (last === 0) throw new Error('packed bits without an end')
    this.#bytes = bytes
    this.#start = start
    this.left = (end - start - 1) * 8 + 31 - Math.clz32(last)
  }

  /** The next bits, at most 16, without taking them; what lies before the beginning is 0. */
  peek(count: number): number {
    const from = this.left - count
    if (from < 0) return from <= -count ? 0 : this.#at(0, this.left) << -from
    return this.#at(from, count)
  }

  take(count: number): number {
    if (count > 16) {
      const high = this.take(count - 16)
      return high * 65_536 + this.take(16)
    }
    const value = this.peek(count)
    this.left -= count
    return value
  }

  #at(from: number, count: number): number {
    const i = this.#start + (from >> 3)
    const held = this.#bytes[i] | (this.#bytes[i + 1] << 8) | (this.#bytes[i + 2] << 16)
    return (held >>> (from & 7)) & ((1 << count) - 1)
  }
}

/** A table from how often each symbol comes; −1 stands for less than once. */
export function fseTable(counts: readonly number[], log: number): Fse {
  const size = 1 << log
  const symbols = new Uint8Array(size)
  const next = new Uint16Array(counts.length)
  let high = size
  for (const [symbol, count] of counts.entries()) {
    if (count === -1) symbols[--high] = symbol
    next[symbol] = Math.abs(count)
  }
  const step = (size >> 1) + (size >> 3) + 3
  let at = 0
  for (const [symbol, count] of counts.entries()) {
    for (let i = 0; i < count; i++) {
      symbols[at] = symbol
      do at = (at + step) & (size - 1)
      while (at >= high)
    }
  }
  const bits = new Uint8Array(size)
  const bases = new Uint16Array(size)
  for (let state = 0; state < size; state++) {
    const count = next[symbols[state]]++
    bits[state] = log - (31 - Math.clz32(count))
    bases[state] = (count << bits[state]) - size
  }
  return { log, symbols, bits, bases }
}

/** The table for a symbol that is always the same. */
export function singleSymbol(symbol: number): Fse {
  return { log: 0, symbols: Uint8Array.of(symbol), bits: new Uint8Array(1), bases: new Uint16Array(1) }
}

/** Reads how often each symbol comes, and makes its table. */
export function readFse(
  bytes: Uint8Array,
  range: { readonly start: number; readonly end: number },
  { mostLog, mostSymbols }: { readonly mostLog: number; readonly mostSymbols: number },
): { table: Fse; next: number } {
  let bit = 0
  const take = (count: number): number => {
    const i = range.start + (bit >> 3)
    const held = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16)
    const value = (held >>> (bit & 7)) & ((1 << count) - 1)
    bit += count
    if (bit > (range.end - range.start) * 8) throw new Error('a table that is cut off')
    return value
  }
  const log = take(4) + 5
  if (log > mostLog) throw new Error(`a table of ${log} bits`)
  const counts: number[] = []
  let left = 1 << log
  while (left > 0) {
    // Values that cannot be reached make the lower ones a bit shorter.
    const width = 32 - Math.clz32(left + 1)
    const spare = (1 << width) - 1 - (left + 1)
    let value = take(width - 1)
    if (value >= spare) {
      value |= take(1) << (width - 1)
      if (value >= 1 << (width - 1)) value -= spare
    }
    counts.push(value - 1)
    left -= Math.abs(value - 1)
    if (left < 0) throw new Error('a table that counts too much')
    for (let more = value === 1 ? 3 : 0; more === 3;) {
      more = take(2)
      for (let i = 0; i < more; i++) counts.push(0)
    }
    if (counts.length > mostSymbols) throw new Error('a table of too many symbols')
  }
  return { table: fseTable(counts, log), next: range.start + ((bit + 7) >> 3) }
}

/** A table of codes of different lengths: for every sequence of `log` bits the symbol and how many bits it takes. */
export interface Huffman {
  readonly log: number
  readonly symbols: Uint8Array
  readonly bits: Uint8Array
}

const LONGEST_CODE = 11
const WEIGHTS_LOG = 6
const MOST_WEIGHTS = 255

/** Reads the lengths of codes, which are themselves packed. */
export function readHuffman(bytes: Uint8Array, start: number, end: number): { table: Huffman; next: number } {
  if (start >= end) throw new Error('a table that is cut off')
  const head = bytes[start]
  const packed = head < 128
  const next = start + 1 + (packed ? head : (head - 126) >> 1)
  if (next > end) throw new Error('a table that is cut off')
  if (packed) return { table: huffmanTable(packedWeights(bytes, start + 1, next)), next }
  const weights = Array.from({ length: head - 127 }, (_, i) => {
    const pair = bytes[start + 1 + (i >> 1)]
    return i % 2 === 0 ? pair >> 4 : pair & 15
  })
  return { table: huffmanTable(weights), next }
}

function packedWeights(bytes: Uint8Array, start: number, end: number): number[] {
  const { table, next } = readFse(bytes, { start, end }, { mostLog: WEIGHTS_LOG, mostSymbols: MOST_WEIGHTS })
  const bits = new BackwardBits(bytes, next, end)
  const weights: number[] = []
  // Two states take turns; when the bits are used up, the other one's symbol is the last.
  let state = bits.take(table.log)
  let other = bits.take(table.log)
  if (bits.left < 0) throw new Error('a table that is cut off')
  for (;;) {
    weights.push(table.symbols[state])
    if (weights.length > MOST_WEIGHTS) throw new Error('a table of too many symbols')
    const following = table.bases[state] + bits.take(table.bits[state])
    if (bits.left < 0) break
    state = other
    other = following
  }
  weights.push(table.symbols[other])
  return weights
}

/** The weight of the last symbol is what is missing to a power of two. */
function huffmanTable(given: readonly number[]): Huffman {
  let sum = 0
  for (const weight of given) {
    if (weight > LONGEST_CODE) throw new Error(`codes of ${weight} bits`)
    if (weight > 0) sum += 1 << (weight - 1)
  }
  const log = 32 - Math.clz32(sum)
  const rest = (1 << log) - sum
  if (sum === 0 || log > LONGEST_CODE || (rest & (rest - 1)) !== 0) throw new Error('codes that do not fit together')
  const weights = [...given, 32 - Math.clz32(rest)]
  const symbols = new Uint8Array(1 << log)
  const bits = new Uint8Array(1 << log)
  let at = 0
  for (let weight = 1; weight <= log; weight++) {
    for (const [symbol, own] of weights.entries()) {
      if (own !== weight) continue
      const count = 1 << (weight - 1)
      symbols.fill(symbol, at, at + count)
      bits.fill(log + 1 - weight, at, at + count)
      at += count
    }
  }
  if (at !== 1 << log) throw new Error('codes that do not fit together')
  return { log, symbols, bits }
}
