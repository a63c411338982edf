import { readCuts } from '../binning/read-column.ts'
import type { Field } from '../util/saved-json.ts'

/** Cuts as they were from a row on. */
export interface CutEntry {
  /** the row from which on they held */
  readonly row: number
  /** the cuts, ascending */
  readonly cuts: readonly number[]
}

const MOST_ENTRIES = 100

/**
 * The last cuts of a live column, one entry whenever they changed. Older entries are dropped and counted.
 *
 *     const history = new CutHistory(2)
 *     history.add(100, [30])
 *     history.add(500, [31])
 *     history.add(900, [31, 45])
 *     console.log(history.entries, history.dropped)
 *     // → [ { row: 500, cuts: [ 31 ] }, { row: 900, cuts: [ 31, 45 ] } ] 1
 */
export class CutHistory {
  /** most entries that are kept */
  readonly most: number
  #entries: CutEntry[] = []
  #dropped = 0

  constructor(most: number = MOST_ENTRIES) {
    this.most = most
  }

  /** Oldest first. */
  get entries(): readonly CutEntry[] {
    return this.#entries
  }

  /** How many older entries were dropped. */
  get dropped(): number {
    return this.#dropped
  }

  /** Notes cuts that differ from the last ones. */
  add(row: number, cuts: readonly number[]): void {
    const last = this.#entries.at(-1)?.cuts
    if (last !== undefined && last.length === cuts.length && last.every((cut, i) => cut === cuts[i])) return
    this.#entries.push({ row, cuts })
    if (this.#entries.length <= this.most) return
    this.#entries.shift()
    this.#dropped++
  }

  /** The history as plain data, to be saved. */
  toState(): Record<string, unknown> {
    return { dropped: this.#dropped, entries: this.#entries }
  }

  /** Reads a saved history. */
  static fromState(field: Field): CutHistory {
    const history = new CutHistory()
    const entries = field.get('entries')
    if (entries.items().length > history.most) entries.fail(`at most ${history.most} entries`)
    history.#entries = entries.list((item) => ({ row: item.get('row').index(), cuts: readCuts(item.get('cuts')) }))
    history.#dropped = field.get('dropped').index()
    return history
  }
}
