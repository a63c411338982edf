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

/** Cells between the ends. */
const CELLS = 8

/**
 * Watches the classes of the rows of a number column inside cells of its own: the first 256 labelled rows choose 8 of equal
 * numbers of rows, and are the first reference. O(classes) per row.
 */
export class ClassWatch {
  readonly #column: string
  readonly #runLength: number
  #first: { values: number[]; codes: number[] } | null = { values: [], codes: [] }
  #cells: readonly number[] = []
  #classes = 0
  #concept: ConceptWatch | null = null

  constructor(column: string, runLength: number) {
    this.#column = column
    this.#runLength = runLength
  }

  /** Takes labelled rows; the alarms they raise. */
  updateMany({ values, codes, rows, size, classes }: LabelledRows): Alarm[] {
    let from = 0
    while (this.#first !== null && from < size) this.#choose(values[from], codes[from++], classes, this.#first)
    if (from === size) return []
    this.#meet(classes, null)
    if (this.#concept === null) return []
    const slots = new Int32Array(size)
    findSlots(this.#cells, values, slots, from)
    for (let i = from; i < size; i++) slots[i] = slots[i] * this.#classes + codes[i]
    return this.#concept.updateMany(slots.subarray(from), rows.subarray(from, size), size - from)
  }

  /** Everything the watch knows, to be saved as JSON. */
  state(): ClassWatchState {
    const first = this.#first
    return {
      labelled: first === null ? null : { values: first.values.map(toSaved), codes: [...first.codes] },
      cells: this.#cells,
      concept: this.#concept?.state() ?? null,
    }
  }

  /** Goes on exactly where the saved one stopped. */
  restore({ labelled, cells, concept }: ClassWatchState): void {
    this.#first = labelled === null ? null : { values: labelled.values.map(fromSaved), codes: [...labelled.codes] }
    this.#cells = cells
    this.#concept = concept === null ? null : ConceptWatch.restore(concept)
    this.#classes = concept?.classes.length ?? 0
  }

  #choose(value: number, code: number, classes: readonly string[], first: { values: number[]; codes: number[] }): void {
    first.values.push(value)
    first.codes.push(code)
    if (first.values.length < LABELLED_ROWS) return
    this.#first = null
    this.#cells = watchCuts(first.values, CELLS)
    this.#meet(classes, first)
  }

  /** A class that is new here is learned with the others. */
  #meet(classes: readonly string[], first: { values: number[]; codes: number[] } | null): void {
    if (classes.length <= Math.max(1, this.#classes)) return
    this.#classes = classes.length
    const labels = watchLabels(this.#cells)
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
