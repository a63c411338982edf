import type { DuckDBConnection } from '@duckdb/node-api'
import type { Between } from '../../discretizers/column-deviation.ts'
import { RowDeviation } from '../../discretizers/refine/deviation-bounds.ts'
import { slotTally } from '../../summaries/slot-tally.ts'
import type { Cells, NumberSummary, ValueRange } from '../../types.ts'
import { ALL_DOUBLINGS, CellCounter, FEW_DOUBLINGS } from '../../summaries/fast/cell-counter.ts'
import { chunksOf } from '../duckdb/connect.ts'
import { readRanges } from './read-ranges.ts'
import { eachRow, type StreamedColumn } from './row-stream.ts'

/** A cell of more than this part of the rows is counted in parts, in at most so many further passes. */
const CROWDED = 1 / 8192
const FEWEST = 64
const MOST_PASSES = 4

/** A column as cells, and the means to look into them. */
export interface StreamedCells extends Pick<NumberSummary, 'aside' | 'leftOut'> {
  readonly cells: Cells
  readonly read: (ranges: readonly ValueRange[]) => Promise<Cells>
  /** between which numbers the deviation of the values lies, in two passes */
  readonly deviation: () => Promise<Between>
}

/** Counts a column in cells as it streams by: one pass, and more where many rows are crowded into few cells. */
export async function countCells(
  connection: DuckDBConnection,
  column: StreamedColumn,
  extent: ValueRange,
): Promise<StreamedCells> {
  const { rows, total } = column
  const count = async (doublings: number): Promise<CellCounter> => {
    const fresh = new CellCounter(column, extent, doublings)
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

/** The same for a numeric target, whose sums the database would round. */
export async function sumValues(connection: DuckDBConnection, column: StreamedColumn): Promise<Cells> {
  const { rows, target, specialCodes, missingCodes } = column
  const apart = new Set([...specialCodes, ...missingCodes])
  const slotOf = new Map<number, number>()
  let room = 4096
  const tally = slotTally(target, room)
  await eachRow(connection, rows, (value, mark) => {
    const x = value + 0
    if (x - x !== 0 || mark !== mark || apart.has(x)) return
    let slot = slotOf.get(x)
    if (slot === undefined) {
      slot = slotOf.size
      slotOf.set(x, slot)
      if (slot === room) tally.grow((room *= 2))
    }
    tally.add(slot, mark)
  })
  const lo = Float64Array.from(slotOf.keys()).sort()
  const slots = Uint32Array.from(lo, (x) => slotOf.get(x)!)
  return { size: lo.length, shift: 0, lo, hi: lo, tallies: tally.tallies(slots) }
}
