import { FormatError } from '../../errors.ts'
import type { Note, Summary, Tallies, Target } from '../../types.ts'
import { ByteReader } from '../../util/byte-reader.ts'
import { crc32 } from '../../util/crc32.ts'
import { CHECKED_FROM, HEAD, KINDS, MAGIC, MOST_STEP, rowsOf, SCALES, TARGETS } from './summary-bytes.ts'
import { limits } from '../cells.ts'
import { asideSize, checkSummaryTable } from './check-summary.ts'
import { SUMMARY_VERSION, type SharedFacts, type SummaryColumn, type SummaryTable } from '../summary-table.ts'
import { channelCount } from '../tallies.ts'
import { calledAs } from '../../util/called-as.ts'

/** More terms no sum of doubles leaves over: 2,098 bits in pieces of 53. */
export const MOST_RESIDUES = 40

/**
 * Reads a summary that `summaryToBytes` wrote; anything else is refused with the byte at which it is wrong.
 *
 *     const again = summaryFromBytes(summaryToBytes(summarize([18, 22, 32])))
 *     console.log(again.kind, again.rows) // → number 3
 */
export function summaryFromBytes(bytes: Uint8Array): Summary {
  return calledAs('summaryFromBytes', () => {
    const { columns } = summariesFromBytes(bytes)
    if (columns.length > 1) throw new FormatError('columns', `expected one column, got ${columns.length}`)
    return columns[0].summary
  })
}

/**
 * Reads the summaries of a table. Nothing in the bytes is trusted: length and checksum must be right, no memory is taken
 * for more than the bytes can hold, and what was read must be what rows could have given. O(bytes).
 *
 *     const [age] = summariesFromBytes(summariesToBytes(saved)).columns
 *     console.log(age?.name, age?.summary.rows) // → age 300
 */
export function summariesFromBytes(bytes: Uint8Array): SummaryTable {
  checkHead(bytes)
  const reader = new ByteReader(bytes, HEAD)
  const kerf = reader.text()
  const name = readOptional(reader)
  const rows = reader.varint()
  const weights = readOptional(reader)
  const weighted = reader.byte(1) === 1
  const leftOut = { unlabelled: reader.varint(), weightless: reader.varint() }
  const target = readTarget(reader)
  const shared: SharedFacts = { rows, target, weighted, leftOut }
  const notes = readNotes(reader)
  const columns = readList(reader, 'columns', () => readColumn(reader, shared))
  if (reader.left > 0) reader.fail(`expected the end, got ${reader.left} more bytes`)
  const created = { kerf, source: { name, rows }, ...(weights === null ? {} : { weights }) }
  const table = { created, columns, notes }
  checkSummaryTable(table)
  return table
}

/** Whether bytes start as a summary file does. */
export function startsAsSummary(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte)
}

