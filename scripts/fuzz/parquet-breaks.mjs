// Ways to break the bytes of a Parquet file.
import { varint } from './parquet-files.mjs'

/** Numbers that readers stumble over. */
const ODD = [0, 1, 2, 127, 128, 255, 65_535, 2 ** 20, 2 ** 28, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 40, 2 ** 62]

/**
 * One of the files, broken in one to four ways.
 * @param {readonly Uint8Array[]} files
 * @param {{ integer(count: number): number }} random
 */
export function breakParquet(files, random) {
  const below = (count) => random.integer(count)
  let bytes = Uint8Array.from(files[below(files.length)])
  // Mostly one place, and without moving what follows, so that readers get as far as values.
  for (let times = below(3) === 0 ? 1 + below(4) : 1; times > 0; times--) {
    const ways = below(4) === 0 ? MOVES : CHANGES
    bytes = ways[below(ways.length)](bytes, below, files)
  }
  return bytes
}

/** A place among the pages, or less often in the footer. */
function place(bytes, below) {
  const footer = footerStart(bytes)
  return below(4) === 0 && footer < bytes.length - 8
    ? footer + below(bytes.length - 8 - footer)
    : 4 + below(Math.max(1, footer - 4))
}

function footerStart(bytes) {
  if (bytes.length < 12) return 0
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true)
  return Math.max(0, bytes.length - 8 - length)
}

/** Replaces bytes; where that was in the footer, its length stays true, so that readers get there. */
function splice(bytes, at, removed, added) {
  const inFooter = at >= footerStart(bytes) && at < bytes.length - 8
  const made = Uint8Array.from([...bytes.subarray(0, at), ...added, ...bytes.subarray(at + removed)])
  if (inFooter && made.length >= 12) {
    const view = new DataView(made.buffer)
    view.setUint32(made.length - 8, view.getUint32(made.length - 8, true) + added.length - removed, true)
  }
  return made
}

/** Ways that leave everything in its place. */
const CHANGES = [
  // a bit
  (bytes, below) => {
    bytes[place(bytes, below)] ^= 1 << below(8)
    return bytes
  },
  // a byte
  (bytes, below) => {
    bytes[place(bytes, below)] = below(256)
    return bytes
  },
  // ones, as many as a long number has
  (bytes, below) => {
    const at = place(bytes, below)
    bytes.fill(255, at, Math.min(bytes.length, at + 1 + below(10)))
    if (below(2) === 0 && at > 0) bytes[at] = 0xfe
    return bytes
  },
  // another number where one may be
  (bytes, below) => {
    const at = place(bytes, below)
    bytes.set(varint(BigInt(ODD[below(ODD.length)])).slice(0, bytes.length - at), at)
    return bytes
  },
]

/** Ways that make a file shorter or longer. */
const MOVES = [
  // another number with its length
  (bytes, below) => {
    const at = place(bytes, below)
    let end = at
    while (end < bytes.length - 8 && bytes[end] > 127) end++
    const number = BigInt(ODD[below(ODD.length)]) + BigInt(below(3)) - 1n
    return splice(bytes, at, end + 1 - at, varint(number < 0n ? 0n : number))
  },
  // a piece left out, doubled, or brought from another file
  (bytes, below) => splice(bytes, place(bytes, below), below(20), []),
  (bytes, below) => {
    const at = place(bytes, below)
    return splice(bytes, at, 0, [...bytes.subarray(at, at + 1 + below(40))])
  },
  (bytes, below, files) => {
    const other = files[below(files.length)]
    const from = below(other.length)
    return splice(bytes, place(bytes, below), below(30), [...other.subarray(from, from + 1 + below(60))])
  },
  // the end missing, or all but the end
  (bytes, below) => bytes.slice(0, 4 + below(bytes.length - 4)),
  (bytes, below) => {
    const cut = below(Math.max(1, bytes.length - 12))
    return Uint8Array.from([...bytes.subarray(0, 4), ...bytes.subarray(4 + cut)])
  },
]
