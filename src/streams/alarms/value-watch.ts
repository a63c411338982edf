import { type Alarm, checkWatch, RUN_LENGTH } from './alarm.ts'
import { ChangeDetector } from './change-detector.ts'
import type { DependenceState, DetectorShape } from './change-types.ts'
import { findSlots, slotCount, slotOf } from './find-slots.ts'
import { populationAlarm, populationShape, type PopulationState } from './population-drift.ts'
import { fromSaved, type SavedValue, toSaved } from './saved-value.ts'
import { watchCuts, watchLabels } from './watch-cuts.ts'
import { knownOptions } from '../../util/check.ts'

/** Options of `ValueWatch`. */
export type ValueWatchOptions = {
  /** name of the column, for alarms */
  readonly column: string
  /** mean number of rows between false alarms, at least; default 10,000 */
  readonly runLength?: number | undefined
}

/** A saved watch: plain data. */
export interface ValueWatchState {
  /** name of the column */
  readonly column: string
  /** mean number of rows between false alarms, at least */
  readonly runLength: number
  /** values that cells are still made from, null for missing ones; null once the cells stay */
  readonly values: readonly SavedValue[] | null
  /** the cuts between the cells; empty before there are cells */
  readonly cuts: readonly number[]
  /** null before there are cells */
  readonly population: PopulationState | null
  /** how rows depend on each other, between an alarm and the next cells */
  readonly dependence: DependenceState | null
}

/** Rows from which cells are made first, and last; between them whenever there are twice as many. */
export const FIRST_CELLS = 32
export const LAST_CELLS = 1024

/** Rows behind a cell, at least, and the fewest and most cells between the ends. */
const [CELL_ROWS, FEWEST, MOST] = [8, 4, 16]

/**
 * Watches the values of a column of numbers, row by row, and tells when they change. They are counted in cells of equal
 * numbers of rows, made from the first 32 rows and again from 64, 128 and so on up to 1,024; after an alarm all over again,
 * since what was news then lies in one cell. A new value is as likely to lie in any of the gaps between the earlier ones,
 * whatever their distribution; so a cell of g gaps among n values expects g / (n + 1) of the rows, no more needs to be
 * learned, and the mean number of rows between false alarms is at least `runLength` for independent rows without ties. At
 * most O(cells) per row; memory does not grow.
 *
 *     const watch = new ValueWatch({ column: 'age' })
 *     ages.forEach((age, row) => watch.update(age, row))
 *     for (let row = 300; row < 400; row++) {
 *       const alarm = watch.update(90, row) // nobody was that old before
 *       if (alarm !== null) console.log(alarm.since, alarm.column)
 *     }
 *     // → 300 age
 */
export class ValueWatch {
  readonly #column: string
  readonly #runLength: number
  /** values that cells are still made from, with room for more, and how many these are; null once the cells stay */
  #values: Float64Array | null = new Float64Array(LAST_CELLS)
  #kept = 0
  #cuts: Float64Array = new Float64Array(0)
  /** names of the cells where they were saved; else they follow from the cuts, if an alarm or a state asks for them */
  #labels: readonly string[] | null = null
  #detector: ChangeDetector | null = null
  /** whether the detector has raised an alarm: only how rows depend on each other is left of it */
  #isOver = false

