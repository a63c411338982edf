import { nextDown } from '../../util/numbers/doubles.ts'

/** What is kept of the target in every cell of a live column. */
export type LiveTarget = 'none' | 'class' | 'numeric'

/** Sums per slot: one per class; Σw, Σwy and Σwy² for a numeric target; or Σw alone. */
export interface PlaneShape {
  /** most cells; slots from here on are those set aside (missing, −∞, +∞, special codes) */
  readonly capacity: number
  readonly aside: number
  readonly channels: number
  readonly target: LiveTarget
  readonly weighted: boolean
  /** every count and weight is a multiple of this power of two, so that adding and taking away is exact */
  readonly grain: number
}

/**
 * What the cells of a live column hold, as one array per field. Cells can be split and joined in place; what they hold is
 * conserved exactly. Nothing is allocated after the start.
 *
 * `lo` and `hi` are values known to lie in the cell. A cell that was split on a guess knows only one value of each half:
 * `guessed` says how many of its rows are only thought to be there, and `doubt` by how many rows the count below the break
 * above it may be wrong.
 */
export class CellPlane {
  readonly shape: PlaneShape
  readonly lo: Float64Array
  readonly hi: Float64Array
  readonly guessed: Float64Array
  readonly doubt: Float64Array
  readonly rows: Float64Array
  readonly sums: Float64Array
  /** what rounding took from Σwy and Σwy²; empty without a numeric target */
  readonly rest: Float64Array

  constructor(shape: PlaneShape) {
    const slots = shape.capacity + shape.aside
    this.shape = shape
    this.lo = new Float64Array(slots).fill(Number.NaN)
    this.hi = new Float64Array(slots).fill(Number.NaN)
    this.guessed = new Float64Array(slots)
    this.doubt = new Float64Array(slots)
    this.rows = new Float64Array(slots)
    this.sums = new Float64Array(slots * shape.channels)
    this.rest = new Float64Array(shape.target === 'numeric' ? slots * shape.channels : 0)
  }

  /** Channels that are counts or weights; the others are sums of the target. */
  get counting(): number {
    return this.shape.target === 'numeric' ? 1 : this.shape.channels
  }

  /** Counts one row: `mark` is the number of its class, or its numeric target. */
  add(slot: number, mark: number, rows: number, weight: number): void {
    const { channels, target } = this.shape
    const base = slot * channels
    this.rows[slot] += rows
    this.sums[target === 'class' ? base + mark : base] += weight
    if (target !== 'numeric') return
    this.#addMoment(base + 1, weight * mark)
    this.#addMoment(base + 2, weight * mark * mark)
  }

  /** Remembers a value of a cell. */
  see(cell: number, value: number): void {
    if (!(value >= this.lo[cell])) this.lo[cell] = value
    if (!(value <= this.hi[cell])) this.hi[cell] = value
  }

  /** Makes space for a cell at `at`; the one that was there is then there twice. */
  open(at: number, size: number): void {
    const { channels } = this.shape
    for (const list of [this.lo, this.hi, this.guessed, this.doubt, this.rows]) list.copyWithin(at + 1, at, size)
    for (const list of [this.sums, this.rest]) list.copyWithin((at + 1) * channels, at * channels, size * channels)
  }

  /** Forgets what a slot holds. */
  clear(slot: number): void {
    const { channels } = this.shape
    this.lo[slot] = this.hi[slot] = Number.NaN
    this.rows[slot] = this.guessed[slot] = this.doubt[slot] = 0
    this.sums.fill(0, slot * channels, (slot + 1) * channels)
    this.rest.fill(0, slot * channels, (slot + 1) * channels)
  }

  /**
   * Splits a cell at a value. Where values are known on both sides, every class is halved, an odd grain going right. Where
   * they are known on one side only, rows that are only guessed to be here are halved, and all others stay on that side.
   */
  split(cell: number, size: number, at: number): void {
    const { lo, hi, rows, guessed, doubt } = this
    const doubtful = Math.max(cell > 0 ? doubt[cell - 1] : 0, doubt[cell])
    const [held, unsure] = [rows[cell], guessed[cell]]
    const side = held === 0 || lo[cell] >= at ? 'right' : hi[cell] < at ? 'left' : 'both'
    this.open(cell, size)
    const stray = held === 0 ? 0 : unsure / held / 2
    this.#divide(cell, side === 'both' ? 0.5 : side === 'left' ? 1 - stray : stray)
    const [left, right] = [rows[cell], rows[cell + 1]]
    if (side === 'both') {
      hi[cell] = lo[cell]
      lo[cell + 1] = hi[cell + 1]
      guessed[cell] = left
      guessed[cell + 1] = right
    } else if (side === 'left') {
      lo[cell + 1] = hi[cell + 1] = at
      guessed[cell] = Math.max(0, unsure - right)
      guessed[cell + 1] = right
    } else {
      lo[cell] = hi[cell] = nextDown(at)
      guessed[cell] = left
      guessed[cell + 1] = Math.max(0, unsure - left)
    }
    doubt[cell] = doubtful + (side === 'both' ? Math.max(left, right) : unsure)
    if (left === 0) this.#empty(cell)
    if (right === 0) this.#empty(cell + 1)
  }

