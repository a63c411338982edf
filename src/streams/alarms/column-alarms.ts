import type { NumberSummary } from '../../types.ts'
import type { Alarm, AlarmKind } from './alarm.ts'
import { BoundaryWatch, type BoundaryState } from './boundary-drift.ts'
import type { DependenceState } from './change-types.ts'
import { ClassWatch, type ClassWatchState, type LabelledRows } from './class-watch.ts'
import type { ConceptState } from './concept-drift.ts'
import { shareBelow } from '../cut-map.ts'
import { slice } from '../live-column.ts'
import type { PopulationState } from './population-drift.ts'
import type { SavedValue } from './saved-value.ts'
import { ValueWatch } from './value-watch.ts'
import type { WatchedRows } from '../watched-rows.ts'

/** Some rows, as all columns see them. */
export interface NumberedRows {
  readonly size: number
  /** the number of each row in the stream */
  readonly numbers: Float64Array
  /** the number of the class of each row, −1 where it is unknown; null where classes are not watched */
  readonly codes: Int32Array | null
  /** whether all rows have a class */
  readonly areLabelled: boolean
  /** labels of the classes that have come so far, these rows included */
  readonly classes: readonly string[]
}

/** Numbers rows, and notes their classes where those are watched. */
export function numberRows({ first, size, marks, classes }: WatchedRows, hasClasses: boolean): NumberedRows {
  const numbers = new Float64Array(size)
  for (let i = 0; i < size; i++) numbers[i] = first + i
  if (!hasClasses || marks === null) return { size, numbers, codes: null, areLabelled: false, classes }
  const codes = new Int32Array(size)
  let areLabelled = true
  for (let i = 0; i < size; i++) {
    codes[i] = marks[i]
    if (codes[i] < 0) areLabelled = false
  }
  return { size, numbers, codes, areLabelled, classes }
}

/** What a column of a stream is watched for. */
export interface AlarmSettings {
  readonly kinds: readonly AlarmKind[]
  /** mean number of rows between false alarms of a column, all kinds together */
  readonly runLength: number
}

/** Plain data from which the watches of a column go on. */
export interface ColumnAlarmsState {
  /** values that cells of rows are still made from, and how rows depend on each other; null where rows are not watched */
  readonly recent: { readonly values: readonly SavedValue[] | null; readonly dependence: DependenceState | null } | null
  /** as in `ClassWatchState` */
  readonly labelled: ClassWatchState['labelled']
  readonly cells: readonly number[]
  readonly classCells: readonly number[]
  readonly population: PopulationState | null
  readonly concept: ConceptState | null
  readonly boundary: BoundaryState | null
}

/**
 * Watches one column of a stream. Bins are remade as rows come, so rows are watched in cells of their own, those of
 * `ValueWatch` and `ClassWatch`. A population alarm tells that the cells of the classes no longer fit either: they are
 * chosen again from the rows after it. O(cells · classes) per row.
 */
export class ColumnAlarms {
  readonly #name: string
  readonly #settings: AlarmSettings
  #population: ValueWatch | null
  #concept: ClassWatch | null
  #boundary: BoundaryWatch | null

  constructor(name: string, settings: AlarmSettings) {
    this.#name = name
    this.#settings = settings
    const { kinds } = settings
    this.#population = kinds.includes('population')
      ? new ValueWatch({ column: name, runLength: this.#each('population') })
      : null
    this.#concept = this.#freshConcept()
    this.#boundary = kinds.includes('boundary') ? new BoundaryWatch({ column: name }) : null
  }

  /** Takes rows and the value of each; alarms are added to `found`. */
  take(rows: NumberedRows, values: ArrayLike<number>, found: Alarm[]): void {
    for (let from = 0; from < rows.size;) {
      let to = rows.size
      let alarm: Alarm | null = null
      if (this.#population !== null)
        ({ next: to, alarm } = this.#population.updateMany(values, rows.numbers, from, rows.size))
      if (alarm !== null) found.push(alarm)
      const labelled = labelledRows(rows, values, from, to)
      if (labelled !== null) found.push(...(this.#concept?.updateMany(labelled) ?? []))
      if (alarm !== null) this.#concept = this.#freshConcept()
      from = to
    }
  }

  #freshConcept(): ClassWatch | null {
    return this.#settings.kinds.includes('concept') ? new ClassWatch(this.#name, this.#each('concept')) : null
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
    return this.#boundary.update({ row, cuts, rankOf: shareBelow(summary), rows: rowsIn(summary) })
  }

  state(): ColumnAlarmsState {
    const rows = this.#population?.state() ?? null
    const classes = this.#concept?.state() ?? null
    return {
      recent: rows === null ? null : { values: rows.values, dependence: rows.dependence },
      labelled: classes?.labelled ?? null,
      cells: rows?.cuts ?? [],
      classCells: classes?.cells ?? [],
      population: rows?.population ?? null,
      concept: classes?.concept ?? null,
      boundary: this.#boundary?.state() ?? null,
    }
  }

  /** Goes on exactly where the saved one stopped. */
  restore({ recent, labelled, cells, classCells, population, concept, boundary }: ColumnAlarmsState): void {
    const column = this.#name
    if (recent !== null) {
      const runLength = this.#each('population')
      this.#population = ValueWatch.restore({ column, runLength, ...recent, cuts: cells, population })
    }
    this.#concept?.restore({ labelled, cells: classCells, concept })
    this.#boundary = boundary === null ? null : BoundaryWatch.restore(boundary)
  }
}

function rowsIn({ cells: { tallies } }: NumberSummary): number {
  let rows = 0
  for (let cell = 0; cell < tallies.rows.length; cell++) rows += tallies.rows[cell]
  return rows
}

/** The rows from … to − 1 that have a class; null where classes are not watched. */
function labelledRows(
  { numbers, codes, areLabelled, classes }: NumberedRows,
  values: ArrayLike<number>,
  from: number,
  to: number,
): LabelledRows | null {
  if (codes === null) return null
  const most = to - from
  if (areLabelled) {
    const rows = numbers.subarray(from, to)
    return { values: slice(values, from, to), codes: codes.subarray(from, to), rows, size: most, classes }
  }
  const labelled = { values: new Float64Array(most), codes: new Int32Array(most), rows: new Float64Array(most) }
  let size = 0
  for (let i = from; i < to; i++) {
    if (codes[i] < 0) continue
    labelled.values[size] = values[i]
    labelled.codes[size] = codes[i]
    labelled.rows[size++] = numbers[i]
  }
  return { ...labelled, size, classes }
}
