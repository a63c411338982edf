import { FormatError } from '../../errors.ts'
import type { Field } from '../../util/saved-json.ts'
import type { StreamLabel } from './stream-rows.ts'

interface Waiting {
  readonly row: number
  readonly values: readonly number[]
}

/**
 * Rows whose label is to come later, by key, for at most `most` rows: so the memory is bounded. A later row with the same key
 * and a label brings it; what is not labelled in time is counted without.
 */
export class LabelWait {
  readonly most: number
  readonly #push: (values: readonly number[], label: StreamLabel) => void
  readonly #rows = new Map<string, Waiting>()

  constructor(most: number, push: (values: readonly number[], label: StreamLabel) => void) {
    this.most = most
    this.#push = push
  }

  get size(): number {
    return this.#rows.size
  }

  /** Takes a row; false when it only brings the label of an earlier one. O(1). */
  take(row: number, key: string | null, values: readonly number[], label: StreamLabel): boolean {
    this.#expire(row)
    const earlier = key === null ? undefined : this.#rows.get(key)
    if (earlier !== undefined) {
      this.#rows.delete(key!)
      this.#push(earlier.values, label)
      if (label !== null) return false
    }
    if (label === null && key !== null && this.most > 0) this.#rows.set(key, { row, values })
    else this.#push(values, label)
    return true
  }

  toState(): unknown[] {
    return Array.from(this.#rows, ([key, { row, values }]) => [
      key,
      row,
      values.map((x) => (Number.isFinite(x) ? x : String(x))),
    ])
  }

  restore(field: Field, columns: number): void {
    for (const item of field.items()) {
      const [key, row, values] = item.items()
      if (values === undefined) throw new FormatError(item.path, 'expected a key, a row and values')
      const numbers = values.list((value) => (value.value === 'NaN' ? Number.NaN : value.number()))
      if (numbers.length !== columns) values.fail(`${columns} values`)
      this.#rows.set(key.text(), { row: row.index(), values: numbers })
    }
  }

  /** Rows are kept in the order in which they came. */
  #expire(row: number): void {
    for (const [key, earlier] of this.#rows) {
      if (earlier.row >= row - this.most) return
      this.#rows.delete(key)
      this.#push(earlier.values, null)
    }
  }
}
