import { DataError } from '../../errors.ts'
import { isNanText, parseNumber } from '../../sources/text/values.ts'
import { type StreamLabel, type StreamReader, type StreamRoles, StreamRows } from './stream-rows.ts'

const LF = 10
const LONGEST = 16_777_216

export interface StreamJsonOptions {
  readonly name: string
  readonly names: readonly string[]
  readonly roles: StreamRoles
  readonly missingValues: readonly string[] | undefined
  readonly offset: number
}

/** What a row itself says of a column: names such as constructor are on every object. */
export function own(row: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined
}

/** Reads endless JSON lines, an object on each. Other lines are counted and left out. */
export class StreamJson implements StreamReader {
  bad = 0
  odd = 0
  offset: number
  readonly #options: StreamJsonOptions
  readonly #rows: StreamRows
  readonly #missing: ReadonlySet<string>
  readonly #binned: readonly string[]
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #rest: Uint8Array = new Uint8Array(0)

  constructor(options: StreamJsonOptions) {
    const { names, roles, missingValues = [], offset } = options
    this.#options = options
    this.offset = offset
    this.#missing = new Set(['', ...missingValues])
    const binned: string[] = []
    for (const [column, index] of roles.binned.entries()) if (index >= 0) binned[index] = names[column]
    this.#binned = binned
    this.#rows = new StreamRows(binned.length, false)
  }

  feed(chunk: Uint8Array, final: boolean, take: (rows: StreamRows) => void): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    for (;;) {
      const stop = bytes.indexOf(LF, at)
      if (stop < 0 && !(final && at < bytes.length)) break
      const end = stop < 0 ? bytes.length : stop
      this.#line(bytes.subarray(at, end))
      this.offset += (stop < 0 ? end : end + 1) - at
      at = stop < 0 ? end : end + 1
      if (this.#rows.isFull) this.#hand(take)
    }
    this.#hand(take)
    this.#rest = bytes.slice(at)
    if (this.#rest.length > LONGEST) {
      throw new DataError(`${this.#options.name}: a line is longer than ${LONGEST} bytes`)
    }
  }

  #hand(take: (rows: StreamRows) => void): void {
    if (this.#rows.size > 0) take(this.#rows)
    this.#rows.clear()
  }

  #line(bytes: Uint8Array): void {
    const row = this.#parse(bytes)
    if (row === null) return
    const rows = this.#rows
    const { names, roles } = this.#options
    for (const [index, name] of this.#binned.entries()) rows.values[index][rows.size] = this.#number(own(row, name))
    if (roles.target >= 0) rows.labels[rows.size] = this.#label(own(row, names[roles.target]))
    if (roles.key >= 0) {
      const key = own(row, names[roles.key])
      rows.keys.push(typeof key === 'string' || typeof key === 'number' ? String(key) : null)
    }
    if (roles.keep) rows.objects.push(row)
    rows.size++
  }

  /** The object of a line; null for an empty line, and for one that holds anything else. */
  #parse(bytes: Uint8Array): Record<string, unknown> | null {
    try {
      const text = this.#decoder.decode(bytes)
      if (text.trim() === '') return null
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    } catch {
      // Counted below like every other line that is not an object.
    }
    this.bad++
    return null
  }

  #number(value: unknown): number {
    if (typeof value === 'number') return value
    if (value === null || value === undefined || (typeof value === 'string' && this.#missing.has(value)))
      return Number.NaN
    const number = typeof value === 'string' ? parseNumber(value, '.') : Number.NaN
    if (Number.isNaN(number) && !(typeof value === 'string' && isNanText(value))) this.odd++
    return number
  }

  #label(value: unknown): StreamLabel {
    if (value === null || value === undefined || (typeof value === 'string' && this.#missing.has(value))) return null
    if (this.#options.roles.numericTarget) {
      const number = this.#number(value)
      return Number.isNaN(number) ? null : number
    }
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}