  /** Joins a cell and the one above it. */
  join(cell: number, size: number): void {
    const { channels } = this.shape
    this.addSlot(cell, this, cell + 1)
    const [from, base] = [(cell + 2) * channels, (cell + 1) * channels]
    for (const list of [this.lo, this.hi, this.guessed, this.rows]) list.copyWithin(cell + 1, cell + 2, size)
    for (const list of [this.sums, this.rest]) list.copyWithin(base, from, size * channels)
    this.doubt.copyWithin(cell, cell + 1, size)
    this.clear(size - 1)
  }

  /** Adds what a slot of another plane holds, its range of values included. */
  addSlot(slot: number, from: CellPlane, index: number): void {
    const { channels } = this.shape
    this.rows[slot] += from.rows[index]
    this.guessed[slot] += from.guessed[index]
    if (from.lo[index] < this.lo[slot] || this.lo[slot] !== this.lo[slot]) this.lo[slot] = from.lo[index]
    if (from.hi[index] > this.hi[slot] || this.hi[slot] !== this.hi[slot]) this.hi[slot] = from.hi[index]
    const counting = this.counting
    for (let c = 0; c < channels; c++) {
      const [to, at] = [slot * channels + c, index * channels + c]
      if (c < counting) this.sums[to] += from.sums[at]
      else {
        this.#addMoment(to, from.sums[at])
        this.#addMoment(to, from.rest[at])
      }
    }
  }

  /** Halves everything that is held, which makes it half as old; what falls below the grain is forgotten. */
  halveAll(size: number): void {
    const { capacity, aside, channels, grain, weighted } = this.shape
    const counting = this.counting
    for (let index = 0; index < size + aside; index++) {
      const slot = index < size ? index : capacity + index - size
      let rows = 0
      for (let c = 0; c < channels; c++) {
        const at = slot * channels + c
        this.sums[at] = c < counting ? Math.floor(this.sums[at] / (2 * grain)) * grain : this.sums[at] / 2
        if (c >= counting) this.rest[at] /= 2
        else rows += this.sums[at]
      }
      // A heavy row stays a row as long as there is any of its weight.
      this.rows[slot] = weighted ? Math.max(grain, Math.floor(this.rows[slot] / (2 * grain)) * grain) : rows
      this.guessed[slot] /= 2
      this.doubt[slot] /= 2
      if (rows === 0) this.#empty(slot)
    }
  }

  /** Copies all fields of a plane of the same shape. */
  copyFrom(from: CellPlane): void {
    this.lo.set(from.lo)
    this.hi.set(from.hi)
    this.guessed.set(from.guessed)
    this.doubt.set(from.doubt)
    this.rows.set(from.rows)
    this.sums.set(from.sums)
    this.rest.set(from.rest)
  }

  /** A slot without rows; the doubt about its break stays. */
  #empty(slot: number): void {
    const doubt = this.doubt[slot]
    this.clear(slot)
    this.doubt[slot] = doubt
  }

  /** Gives a share of what cell and cell + 1 both hold to the first, the rest to the second. */
  #divide(cell: number, share: number): void {
    const { channels, grain, weighted } = this.shape
    const counting = this.counting
    // A half without rows is emptied: nothing but whole rows may be left to lose.
    const own = this.rows[cell] * share < grain ? 0 : share
    const first = (count: number): number => Math.floor((count * own) / grain) * grain
    let [left, right] = [0, 0]
    for (let c = 0; c < channels; c++) {
      const at = cell * channels + c
      const sum = this.sums[at]
      const given = c < counting ? first(sum) : sum * own
      this.sums[at] = given
      this.sums[at + channels] = sum - given
      if (c < counting) {
        left += given
        right += sum - given
      } else {
        const rest = this.rest[at]
        this.rest[at] = rest * own
        this.rest[at + channels] = rest - rest * own
      }
    }
    if (weighted) {
      const rows = this.rows[cell]
      left = first(rows)
      right = rows - left
    }
    this.rows[cell] = left
    this.rows[cell + 1] = right
  }

  /** Adds in two doubles, so that long streams lose nothing that shows. */
  #addMoment(at: number, term: number): void {
    const sum = this.sums[at]
    const total = sum + term
    const back = total - sum
    this.sums[at] = total
    this.rest[at] += sum - (total - back) + (term - back)
  }
}
