import type { DuckDBConnection } from '@duckdb/node-api'
import { rangesSql } from '../engines/dialects/duckdb.ts'
import { type Between, RowDeviation } from '../discretizers/deviation-bounds.ts'
import { DataError } from '../errors.ts'
import { bisectRight } from '../util/bisect.ts'
import type { RangeReader } from '../summaries/refine.ts'
import type { Cells, NumberSummary, ValueRange } from '../types.ts'
import { sortedOrder } from '../util/sort.ts'
import { ALL_DOUBLINGS, CellCounter, FEW_DOUBLINGS } from './cell-counter.ts'
import { chunksOf } from './duckdb.ts'
import { copyNumbers, rawVector } from './vectors.ts'

/** Rows of the largest chunk the database gives. */
const CHUNK = 2048
/** A cell of more than this part of the rows is counted in parts, in at most so many further passes. */
const CROWDED = 1 / 8192
const FEWEST = 64
const MOST_PASSES = 4
/** Bytes a row takes while its range is sorted. */
const PER_ROW = 48

/** A column as cells, and the means to look into them. */
export interface StreamedCells extends RangeReader, Pick<NumberSummary, 'aside' | 'leftOut'> {
  readonly cells: Cells
  /** between which numbers the deviation of the values lies, in two passes */
  readonly deviation: () => Promise<Between>
}

/** How a column is counted: `rows` is SQL that gives it as `x` and the class as `c`, both doubles or null. */
export interface StreamedColumn {
  readonly rows: string
  readonly total: number
  readonly channels: number
  readonly specialCodes: readonly number[]
  readonly missingCodes: readonly number[]
  /** bytes for arrays */
  readonly bytes: number
}

/** Counts a column in cells as it streams by: one pass, and more where many rows are crowded into few cells. */
export async function countCells(
  connection: DuckDBConnection,
  column: StreamedColumn,
  extent: ValueRange,
): Promise<StreamedCells> {
  const { rows, total, channels, specialCodes, missingCodes } = column
  const count = async (doublings: number): Promise<CellCounter> => {
    const fresh = new CellCounter(channels, extent, doublings, specialCodes, missingCodes)
    await eachRow(connection, rows, (x, c) => fresh.add(x, c))
    return fresh
  }
  const crowd = Math.max(FEWEST, Math.floor(total * CROWDED))
  let counter = await count(FEW_DOUBLINGS)
  if (counter.crowdedAtZero(crowd)) counter = await count(ALL_DOUBLINGS)
  for (let pass = 1; pass <= MOST_PASSES && counter.part(crowd); pass++) {
    await eachRow(connection, rows, (x, c) => counter.add(x, c))
  }
  const cells = counter.cells()
  return {
    cells,
    ...counter.aside(),
    read: (ranges) => readRanges(connection, column, ranges),
    deviation: () => readDeviation(connection, column, cells),
  }
}

/** The deviation of the rows that cells count. */
async function readDeviation(
  connection: DuckDBConnection,
  { rows, specialCodes, missingCodes }: StreamedColumn,
  { lo, hi }: Cells,
): Promise<Between> {
  const apart = new Set([...specialCodes, ...missingCodes])
  const deviation = new RowDeviation({ min: lo[0], max: hi[hi.length - 1] })
  const counts = (x: number, c: number): boolean => x === x && c === c && !apart.has(x + 0)
  await eachRow(connection, rows, (x, c) => {
    if (counts(x, c)) deviation.first(x)
  })
  await eachRow(connection, rows, (x, c) => {
    if (counts(x, c)) deviation.second(x)
  })
  return deviation.between()
}

/** One cell for each value in some ranges. */
async function readRanges(
  connection: DuckDBConnection,
  { rows, channels, specialCodes, missingCodes, bytes }: StreamedColumn,
  ranges: readonly ValueRange[],
): Promise<Cells> {
  const apart = new Set([...specialCodes, ...missingCodes])
  const from = Float64Array.from(ranges, ({ lo }) => lo)
  const to = Float64Array.from(ranges, ({ hi }) => hi)
  let values = new Float64Array(4096)
  let codes = new Uint16Array(4096)
  let size = 0
  await eachRow(connection, rangesSql(rows, ranges), (value, code) => {
    const x = value + 0
    const range = bisectRight(from, x) - 1
    if (range < 0 || !(x <= to[range]) || code !== code || apart.has(x)) return
    if (size === values.length) {
      if (size * PER_ROW > bytes) throw new DataError('too many rows must be looked at again; allow more with --memory')
      values = grownTo(values, new Float64Array(2 * size))
      codes = grownTo(codes, new Uint16Array(2 * size))
    }
    values[size] = x
    codes[size++] = code
  })
  const order = sortedOrder(values.subarray(0, size))
  const lo = new Float64Array(size)
  let cells = 0
  for (let i = 0; i < size; i++) {
    const x = values[order[i]]
    if (cells === 0 || x !== lo[cells - 1]) lo[cells++] = x
  }
  const tally = { rows: new Float64Array(cells), sums: new Float64Array(cells * channels) }
  for (let i = 0, cell = 0; i < size; i++) {
    if (values[order[i]] !== lo[cell]) cell++
    tally.rows[cell]++
    tally.sums[cell * channels + codes[order[i]]]++
  }
  const seen = lo.slice(0, cells)
  return { size: cells, shift: 0, lo: seen, hi: seen, tallies: { size: cells, channels, ...tally, residues: [] } }
}

function grownTo<T extends Float64Array | Uint16Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}

/** Goes through rows of two doubles, NaN where there is none. */
async function eachRow(connection: DuckDBConnection, sql: string, take: (x: number, c: number) => void): Promise<void> {
  const [xs, cs] = [new Float64Array(CHUNK), new Float64Array(CHUNK)]
  for await (const chunk of chunksOf(connection, sql)) {
    copyNumbers(rawVector(chunk, 0, Float64Array), xs, 0)
    copyNumbers(rawVector(chunk, 1, Float64Array), cs, 0)
    for (let i = 0; i < chunk.rowCount; i++) take(xs[i], cs[i])
  }
}

/** Every value as a cell of its own, where there are few. */
export async function countValues(connection: DuckDBConnection, sql: string, channels: number): Promise<Cells> {
  const lo: number[] = []
  const sums: number[] = []
  for await (const chunk of chunksOf(connection, sql)) {
    const [xs, cs, ns] = [0, 1, 2].map((column) => chunk.getColumnValues(column) as number[])
    for (let i = 0; i < chunk.rowCount; i++) {
      const x = xs[i] + 0
      if (lo.length === 0 || x !== lo.at(-1)) {
        lo.push(x)
        for (let c = 0; c < channels; c++) sums.push(0)
      }
      sums[(lo.length - 1) * channels + cs[i]] += ns[i]
    }
  }
  const size = lo.length
  const rows = Float64Array.from(lo, (_, cell) => {
    let count = 0
    for (let c = 0; c < channels; c++) count += sums[cell * channels + c]
    return count
  })
  const seen = Float64Array.from(lo)
  return {
    size,
    shift: 0,
    lo: seen,
    hi: seen,
    tallies: { size, channels, rows, sums: Float64Array.from(sums), residues: [] },
  }
}
