import type { Cells, Tallies } from '../types.ts'
import { sortedOrder } from '../util/sort.ts'

/** Rows of weight 1 added up in slots as they come, each with its class or the number of its target. */
export interface SlotTally {
  /** adds a row, or several of a class */
  readonly add: (slot: number, mark: number, rows?: number) => void
  /** makes room for more slots */
  readonly grow: (size: number) => void
  readonly rowsIn: (slot: number) => number
  /** the tallies of some slots, in the order given */
  readonly tallies: (slots: ArrayLike<number>) => Tallies
}

/** One cell per distinct value of some finite values, with what a tally makes of their marks. Sorts them. */
export function talliedCells(
  values: Float64Array,
  marks: Float64Array | Uint16Array,
  tallyOf: (size: number) => Pick<SlotTally, 'add' | 'tallies'>,
): Cells {
  const order = sortedOrder(values)
  const lo = new Float64Array(order.length)
  let size = 0
  for (let i = 0; i < order.length; i++) {
    const value = values[order[i]]
    if (size === 0 || value !== lo[size - 1]) lo[size++] = value
  }
  const tally = tallyOf(size)
  for (let i = 0, cell = 0; i < order.length; i++) {
    if (values[order[i]] !== lo[cell]) cell++
    tally.add(cell, marks[order[i]])
  }
  const seen = lo.slice(0, size)
  return { size, shift: 0, lo: seen, hi: seen, tallies: tally.tallies(Uint32Array.from(seen, (_, cell) => cell)) }
}
