import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { binLabels } from '../../binning/labels.ts'
import { DataError } from '../../errors.ts'
import { type LineColumn, makeRowLines, type RowLines } from '../../wasm/row-lines.ts'
import type { LiveColumn } from '../../streams/live-column.ts'
import { copyBytes, csvField, RowBytes } from '../files/row-bytes.ts'
import type { StreamPlan } from './stream-plan.ts'
import type { StreamRows } from './stream-rows.ts'
import { writeAll } from '../files/file-bytes.ts'
import { whereItIs } from '../files/same-file.ts'
import { writingError } from '../files/system-errors.ts'

/** Up to here comparing with every cut is faster than bisection. */
const FEW_CUTS = 16
const LF = 10
const [ZERO, NINE] = [48, 57]
/** Fewer rows are not worth compiling anything. */
const MANY_ROWS = 64
/** Rows are numbered up to 2^53. */
const MOST_DIGITS = 17

/** The bins of a column as they are now: slots of values, and what is written for each. */
class LiveSlots implements LineColumn {
  readonly #column: LiveColumn
  readonly #as: 'label' | 'index'
  readonly #delimiter: string
  #rebuilds = -1
  cuts: readonly number[] = []
  closedRight = false
  texts: readonly string[] = []
  fields: readonly Uint8Array[] = []
  longestField = 0

  constructor(column: LiveColumn, as: 'label' | 'index', delimiter: string) {
    this.#column = column
    this.#as = as
    this.#delimiter = delimiter
  }