  constructor(options: ValueWatchOptions) {
    knownOptions('ValueWatch', options, { column: 1, runLength: 1 })
    const { column, runLength = RUN_LENGTH } = options
    this.#column = column
    this.#runLength = runLength
    checkWatch('ValueWatch', this.#setting())
  }

  /** Takes the value of a row, NaN where it is missing; the alarm it raises, if any. */
  update(value: number, row: number): Alarm | null {
    return this.updateMany([value], [row], 0, 1).alarm
  }

  /** Takes values with the numbers of their rows up to an alarm: the position after the last row taken, and the alarm. */
  updateMany(
    values: ArrayLike<number>,
    rows: ArrayLike<number>,
    from: number,
    to: number,
  ): { next: number; alarm: Alarm | null } {
    for (let next = from; next < to;) {
      const start = next
      const stop = this.#values === null ? to : Math.min(to, next + untilCells(this.#kept))
      if (this.#detector === null || this.#isOver) next = stop
      else {
        const slots = new Int32Array(stop)
        findSlots(this.#cuts, values, slots, next)
        const taken = this.#detector.updateMany(slots, rows, next, stop)
        next = taken.next
        if (taken.found !== null) {
          const alarm = populationAlarm(taken.found, this.#setting())
          this.restart()
          return { next, alarm }
        }
      }
      if (this.#values === null) continue
      for (let i = start; i < next; i++) this.#values[this.#kept++] = values[i]
      if (untilCells(this.#kept - 1) === 1) this.#makeCells(this.#values.subarray(0, this.#kept))
    }
    return { next: to, alarm: null }
  }

  /** Starts with new cells, as after an alarm; how rows depend on each other is not forgotten. */
  restart(): void {
    if (!this.#isOver) this.#detector?.restart()
    this.#values = new Float64Array(LAST_CELLS)
    this.#kept = 0
    this.#isOver = this.#detector !== null
  }

  /** Everything the watch knows, to be saved as JSON. */
  state(): ValueWatchState {
    const isOn = this.#detector !== null && !this.#isOver
    const detector = this.#detector?.state()
    return {
      column: this.#column,
      runLength: this.#runLength,
      values: this.#values === null ? null : Array.from(this.#values.subarray(0, this.#kept), toSaved),
      cuts: isOn ? Array.from(this.#cuts) : [],
      population: isOn && detector !== undefined ? { ...this.#setting(), detector } : null,
      dependence: isOn ? null : (detector?.dependence ?? null),
    }
  }

  /** A watch that goes on exactly where the saved one stopped. */
  static restore({ column, runLength, values, cuts, population, dependence }: ValueWatchState): ValueWatch {
    const watch = new ValueWatch({ column, runLength })
    if (values === null) watch.#values = null
    else watch.#keep(values)
    if (population !== null) {
      watch.#cuts = Float64Array.from(cuts)
      watch.#labels = population.labels
      watch.#detector = new ChangeDetector(populationShape(population, population.labels.length))
      watch.#detector.restore(population.detector)
    } else if (watch.#values !== null && watch.#kept >= FIRST_CELLS)
      watch.#makeCells(watch.#values.subarray(0, watch.#kept))
    else if (dependence !== null) {
      watch.#detector = ChangeDetector.depending(watch.#shape(4), dependence)
      watch.#isOver = true
    }
    return watch
  }

  #keep(values: readonly SavedValue[]): void {
    this.#values = new Float64Array(Math.max(LAST_CELLS, values.length))
    this.#values.set(values.map(fromSaved))
    this.#kept = values.length
  }

  #makeCells(values: Float64Array): void {
    const size = Math.min(MOST, Math.max(FEWEST, Math.floor(values.length / CELL_ROWS)))
    this.#cuts = Float64Array.from(watchCuts(values, size))
    this.#labels = null
    const counts = new Float64Array(slotCount(this.#cuts))
    const slots = new Int32Array(values.length)
    for (let i = 0; i < slots.length; i++) {
      slots[i] = slotOf(this.#cuts, values[i])
      counts[slots[i]]++
    }
    const detector = new ChangeDetector(this.#shape(counts.length, gapsOf(this.#cuts.length)), counts)
    detector.follow(slots, this.#detector, this.#isOver || this.#detector === null)
    this.#detector = detector
    this.#isOver = false
    if (values.length >= LAST_CELLS) this.#values = null
  }

  #setting(): Omit<PopulationState, 'detector'> {
    const labels = this.#labels ?? watchLabels(Array.from(this.#cuts))
    const ordered = labels.length - 1
    return { column: this.#column, labels, ordered, runLength: this.#runLength, learn: FIRST_CELLS }
  }

  #shape(slots: number, prior?: Float64Array): DetectorShape {
    return populationShape({ ordered: slots - 1, runLength: this.#runLength, learn: FIRST_CELLS }, slots, prior)
  }
}

/** Rows until cells are made the next time. */
function untilCells(rows: number): number {
  let next = FIRST_CELLS
  while (next <= rows) next *= 2
  return next - rows
}

/** Gaps of each cell beyond its rows: one below the least and one above the largest value, which has none above it. */
function gapsOf(cuts: number): Float64Array {
  const gaps = new Float64Array(cuts + 2)
  if (cuts >= 2) {
    gaps[0] = gaps[cuts] = 1
    gaps[cuts - 1] = -1
  } else gaps.fill(0.5)
  gaps[cuts + 1] = 0.5
  return gaps
}
