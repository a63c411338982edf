import { FormatError } from '../../errors.ts'
import type { Table } from '../../types.ts'
import type { Field } from '../../util/saved-json.ts'

/** Labelled rows of a stream in the order in which they came: the newest of them, or the first. */
export class LabelledBuffer {
  readonly columns: readonly string[]
  /** numbers of the rows in the stream */
  readonly numbers: number[] = []
  readonly labels: string[] = []
  readonly values: number[][]

  constructor(columns: readonly string[]) {
    this.columns = columns
    this.values = columns.map(() => [])
  }

  get size(): number {
    return this.labels.length
  }

  push(number: number, values: ArrayLike<number>, label: string): void {
    this.numbers.push(number)
    this.labels.push(label)
    for (const [c, list] of this.values.entries()) list.push(values[c])
  }

  /** Forgets the oldest rows. */
  drop(rows: number): void {
    for (const list of [this.numbers, this.labels, ...this.values]) list.splice(0, rows)
  }

  /** A copy of the newest rows, at most so many. */
  newest(rows: number): LabelledBuffer {
    const copy = new LabelledBuffer(this.columns)
    for (let row = Math.max(0, this.size - rows); row < this.size; row++) {
      const values = this.values.map((list) => list[row])
      copy.push(this.numbers[row], values, this.labels[row])
    }
    return copy
  }

  /** The rows as a table; `target` names the column of labels. */
  table(target: string): Table {
    const columns = this.columns.map((name, c) => [name, Float64Array.from(this.values[c])] as const)
    return Object.fromEntries([...columns, [target, this.labels]])
  }

  toState(): unknown {
    const written = (x: number): unknown => (Number.isFinite(x) ? x : String(x))
    return { numbers: this.numbers, labels: this.labels, values: this.values.map((list) => list.map(written)) }
  }

  /** Takes what was saved, at most so many rows. */
  restore(field: Field, most: number): void {
    const numbers = field.get('numbers').list((item) => item.index())
    if (numbers.length > most) field.get('numbers').fail(`at most ${most} rows`)
    const labels = field.get('labels').list((item) => item.text())
    const values = field
      .get('values')
      .list((list) => list.list((item) => (item.value === 'NaN' ? Number.NaN : item.number())))
    const isWhole = [labels, ...values].every((list) => list.length === numbers.length)
    if (!isWhole || values.length !== this.columns.length) {
      throw new FormatError(
        field.path,
        `expected ${this.columns.length} columns of values, a label and a number per row`,
      )
    }
    this.drop(this.size)
    for (const [row, number] of numbers.entries()) {
      const own = values.map((list) => list[row])
      this.push(number, own, labels[row])
    }
  }
}
