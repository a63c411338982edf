import { BreakIndex } from './break-index.ts'
import { CellPlane, type PlaneShape } from './cell-plane.ts'

/**
 * The cells of a live column and the breaks between them: cell k lies from break k − 1, which belongs to it, up to break
 * k, the end cells being open. What the cells hold lies in planes that are split and joined together: the total; with a
 * window one plane for each pane; and the total as it was when it was last remembered, to tell how far it has moved.
 */
export class PidCells {
  readonly breaks: Float64Array
  readonly index: BreakIndex
  total: CellPlane
  remembered: CellPlane
  /** oldest first, the last one being filled; empty without a window */
  panes: CellPlane[]
  size = 1

  constructor(shape: PlaneShape, window: boolean) {
    this.breaks = new Float64Array(shape.capacity)
    this.index = new BreakIndex(shape.capacity)
    this.total = new CellPlane(shape)
    this.remembered = new CellPlane(shape)
    this.panes = window ? [new CellPlane(shape)] : []
    this.index.learn(this.breaks, 0)
  }

  /** Even breaks from low to high. */
  startEven(low: number, high: number, cells: number): void {
    // A range beyond the largest double is cut at a quarter of its size.
    const scale = Number.isFinite(high - low) ? 1 : 4
    const step = (high / scale - low / scale) / cells
    let count = 0
    for (let i = 0; i <= cells && count < this.breaks.length - 1; i++) {
      const at = (i === cells ? high : (low / scale + i * step) * scale) + 0
      if (count === 0 || at > this.breaks[count - 1]) this.breaks[count++] = at
    }
    this.size = count + 1
    this.learn()
  }

  /** Must be called after breaks have changed. */
  learn(): void {
    this.index.learn(this.breaks, this.size - 1)
  }

  /** Splits a cell at a value: a new break, and one cell more. O(cells). */
  split(cell: number, at: number): void {
    for (const plane of this.#ownPlanes()) plane.split(cell, this.size, at)
    if (this.panes.length > 0) {
      this.total.open(cell, this.size)
      this.#gather(cell)
      this.#gather(cell + 1)
    }
    this.breaks.copyWithin(cell + 1, cell, this.size - 1)
    this.breaks[cell] = at
    this.size++
    this.learn()
  }

  /** Joins a cell and the one above it. */
  join(cell: number): void {
    for (const plane of [this.total, this.remembered, ...this.panes]) plane.join(cell, this.size)
    this.breaks.copyWithin(cell, cell + 1, this.size - 1)
    this.size--
    this.learn()
  }

  /** The lower cell of the two neighbours with the fewest rows, neither of them `apart`; −1 when there are none. O(cells). */
  lightestPair(apart: number): number {
    const { rows } = this.total
    let best = -1
    let least = Infinity
    for (let cell = 0; cell < this.size - 1; cell++) {
      const both = rows[cell] + rows[cell + 1]
      if (both < least && cell !== apart && cell + 1 !== apart) [best, least] = [cell, both]
    }
    return best
  }

  /** Begins a new pane, and forgets the oldest one where there are more than `most`. O(cells · panes). */
  turnPane(most: number): void {
    const { panes } = this
    if (panes.length < most) panes.push(new CellPlane(this.total.shape))
    else {
      const oldest = panes.shift()!
      for (let slot = 0; slot < oldest.rows.length; slot++) oldest.clear(slot)
      panes.push(oldest)
      this.gatherAll()
    }
  }

  /** Adds up the panes again. O(cells · panes). */
  gatherAll(): void {
    const { capacity, aside } = this.total.shape
    for (let cell = 0; cell < this.size; cell++) this.#gather(cell)
    for (let slot = 0; slot < aside; slot++) this.#gather(capacity + slot)
  }

  /** Makes everything half as old. */
  halveAll(): void {
    this.total.halveAll(this.size)
    this.remembered.halveAll(this.size)
  }

  /** Rows in all cells. O(cells). */
  rowsInCells(): number {
    let rows = 0
    for (let cell = 0; cell < this.size; cell++) rows += this.total.rows[cell]
    return rows
  }

  /** The same cells with space for more classes. O(cells · classes). */
  growClasses(channels: number): void {
    const widen = (plane: CellPlane): CellPlane => {
      const wide = new CellPlane({ ...plane.shape, channels })
      for (const field of ['lo', 'hi', 'guessed', 'doubt', 'rows'] as const) wide[field].set(plane[field])
      const own = plane.shape.channels
      for (let slot = 0; slot < plane.rows.length; slot++) {
        wide.sums.set(plane.sums.subarray(slot * own, (slot + 1) * own), slot * channels)
      }
      return wide
    }
    this.total = widen(this.total)
    this.remembered = widen(this.remembered)
    this.panes = this.panes.map(widen)
  }

  /** The planes that hold rows of their own; the total of panes follows from them. */
  #ownPlanes(): CellPlane[] {
    return this.panes.length > 0 ? [this.remembered, ...this.panes] : [this.remembered, this.total]
  }

  #gather(slot: number): void {
    this.total.clear(slot)
    for (const pane of this.panes) {
      this.total.addSlot(slot, pane, slot)
      this.total.doubt[slot] += pane.doubt[slot]
    }
  }
}
