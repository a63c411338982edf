import { cutBetween } from '../../discretizers/column-view.ts'
import type { Closed } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { nextDown, nextUp } from '../../util/numbers/doubles.ts'
import { type CutShape, numberColumns } from './cut-model.ts'
import { anyTells, placeCuts, scoreOf, type SlotGains, stepsOf, withoutIdle } from './place-cuts.ts'

/** Labelled rows that cuts are moved by, the oldest first; columns in the order of those that the model tests. */
export interface LabelledRows {
  readonly size: number
  /** number of the class of each row; below 0 where the model does not know it */
  readonly truth: Int32Array
  /** values by column; null for a column of texts */
  readonly values: readonly (Float64Array | null)[]
  /** slots by column, with the cuts the model has now */
  readonly slots: readonly Int32Array[]
  /** how many rows came after each */
  readonly ages: Float64Array
}

/** Where cuts have gone; by column, in the order of those that the model tests. */
export interface Followed {
  readonly cuts: readonly (readonly number[])[]
  /** how far the cuts of each column move with every row; 0 where they stay */
  readonly speeds: readonly number[]
  readonly right: number
  /** the rows right, less what the moves cost */
  readonly score: number
}

const MOST_SWEEPS = 8
/** Speeds that are tried: how far a column moves while the rows come, as shares of its spread. */
const TRAVEL = 0.1
const TRAVELS = Array.from({ length: 12 }, (_, i) => (i + 1) * TRAVEL).flatMap((travel) => [travel, -travel])

interface OriginGains extends SlotGains {
  /** the cuts that have not moved by themselves */
  readonly origin: readonly number[]
}

/** What a speed costs, in moves: so many are tried that chance makes one of them look good more often than one place of a cut. */
const CREEPING = 1.5

/** A speed that was tried, with where the cuts of a column set out from and where they are now. */
interface Creep {
  readonly travel: number
  readonly speed: number
  readonly origin: readonly number[]
  readonly cuts: readonly number[]
}

/**
 * Moves the cuts of a model to where it gets most of the rows right, one column after the other, all cuts of a column at
 * once. A cut moves only if that gains `cost` rows, and only to where it tells rows apart. With `creeping`, cuts may also
 * move while the rows come, if that gains rows (`clearly`), or one column if it costs few (`perhaps`); what is found is
 * where they are after the last row. O(rows · cuts · depth).
 */
export function followBoundary(
  model: Pick<CutShape, 'columns' | 'says'>,
  rows: LabelledRows,
  start: readonly (readonly number[])[],
  { cost, creeping = 'no' }: { readonly cost: number; readonly creeping?: 'no' | 'clearly' | 'perhaps' },
): Followed {
  const search = new Search(model, rows, start, cost)
  search.settle()
  if (creeping !== 'no') {
    const places = numberColumns(model.columns).map(({ place }) => place)
    if (creeping === 'clearly') for (const place of places) search.creep([place], 0)
    else search.creep(places, cost)
    search.settle()
  }
  search.dropIdle()
  return search.result()
}

class Search {
  readonly #model: Pick<CutShape, 'columns' | 'says'>
  readonly #rows: LabelledRows
  readonly #start: readonly (readonly number[])[]
  readonly #cost: number
  /** where cuts would be now if none had moved by itself: where they start, or have crept to from there */
  readonly #origin: (readonly number[])[]
  readonly #cuts: (readonly number[])[]
  readonly #speeds: number[]
  readonly #slots: Int32Array[]
  /** by column, the rows whose values are neither missing nor special */
  readonly #placed: readonly Uint32Array[]

  constructor(
    model: Pick<CutShape, 'columns' | 'says'>,
    rows: LabelledRows,
    start: readonly (readonly number[])[],
    cost: number,
  ) {
    this.#model = model
    this.#rows = rows
    this.#start = start
    this.#cost = cost
    this.#origin = [...start]
    this.#cuts = [...start]
    this.#speeds = start.map(() => 0)
    this.#slots = rows.slots.map((slots) => slots.slice())
    const all = Uint32Array.from({ length: rows.size }, (_, row) => row)
    this.#placed = start.map((_, place) => all.filter((row) => this.#isPlaced(place, row)))
    for (const { place } of numberColumns(model.columns)) this.#fillSlots(place)
  }

