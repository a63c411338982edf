import type { Alarm } from './alarm.ts'
import { ConceptWatch, type ConceptState } from './concept-drift.ts'
import { findSlots, slotOf } from './find-slots.ts'
import { fromSaved, type SavedValue, toSaved } from './saved-value.ts'
import { watchCuts, watchLabels } from './watch-cuts.ts'

/** A saved watch: plain data. */
export interface ClassWatchState {
  /** labelled rows that cells will be made from; null once there are cells */
  readonly labelled: { readonly values: readonly SavedValue[]; readonly codes: readonly number[] } | null
  readonly cells: readonly number[]
  /** null before there are cells and two classes */
  readonly concept: ConceptState | null
}

/** Rows with a class, one by one in the same order: values, numbers of classes, numbers of rows; `size` of each. */
export interface LabelledRows {
  readonly values: ArrayLike<number>
  readonly codes: Int32Array
  readonly rows: Float64Array
  readonly size: number
  /** labels of the classes that have come so far, these rows included */
  readonly classes: readonly string[]
}

/** Labelled rows that cells are made from. Cells do not look at classes, so the same rows are the first reference. */
export const LABELLED_ROWS = 256

/** Rows that cells will be made from, and how many there are. */
interface FirstRows {
  readonly values: Float64Array
  readonly codes: Int32Array
  size: number
}

/** Cells between the ends. */
const CELLS = 8

/**
 * Watches the classes of the rows of a number column inside cells of its own: the first 256 labelled rows choose 8 of equal
 * numbers of rows, and are the first reference. O(classes) per row.
 */
export class ClassWatch {
  readonly #column: string
  readonly #runLength: number
  #first: FirstRows | null = noRows()
  #cells: Float64Array = new Float64Array(0)
  #classes = 0
  #concept: ConceptWatch | null = null

  constructor(column: string, runLength: number) {
    this.#column = column
    this.#runLength = runLength
  }

  /** Takes labelled rows; the alarms they raise. */
  updateMany({ values, codes, rows, size, classes }: LabelledRows): Alarm[] {
    let from = 0
    for (; this.#first !== null && from < size; from++) this.#choose(values[from], codes[from], classes, this.#first)
    if (from === size) return []
    this.#meet(classes, null)
    if (this.#concept === null) return []
    const slots = new Int32Array(size)
    findSlots(this.#cells, values, slots, from)
    const known = this.#classes
    for (let i = from; i < size; i++) slots[i] = Math.imul(slots[i], known) + codes[i]
    return this.#concept.updateMany(slots.subarray(from), rows.subarray(from, size), size - from)
  }

  /** Everything the watch knows, to be saved as JSON. */
  state(): ClassWatchState {
    const first = this.#first
    return {
      labelled: first === null ? null : savedRows(first),
      cells: Array.from(this.#cells),
      concept: this.#concept?.state() ?? null,
    }
  }

  /** Goes on exactly where the saved one stopped. */
  restore({ labelled, cells, concept }: ClassWatchState): void {
    this.#first = labelled === null ? null : noRows()
    labelled?.values.forEach((value, i) => addRow(this.#first!, fromSaved(value), labelled.codes[i]))
    this.#cells = Float64Array.from(cells)
    this.#concept = concept === null ? null : ConceptWatch.restore(concept)
    this.#classes = concept?.classes.length ?? 0
  }

  #choose(value: number, code: number, classes: readonly string[], first: FirstRows): void {
    addRow(first, value, code)
    if (first.size < LABELLED_ROWS) return
    this.#first = null
    this.#cells = Float64Array.from(watchCuts(first.values, CELLS))
    this.#meet(classes, first)
  }

  /** A class that is new here is learned with the others. */
  #meet(classes: readonly string[], first: FirstRows | null): void {
    if (classes.length <= Math.max(1, this.#classes)) return
    this.#classes = classes.length
    const labels = watchLabels(Array.from(this.#cells))
    const reference = labels.map(() => new Float64Array(classes.length))
    first?.values.forEach((value, i) => reference[slotOf(this.#cells, value)][first.codes[i]]++)
    this.#concept = new ConceptWatch({
      column: this.#column,
      labels,
      classes: [...classes],
      runLength: this.#runLength,
      reference: first === null ? undefined : reference,
    })
  }
}

function noRows(): FirstRows {
  return { values: new Float64Array(LABELLED_ROWS), codes: new Int32Array(LABELLED_ROWS), size: 0 }
}

function addRow(first: FirstRows, value: number, code: number): void {
  first.values[first.size] = value
  first.codes[first.size++] = code
}

function savedRows({ values, codes, size }: FirstRows): ClassWatchState['labelled'] {
  return {
    values: Array.from(values.subarray(0, size), toSaved),
    codes: Array.from(codes.subarray(0, size)),
  }
}
