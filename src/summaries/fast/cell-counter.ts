import { limits } from '../cells.ts'
import { slotTally } from '../slot-tally.ts'
import type { SlotTally } from '../tallied-cells.ts'
import { ASIDE } from '../tallies.ts'
import type { Cells, NumberSummary, ValueRange } from '../../types.ts'

/** Keys of the first look: enough that few cells are crowded, few enough to be counted in a plain array. */
const KEYS = 524_288
/** Parts of a crowded cell. */
const PARTS = 64
/** Doublings below the largest size under which values share a cell: so many first, then all there are. */
export const FEW_DOUBLINGS = 32
export const ALL_DOUBLINGS = 2047
const MOST_SLOTS = 1_048_576

const one = new Float64Array(1)
const halves = new Uint32Array(one.buffer)
const HIGH = new Uint32Array(new Float64Array([1]).buffer)[1] > 0 ? 1 : 0

/** What is fixed before a column is counted. */
export type CountedColumn = Pick<NumberSummary, 'target' | 'specialCodes' | 'missingCodes'>

/**
 * Counts the rows of a column in cells while they stream by, again and again: at first by the leading bits of each value, then crowded
 * cells in parts of even width. Cells are in the order of their values; rows that are no finite values are set aside.
 */
export class CellCounter {
  readonly #special: ReadonlyMap<number, number>
  readonly #asideSlots: number
  readonly #aside: SlotTally
  #unlabelled = 0
  /** bits left out of the high half of a double, the least key, and how many keys there are on each side of zero */
  readonly #shift: number
  readonly #least: number
  readonly #most: number
  readonly #centre: number
  #lo: Float64Array
  #hi: Float64Array
  readonly #tally: SlotTally
  /** where the parts of a cell start, 0 for none */
  #parts: Int32Array
  #size: number
  /** only parts from here on are counted in this pass */
  #from = 0

  constructor({ target, specialCodes, missingCodes }: CountedColumn, { lo, hi }: ValueRange, doublings: number) {
    this.#special = new Map([
      ...specialCodes.map((code, i) => [code, ASIDE.special + i] as const),
      ...missingCodes.map((code) => [code, ASIDE.missing] as const),
    ])
    this.#asideSlots = ASIDE.special + specialCodes.length
    this.#aside = slotTally(target, this.#asideSlots)
    const largest = Math.max(Math.abs(lo), Math.abs(hi))
    const smallest = lo <= 0 && hi >= 0 ? 0 : Math.min(Math.abs(lo), Math.abs(hi))
    const [top, bottom] = [highHalf(largest), Math.max(highHalf(smallest), highHalf(largest) - doublings * 0x100000, 0)]
    let shift = 0
    while (((top >>> shift) - (bottom >>> shift) + 1) * 2 > KEYS) shift++
    this.#shift = shift
    this.#least = bottom >>> shift
    this.#most = (top >>> shift) - this.#least
    this.#centre = this.#most + 1
    this.#size = 2 * this.#most + 2
    this.#lo = new Float64Array(this.#size).fill(Infinity)
    this.#hi = new Float64Array(this.#size).fill(-Infinity)
    this.#tally = slotTally(target, this.#size)
    this.#parts = new Int32Array(this.#size)
  }

  /** Counts one row: its value, NaN where missing, and its class or the number of its target, NaN where unknown. */
  add(value: number, mark: number): void {
    const x = value + 0
    const first = this.#from === 0
    if (mark !== mark) {
      if (first) this.#unlabelled++
      return
    }
    const aside = x - x === 0 ? this.#special.get(x) : x > 0 ? ASIDE.above : x < 0 ? ASIDE.below : ASIDE.missing
    if (aside !== undefined) {
      if (first) this.#aside.add(aside, mark)
      return
    }
    const slot = this.#locate(x)
    if (slot < this.#from) return
    this.#tally.add(slot, mark)
    if (x < this.#lo[slot]) this.#lo[slot] = x
    if (x > this.#hi[slot]) this.#hi[slot] = x
  }

  #locate(x: number): number {
    one[0] = x
    let key = ((halves[HIGH] & 0x7fffffff) >>> this.#shift) - this.#least
    key = key < 0 ? 0 : key > this.#most ? this.#most : key
    let slot = x < 0 ? this.#centre - 1 - key : this.#centre + key
    for (let parts = this.#parts[slot]; parts > 0; parts = this.#parts[slot]) {
      const lo = this.#lo[slot]
      const part = Math.floor(((x - lo) / (this.#hi[slot] - lo)) * PARTS)
      slot = parts + (part >= PARTS ? PARTS - 1 : part)
    }
    return slot
  }

  /** Whether the cells nearest to zero, where values of all sizes may lie, have more rows than that. */
  crowdedAtZero(most: number): boolean {
    return this.#least > 0 && Math.max(this.#tally.rowsIn(this.#centre), this.#tally.rowsIn(this.#centre - 1)) > most
  }

  /** Parts cells of more rows than that; whether there are any, so that the rows must be counted once more. */
  part(most: number): boolean {
    const [before, crowded] = [this.#size, [] as number[]]
    for (let slot = this.#from; slot < before; slot++) {
      const width = this.#hi[slot] - this.#lo[slot]
      if (this.#tally.rowsIn(slot) > most && width > 0 && width < Infinity) crowded.push(slot)
    }
    const taken = crowded.slice(0, Math.floor((MOST_SLOTS - before) / PARTS))
    if (taken.length === 0) return false
    this.#size = before + taken.length * PARTS
    this.#lo = grown(this.#lo, this.#size, Infinity)
    this.#hi = grown(this.#hi, this.#size, -Infinity)
    this.#tally.grow(this.#size)
    const parts = new Int32Array(this.#size)
    parts.set(this.#parts)
    for (const [i, slot] of taken.entries()) parts[slot] = before + i * PARTS
    this.#parts = parts
    this.#from = before
    return true
  }

  cells(): Cells {
    const slots: number[] = []
    const visit = (slot: number): void => {
      const parts = this.#parts[slot]
      if (parts > 0) for (let part = parts; part < parts + PARTS; part++) visit(part)
      else if (this.#tally.rowsIn(slot) > 0) slots.push(slot)
    }
    for (let slot = 0; slot < 2 * this.#most + 2; slot++) visit(slot)
    const pick = (list: Float64Array): Float64Array => Float64Array.from(slots, (slot) => list[slot])
    return {
      size: slots.length,
      shift: 52,
      ...limits(pick(this.#lo), pick(this.#hi)),
      tallies: this.#tally.tallies(slots),
    }
  }

  aside(): Pick<NumberSummary, 'aside' | 'leftOut'> {
    return {
      aside: this.#aside.tallies(Array.from({ length: this.#asideSlots }, (_, slot) => slot)),
      leftOut: { unlabelled: this.#unlabelled, weightless: 0 },
    }
  }
}

function highHalf(x: number): number {
  one[0] = x
  return halves[HIGH] & 0x7fffffff
}

function grown(list: Float64Array, size: number, value: number): Float64Array {
  const larger = new Float64Array(size).fill(value, list.length)
  larger.set(list)
  return larger
}
