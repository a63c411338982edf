import type { Note, NumberSummary, Summary, Tallies, Target } from '../../types.ts'
import { ByteWriter } from '../../util/byte-writer.ts'
import { crc32 } from '../../util/crc32.ts'
import { isExact } from '../cells.ts'
import { sharedFacts, SUMMARY_VERSION, type SummaryColumn, type SummaryTable, tableOfOne } from '../summary-table.ts'
import { mustBe } from '../../util/check.ts'

/** The first bytes of every file: KERFSUM and a zero. */
export const MAGIC: Uint8Array = Uint8Array.from('KERFSUM\0', (letter) => letter.codePointAt(0)!)

/** Bytes before the contents: magic, version, checksum of what follows it, length of the whole. */
export const HEAD = 24
export const CHECKED_FROM = 16

/** Kinds and targets by the number that stands for them. */
export const KINDS = ['number', 'date', 'boolean', 'category'] as const
export const TARGETS = ['none', 'class', 'numeric'] as const

/** Powers of ten that values may be whole multiples of; the index in this list plus one is written. */
export const SCALES = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] as const
export const MOST_STEP = 2_251_799_813_685_248 // 2^51, so that twice it and gaps stay whole

/**
 * One summary as bytes, every field of it. The layout is drawn in docs/formats/summary.md. O(cells · channels).
 *
 *     const bytes = summaryToBytes(summarize([18, 22, 32]))
 *     console.log(summaryFromBytes(bytes).rows) // → 3
 */
export function summaryToBytes(summary: Summary): Uint8Array {
  mustBe('summaryToBytes', 'summary', summary)
  return summariesToBytes(tableOfOne(summary))
}

/**
 * The summaries of a table as bytes: little-endian, small, with a checksum. O(cells · channels).
 *
 *     console.log(summariesToBytes(saved).length < summariesToJson(saved).length) // → true
 */
export function summariesToBytes(table: SummaryTable): Uint8Array {
  mustBe('summariesToBytes', 'table', table)
  const { created, columns, notes } = table
  const { rows, target, weighted, leftOut } = sharedFacts('summaryToBytes', table)
  const writer = new ByteWriter()
  writer.raw(new Uint8Array(HEAD))
  writer.text(created.kerf)
  writeOptional(writer, created.source.name)
  writer.varint(rows)
  writeOptional(writer, created.weights ?? null)
  writer.byte(weighted ? 1 : 0)
  writer.varint(leftOut.unlabelled)
  writer.varint(leftOut.weightless)
  writeTarget(writer, target)
  writeNotes(writer, notes)
  writer.varint(columns.length)
  for (const column of columns) writeColumn(writer, column)
  return sealed(writer.finish())
}

/** How many of the bytes of a table are those of one column. */
export function columnBytes(column: SummaryColumn): number {
  const writer = new ByteWriter()
  writeColumn(writer, column)
  return writer.size
}

function writeColumn(writer: ByteWriter, { name, kind, summary }: SummaryColumn): void {
  const { target } = summary
  writer.text(name)
  writer.byte(KINDS.indexOf(kind))
  writeNotes(writer, summary.notes)
  if (summary.kind === 'number') writeNumbers(writer, summary)
  else {
    writer.varint(summary.levels.length)
    for (const level of summary.levels) writer.text(level)
    writeTallies(writer, summary.tallies, target)
  }
  writeTallies(writer, summary.aside, target)
}

/** Fills in the head. */
function sealed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer)
  bytes.set(MAGIC)
  view.setUint32(8, SUMMARY_VERSION, true)
  view.setUint32(16, bytes.length >>> 0, true)
  view.setUint32(20, Math.floor(bytes.length / 0x1_0000_0000), true)
  view.setUint32(12, crc32(bytes.subarray(CHECKED_FROM)), true)
  return bytes
}

function writeOptional(writer: ByteWriter, text: string | null): void {
  writer.byte(text === null ? 0 : 1)
  if (text !== null) writer.text(text)
}

