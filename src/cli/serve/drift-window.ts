import { type Binning, type Column, hasCuts } from '../../binning/binning.ts'
import { compareDrift } from '../../binning/drift/compare-drift.ts'
import type { ColumnDrift } from '../../binning/drift/drift-types.ts'
import { isKerfError } from '../../errors.ts'
import { errorText } from '../../reports/error-text.ts'
import type { Table } from '../../types.ts'

/** What the last scored rows look like against those of the fit. */
export interface WindowDrift {
  /** rows in the window */
  readonly rows: number
  readonly columns: readonly ColumnDrift[]
  /** columns that cannot be compared, and why */
  readonly faults: readonly { readonly name: string; readonly message: string }[]
}

/** Longer levels that the fit did not see are cut: a window of them could hold any amount of memory. */
const LONGEST_LEVEL = 120

/** A comparison is not made again before this many times what it took has passed. */
const REST = 20

/**
 * The last rows that were scored, column by column, and their drift from the rows of a fit by its reference cells: what
 * `compareDrift` gives of them. Only columns that rows are scored by are kept, in memory that is bounded.
 */
export class DriftWindow {
  readonly #columns: readonly WindowColumn[]
  readonly #binning: Binning
  readonly #size: number
  #filled = 0
  #next = 0
  #last: WindowDrift | null = null
  #stale = true
  #restUntil = 0
  #running: Promise<WindowDrift> | null = null

  /** @param names the columns that rows are scored by */
  constructor(binning: Binning, names: readonly string[], size: number) {
    this.#binning = binning
    this.#size = size
    this.#columns = binning.columns
      .filter(({ name }) => names.includes(name))
      .map((column) => ({
        column,
        values: hasCuts(column) ? new Float64Array(size) : Array.from({ length: size }, (): string | null => null),
        known: hasCuts(column) ? null : new Set(column.bins.flatMap(({ levels }) => levels)),
      }))
  }

  get names(): string[] {
    return this.#columns.map(({ column }) => column.name)
  }

  /** Adds rows that were scored, the oldest ones give way. */
  add(table: Table, rows: number): void {
    if (rows === 0) return
    const from = Math.max(0, rows - this.#size)
    for (const { column, values, known } of this.#columns) {
      const given = table[column.name]
      let at = this.#next
      for (let row = from; row < rows; row++) {
        values[at] = (known === null ? given[row] : shortLevel(given[row] as string | null, known)) as never
        if (++at === this.#size) at = 0
      }
    }
    this.#next = (this.#next + rows - from) % this.#size
    this.#filled = Math.min(this.#size, this.#filled + rows - from)
    this.#stale = true
  }

  /** The drift of the window. Columns take turns with requests, and what was found lately is told again. */
  async measure(): Promise<WindowDrift> {
    if (this.#running !== null) return this.#running
    if (this.#last !== null && (!this.#stale || performance.now() < this.#restUntil)) return this.#last
    this.#running = this.#measure()
    try {
      return await this.#running
    } finally {
      this.#running = null
    }
  }

  async #measure(): Promise<WindowDrift> {
    const start = performance.now()
    this.#stale = false
    const rows = this.#filled
    const columns: ColumnDrift[] = []
    const faults: { name: string; message: string }[] = []
    for (const { column, values } of rows === 0 ? [] : this.#columns) {
      await new Promise((resolve) => setImmediate(resolve))
      const one = { ...this.#binning, target: null, columns: [column] }
      try {
        columns.push(...compareDrift(one, { [column.name]: values.slice(0, rows) }).columns)
      } catch (error) {
        if (!isKerfError(error)) throw error
        faults.push({ name: column.name, message: errorText(error) })
      }
    }
    this.#last = { rows, columns, faults }
    this.#restUntil = performance.now() + REST * (performance.now() - start)
    return this.#last
  }
}

interface WindowColumn {
  readonly column: Column
  readonly values: Float64Array | (string | null)[]
  /** levels of the fit; null in a column of numbers */
  readonly known: ReadonlySet<string> | null
}

/** A level as it is kept: its own string, since a part of a text holds the whole text in memory. */
function shortLevel(level: string | null, known: ReadonlySet<string>): string | null {
  if (level === null || level.length <= LONGEST_LEVEL || known.has(level)) return level
  return Buffer.from(level.slice(0, LONGEST_LEVEL)).toString()
}
