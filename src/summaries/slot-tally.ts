import type { Cells, Tallies, Target } from '../types.ts'
import { NumberSums } from './number-sums.ts'
import { type SlotTally, talliedCells } from './tallied-cells.ts'
import { channelCount } from './tallies.ts'

/** A tally of so many slots for rows of a target; without one every row is of class 0. */
export function slotTally(target: Target | null, size: number): SlotTally {
  return target?.kind === 'numeric' ? new NumberSums(size) : new ClassCounts(size, channelCount(target))
}

/** One cell per distinct value of some finite values, each with its class or the number of its target. */
export function exactCells(target: Target | null, values: Float64Array, marks: Float64Array | Uint16Array): Cells {
  return talliedCells(values, marks, (size) => slotTally(target, size))
}

/** Counts rows by class. */
class ClassCounts implements SlotTally {
  readonly #classes: number
  #rows: Float64Array
  #counts: Float64Array

  constructor(size: number, classes: number) {
    this.#classes = classes
    this.#rows = new Float64Array(size)
    this.#counts = new Float64Array(size * classes)
  }

  add(slot: number, mark: number, rows = 1): void {
    this.#rows[slot] += rows
    this.#counts[slot * this.#classes + mark] += rows
  }

  grow(size: number): void {
    const [rows, counts] = [new Float64Array(size), new Float64Array(size * this.#classes)]
    rows.set(this.#rows)
    counts.set(this.#counts)
    this.#rows = rows
    this.#counts = counts
  }

  rowsIn(slot: number): number {
    return this.#rows[slot]
  }

  tallies(slots: ArrayLike<number>): Tallies {
    const [size, channels] = [slots.length, this.#classes]
    const rows = new Float64Array(size)
    const sums = new Float64Array(size * channels)
    for (let i = 0; i < size; i++) {
      const slot = slots[i]
      rows[i] = this.#rows[slot]
      for (let c = 0; c < channels; c++) sums[i * channels + c] = this.#counts[slot * channels + c]
    }
    return { size, channels, rows, sums, residues: [] }
  }
}