function writeTarget(writer: ByteWriter, target: Target | null): void {
  writer.byte(TARGETS.indexOf(target?.kind ?? 'none'))
  if (target === null) return
  writeOptional(writer, target.name)
  if (target.kind === 'numeric') return
  writer.varint(target.classes.length)
  for (const label of target.classes) writer.text(label)
  writer.varint(target.event === null ? 0 : target.classes.indexOf(target.event) + 1)
}

function writeNotes(writer: ByteWriter, notes: readonly Note[]): void {
  writer.varint(notes.length)
  for (const { code, message } of notes) {
    writer.text(code)
    writer.text(message)
  }
}

function writeNumbers(writer: ByteWriter, summary: NumberSummary): void {
  const { cells, origin, distinct, target } = summary
  writer.byte(origin === 'counted' ? 0 : 1)
  writer.varint(distinct === null ? 0 : distinct + 1)
  for (const codes of [summary.specialCodes, summary.missingCodes]) {
    writer.varint(codes.length)
    for (const code of codes) writer.double(code)
  }
  writer.byte(cells.shift)
  writer.varint(cells.size)
  writeAscending(writer, cells.lo)
  const exact = isExact(cells)
  writer.byte(exact ? 0 : 1)
  if (!exact) writeAscending(writer, cells.hi)
  writeTallies(writer, cells.tallies, target)
}

/** Ascending values: as gaps between whole numbers where all are short decimals, else as doubles. */
function writeAscending(writer: ByteWriter, values: Float64Array): void {
  const scale = SCALES.findIndex((times) => values.every((value) => isMultiple(value, times)))
  writer.byte(scale + 1)
  if (scale < 0) {
    for (const value of values) writer.double(value)
    return
  }
  let last = 0
  for (const [i, value] of values.entries()) {
    const step = Math.round(value * SCALES[scale])
    if (i > 0) writer.varint(step - last)
    else writer.varint(step < 0 ? -2 * step - 1 : 2 * step)
    last = step
  }
}

function isMultiple(value: number, times: number): boolean {
  const step = Math.round(value * times)
  return Math.abs(step) <= MOST_STEP && step / times === value
}

/** Rows where they do not follow from the sums, then the sums channel by channel, then what rounding left over. */
function writeTallies(writer: ByteWriter, tallies: Tallies, target: Target | null): void {
  const { size, channels, rows, sums, residues } = tallies
  const follows = rowsOf(size, channels, sums, target).every((count, slot) => count === rows[slot])
  writer.byte(follows ? 0 : 1)
  if (!follows) writeCounts(writer, rows)
  const plane = new Float64Array(size)
  for (let c = 0; c < channels; c++) {
    for (let slot = 0; slot < size; slot++) plane[slot] = sums[slot * channels + c]
    writeCounts(writer, plane)
  }
  writer.byte(residues.length)
  for (const residue of residues) {
    writer.varint(residue.reduce((count, left) => count + (left === 0 ? 0 : 1), 0))
    let last = 0
    for (const [at, left] of residue.entries()) {
      if (left === 0) continue
      writer.varint(at - last)
      writer.double(left)
      last = at
    }
  }
}

/** The rows per slot when every row weighs 1. */
export function rowsOf(size: number, channels: number, sums: Float64Array, target: Target | null): Float64Array {
  const rows = new Float64Array(size)
  const counting = target?.kind === 'class' ? channels : 1
  for (let slot = 0; slot < size; slot++) {
    for (let c = 0; c < counting; c++) rows[slot] += sums[slot * channels + c]
  }
  return rows
}

/** Whole numbers in as few bytes as each needs; anything else as doubles. */
function writeCounts(writer: ByteWriter, counts: Float64Array): void {
  const whole = counts.every((count) => Number.isSafeInteger(count) && (count > 0 || Object.is(count, 0)))
  writer.byte(whole ? 0 : 1)
  for (const count of counts) {
    if (whole) writer.varint(count)
    else writer.double(count)
  }
}
