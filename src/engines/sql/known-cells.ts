import { cellNumber } from '../../summaries/cell-key.ts'
import type { Cells, ValueRange } from '../../types.ts'
import { bisectLeft } from '../../util/bisect.ts'

/** What was counted of columns so far, from coarse to fine, to know how many rows a range has before it is asked for. */
export class KnownCells {
  readonly #byColumn = new Map<string, Cells[]>()

  add(name: string, cells: Cells): void {
    const known = this.#byColumn.get(name) ?? []
    this.#byColumn.set(name, [...known, cells])
  }

  /** The numbers of the cells that ranges are of, by the bits left out of them, and what they hold together. */
  find(name: string, ranges: readonly ValueRange[]): RangeCells {
    const keys = new Map<number, bigint[]>()
    let rows = 0
    let finest = Infinity
    for (const { lo, hi } of ranges) {
      const cell = this.#cellOf(name, lo, hi)
      rows += cell.rows
      finest = Math.min(finest, cell.shift)
      const own = keys.get(cell.shift) ?? []
      const key = cellNumber(lo, cell.shift)
      if (own.at(-1) !== key) own.push(key)
      keys.set(cell.shift, own)
    }
    return { keys, rows, finest, count: ranges.length }
  }

  /** The finest cell that was counted from `lo` to `hi`. */
  #cellOf(name: string, lo: number, hi: number): { readonly shift: number; readonly rows: number } {
    for (const cells of (this.#byColumn.get(name) ?? []).toReversed()) {
      const at = bisectLeft(cells.lo, lo)
      if (at < cells.size && cells.lo[at] === lo && cells.hi[at] === hi) {
        return { shift: cells.shift, rows: cells.tallies.rows[at] }
      }
    }
    throw new Error(`no cell was counted from ${lo} to ${hi}`)
  }
}

/** The cells of some ranges. */
export interface RangeCells {
  readonly keys: ReadonlyMap<number, readonly bigint[]>
  readonly rows: number
  /** bits left out of the finest of them */
  readonly finest: number
  readonly count: number
}
