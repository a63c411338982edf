/** Bits that are packed beginning with the lowest of each byte. */
export class PackedBits {
  /** the next byte */
  at: number
  readonly #bytes: Uint8Array
  /** bits that were read and not yet taken, at most 7 */
  #held = 0
  #count = 0

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  /** The next bits, at most 32, as a number from 0 on. The caller knows that they are there. */
  take(width: number): number {
    // Not with bit operations: up to 39 bits are held for a moment.
    while (this.#count < width) {
      this.#held += this.#bytes[this.at++] * 2 ** this.#count
      this.#count += 8
    }
    const range = 2 ** width
    const value = this.#held % range
    this.#held = (this.#held - value) / range
    this.#count -= width
    return value
  }
}

/** Part of some bytes. */
export interface Part {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/** Widest code for which a 32-bit number holds what is read ahead. */
const NARROW = 24
const WIDEST = 32

/**
 * Fills `codes` from runs: of one value that is repeated, or of values packed into so many bits each. A run never writes
 * beyond the codes and never reads beyond the part. O(codes + bytes).
 */
export function readRuns({ bytes, start, end }: Part, width: number, codes: Int32Array | Uint8Array): void {
  if (width > WIDEST) throw new Error(`codes of ${width} bits`)
  const valueBytes = (width + 7) >> 3
  let at = start
  let seen = 0
  // Codes of no bits are all 0, and writers differ in what they write for them.
  if (width === 0) return
  while (seen < codes.length) {
    const head = runHead(bytes, at, end)
    at = head.next
    const left = codes.length - seen
    if (head.packed) {
      const count = Math.min(head.count * 8, left)
      if (Math.ceil((count * width) / 8) > end - at) throw new Error('a run that is cut off')
      unpack(bytes, at, width, codes.subarray(seen, seen + count))
      at += head.count * width
      seen += count
    } else {
      if (head.count > left) throw new Error(`a run of ${head.count} values where ${left} are left`)
      if (valueBytes > end - at) throw new Error('a run that is cut off')
      let value = 0
      for (let i = 0; i < valueBytes; i++) value |= bytes[at + i] << (8 * i)
      codes.fill(value, seen, seen + head.count)
      at += valueBytes
      seen += head.count
    }
  }
}

/** Whether runs of one bit are nothing but so many times this value, as where no value is missing. */
export function isOneRun({ bytes, start, end }: Part, value: number, count: number): boolean {
  if (count === 0) return false
  const head = runHead(bytes, start, end)
  return !head.packed && head.count === count && head.next < end && bytes[head.next] === value
}

/** How many values are repeated, or how many times eight values are packed. */
function runHead(bytes: Uint8Array, start: number, end: number): { count: number; packed: boolean; next: number } {
  let value = 0
  for (let at = start; at < Math.min(end, start + 5); at++) {
    value += (bytes[at] & 127) * 2 ** (7 * (at - start))
    if (bytes[at] < 128) return { count: Math.floor(value / 2), packed: value % 2 === 1, next: at + 1 }
  }
  throw new Error(start >= end ? 'fewer values than were announced' : 'a run whose length does not end')
}

function unpack(bytes: Uint8Array, start: number, width: number, codes: Int32Array | Uint8Array): void {
  if (width > NARROW) {
    const bits = new PackedBits(bytes, start)
    for (let i = 0; i < codes.length; i++) codes[i] = bits.take(width)
    return
  }
  const mask = (1 << width) - 1
  let [at, held, count] = [start, 0, 0]
  for (let i = 0; i < codes.length; i++) {
    for (; count < width; count += 8) held |= bytes[at++] << count
    codes[i] = held & mask
    held >>>= width
    count -= width
  }
}
