import { limits } from '../summaries/cells.ts'
import { exactCells, slotTally } from '../summaries/slot-tally.ts'
import type { Cells, Target, ValueRange } from '../types.ts'
import { bisectRight } from '../util/bisect.ts'
import type { RangesAsked } from './engine.ts'
import type { RowScan } from './row-scan.ts'

/** Bytes a row takes while its range is sorted, with a class and with a number. */
const PER_ROW = 48
const PER_NUMBER = 160
/** Parts of all ranges of a column together, where their rows cannot be held. */
const MOST_PARTS = 262_144

/** Takes the rows in the ranges of a column: value, target and the number of the range. */
interface TakesRows {
  add(x: number, target: number, range: number): void
}

/**
 * One cell for each value in some ranges of several columns, which share the memory; parts of the ranges where the rows
 * in them are too many to be held.
 */
export async function readRanges(scan: RowScan, columns: readonly RangesAsked[]): Promise<Cells[]> {
  const bytes = scan.bytes / Math.max(1, columns.length)
  const held = columns.map(() => new HeldRows(scan.target, bytes))
  await eachInRanges(scan, columns, held)
  const tooMany = columns.filter((_, i) => held[i].isOver)
  const parts = tooMany.map(({ ranges }) => new RangeParts(scan.target, ranges))
  if (tooMany.length > 0) await eachInRanges(scan, tooMany, parts)
  return held.map((rows, i) => (rows.isOver ? parts[tooMany.indexOf(columns[i])].cells() : rows.cells()))
}

/** Goes through the rows that cells count and whose value lies in one of the ranges, once for all columns. */
async function eachInRanges(scan: RowScan, columns: readonly RangesAsked[], into: readonly TakesRows[]): Promise<void> {
  const all = columns.map(({ ranges, specialCodes, missingCodes }, i) => ({
    apart: new Set([...specialCodes, ...missingCodes]),
    from: Float64Array.from(ranges, ({ lo }) => lo),
    to: Float64Array.from(ranges, ({ hi }) => hi),
    rows: into[i],
  }))
  for await (const { size, values, targets } of scan.numbers(columns)) {
    for (const [column, { apart, from, to, rows }] of all.entries()) {
      const numbers = values[column]
      for (let i = 0; i < size; i++) {
        const x = numbers[i] + 0
        const target = targets[i]
        const range = bisectRight(from, x) - 1
        if (range >= 0 && x <= to[range] && target === target && !apart.has(x)) rows.add(x, target, range)
      }
    }
  }
}

/** Rows that are kept as long as there is memory for them. */
class HeldRows {
  readonly #target: Target | null
  readonly #most: number
  readonly #values: number[] = []
  readonly #targets: number[] = []
  isOver = false

  constructor(target: Target | null, bytes: number) {
    this.#target = target
    this.#most = Math.max(16, Math.floor(bytes / (target?.kind === 'numeric' ? PER_NUMBER : PER_ROW)))
  }

  add(x: number, target: number): void {
    if (this.#values.length === this.#most) this.isOver = true
    if (this.isOver) return
    this.#values.push(x)
    this.#targets.push(target)
  }

  cells(): Cells {
    return exactCells(this.#target, Float64Array.from(this.#values), Float64Array.from(this.#targets))
  }
}

/** Rows of some ranges, counted in parts of even width, as many as there is memory for. */
class RangeParts {
  readonly #ranges: readonly ValueRange[]
  readonly #parts: number
  readonly #tally
  readonly #lo: Float64Array
  readonly #hi: Float64Array

  constructor(target: Target | null, ranges: readonly ValueRange[]) {
    this.#ranges = ranges
    this.#parts = Math.max(2, Math.floor(MOST_PARTS / ranges.length))
    const slots = this.#parts * ranges.length
    this.#tally = slotTally(target, slots)
    this.#lo = new Float64Array(slots).fill(Infinity)
    this.#hi = new Float64Array(slots).fill(-Infinity)
  }

  add(x: number, target: number, range: number): void {
    const { lo: start, hi: end } = this.#ranges[range]
    const parts = this.#parts
    // Halves, since the width of a range may be more than the largest double.
    const part = Math.floor(((x / 2 - start / 2) / (end / 2 - start / 2)) * parts)
    const slot = range * parts + (part >= 0 && part < parts ? part : parts - 1)
    this.#tally.add(slot, target)
    if (x < this.#lo[slot]) this.#lo[slot] = x
    if (x > this.#hi[slot]) this.#hi[slot] = x
  }

  cells(): Cells {
    const used: number[] = []
    for (let slot = 0; slot < this.#lo.length; slot++) if (this.#tally.rowsIn(slot) > 0) used.push(slot)
    const pick = (list: Float64Array): Float64Array => Float64Array.from(used, (slot) => list[slot])
    return {
      size: used.length,
      shift: 52,
      ...limits(pick(this.#lo), pick(this.#hi)),
      tallies: this.#tally.tallies(used),
    }
  }
}