  /** Moves the cuts of one column after the other until none gains any more. */
  settle(): void {
    const places = numberColumns(this.#model.columns).map(({ place }) => place)
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      if (places.filter((place) => this.#moveColumn(place)).length === 0) return
    }
  }

  /** Lets the column creep that gains most by it, if it loses less than `slack` rows. */
  creep(places: readonly number[], slack: number): void {
    const tried = places.flatMap((place) => this.#creepOf(place) ?? [])
    const [most] = tried.toSorted((a, b) => b.gain - a.gain)
    if (most === undefined || most.gain <= -slack) return
    const { place, origin, cuts, speed } = most
    this.#origin[place] = origin
    this.#cuts[place] = cuts
    this.#speeds[place] = speed
    this.#fillSlots(place)
  }

  /** How a column would creep best, and what that would gain. */
  #creepOf(place: number): (Creep & { readonly place: number; readonly gain: number }) | null {
    const values = this.#rows.values[place]!
    const known = Float64Array.from(this.#placed[place], (row) => values[row]).toSorted()
    const spread = known[Math.floor(0.95 * (known.length - 1))] - known[Math.floor(0.05 * (known.length - 1))]
    const oldest = this.#rows.ages[0]
    if (!(spread > 0) || !(oldest > 0)) return null
    const right = this.#rightBySlot(place)
    const now = this.#gains(place, 0, right)
    const still = scoreOf(now, this.#gapsOf(place, now.values, this.#cuts[place]))
    let best = -Infinity
    let found: Creep[] = []
    const look = (travel: number): void => {
      const speed = (travel * spread) / oldest
      const gains = this.#gains(place, speed, right)
      // Either the cuts set out from where they start, when the first of the rows came, or from anywhere.
      for (const origin of [this.#start[place].map((cut) => cut + speed * oldest), this.#start[place]]) {
        const starts = this.#gapsOf(place, gains.values, origin)
        const { gaps, score } = placeCuts({ ...gains, starts })
        const left = score - CREEPING * this.#cost
        if (left < best) continue
        if (left > best) found = []
        best = left
        found.push({ travel, speed, origin, cuts: this.#cutsAt(place, { ...gains, starts, origin }, gaps) })
      }
    }
    for (const travel of TRAVELS) look(travel)
    for (const step of [1 / 2, 1 / 4, 1 / 8]) {
      const at = found[Math.floor((found.length - 1) / 2)]
      for (const sign of [-1, 1]) look(at.travel + sign * step * TRAVEL)
    }
    // Of speeds that are as good, the middle one.
    const middle = found.toSorted((a, b) => a.travel - b.travel)[Math.floor((found.length - 1) / 2)]
    return { ...middle, place, gain: best - still }
  }

  /** Puts cuts back that tell nothing apart where they are now. */
  dropIdle(): void {
    for (const { place } of numberColumns(this.#model.columns)) {
      const gains = this.#gains(place, this.#speeds[place], this.#rightBySlot(place))
      const gaps = this.#gapsOf(place, gains.values, this.#cuts[place])
      if (this.#speeds[place] !== 0 && !anyTells(gains, gaps)) {
        this.#origin[place] = this.#start[place]
        this.#cuts[place] = this.#start[place]
        this.#speeds[place] = 0
      } else {
        const kept = withoutIdle(gains, gaps)
        if (kept.every((gap, k) => gap === gaps[k])) continue
        this.#cuts[place] = this.#cutsAt(place, gains, kept)
      }
      this.#fillSlots(place)
    }
  }

  result(): Followed {
    let right = 0
    for (let row = 0; row < this.#rows.size; row++) {
      if (this.#model.says(this.#slots, row) === this.#rows.truth[row]) right++
    }
    let steps = CREEPING * this.#speeds.filter((speed) => speed !== 0).length
    for (const { place } of numberColumns(this.#model.columns)) {
      const gains = this.#gains(place, this.#speeds[place], null)
      steps += stepsOf(this.#gapsOf(place, gains.values, this.#cuts[place]), gains.starts)
    }
    return { cuts: this.#cuts, speeds: this.#speeds, right, score: right - steps * this.#cost }
  }

  #moveColumn(place: number): boolean {
    const right = this.#rightBySlot(place)
    const gains = this.#gains(place, this.#speeds[place], right)
    const { gaps, score } = placeCuts(gains)
    if (score <= scoreOf(gains, this.#gapsOf(place, gains.values, this.#cuts[place]))) return false
    this.#cuts[place] = this.#cutsAt(place, gains, gaps)
    this.#fillSlots(place)
    return true
  }

  #isPlaced(place: number, row: number): boolean {
    // Missing values and special codes lie beyond the bins whatever the cuts are.
    return this.#rows.slots[place][row] <= this.#start[place].length
  }

  #closed(place: number): Closed {
    const column = this.#model.columns[place]
    return 'closed' in column ? column.closed : 'left'
  }

  /** What the model gets right of each row in each slot of a column, the others being as they are. */
  #rightBySlot(place: number): Uint8Array {
    const { size, truth } = this.#rows
    const slots = this.#start[place].length + 1
    const own = this.#slots[place]
    const right = new Uint8Array(size * slots)
    for (const row of this.#placed[place]) {
      const now = own[row]
      for (let slot = 0; slot < slots; slot++) {
        own[row] = slot
        if (this.#model.says(this.#slots, row) === truth[row]) right[row * slots + slot] = 1
      }
      own[row] = now
    }
    return right
  }

  /** `right`: what `#rightBySlot` found; null where only gaps matter. */
  #gains(place: number, speed: number, right: Uint8Array | null): OriginGains {
    const { ages } = this.#rows
    const given = this.#rows.values[place]!
    const placed = this.#placed[place]
    const shifted = speed === 0 ? given : given.map((value, row) => value + speed * ages[row])
    const rows = placed.toSorted((a, b) => shifted[a] - shifted[b] || a - b)
    const values = Float64Array.from(rows, (row) => shifted[row])
    const slots = this.#start[place].length + 1
    const origin = this.#origin[place]
    const starts = this.#gapsOf(place, values, origin)
    return { values, slots, rows, right: right ?? new Uint8Array(0), starts, origin, cost: this.#cost }
  }

  #gapsOf(place: number, values: Float64Array, cuts: readonly number[]): Int32Array {
    return Int32Array.from(cuts, (cut) => below(values, cut, this.#closed(place)))
  }

  /** Cuts in gaps: midway between rows, or the cut that started from there; each above the one before. */
  #cutsAt(place: number, { values, starts, origin }: OriginGains, gaps: Int32Array): number[] {
    const closed = this.#closed(place)
    const cuts: number[] = []
    for (const [k, gap] of gaps.entries()) {
      const cut = gap === starts[k] ? origin[k] : cutAt(values, gap, closed)
      const before = cuts.at(-1) ?? -Infinity
      cuts.push(cut > before ? cut : nextUp(before))
    }
    return cuts
  }

  #fillSlots(place: number): void {
    const { ages } = this.#rows
    const values = this.#rows.values[place]!
    const [cuts, speed, closed] = [this.#cuts[place], this.#speeds[place], this.#closed(place)]
    for (const row of this.#placed[place]) {
      const value = values[row] + speed * ages[row]
      this.#slots[place][row] = closed === 'left' ? bisectRight(cuts, value) : bisectLeft(cuts, value)
    }
  }
}

/** How many values lie below a cut. */
function below(values: Float64Array, cut: number, closed: Closed): number {
  return closed === 'left' ? bisectLeft(values, cut) : bisectRight(values, cut)
}

function cutAt(values: Float64Array, gap: number, closed: Closed): number {
  if (gap === 0) return closed === 'left' ? values[0] : nextDown(values[0])
  if (gap === values.length) return nextUp(values[gap - 1])
  return cutBetween(values[gap - 1], values[gap], closed)
}
