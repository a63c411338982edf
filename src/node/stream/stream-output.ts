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
import type { LiveColumn } from '../../streams/live-column.ts'
import { csvField, RowBytes } from '../files/row-bytes.ts'
import type { StreamPlan } from './stream-plan.ts'
import type { StreamRows } from './stream-rows.ts'
import { writeAll } from '../files/file-bytes.ts'
import { whereItIs } from '../files/same-file.ts'
import { writingError } from '../files/system-errors.ts'

/** Up to here comparing with every cut is faster than bisection. */
const FEW_CUTS = 16
const LF = 10

/** The bins of a column as they are now: slots of values, and what is written for each. */
class LiveSlots {
  readonly #column: LiveColumn
  readonly #as: 'label' | 'index'
  readonly #delimiter: string
  #rebuilds = -1
  #cuts: readonly number[] = []
  #right = false
  texts: readonly string[] = []
  fields: readonly Buffer[] = []

  constructor(column: LiveColumn, as: 'label' | 'index', delimiter: string) {
    this.#column = column
    this.#as = as
    this.#delimiter = delimiter
  }

  refresh(): void {
    const { rebuilds, bins, cuts } = this.#column
    if (rebuilds === this.#rebuilds) return
    this.#rebuilds = rebuilds
    this.#cuts = cuts
    this.#right = bins?.closed === 'right'
    // Labels are printed with every digit: values that are still to come must not contradict them.
    const unseen = Array.from({ length: cuts.length + 1 }, () => ({ lo: null, hi: null }))
    const labels = [...binLabels(cuts, bins?.closed ?? 'left', unseen), 'missing']
    this.texts = this.#as === 'label' ? labels : labels.map((_, slot) => String(slot))
    this.fields = this.texts.map((text) => Buffer.from(csvField(text, this.#delimiter)))
  }

  slot(x: number): number {
    const cuts = this.#cuts
    if (x !== x) return cuts.length + 1
    let low = 0
    if (cuts.length <= FEW_CUTS) {
      if (this.#right) while (low < cuts.length && x > cuts[low]) low++
      else while (low < cuts.length && x >= cuts[low]) low++
      return low
    }
    let high = cuts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#right ? x > cuts[middle] : x >= cuts[middle]) low = middle + 1
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
    for (const slots of this.#slots) slots.refresh()
    this.#out.length = 0
    if (this.#options.plan.form === 'json') this.#putObjects(rows, order, span)
    else this.#putRows(rows, order, span)
    this.#send(this.#out.taken())
  }

  close(): void {
    if (this.#options.path !== '-') closeSync(this.#descriptor)
  }

  #putRows(rows: StreamRows, order: readonly number[], { from, to, first }: RowSpan): void {
    const out = this.#out
    const { kept, marks, values } = rows
    const width = this.#slots.length
    for (let row = from; row < to; row++) {
      appendNumber(out, first + row - from)
      out.appendByte(this.#delimiter)
      const base = row * (width + 1)
      let at = row === 0 ? 0 : marks[base - 1]
      for (let i = 0; i < width; i++) {
        const mark = marks[base + i]
        out.append(kept.bytes, at, mark)
        const slots = this.#slots[i]
        const field = slots.fields[slots.slot(values[order[i]][row])]
        out.append(field, 0, field.length)
        at = mark
      }
      out.append(kept.bytes, at, marks[base + width])
      out.appendByte(LF)
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

/** Digits of a whole number, without making a text. */
function appendNumber(out: RowBytes, value: number): void {
  let scale = 1
  while (scale * 10 <= value) scale *= 10
  for (let rest = value; scale >= 1; scale /= 10) {
    const digit = Math.floor(rest / scale)
    out.appendByte(48 + digit)
    rest -= digit * scale
  }
}
