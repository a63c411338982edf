import { DataError } from '../../errors.ts'
import { shiftBetween } from '../../summaries/cell-key.ts'
import { limits } from '../../summaries/cells.ts'
import { channelCount } from '../../summaries/tallies.ts'
import type { Cells, ValueRange } from '../../types.ts'
import { bisectRight } from '../../util/bisect.ts'
import type { CountedCells, Counting, NumbersAsked, RangesAsked } from '../engine.ts'
import { cellsOf, type GroupedCells, type GroupedColumn, type GroupedRows, readGroups } from './grouped-rows.ts'
import { KnownCells } from './known-cells.ts'
import type { WatchedConnection } from './passes.ts'
import { readDeviations } from './server-deviations.ts'
import { countServerLevels } from './server-levels.ts'
import type { ServerTable } from './server-table.ts'
import type { Measured } from './server-target.ts'

/** Bits left out at most, which leaves 10 after the leading one; and most numbers that cells between two values may have. */
const USUAL_SHIFT = 42
const MOST_CELLS = 65_536
/** Groups that looking closer may bring at a time, of all columns together; and bits that it adds where that is too few. */
const MOST_GROUPS = 600_000
const MORE_BITS = 10

/** Counts rows where they are: every question is one query, whatever the number of columns. */
export function serverCounting(connection: WatchedConnection, table: ServerTable, measured: Measured): Counting {
  const { measures } = measured
  const known = new KnownCells()
  const rows: GroupedRows = { from: table.from, ...measured }
  const grouped = async (columns: readonly GroupedColumn[]): Promise<GroupedCells[]> => {
    const groups = await readGroups(connection, rows, columns)
    return columns.map((column, i) => cellsOf(groups[i], column, measures))
  }
  const whole = async (columns: readonly GroupedColumn[]): Promise<GroupedCells[]> => {
    const found = await grouped(columns)
    for (const { seen } of found) table.checkRows(seen)
    for (const [i, { cells }] of found.entries()) known.add(columns[i].name, cells)
    return found
  }
  return {
    target: measures.target,
    weighted: measures.weighted,
    notes: [...measured.notes, ...measures.notes],
    atOnce: connection.dialect.mostColumns,
    count: async (columns) => {
      connection.about(`counting ${columnsText(columns.length)}`)
      const asked = columns.map((column) => ({
        ...column,
        number: numberOf(table, column),
        shift: shiftOf(table, column),
      }))
      return (await whole(asked)).map(({ cells, aside, leftOut }): CountedCells => ({ cells, aside, leftOut }))
    },
    countValues: async (columns) => {
      connection.about(`counting every value of ${columnsText(columns.length)}`)
      const asked = columns.map((column) => ({ ...column, number: numberOf(table, column), shift: 0 }))
      return (await whole(asked)).map(({ cells }) => cells)
    },
    readRanges: async (columns) => {
      connection.about(`looking closer into ${columnsText(columns.length)}`)
      const most = MOST_GROUPS / Math.max(1, columns.length) / Math.max(1, channelCount(measures.target) / 2)
      const asked = columns.map((column) => rangesAsked(table, column, known, most))
      const found = await grouped(asked)
      return found.map(({ cells }, i) => {
        const inside = insideRanges(cells, columns[i].ranges)
        known.add(columns[i].name, inside)
        return inside
      })
    },
    deviations: async (columns) => {
      connection.about(`measuring the spread of ${columnsText(columns.length)}`)
      return readDeviations(
        connection,
        rows,
        columns.map((column) => ({ ...column, number: numberOf(table, column) })),
      )
    },
    distinct: async (columns) => {
      connection.about(`estimating the number of values of ${columnsText(columns.length)}`)
      return table.aboutDistinct(columns.map((column) => numberOf(table, column)))
    },
    levels: (name) => {
      connection.about(`counting the levels of ${name}`)
      return countServerLevels(connection, table, table.column(name), rows)
    },
  }
}

const columnsText = (count: number): string => (count === 1 ? '1 column' : `${count} columns`)

/** The values of a column as doubles. Those that a double cannot hold are refused, and so are columns of texts. */
function numberOf(table: ServerTable, { name }: NumbersAsked): string {
  const { number, exactUpTo, holds } = table.column(name)
  const where = `${table.name}, column "${name}"`
  if (number === null) {
    throw new DataError(`${where}: found ${holds}, expected numbers; cast it in a query, or bin it as a category`, {
      column: name,
    })
  }
  const extent = table.extent(name)
  if (extent !== null && (extent.hi > exactUpTo || extent.lo < -exactUpTo)) {
    const value = extent.hi > exactUpTo ? extent.hi : extent.lo
    throw new DataError(`${where}: found values near ${value}, which a double cannot hold exactly`, { column: name })
  }
  return number
}

/** Fine enough for values that lie close together, and not finer than the most cells there may be. */
function shiftOf(table: ServerTable, { name }: NumbersAsked): number {
  const extent = table.extent(name)
  return extent === null ? USUAL_SHIFT : Math.min(USUAL_SHIFT, shiftBetween(extent.lo, extent.hi, MOST_CELLS))
}

/** Every value of the cells that ranges are of; where these may be too many, finer cells. */
function rangesAsked(table: ServerTable, column: RangesAsked, known: KnownCells, most: number): GroupedColumn {
  const { keys, rows, finest, count } = known.find(column.name, column.ranges)
  // A cell has at most as many parts as it has rows.
  const finer = Math.max(1, Math.min(MORE_BITS, Math.floor(Math.log2(most / count))))
  const shift = rows <= most ? 0 : Math.max(0, finest - finer)
  return { ...column, number: numberOf(table, column), shift, only: keys }
}

/** The cells that lie in ranges: a cell of several ranges is read as a whole. */
function insideRanges(cells: Cells, ranges: readonly ValueRange[]): Cells {
  const starts = ranges.map(({ lo }) => lo)
  const inside = Array.from({ length: cells.size }, (_, cell) => cell).filter((cell) => {
    const range = bisectRight(starts, cells.lo[cell]) - 1
    return range >= 0 && cells.hi[cell] <= ranges[range].hi
  })
  if (inside.length === cells.size) return cells
  const { channels, rows, sums, residues } = cells.tallies
  const pick = (list: Float64Array, width: number): Float64Array =>
    Float64Array.from(
      { length: inside.length * width },
      (_, at) => list[inside[Math.floor(at / width)] * width + (at % width)],
    )
  const ends = limits(pick(cells.lo, 1), pick(cells.hi, 1))
  const tallies = {
    size: inside.length,
    channels,
    rows: pick(rows, 1),
    sums: pick(sums, channels),
    residues: residues.map((list) => pick(list, channels)),
  }
  return { size: inside.length, shift: cells.shift, ...ends, tallies }
}