  /** Whether they have changed. */
  refresh(): boolean {
    const { rebuilds, bins, cuts } = this.#column
    if (rebuilds === this.#rebuilds) return false
    this.#rebuilds = rebuilds
    this.cuts = cuts
    this.closedRight = bins?.closed === 'right'
    // Labels are printed with every digit: values that are still to come must not contradict them.
    const unseen = Array.from({ length: cuts.length + 1 }, () => ({ lo: null, hi: null }))
    const labels = [...binLabels(cuts, bins?.closed ?? 'left', unseen), 'missing']
    this.texts = this.#as === 'label' ? labels : labels.map((_, slot) => String(slot))
    this.fields = this.texts.map((text) => new Uint8Array(Buffer.from(csvField(text, this.#delimiter))))
    this.longestField = Math.max(...this.fields.map(({ length }) => length))
    return true
  }

  slot(x: number): number {
    const { cuts } = this
    if (x !== x) return cuts.length + 1
    let low = 0
    if (cuts.length <= FEW_CUTS) {
      if (this.closedRight) while (low < cuts.length && x > cuts[low]) low++
      else while (low < cuts.length && x >= cuts[low]) low++
      return low
    }
    let high = cuts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.closedRight ? x > cuts[middle] : x >= cuts[middle]) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Rows from … to − 1 of a batch, of which the first has the number `first` in the stream. */
interface RowSpan {
  readonly from: number
  readonly to: number
  readonly first: number
}

export interface StreamOutputOptions {
  /** a file, or - for standard output */
  readonly path: string
  readonly as: 'label' | 'index'
  readonly plan: StreamPlan
  /** bytes of the file that are known to be right; what follows them is written again */
  readonly written: number
}

/** Refuses to write over a file that somebody else made, and over the input in any case. */
export function refuseExisting(path: string, input: string, force: boolean): void {
  if (path === '-') return
  if (!existsSync(path)) return refuseFolder(path)
  if (!statSync(path).isFile()) return
  if (input !== '-' && existsSync(input) && realpathSync(input) === realpathSync(path)) {
    throw new DataError(`${path} is the file that is read; name another one to write to`)
  }
  if (force) return
  throw new DataError(`${path} exists already; add --force to replace it`)
}

/** Refuses a file that cannot be made where it should be, before a state knows of it. */
function refuseFolder(path: string): void {
  try {
    accessSync(dirname(whereItIs(path)), constants.W_OK)
  } catch (error) {
    throw writingError(error, path)
  }
}

/**
 * Sends rows on with their numbers, and bins in place of values: CSV for CSV, JSON lines for JSON lines. Writes are with the
 * system when they return, so that a state saved afterwards never knows of rows that were not sent.
 */
export class StreamOutput {
  readonly #options: StreamOutputOptions
  readonly #slots: readonly LiveSlots[]
  readonly #out = new RowBytes()
  /** what writes lines faster; undefined until it is worth it, null where it cannot be had or has no room for the columns */
  #lines: RowLines | null | undefined
  readonly #descriptor: number
  readonly #delimiter: number
  readonly #numberName: string
  #written = 0

  constructor(columns: readonly LiveColumn[], options: StreamOutputOptions) {
    const { plan, as } = options
    const delimiter = plan.dialect?.delimiter ?? ','
    this.#options = options
    this.#delimiter = delimiter.charCodeAt(0)
    // In the order in which the columns stand in a row.
    const ordered = plan.names.flatMap((name) => columns.filter((column) => column.name === name))
    this.#slots = ordered.map((column) => new LiveSlots(column, as, delimiter))
    let number = 'row'
    while (plan.names.includes(number)) number = `_${number}`
    this.#numberName = number
    this.#descriptor = this.#open()
  }

  /** Bytes written; null where that means nothing, as for pipes. */
  get written(): number | null {
    return this.#options.path === '-' || !fstatSync(this.#descriptor).isFile() ? null : this.#written
  }

  /** Writes some rows of a batch. `order`: value columns as they stand in a row. */
  write(rows: StreamRows, order: readonly number[], span: RowSpan): void {
    const changed = this.#slots.filter((slots) => slots.refresh())
    this.#out.length = 0
    if (this.#options.plan.form === 'json') this.#putObjects(rows, order, span)
    else {
      const lines = this.#fastLines(rows, order, span, changed.length > 0)
      if (lines !== null) return this.#send(lines)
      this.#putRows(rows, order, span)
    }
    this.#send(this.#out.taken())
  }

  /** The lines of many rows, as `#putRows` writes them; null where they are few, or have to be written without WebAssembly. */
  #fastLines(rows: StreamRows, order: readonly number[], span: RowSpan, hasChanged: boolean): Uint8Array | null {
    const isNew = this.#lines === undefined
    if (isNew && span.to - span.from < MANY_ROWS) return null
    if (isNew) this.#lines = makeRowLines(this.#delimiter)
    if (!this.#lines) return null
    if ((isNew || hasChanged) && !this.#lines.setColumns(this.#slots)) this.#lines = null
    const { kept, marks, values } = rows
    return this.#lines?.write({ ...span, values: order.map((place) => values[place]), kept: kept.bytes, marks }) ?? null
  }

  close(): void {
    if (this.#options.path !== '-') closeSync(this.#descriptor)
  }

  #putRows(rows: StreamRows, order: readonly number[], { from, to, first }: RowSpan): void {
    const out = this.#out
    const { kept, marks } = rows
    const columns = this.#slots.map((slots, i) => ({ slots, values: rows.values[order[i]] }))
    const longest = this.#slots.reduce((sum, { longestField }) => sum + longestField, MOST_DIGITS + 2)
    const number = new RowNumber(first)
    let mark = from * (columns.length + 1)
    let at = mark === 0 ? 0 : marks[mark - 1]
    for (let row = from; row < to; row++) {
      out.reserve(longest + marks[mark + columns.length] - at)
      const { bytes } = out
      let end = number.writeTo(bytes, out.length)
      bytes[end++] = this.#delimiter
      for (let i = 0; i < columns.length; i++) {
        const { slots, values } = columns[i]
        const stop = marks[mark++]
        end = copyBytes(kept.bytes, at, stop, bytes, end)
        at = stop
        const field = slots.fields[slots.slot(values[row])]
        end = copyBytes(field, 0, field.length, bytes, end)
      }
      const stop = marks[mark++]
      end = copyBytes(kept.bytes, at, stop, bytes, end)
      at = stop
      bytes[end++] = LF
      out.length = end
      number.increase()
    }
  }

  #putObjects(rows: StreamRows, order: readonly number[], { from, to, first }: RowSpan): void {
    const { plan, as } = this.#options
    const binned = plan.names.filter((name) => plan.binned.includes(name))
    for (let row = from; row < to; row++) {
      const sent: Record<string, unknown> = { [this.#numberName]: first + row - from, ...rows.objects[row] }
      for (const [i, name] of binned.entries()) {
        const slot = this.#slots[i].slot(rows.values[order[i]][row])
        const value = as === 'index' ? slot : this.#slots[i].texts[slot]
        // Not by assignment, which would take __proto__ for the prototype.
        Object.defineProperty(sent, name, { value, enumerable: true, configurable: true, writable: true })
      }
      this.#out.appendText(`${JSON.stringify(sent)}\n`)
    }
  }

  #open(): number {
    const { path, written } = this.#options
    if (path === '-') {
      writeAll(1, this.#header())
      return 1
    }
    try {
      const descriptor = openSync(path, 'a')
      const stat = fstatSync(descriptor)
      if (stat.isFile() && stat.size > 0 && stat.size < written) {
        throw new DataError(
          `${path} is shorter (${stat.size} bytes) than what was written to it (${written}); put back the file as it was, or move this one away to start another`,
        )
      }
      if (stat.isFile() && stat.size > written) ftruncateSync(descriptor, written)
      this.#written = stat.isFile() ? Math.min(stat.size, written) : 0
      if (this.#written === 0) {
        const header = this.#header()
        writeAll(descriptor, header)
        this.#written = header.length
      }
      return descriptor
    } catch (error) {
      throw writingError(error, path)
    }
  }

  #header(): Buffer {
    const { plan } = this.#options
    if (plan.dialect === null) return Buffer.alloc(0)
    const { delimiter } = plan.dialect
    return Buffer.from(
      `${[this.#numberName, ...plan.names].map((name) => csvField(name, delimiter)).join(delimiter)}\n`,
    )
  }

  #send(bytes: Uint8Array): void {
    try {
      writeAll(this.#descriptor, bytes)
    } catch (error) {
      throw writingError(error, this.#options.path === '-' ? 'standard output' : this.#options.path)
    }
    this.#written += bytes.length
  }
}

/** The number of a row as digits, of which most stay what they were with the next one. */
class RowNumber {
  readonly #digits: Uint8Array
  #start: number

  constructor(number: number) {
    const text = String(number)
    this.#start = MOST_DIGITS - text.length
    this.#digits = new Uint8Array(MOST_DIGITS).fill(ZERO)
    this.#digits.set(Buffer.from(text), this.#start)
  }

  increase(): void {
    let at = MOST_DIGITS - 1
    for (; this.#digits[at] === NINE; at--) this.#digits[at] = ZERO
    this.#digits[at]++
    if (at < this.#start) this.#start = at
  }

  /** Writes the digits; the place behind them. */
  writeTo(bytes: Uint8Array, from: number): number {
    let end = from
    for (let at = this.#start; at < MOST_DIGITS; at++) bytes[end++] = this.#digits[at]
    return end
  }
}
