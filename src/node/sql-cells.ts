import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { asideSql, cellsSql, type CountedRows, rangesSql, valuesSql } from '../engines/dialects/duckdb.ts'
import { DataError } from '../errors.ts'
import { limits } from '../summaries/cells.ts'
import type { RangeReader } from '../summaries/refine.ts'
import { ASIDE } from '../summaries/tallies.ts'
import type { Cells, NumberSummary, ValueRange } from '../types.ts'
import { bisectLeft } from '../util/bisect.ts'
import { chunksOf } from './duckdb.ts'

/** Cells are made no coarser than this: a thousandth of the values in them. */
const COARSE_SHIFT = 42
/** How many cells there should be at least, if the values allow it, and how many there may be. */
const ENOUGH_CELLS = 16_384
const MOST_CELLS = 262_144
const LEAST_RANGE = 65_536n

/** Cells that the database counted, and the means to look into them. */
export interface SqlCells extends RangeReader {
  readonly cells: Cells
}

/** Counts a column in cells by bit key, some ten thousand of them. Two passes over the column, rarely more. */
export async function countCells(
  connection: DuckDBConnection,
  from: CountedRows,
  channels: number,
  { lo, hi }: ValueRange,
): Promise<SqlCells> {
  let shift = Math.min(COARSE_SHIFT, shiftFor(lo, hi))
  let tried: { cells: Cells; keys: bigint[] } | null = null
  for (;;) {
    const counted = await readCells(connection, from, channels, shift)
    if (counted === null) {
      // Values of very many sizes: a finer look was too fine, or even the coarse one is.
      if (tried !== null) break
      shift += 3
      if (shift > 52) throw new DataError('values of too many sizes to be counted in cells')
      continue
    }
    const before = tried
    tried = counted
    if (before !== null || counted.cells.size >= ENOUGH_CELLS || shift < 4) break
    for (let size = counted.cells.size; size <= 2 * ENOUGH_CELLS && shift > 0; size *= 2) shift--
  }
  const { cells, keys } = tried
  return { cells, read: (ranges) => readRanges(connection, from, channels, cells, keys, ranges) }
}

/** Every value of a column as a cell of its own, where there are few enough. */
export async function countValues(connection: DuckDBConnection, from: CountedRows, channels: number): Promise<Cells> {
  return exactCells(connection, valuesSql(from), channels)
}

/** What is set aside from the cells, and how many rows have no class. */
export async function countAside(
  connection: DuckDBConnection,
  from: CountedRows,
  channels: number,
  specialCodes: readonly number[],
): Promise<Pick<NumberSummary, 'aside' | 'leftOut'>> {
  const size = ASIDE.special + specialCodes.length
  const rows = new Float64Array(size)
  const sums = new Float64Array(size * channels)
  let unlabelled = 0
  await eachRow(connection, asideSql(from), ([x, c, n]) => {
    if (c === null) {
      unlabelled += n!
      return
    }
    const special = x === null ? -1 : specialCodes.indexOf(x + 0)
    const slot =
      x === Infinity
        ? ASIDE.above
        : x === -Infinity
          ? ASIDE.below
          : special < 0
            ? ASIDE.missing
            : ASIDE.special + special
    rows[slot] += n!
    sums[slot * channels + c] += n!
  })
  return { aside: { size, channels, rows, sums, residues: [] }, leftOut: { unlabelled, weightless: 0 } }
}

/** The least shift that leaves fewer keys between two values than there should be cells. */
function shiftFor(lo: number, hi: number): number {
  const pair = new Float64Array([Math.abs(lo), Math.abs(hi)])
  const bits = new BigInt64Array(pair.buffer)
  const [from, to] = [lo < 0 ? -1n - bits[0] : bits[0], hi < 0 ? -1n - bits[1] : bits[1]]
  let shift = 0
  while ((to >> BigInt(shift)) - (from >> BigInt(shift)) >= LEAST_RANGE) shift++
  return shift
}

