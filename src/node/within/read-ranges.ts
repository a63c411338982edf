import type { DuckDBConnection } from '@duckdb/node-api'
import { limits } from '../../summaries/cells.ts'
import { exactCells, slotTally } from '../../summaries/slot-tally.ts'
import type { Cells, ValueRange } from '../../types.ts'
import { eachInRanges, type StreamedColumn } from './row-stream.ts'

/** Bytes a row takes while its range is sorted, with a class and with a number. */
const PER_ROW = 48
const PER_NUMBER = 160
/** Parts of all ranges together, where their rows cannot be held. */
const MOST_PARTS = 262_144

/** One cell for each value in some ranges; parts of the ranges where the rows in them are too many to be held. */
export async function readRanges(
  connection: DuckDBConnection,
  column: StreamedColumn,
  ranges: readonly ValueRange[],
): Promise<Cells> {
  const { target, bytes } = column
  const perRow = target?.kind === 'numeric' ? PER_NUMBER : PER_ROW
  const room = Math.max(16, Math.min(4096, Math.floor(bytes / perRow)))
  let values = new Float64Array(room)
  let marks = target?.kind === 'numeric' ? new Float64Array(room) : new Uint16Array(room)
  let size = 0
  await eachInRanges(connection, column, ranges, (x, mark) => {
    if (size === values.length && size * perRow * 2 <= bytes) {
      values = grownTo(values, new Float64Array(2 * size))
      marks = grownTo(marks, marks instanceof Float64Array ? new Float64Array(2 * size) : new Uint16Array(2 * size))
    }
    // What does not fit any more is only counted.
    if (size < values.length) {
      values[size] = x
      marks[size] = mark
    }
    size++
  })
  if (size > values.length) return countParts(connection, column, ranges)
  return exactCells(target, values.subarray(0, size), marks.subarray(0, size))
}

/** Counts the rows in some ranges in parts of even width, as many as there is room for. */
async function countParts(
  connection: DuckDBConnection,
  column: StreamedColumn,
  ranges: readonly ValueRange[],
): Promise<Cells> {
  const parts = Math.max(2, Math.floor(MOST_PARTS / ranges.length))
  const slots = parts * ranges.length
  const tally = slotTally(column.target, slots)
  const lo = new Float64Array(slots).fill(Infinity)
  const hi = new Float64Array(slots).fill(-Infinity)
  await eachInRanges(connection, column, ranges, (x, mark, range) => {
    const { lo: start, hi: end } = ranges[range]
    // Halves, since the width of a range may be more than the largest double.
    const part = Math.floor(((x / 2 - start / 2) / (end / 2 - start / 2)) * parts)
    const slot = range * parts + (part >= 0 && part < parts ? part : parts - 1)
    tally.add(slot, mark)
    if (x < lo[slot]) lo[slot] = x
    if (x > hi[slot]) hi[slot] = x
  })
  const used: number[] = []
  for (let slot = 0; slot < slots; slot++) if (tally.rowsIn(slot) > 0) used.push(slot)
  const pick = (list: Float64Array): Float64Array => Float64Array.from(used, (slot) => list[slot])
  return { size: used.length, shift: 52, ...limits(pick(lo), pick(hi)), tallies: tally.tallies(used) }
}

function grownTo<T extends Float64Array | Uint16Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}
