import { asideSlots, assign } from '../../binning/assign.ts'
import { assignMany, MANY_VALUES, type StepTables, stepTables } from '../../binning/assign-many.ts'
import { type CategoryColumn, type Column, hasCuts, type NumberColumn } from '../../binning/binning.ts'
import { slotLabels } from '../../binning/labels.ts'
import type { EncoderField } from '../../encoders/encoder.ts'
import { DataError, isKerfError } from '../../errors.ts'
import { nextUp } from '../../util/numbers/doubles.ts'
import { enlarged } from '../../sources/csv/column-builders.ts'
import { ColumnEncoder } from './column-encoder.ts'
import { csvField } from '../files/row-bytes.ts'

/** Finds the slots of a column's values, a batch at a time. Rows are numbered from 0 in each batch. */
export class ColumnBinner {
  readonly column: Column
  /** what encodes the bins; null where they are written themselves */
  readonly field: EncoderField | null
  /** what stands for each slot: its label, or its number */
  readonly texts: readonly string[]
  #numbers = new Float64Array(1024)
  #slots = new Int32Array(1024)
  readonly #slotOf: ReadonlyMap<string, number>
  /** the same column in other granularities, whose outputs follow */
  #others: readonly ColumnBinner[] = []
  /** the slots of missing values and of levels that the fit did not see; −1 where they are refused */
  readonly #missing: number
  readonly #unseen: number
  /** what is found by cuts alone: the least value of each bin but the first; null where single values have slots of their own */
  readonly #least: Float64Array | null
  #tables: StepTables | null = null

  constructor(column: Column, as: 'label' | 'index', field: EncoderField | null = null) {
    this.field = field
    const labels = slotLabels(column)
    this.column = column
    this.texts = as === 'label' ? labels : labels.map((_, slot) => String(slot))
    this.#slotOf = hasCuts(column) ? new Map() : levelSlots(column)
    const { missing, unseen } = hasCuts(column) ? { missing: -1, unseen: -1 } : asideSlots(column)
    this.#missing = missing
    this.#unseen = unseen
    this.#least = isPlain(column) ? leastOfBins(column) : null
  }

  /** Takes others of the same column, whose outputs follow its own; returns itself. */
  beside(others: readonly ColumnBinner[]): this {
    this.#others = others
    return this
  }

  /** names of all outputs; null where bins are written themselves */
  get outputs(): readonly string[] | null {
    if (this.field === null) return null
    return [...this.field.outputs, ...this.#others.flatMap(({ outputs }) => outputs ?? [])]
  }

  /** Sets the value of a row of a column with cuts; NaN is missing. */
  putNumber(row: number, value: number): void {
    for (const other of this.#others) other.putNumber(row, value)
    if (row >= this.#numbers.length) this.#numbers = enlarged(this.#numbers, new Float64Array(row * 2))
    this.#numbers[row] = value
  }

  /** Sets the values of the first rows of a column with cuts. */
  putNumbers(values: Float64Array): void {
    for (const other of this.#others) other.putNumbers(values)
    const rows = values.length
    if (rows > this.#numbers.length) this.#numbers = new Float64Array(2 * rows)
    this.#numbers.set(values)
  }

  /** Sets the level of a row of a column without cuts; null is missing. */
  putLevel(row: number, level: string | null): void {
    for (const other of this.#others) other.putLevel(row, level)
    if (row >= this.#slots.length) this.#slots = enlarged(this.#slots, new Int32Array(row * 2))
    this.#slots[row] = (level === null ? undefined : this.#slotOf.get(level)) ?? this.#unseenSlot(level, row)
  }

  /** The slots of the first rows of the batch. */
  slots(rows: number): Int32Array {
    const { column } = this
    if (!hasCuts(column)) return this.#slots.subarray(0, rows)
    const least = this.#least
    if (least !== null && least.length > 0 && rows >= MANY_VALUES) {
      const values = this.#numbers.subarray(0, rows)
      // Of the first batch, for all of them: making tables takes as long as finding the slots.
      this.#tables ??= stepTables(values, least)
      const slots = new Int32Array(rows)
      assignMany(values, least, least.length + 1, slots, this.#tables)
      return slots
    }
    try {
      return assign(column, this.#numbers.subarray(0, rows))
    } catch (error) {
      if (!isKerfError(error) || !('row' in error) || typeof error.row !== 'number') throw error
      throw new RefusedValue(column.name, error.row, this.#numbers[error.row])
    }
  }

  /** What writes the rows of a batch: a field, or several of them where bins are encoded. */
  writer(delimiter: string): (rows: number) => string[] {
    if (this.field === null) {
      const fields = this.texts.map((text) => csvField(text, delimiter))
      return (rows) => Array.from(this.slots(rows), (slot) => fields[slot])
    }
    const encoder = new ColumnEncoder(this.field, this.texts.length, delimiter)
    const own = (rows: number): string[] =>
      encoder.texts(this.slots(rows), hasCuts(this.column) ? this.#numbers.subarray(0, rows) : null)
    const others = this.#others.map((other) => other.writer(delimiter))
    if (others.length === 0) return own
    return (rows) => {
      const written = others.map((write) => write(rows))
      return own(rows).map((text, row) => [text, ...written.map((texts) => texts[row])].join(delimiter))
    }
  }

  #unseenSlot(level: string | null, row: number): number {
    const slot = level === null ? this.#missing : this.#unseen
    if (slot < 0) throw new RefusedValue(this.column.name, row, level)
    return slot
  }
}

/** A value that the policy of its column refuses, at a row of a batch. */
export class RefusedValue extends Error {
  readonly column: string
  readonly row: number
  readonly found: string

  constructor(column: string, row: number, value: number | string | null) {
    super(`${column} refuses ${String(value)}`)
    this.column = column
    this.row = row
    this.found = value === null || Number.isNaN(value) ? 'a missing value' : JSON.stringify(value)
  }

  /** As an error for people; `place` names the file and, where known, the line. */
  at(place: string): DataError {
    const { column } = this
    return new DataError(
      `${place}: column "${column}" holds ${this.found}, which the binning refuses; correct that, or fit it with another policy`,
      { column },
    )
  }
}

/** Whether slots follow from the cuts alone, with one for missing values. */
export function isPlain(column: Column): column is NumberColumn {
  if (!hasCuts(column)) return false
  const { missing, special } = column
  return missing.policy === 'own' && missing.values.length === 0 && special.length === 0
}

/** Above a cut is at or above the next double. */
function leastOfBins({ cuts, closed }: NumberColumn): Float64Array {
  return Float64Array.from(closed === 'left' ? cuts : cuts.map(nextUp))
}

function levelSlots(column: CategoryColumn): Map<string, number> {
  const levels = column.bins.flatMap((bin) => bin.levels)
  const slots = assign(column, levels)
  return new Map(levels.map((level, i) => [level, slots[i]]))
}