async function readCells(
  connection: DuckDBConnection,
  from: CountedRows,
  channels: number,
  shift: number,
): Promise<{ cells: Cells; keys: bigint[] } | null> {
  const keys: bigint[] = []
  const grown = new GrowingCells(channels)
  for await (const chunk of chunksOf(connection, cellsSql(from, shift))) {
    const [key, ...rest] = [0, 1, 2, 3, 4].map((column) => chunk.getColumnValues(column))
    const [code, count, lo, hi] = rest as number[][]
    for (let i = 0; i < chunk.rowCount; i++) {
      if (keys.length === 0 || key[i] !== keys.at(-1)) {
        keys.push(key[i] as bigint)
        grown.open(lo[i] + 0)
      }
      grown.add(code[i], count[i], lo[i] + 0, hi[i] + 0)
    }
    if (keys.length > MOST_CELLS) return null
  }
  return { cells: grown.finish(shift), keys }
}

async function readRanges(
  connection: DuckDBConnection,
  from: CountedRows,
  channels: number,
  { lo, hi, shift, size }: Cells,
  keys: readonly bigint[],
  ranges: readonly ValueRange[],
): Promise<Cells> {
  const wanted: bigint[] = []
  for (const range of ranges) {
    for (let cell = bisectLeft(lo, range.lo); cell < size && hi[cell] <= range.hi; cell++) wanted.push(keys[cell])
  }
  return exactCells(connection, rangesSql(from, ranges, shift, wanted), channels)
}

async function exactCells(connection: DuckDBConnection, sql: string, channels: number): Promise<Cells> {
  const grown = new GrowingCells(channels)
  let last = Number.NaN
  await eachRow(connection, sql, ([x, c, n]) => {
    const value = x! + 0
    if (value !== last) grown.open((last = value))
    grown.add(c!, n!, value, value)
  })
  return grown.finish(0)
}

/** Goes through rows of three numbers, null where there is none. */
async function eachRow(
  connection: DuckDBConnection,
  sql: string,
  take: (row: readonly [number | null, number | null, number | null]) => void,
): Promise<void> {
  for await (const chunk of chunksOf(connection, sql)) {
    const [a, b, c] = columnsOf(chunk)
    for (let i = 0; i < chunk.rowCount; i++) take([a[i], b[i], c[i]])
  }
}

function columnsOf(chunk: DuckDBDataChunk): (number | null)[][] {
  return [0, 1, 2].map((column) => chunk.getColumnValues(column) as (number | null)[])
}

/** Cells of which more and more arrive, in ascending order. */
class GrowingCells {
  #lo = new Float64Array(1024)
  #hi = new Float64Array(1024)
  #rows = new Float64Array(1024)
  #sums: Float64Array<ArrayBuffer>
  #size = 0
  readonly #channels: number

  constructor(channels: number) {
    this.#channels = channels
    this.#sums = new Float64Array(1024 * channels)
  }

  open(lo: number): void {
    if (this.#size === this.#lo.length) {
      this.#lo = doubled(this.#lo)
      this.#hi = doubled(this.#hi)
      this.#rows = doubled(this.#rows)
      this.#sums = doubled(this.#sums)
    }
    this.#lo[this.#size] = this.#hi[this.#size] = lo
    this.#size++
  }

  /** Adds rows of a class to the cell opened last. */
  add(code: number, count: number, lo: number, hi: number): void {
    const cell = this.#size - 1
    this.#lo[cell] = Math.min(this.#lo[cell], lo)
    this.#hi[cell] = Math.max(this.#hi[cell], hi)
    this.#rows[cell] += count
    this.#sums[cell * this.#channels + code] += count
  }

  finish(shift: number): Cells {
    const [size, channels] = [this.#size, this.#channels]
    const [lo, hi] = [this.#lo.slice(0, size), this.#hi.slice(0, size)]
    const tallies = {
      size,
      channels,
      rows: this.#rows.slice(0, size),
      sums: this.#sums.slice(0, size * channels),
      residues: [],
    }
    return { size, shift, ...limits(lo, hi), tallies }
  }
}

function doubled(old: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(old.length * 2)
  larger.set(old)
  return larger
}
