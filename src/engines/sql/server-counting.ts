import type { Between } from '../../discretizers/column-deviation.ts'
import { DataError } from '../../errors.ts'
import { shiftBetween } from '../../summaries/cell-key.ts'
import { limits } from '../../summaries/cells.ts'
import type { CategorySummary, Cells, Note, Target, ValueRange } from '../../types.ts'
import { bisectRight } from '../../util/bisect.ts'
import type { CountedCells, Counting, NumbersAsked, RangesAsked } from '../engine.ts'
import { cellsOf, type GroupedCells, type GroupedColumn, type GroupedRows, readGroups } from './grouped-rows.ts'
import { finerGrid, type Grid, stepsBetween } from './grids.ts'
import { KnownCells, type RangeCells } from './known-cells.ts'
import type { WatchedConnection } from './passes.ts'
import { readDeviations } from './server-deviations.ts'
import { countServerLevels } from './server-levels.ts'
import type { ServerTable } from './server-table.ts'
import type { Measured } from './server-target.ts'

/** Bits left out at most, which leaves 10 after the leading one; and most numbers that cells between two values may have. */
const USUAL_SHIFT = 42
export const MOST_CELLS = 65_536
/** Values that looking closer may bring at a time, of all columns together. */
const MOST_VALUES = 600_000
/** Parts of cells, where their values are more than that, and most bits that are added to make them. */
const MOST_PARTS = 250_000
const MORE_BITS = 10
/** Parts of fewer rows are no gain: a row of the answer for each class is as much as one for each value. */
const ROWS_IN_PART = 2

/** Counts of fewer rows fit into 32 bits, and still do when some come while they are counted. */
const FEW_ROWS = 2 ** 30

/** Counts rows where they are: every question is one query, whatever the number of columns. */
export class ServerCounting implements Counting {
  readonly target: Target | null
  readonly weighted: boolean
  readonly notes: readonly Note[]
  readonly atOnce: number
  readonly #connection: WatchedConnection
  readonly #table: ServerTable
  readonly #rows: GroupedRows
  readonly #known = new KnownCells()

  constructor(connection: WatchedConnection, table: ServerTable, measured: Measured) {
    const { measures } = measured
    this.target = measures.target
    this.weighted = measures.weighted
    this.notes = [...measured.notes, ...measures.notes]
    this.atOnce = connection.dialect.mostColumns
    this.#connection = connection
    this.#table = table
    this.#rows = { from: table.from, areFew: table.rows < FEW_ROWS, ...measured }
  }

  count(
    columns: readonly NumbersAsked[],
    wanted: 'any cells' | 'cells that merge' = 'cells that merge',
  ): Promise<CountedCells[]> {
    this.#about('counting', columns)
    const steps = wanted === 'any cells'
    return this.#whole(columns.map((column) => ({ ...column, grid: gridOf(this.#table, column, steps) })))
  }

  async countValues(columns: readonly NumbersAsked[]): Promise<Cells[]> {
    this.#about('counting every value of', columns)
    return (await this.#whole(columns.map((column) => ({ ...column, grid: { kind: 'values' } })))).map(
      ({ cells }) => cells,
    )
  }

  async readRanges(columns: readonly RangesAsked[]): Promise<Cells[]> {
    this.#about('looking closer into', columns)
    const asked = columns.map((column) => this.#known.find(column.name, column.ranges))
    const grids = finerGrids(asked)
    const found = await this.#grouped(columns.map((column, i) => ({ ...column, grid: grids[i], only: asked[i].only })))
    return found.map(({ cells }, i) => {
      const inside = insideRanges(cells, columns[i].ranges)
      this.#known.add(columns[i].name, inside, grids[i])
      return inside
    })
  }

  deviations(columns: readonly (NumbersAsked & { readonly cells: Cells })[]): Promise<Between[]> {
    this.#about('measuring the spread of', columns)
    const asked = columns.map((column) => ({ ...column, number: numberOf(this.#table, column) }))
    return readDeviations(this.#connection, this.#rows, asked)
  }

  distinct(columns: readonly NumbersAsked[]): Promise<number[]> {
    this.#about('estimating the number of values of', columns)
    return this.#table.aboutDistinct(columns.map((column) => numberOf(this.#table, column)))
  }

  levels(name: string): Promise<CategorySummary> {
    this.#connection.about(`counting the levels of ${name}`)
    return countServerLevels(this.#connection, this.#table, this.#table.column(name), this.#rows)
  }

  #about(what: string, { length }: readonly unknown[]): void {
    this.#connection.about(`${what} ${length === 1 ? '1 column' : `${length} columns`}`)
  }

  /** All rows of columns, in cells; they must be as many as there were. */
  async #whole(columns: readonly Omit<GroupedColumn, 'number'>[]): Promise<GroupedCells[]> {
    const found = await this.#grouped(columns)
    for (const [i, { cells, seen }] of found.entries()) {
      this.#table.checkRows(seen)
      this.#known.add(columns[i].name, cells, columns[i].grid)
    }
    return found
  }

  async #grouped(columns: readonly Omit<GroupedColumn, 'number'>[]): Promise<GroupedCells[]> {
    const asked = columns.map((column) => ({ ...column, number: numberOf(this.#table, column) }))
    const groups = await readGroups(this.#connection, this.#rows, asked)
    return asked.map((column, i) => cellsOf(groups[i], column, this.#rows.measures))
  }
}

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
    throw new DataError(
      `${where}: found values near ${value}, which a double cannot hold exactly; leave it out, or cast it to a text in a query`,
      { column: name },
    )
  }
  return number
}

/** Steps where values lie evenly; else bits, fine enough for values that lie close together. */
function gridOf(table: ServerTable, { name }: NumbersAsked, steps: boolean): Grid {
  const extent = table.extent(name)
  if (extent === null) return { kind: 'bits', shift: USUAL_SHIFT }
  const even = steps && extent.isEven ? stepsBetween(extent.lo, extent.hi, MOST_CELLS) : null
  return even ?? { kind: 'bits', shift: Math.min(USUAL_SHIFT, shiftBetween(extent.lo, extent.hi, MOST_CELLS)) }
}

/**
 * Every value of the cells asked for, for columns with few rows in them first, as long as there is room; cells that are finer by
 * some bits for the others, unless that would make hardly fewer of them than there are values.
 */
function finerGrids(asked: readonly RangeCells[]): Grid[] {
  const order = [...asked.keys()].toSorted((a, b) => asked[a].rows - asked[b].rows)
  let rows = 0
  const large = order.filter((at) => (rows += asked[at].rows) > MOST_VALUES)
  const bits = moreBits(asked, large)
  const coarse = large.filter((at) => asked[at].rows > ROWS_IN_PART * asked[at].count * 2 ** bits)
  const finer = moreBits(asked, coarse)
  return asked.map(({ finest }, at) => (coarse.includes(at) ? finerGrid(finest, finer) : { kind: 'values' }))
}

/** How many bits may be added to the numbers of cells, so that there are not too many of them. */
function moreBits(asked: readonly RangeCells[], large: readonly number[]): number {
  const count = large.reduce((sum, at) => sum + asked[at].count, 0)
  return Math.max(1, Math.min(MORE_BITS, Math.floor(Math.log2(MOST_PARTS / count))))
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