function checkHead(bytes: Uint8Array): void {
  if (!startsAsSummary(bytes)) throw new FormatError('byte 0', 'expected a summary, which starts with KERFSUM')
  if (bytes.length < HEAD)
    throw new FormatError(`byte ${bytes.length}`, `expected ${HEAD} bytes at least; its end is missing`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = view.getUint32(8, true)
  if (version !== SUMMARY_VERSION) {
    throw new FormatError('byte 8', `expected version 1, got ${version}; this library reads version 1`)
  }
  const length = view.getUint32(16, true) + view.getUint32(20, true) * 0x1_0000_0000
  if (length !== bytes.length) {
    const why = length > bytes.length ? 'its end is missing' : 'something was added'
    throw new FormatError('byte 16', `expected ${length} bytes, got ${bytes.length}; ${why}`)
  }
  if (view.getUint32(12, true) !== crc32(bytes.subarray(CHECKED_FROM))) {
    throw new FormatError('byte 12', 'the checksum is wrong, so the bytes are damaged')
  }
}

function readOptional(reader: ByteReader): string | null {
  return reader.byte(1) === 0 ? null : reader.text()
}

/** A number of things of at least one byte each. */
function readList<T>(reader: ByteReader, what: string, read: () => T): T[] {
  const count = reader.count(what)
  const list: T[] = []
  for (let i = 0; i < count; i++) list.push(read())
  return list
}

function readTarget(reader: ByteReader): Target | null {
  const kind = TARGETS[reader.byte(TARGETS.length - 1)]
  if (kind === 'none') return null
  const name = readOptional(reader)
  if (kind === 'numeric') return { kind, name }
  const classes = readList(reader, 'classes', () => reader.text())
  const at = reader.at
  const event = reader.varint()
  if (event > classes.length) reader.fail(`expected the number of a class, at most ${classes.length}, got ${event}`, at)
  return { kind, name, classes, event: event === 0 ? null : classes[event - 1] }
}

function readNotes(reader: ByteReader): Note[] {
  return readList(reader, 'notes', () => ({ code: reader.text(), message: reader.text() }))
}

function readColumn(reader: ByteReader, shared: SharedFacts): SummaryColumn {
  const name = reader.text()
  const kind = KINDS[reader.byte(KINDS.length - 1)]
  const base = { ...shared, notes: readNotes(reader) }
  if (kind === 'boolean' || kind === 'category') {
    const levels = readList(reader, 'levels', () => reader.text())
    const tallies = readTallies(reader, levels.length, shared.target)
    const aside = readTallies(reader, asideSize(null), shared.target)
    return { name, kind, summary: { kind: 'category', ...base, levels, tallies, aside } }
  }
  const origin = reader.byte(1) === 0 ? 'counted' : 'estimated'
  const distinct = reader.varint()
  const specialCodes = readDoubles(reader, reader.count('codes', 8))
  const missingCodes = readDoubles(reader, reader.count('codes', 8))
  const shift = reader.byte()
  const size = reader.count('cells')
  const lo = readAscending(reader, size)
  const hi = reader.byte(1) === 0 ? lo : readAscending(reader, size)
  const cells = { size, shift, ...limits(lo, hi), tallies: readTallies(reader, size, shared.target) }
  return {
    name,
    kind,
    summary: {
      kind: 'number',
      ...base,
      min: size === 0 ? Number.NaN : lo[0],
      max: size === 0 ? Number.NaN : hi[size - 1],
      distinct: distinct === 0 ? null : distinct - 1,
      origin,
      cells,
      specialCodes: Array.from(specialCodes),
      missingCodes: Array.from(missingCodes),
      aside: readTallies(reader, asideSize(Array.from(specialCodes)), shared.target),
    },
  }
}

function readDoubles(reader: ByteReader, count: number): Float64Array {
  reader.expect(count, 8, 'doubles')
  const values = new Float64Array(count)
  for (let i = 0; i < count; i++) values[i] = reader.double() + 0 // −0 + 0 is 0
  return values
}

function readAscending(reader: ByteReader, count: number): Float64Array {
  const scale = reader.byte(SCALES.length)
  if (scale === 0) return readDoubles(reader, count)
  reader.expect(count, 1, 'values')
  const values = new Float64Array(count)
  let step = 0
  for (let i = 0; i < count; i++) {
    const at = reader.at
    const read = reader.varint()
    if (i > 0) step += read
    else step = read % 2 === 0 ? read / 2 : -(read + 1) / 2
    if (Math.abs(step) > MOST_STEP) reader.fail('expected a whole number of at most 2^51', at)
    values[i] = step / SCALES[scale - 1]
  }
  return values
}

function readTallies(reader: ByteReader, size: number, target: Target | null): Tallies {
  const channels = channelCount(target)
  const stored = reader.byte(1) === 1 ? readCounts(reader, size) : null
  reader.expect(size * channels, 1, 'sums')
  const sums = new Float64Array(size * channels)
  for (let c = 0; c < channels; c++) {
    const plane = readCounts(reader, size)
    for (let slot = 0; slot < size; slot++) sums[slot * channels + c] = plane[slot]
  }
  const lists = reader.byte(MOST_RESIDUES)
  const residues = Array.from({ length: lists }, () => readResidue(reader, size * channels))
  return { size, channels, rows: stored ?? rowsOf(size, channels, sums, target), sums, residues }
}

function readCounts(reader: ByteReader, count: number): Float64Array {
  const whole = reader.byte(1) === 0
  reader.expect(count, whole ? 1 : 8, 'counts')
  const counts = new Float64Array(count)
  for (let i = 0; i < count; i++) counts[i] = whole ? reader.varint() : reader.double()
  return counts
}

/** What rounding left over: where and how much. A list without any would not have been written. */
function readResidue(reader: ByteReader, size: number): Float64Array {
  const start = reader.at
  const entries = reader.count('remainders', 9)
  if (entries === 0) reader.fail('expected at least one remainder, got none', start)
  const residue = new Float64Array(size)
  let at = 0
  for (let i = 0; i < entries; i++) {
    const entry = reader.at
    const gap = reader.varint()
    at += gap
    if (at >= size || (i > 0 && gap === 0)) reader.fail(`expected an index below ${size} and above the last`, entry)
    residue[at] = reader.double()
    if (residue[at] === 0) reader.fail('expected a remainder, got 0', entry)
  }
  return residue
}
