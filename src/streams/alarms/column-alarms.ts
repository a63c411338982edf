import { binLabels } from '../../binning/labels.ts'
import type { NumberSummary } from '../../types.ts'
import { bisectRight } from '../../util/bisect.ts'
import type { Alarm, AlarmKind } from './alarm.ts'
import { BoundaryWatch, type BoundaryState } from './boundary-drift.ts'
import { ConceptWatch, type ConceptState } from './concept-drift.ts'
import { shareBelow } from '../cut-map.ts'
import { PopulationWatch, type PopulationState } from './population-drift.ts'
import { watchCuts } from './watch-cuts.ts'
import type { WatchedRows } from '../watched-rows.ts'

/** The values of a column in some rows, with the number of the class of each, −1 where it is unknown. */
export interface ColumnRows {
  readonly rows: WatchedRows
  readonly values: ArrayLike<number>
  readonly codes: ArrayLike<number> | null
}

/** What a column of a stream is watched for. */
export interface AlarmSettings {
  readonly kinds: readonly AlarmKind[]
  /** mean number of rows between false alarms of a column, all kinds together */
  readonly runLength: number
}

/** Plain data from which the watches of a column go on. */
export interface ColumnAlarmsState {
  /** rows looked at to choose cells, and their finite values; null once cells are chosen */
  readonly first: { readonly rows: number; readonly values: readonly number[] } | null
  readonly cells: readonly number[]
  readonly classCells: readonly number[]
  readonly population: PopulationState | null
  readonly concept: ConceptState | null
  readonly boundary: BoundaryState | null
}

/** Rows from which cells are chosen. */
export const FIRST_ROWS = 1000

/** Cells between the ends: for rows, and for classes inside cells, which need more rows each. */
const [ROW_CELLS, CLASS_CELLS] = [16, 8]

/**
 * Watches one column of a stream. Bins are remade as rows come, so rows are watched in cells of their own: the first
 * 1,000 rows choose them, and after a population alarm, which tells that they no longer fit, the next 1,000. O(cells · classes)
 * per row.
 */
export class ColumnAlarms {
  readonly #name: string
  readonly #settings: AlarmSettings
  #first: { rows: number; values: number[] } | null = { rows: 0, values: [] }
  #cells: readonly number[] = []
  #classCells: readonly number[] = []
  #population: PopulationWatch | null = null
  #concept: ConceptWatch | null = null
  #classes = 0
  #boundary: BoundaryWatch | null

  constructor(name: string, settings: AlarmSettings) {
    this.#name = name
    this.#settings = settings
    this.#boundary = settings.kinds.includes('boundary') ? new BoundaryWatch({ column: name }) : null
  }

  /** Takes rows; alarms are added to `found`. */
  take(given: ColumnRows, found: Alarm[]): void {
    for (let i = 0; i < given.rows.size;) {
      if (this.#first === null) i = this.#watch(given, i, found)
      else this.#choose(given.values[i++], this.#first)
    }
  }

  /** Watches rows up to a population alarm, after which other cells are chosen; the position after the last one. */
  #watch({ rows, values, codes }: ColumnRows, from: number, found: Alarm[]): number {
    const most = rows.size - from
    const [slots, numbers] = [new Int32Array(most), new Float64Array(most)]
    let end = rows.size
    if (this.#population !== null) {
      for (let i = 0; i < most; i++) {
        slots[i] = slotOf(this.#cells, values[from + i])
        numbers[i] = rows.first + from + i
      }
      const { next, alarm } = this.#population.updateMany(slots, numbers, 0, most)
      end = from + next
      if (alarm !== null) {
        found.push(alarm)
        this.#first = { rows: 0, values: [] }
      }
    }
    if (codes === null || !this.#settings.kinds.includes('concept')) return end
    let labelled = 0
    for (let i = from; i < end; i++) {
      if (codes[i] < 0) continue
      // The watch is made at the first label: classes are the same for all of these rows.
      if (labelled === 0) this.#meetClasses(rows)
      slots[labelled] = slotOf(this.#classCells, values[i]) * this.#classes + codes[i]
      numbers[labelled++] = rows.first + i
    }
    if (this.#concept !== null) found.push(...this.#concept.updateMany(slots, numbers, labelled))
    return end
  }

  #choose(value: number, first: { rows: number; values: number[] }): void {
    first.rows++
    if (Number.isFinite(value)) first.values.push(value)
    if (first.rows < FIRST_ROWS) return
    this.#first = null
    this.#cells = watchCuts(first.values, ROW_CELLS)
    this.#classCells = watchCuts(first.values, CLASS_CELLS)
    const labels = labelsOf(this.#cells)
    this.#population = this.#settings.kinds.includes('population')
      ? new PopulationWatch({
          column: this.#name,
          labels,
          ordered: labels.length - 1,
          runLength: this.#each('population'),
        })
      : null
    this.#concept = null
    this.#classes = 0
  }

  /** A class that is new here is learned with the others. */
  #meetClasses({ classes }: WatchedRows): void {
    if (classes.length <= Math.max(1, this.#classes)) return
    this.#classes = classes.length
    this.#concept = new ConceptWatch({
      column: this.#name,
      labels: labelsOf(this.#classCells),
      classes: [...classes],
      runLength: this.#each('concept'),
    })
  }

  /** Kinds that look at rows share the false alarms that are allowed; boundaries hardly raise any. */
  #each(kind: AlarmKind): number {
    const others = this.#settings.kinds.filter((other) => other !== 'boundary' && other !== kind)
    return this.#settings.runLength * (1 + others.length)
  }

  /** Whether cuts that stayed the same would tell nothing. */
  get isQuiet(): boolean {
    return this.#boundary === null || this.#boundary.isQuiet
  }

  /** Takes the cuts as they are at a look at the bins. */
  looked(row: number, cuts: readonly number[], summary: NumberSummary): Alarm[] {
    if (this.#boundary === null) return []
    let rows = 0
    for (const count of summary.cells.tallies.rows) rows += count
    return this.#boundary.update({ row, cuts, rankOf: shareBelow(summary), rows })
  }

  state(): ColumnAlarmsState {
    const watching = this.#first === null
    return {
      first: this.#first === null ? null : { rows: this.#first.rows, values: [...this.#first.values] },
      cells: watching ? this.#cells : [],
      classCells: watching ? this.#classCells : [],
      population: watching ? (this.#population?.state() ?? null) : null,
      concept: watching ? (this.#concept?.state() ?? null) : null,
      boundary: this.#boundary?.state() ?? null,
    }
  }

  /** Goes on exactly where the saved one stopped. */
  restore(state: ColumnAlarmsState): void {
    const { first, population, concept, boundary } = state
    this.#first = first === null ? null : { rows: first.rows, values: [...first.values] }
    this.#cells = state.cells
    this.#classCells = state.classCells
    this.#population = population === null ? null : PopulationWatch.restore(population)
    this.#concept = concept === null ? null : ConceptWatch.restore(concept)
    this.#classes = concept?.classes.length ?? 0
    this.#boundary = boundary === null ? null : BoundaryWatch.restore(boundary)
  }
}

/** The cell of a value; the last slot is for those that are missing. */
function slotOf(cells: readonly number[], value: number): number {
  return value === value ? bisectRight(cells, value) : cells.length + 1
}

function labelsOf(cells: readonly number[]): string[] {
  return [...binLabels(cells, 'left', []), 'missing']
}
