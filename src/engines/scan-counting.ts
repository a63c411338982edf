import type { Between } from '../discretizers/column-deviation.ts'
import { RowDeviation } from '../discretizers/refine/deviation-bounds.ts'
import { ALL_DOUBLINGS, CellCounter, FEW_DOUBLINGS } from '../summaries/fast/cell-counter.ts'
import { slotTally } from '../summaries/slot-tally.ts'
import { channelCount } from '../summaries/tallies.ts'
import type { Cells } from '../types.ts'
import type { NumbersAsked, CountedCells, Counting } from './engine.ts'
import { readRanges } from './read-ranges.ts'
import type { Extent, NumberChunk, RowScan } from './row-scan.ts'

/** A cell of more than this part of the rows is counted in parts, in at most so many further passes. */
const CROWDED = 1 / 8192
const FEWEST = 64
const MOST_PASSES = 4

/** Bytes that counting a column takes at most: so many cells, each with its ends and its counts. */
const CELLS = 524_288
const CELL_BYTES = 28
const CHANNEL_BYTES = 8

/** Counts rows as they are handed out. All columns asked about share every pass over the rows. */
export function scanCounting(scan: RowScan): Counting {
  const { target, notes, bytes } = scan
  // Known from the ends of columns, which are asked for before they are counted.
  const distinct = new Map<string, number>()
  const columnBytes = CELLS * (CELL_BYTES + CHANNEL_BYTES * channelCount(target))
  return {
    target,
    weighted: false,
    notes,
    atOnce: Math.max(1, Math.floor(bytes / columnBytes)),
    count: async (columns) => {
      const counted = await countCells(scan, columns)
      for (const [i, { name }] of columns.entries()) distinct.set(name, counted[i].distinct)
      return counted.map(({ cells, aside, leftOut }) => ({ cells, aside, leftOut }))
    },
    distinct: async (columns) => columns.map(({ name }) => distinct.get(name) ?? Infinity),
    countValues: (columns) => countValues(scan, columns),
    readRanges: (columns) => readRanges(scan, columns),
    deviations: (columns) => readDeviations(scan, columns),
    levels: (name) => scan.levels(name),
  }
}

/** One pass for all columns, and more for those in which many rows are crowded into few cells. */
async function countCells(scan: RowScan, columns: readonly NumbersAsked[]): Promise<CountedValues[]> {
  const extents = await scan.extents(columns)
  const all = columns.map((column, i) => new CellCount(scan, column, extents[i] ?? { lo: 0, hi: 0, distinct: 0 }))
  for (let open = all; open.length > 0; open = open.filter((count) => count.needsPass())) {
    for await (const chunk of scan.numbers(open)) for (const [i, count] of open.entries()) count.add(chunk, i)
  }
  return all.map((count) => count.counted())
}

/** Cells, and about how many values are in them. */
type CountedValues = CountedCells & { readonly distinct: number }

/** The cells of a column while they are counted. */
class CellCount {
  readonly name: string
  readonly #fresh: (doublings: number) => CellCounter
  readonly #distinct: number
  readonly #crowd: number
  #counter: CellCounter
  #first = true
  #parted = 0

  constructor({ rows, target }: RowScan, { name, specialCodes, missingCodes }: NumbersAsked, extent: Extent) {
    this.name = name
    this.#fresh = (doublings) => new CellCounter({ target, specialCodes, missingCodes }, extent, doublings)
    this.#distinct = extent.distinct
    this.#crowd = Math.max(FEWEST, Math.floor(rows * CROWDED))
    this.#counter = this.#fresh(FEW_DOUBLINGS)
  }

  add({ size, values, targets }: NumberChunk, column: number): void {
    const [counter, numbers] = [this.#counter, values[column]]
    for (let i = 0; i < size; i++) counter.add(numbers[i], targets[i])
  }

  /** Whether the rows must be counted once more, in finer cells. */
  needsPass(): boolean {
    if (this.#first && this.#counter.crowdedAtZero(this.#crowd)) {
      this.#counter = this.#fresh(ALL_DOUBLINGS)
      this.#first = false
      return true
    }
    this.#first = false
    return this.#parted++ < MOST_PASSES && this.#counter.part(this.#crowd)
  }

  counted(): CountedValues {
    return { cells: this.#counter.cells(), ...this.#counter.aside(), distinct: this.#distinct }
  }
}

/** Tells whether a value is one that cells count, given a row whose target is known. */
export function counts({ specialCodes, missingCodes }: NumbersAsked): (x: number) => boolean {
  const apart = new Set([...specialCodes, ...missingCodes])
  return apart.size === 0 ? (x) => x - x === 0 : (x) => x - x === 0 && !apart.has(x)
}

async function countValues(scan: RowScan, columns: readonly NumbersAsked[]): Promise<Cells[]> {
  const all = columns.map((column) => new ValueCount(scan, column))
  for await (const chunk of scan.numbers(columns)) for (const [i, count] of all.entries()) count.add(chunk, i)
  return all.map((count) => count.cells())
}

/** The distinct values of a column while they are counted. */
class ValueCount {
  readonly #counts: (x: number) => boolean
  readonly #slotOf = new Map<number, number>()
  #size = 4096
  readonly #tally

  constructor({ target }: RowScan, column: NumbersAsked) {
    this.#counts = counts(column)
    this.#tally = slotTally(target, this.#size)
  }

  add({ size, values, targets }: NumberChunk, column: number): void {
    const numbers = values[column]
    for (let i = 0; i < size; i++) {
      const [x, mark] = [numbers[i] + 0, targets[i]]
      if (mark !== mark || !this.#counts(x)) continue
      let slot = this.#slotOf.get(x)
      if (slot === undefined) {
        slot = this.#slotOf.size
        this.#slotOf.set(x, slot)
        if (slot === this.#size) this.#tally.grow((this.#size *= 2))
      }
      this.#tally.add(slot, mark)
    }
  }

  cells(): Cells {
    const lo = Float64Array.from(this.#slotOf.keys()).sort()
    const slots = Uint32Array.from(lo, (x) => this.#slotOf.get(x)!)
    return { size: lo.length, shift: 0, lo, hi: lo, tallies: this.#tally.tallies(slots) }
  }
}

/** The deviations of the rows that cells count, in two passes. */
async function readDeviations(
  scan: RowScan,
  columns: readonly (NumbersAsked & { readonly cells: Cells })[],
): Promise<Between[]> {
  const all = columns.map((column) => {
    const { lo, hi } = column.cells
    const deviation = new RowDeviation({ min: lo[0], max: hi[hi.length - 1] })
    return { deviation, apart: new Set([...column.specialCodes, ...column.missingCodes]) }
  })
  for (const pass of ['first', 'second'] as const) {
    for await (const { size, values, targets } of scan.numbers(columns)) {
      for (const [column, { deviation, apart }] of all.entries()) {
        for (let i = 0; i < size; i++) {
          const x = values[column][i]
          if (x === x && targets[i] === targets[i] && !apart.has(x + 0)) deviation[pass](x)
        }
      }
    }
  }
  return all.map(({ deviation }) => deviation.between())
}
