import type { Cells, ValueRange } from '../../types.ts'
import { bisectLeft } from '../../util/bisect.ts'
import { cellIn, type Grid } from './grids.ts'

/** What was counted of columns so far, from coarse to fine, to know how many rows a range has before it is asked for. */
export class KnownCells {
  readonly #byColumn = new Map<string, { readonly cells: Cells; readonly grid: Grid }[]>()

  add(name: string, cells: Cells, grid: Grid): void {
    if (grid.kind === 'values') return // there is nothing to look into
    this.#byColumn.set(name, [...(this.#byColumn.get(name) ?? []), { cells, grid }])
  }

  /** The cells that ranges are of, by their grid, and what they hold together. */
  find(name: string, ranges: readonly ValueRange[]): RangeCells {
    const keys = new Map<Grid, bigint[]>()
    let rows = 0
    let finest: Grid | null = null
    for (const { lo, hi } of ranges) {
      const cell = this.#cellOf(name, lo, hi)
      rows += cell.rows
      const own = keys.get(cell.grid) ?? []
      const key = cellIn(cell.grid, lo)
      if (own.at(-1) !== key) own.push(key)
      keys.set(cell.grid, own)
    }
    // Grids were made finer and finer.
    for (const { grid } of this.#byColumn.get(name) ?? []) if (keys.has(grid)) finest = grid
    return {
      only: [...keys].map(([grid, numbers]) => ({ grid, numbers })),
      rows,
      finest: finest!,
      count: ranges.length,
    }
  }

  /** The finest cell that was counted from `lo` to `hi`. */
  #cellOf(name: string, lo: number, hi: number): { readonly grid: Grid; readonly rows: number } {
    for (const { cells, grid } of (this.#byColumn.get(name) ?? []).toReversed()) {
      const at = bisectLeft(cells.lo, lo)
      if (at < cells.size && cells.lo[at] === lo && cells.hi[at] === hi) return { grid, rows: cells.tallies.rows[at] }
    }
    throw new Error(`no cell was counted from ${lo} to ${hi}`)
  }
}

/** Cells of a grid, by their numbers. */
export interface GridCells {
  readonly grid: Grid
  readonly numbers: readonly bigint[]
}

/** The cells of some ranges. */
export interface RangeCells {
  readonly only: readonly GridCells[]
  readonly rows: number
  readonly finest: Grid
  readonly count: number
}
