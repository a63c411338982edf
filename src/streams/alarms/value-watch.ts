import { type Alarm, checkWatch, RUN_LENGTH } from './alarm.ts'
import { ChangeDetector } from './change-detector.ts'
import type { DependenceState } from './change-types.ts'
import { findSlots, slotOf } from './find-slots.ts'
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
  #values: number[] | null = []
  #cuts: readonly number[] = []
  #labels: readonly string[] = []
  #detector: ChangeDetector | null = null
  /** whether the detector has raised an alarm: only how rows depend on each other is left of it */
  #isOver = false

  constructor(options: ValueWatchOptions) {
    knownOptions('ValueWatch', options, { column: 1, runLength: 1 })
    const { column, runLength = RUN_LENGTH } = options
    this.#column = column
    this.#runLength = runLength
    checkWatch('ValueWatch', this.#setting(['']))
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
      const stop = this.#values === null ? to : Math.min(to, next + untilCells(this.#values.length))
      if (this.#detector === null || this.#isOver) next = stop
      else {
        const slots = new Int32Array(stop)
        findSlots(this.#cuts, values, slots, next)
        const taken = this.#detector.updateMany(slots, rows, next, stop)
        next = taken.next
        if (taken.found !== null) {
          const alarm = populationAlarm(taken.found, this.#setting(this.#labels))
          this.restart()
          return { next, alarm }
        }
      }
      if (this.#values === null) continue
      for (let i = start; i < next; i++) this.#values.push(values[i])
      if (untilCells(this.#values.length - 1) === 1) this.#makeCells(this.#values)
    }
    return { next: to, alarm: null }
  }

  /** Starts with new cells, as after an alarm; how rows depend on each other is not forgotten. */
  restart(): void {
    if (!this.#isOver) this.#detector?.restart()
    this.#values = []
    this.#isOver = this.#detector !== null
  }

  /** Everything the watch knows, to be saved as JSON. */
  state(): ValueWatchState {
    const isOn = this.#detector !== null && !this.#isOver
    const detector = this.#detector?.state()
    return {
      column: this.#column,
      runLength: this.#runLength,
      values: this.#values?.map(toSaved) ?? null,
      cuts: isOn ? this.#cuts : [],
      population: isOn && detector !== undefined ? { ...this.#setting(this.#labels), detector } : null,
      dependence: isOn ? null : (detector?.dependence ?? null),
    }
  }

  /** A watch that goes on exactly where the saved one stopped. */
  static restore({ column, runLength, values, cuts, population, dependence }: ValueWatchState): ValueWatch {
    const watch = new ValueWatch({ column, runLength })
    watch.#values = values?.map(fromSaved) ?? null
    if (population !== null) {
      watch.#cuts = cuts
      watch.#labels = population.labels
      watch.#detector = new ChangeDetector(populationShape(population))
      watch.#detector.restore(population.detector)
    } else if (values !== null && values.length >= FIRST_CELLS) watch.#makeCells(watch.#values ?? [])
    else if (dependence !== null) {
      watch.#labels = ['', '', '', '']
      watch.#detector = ChangeDetector.depending(populationShape(watch.#setting(watch.#labels)), dependence)
      watch.#isOver = true
    }
    return watch
  }

  #makeCells(values: readonly number[]): void {
    const size = Math.min(MOST, Math.max(FEWEST, Math.floor(values.length / CELL_ROWS)))
    this.#cuts = watchCuts(values, size)
    this.#labels = watchLabels(this.#cuts)
    const slots = values.map((value) => slotOf(this.#cuts, value))
    const counts = new Float64Array(this.#labels.length)
    for (const slot of slots) counts[slot]++
    const shape = populationShape(this.#setting(this.#labels), gapsOf(this.#cuts.length))
    const detector = new ChangeDetector(shape, counts)
    detector.follow(slots, this.#detector, this.#isOver || this.#detector === null)
    this.#detector = detector
    this.#isOver = false
    if (values.length >= LAST_CELLS) this.#values = null
  }

  #setting(labels: readonly string[]): Omit<PopulationState, 'detector'> {
    const ordered = labels.length - 1
    return { column: this.#column, labels, ordered, runLength: this.#runLength, learn: FIRST_CELLS }
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
