import { type Column, hasCuts } from '../../binning/binning.ts'
import { slotLabels } from '../../binning/labels.ts'
import { everySlot } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { check, knownOptions, real } from '../../util/check.ts'
import { type Alarm, RUN_LENGTH } from './alarm.ts'
import { BoundaryWatch, type BoundaryState, type Rebuild } from './boundary-drift.ts'
import { ConceptWatch, type ConceptState } from './concept-drift.ts'
import { PopulationWatch, type PopulationState } from './population-drift.ts'
import { ValueWatch, type ValueWatchState } from './value-watch.ts'

/** Options of a watch of one column of a saved binning. */
export type ColumnWatchOptions = {
  /** mean number of rows between false alarms of this column, all kinds together; default 10,000 */
  readonly runLength?: number | undefined
  /** take the counts of the column as the reference; without them the first rows are learned; default true */
  readonly useCounts?: boolean | undefined
}

/** A saved watch of a column: plain data. */
export interface ColumnWatchState {
  /** the watch of the slots */
  readonly population: PopulationState
  /** the watch of the classes in slots; null without a class target */
  readonly concept: ConceptState | null
  /** the watch of the cuts; null for columns without cuts */
  readonly boundary: BoundaryState | null
  /** the values themselves, once one was given; states saved before that was possible have none */
  readonly values?: ValueWatchState | null
}

/**
 * Watches one fitted column of a stream for all kinds of drift. Rows go in with their slot (as `assign` gives it) and class,
 * and better with their value too: slots cannot tell what happens inside a bin, nor beyond the last cut once the rows have
 * moved there, so values are watched in cells of their own. Rebuilt cuts go in as they come. Kinds share the false alarms
 * that are allowed. O(slots · classes) per row.
 *
 *     // Customers of all ages were fitted; now only young ones come.
 *     const fitted = fit(ages, { target: bought })
 *     const watch = ColumnWatch.of(fitted, summary.target)
 *     for (let row = 0; row < 100; row++) {
 *       for (const alarm of watch.update(assign(fitted, 20), null, row, 20)) console.log(alarm.kind, alarm.rows < 50)
 *     }
 *     // → population true
 */
export class ColumnWatch {
  #population: PopulationWatch
  readonly #concept: ConceptWatch | null
  readonly #boundary: BoundaryWatch | null
  #values: ValueWatch | null = null

  private constructor(population: PopulationWatch, concept: ConceptWatch | null, boundary: BoundaryWatch | null) {
    this.#population = population
    this.#concept = concept
    this.#boundary = boundary
  }

  /** A watch of a fitted column; the target, if it has classes, makes it look inside the bins too. */
  static of(column: Column, target: Target | null, options: ColumnWatchOptions = {}): ColumnWatch {
    knownOptions('ColumnWatch', options, { runLength: 1, useCounts: 1 })
    const { runLength = RUN_LENGTH, useCounts = true } = options
    check('ColumnWatch', 'runLength', real({ min: 1 }), runLength)
    const classes = target?.kind === 'class' && target.classes.length > 1 ? target.classes : null
    const each = runLength * (classes === null ? 1 : 2)
    const slots = everySlot(column).map(({ counted }) => counted)
    const common = { column: column.name, labels: slotLabels(column), runLength: each }
    const population = new PopulationWatch({
      ...common,
      ordered: hasCuts(column) ? column.bins.length : 0,
      reference: useCounts ? slots.map(({ count }) => count) : undefined,
    })
    const counted = useCounts && slots.every((slot) => slot.classes !== undefined)
    const reference = counted ? slots.map((slot) => slot.classes ?? []) : undefined
    const concept = classes === null ? null : new ConceptWatch({ ...common, classes, reference })
    const boundary = hasCuts(column) ? new BoundaryWatch({ column: column.name }) : null
    return new ColumnWatch(population, concept, boundary)
  }

  /** Takes a row: its slot, the number of its class (null where it has none), its number, and its value in a number column. */
  update(slot: number, classAt: number | null, row: number, value?: number | null): Alarm[] {
    const slots = this.#population.update(slot, row)
    const values = value === undefined || this.#boundary === null ? null : this.#weighValue(value ?? Number.NaN, row)
    if (slots !== null) this.#values?.restart()
    else if (values !== null) this.#population.restart()
    const population = slots ?? values
    const concept = classAt === null ? null : (this.#concept?.update(slot, classAt, row) ?? null)
    if (population === null && concept === null) return []
    return [population, concept].filter((alarm) => alarm !== null)
  }

  /** The alarm that a value raises by itself. It names a cell, not a bin. */
  #weighValue(value: number, row: number): Alarm | null {
    if (this.#values === null) {
      const { runLength, ...state } = this.#population.state()
      // Slots and values share what the population may raise.
      this.#population = PopulationWatch.restore({ ...state, runLength: 2 * runLength })
      this.#values = new ValueWatch({ column: state.column, runLength: 2 * runLength })
    }
    const alarm = this.#values.update(value, row)
    return alarm === null ? null : { ...alarm, bin: null }
  }

  /** Takes the cuts of a rebuild; see `BoundaryWatch`. */
  rebuilt(rebuild: Rebuild): Alarm[] {
    return this.#boundary?.update(rebuild) ?? []
  }

  /** Everything the watch knows, to be saved as JSON. */
  state(): ColumnWatchState {
    return {
      population: this.#population.state(),
      concept: this.#concept?.state() ?? null,
      boundary: this.#boundary?.state() ?? null,
      values: this.#values?.state() ?? null,
    }
  }

  /** A watch that goes on exactly where the saved one stopped. */
  static restore({ population, concept, boundary, values }: ColumnWatchState): ColumnWatch {
    const watch = new ColumnWatch(
      PopulationWatch.restore(population),
      concept === null ? null : ConceptWatch.restore(concept),
      boundary === null ? null : BoundaryWatch.restore(boundary),
    )
    if (values !== undefined && values !== null) watch.#values = ValueWatch.restore(values)
    return watch
  }
}
