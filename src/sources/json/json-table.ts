import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import { withAskedKinds } from '../text/asked-kinds.ts'
import { inexactWhole, isInexactWhole, valueNotes } from '../text/table-notes.ts'
import type { FileOptions, SourceTable } from '../source.ts'
import { JsonColumn, type JsonScalar } from './json-column.ts'
import { jsonFault } from './json-fault.ts'
import { asksKinds, columnNames, pickColumns } from '../text/column-names.ts'
import { missingTexts, trimAscii } from '../text/values.ts'

/** Doubles tell all whole numbers apart up to here. */
const LARGEST = 2 ** 53
const LONG_WHOLE = /-?\d{16,}(?![\d.eE])/g

export class JsonTable {
  readonly #options: FileOptions
  readonly #missing: ReadonlySet<string>
  readonly #asked: ReadonlySet<string> | null
  readonly #columns = new Map<string, JsonColumn>()
  /** by name, the first whole number that a double cannot hold */
  readonly #inexact = new Map<string, string>()
  /** what is being read, and such numbers in it once they were looked for */
  #text = ''
  #longNumbers: ReadonlyMap<number, string> | null = null
  #rows = 0
  #skipped = 0
  #firstSkipped: number | null = null

  constructor(options: FileOptions) {
    this.#options = options
    this.#missing = missingTexts(options.missingValues)
    this.#asked = options.columns === undefined ? null : new Set(options.columns)
  }

  addLine(text: string, line: number): void {
    try {
      const value = this.#parse(text, line)
      if (!isObject(value)) throw this.#refused(line, `found ${typeName(value)}, expected an object such as {"x": 1}`)
      this.#text = text
      this.#longNumbers = null
      this.#addRow(value, line)
    } catch (error) {
      if (!(error instanceof BadLine) || this.#options.badRows !== 'skip') throw error
      this.#skipped++
      this.#firstSkipped ??= line
    }
  }

  /** Adds the objects of a text that is one list. */
  addList(text: string): void {
    const list = this.#parse(text, 1)
    this.#text = text
    if (!Array.isArray(list)) throw this.#refused(1, 'expected a list of objects')
    for (const [i, item] of (list as unknown[]).entries()) {
      if (!isObject(item)) {
        const found = `item ${i + 1} of the list is ${typeName(item)}, expected an object such as {"x": 1}`
        throw new DataError(`${this.#options.name}: ${found}`, { row: i })
      }
      this.#addRow(item, i + 1, 'item')
    }
  }

  finish(): SourceTable {
    const { name } = this.#options
    if (this.#rows === 0) throw new DataError(`${name} holds no rows, expected one JSON object on each line`)
    const { names, notes: nameNotes } = columnNames([...this.#columns.keys()])
    const wanted = pickColumns(name, names, this.#options.columns)
    const built = [...this.#columns.values()]
    const finished = wanted.map((j) => built[j].finish(names[j], this.#rows))
    const columns = finished.map(({ column }) => column)
    const notes: Note[] = [...nameNotes, ...finished.flatMap((one) => one.notes)]
    if (this.#skipped > 0) {
      const many = this.#skipped === 1 ? '1 line' : `${this.#skipped} lines`
      const message = `${many} left out for not being a JSON object, the first at line ${this.#firstSkipped}`
      notes.push({ code: 'skipped', message })
    }
    const keys = [...this.#columns.keys()]
    for (const j of wanted) {
      const text = this.#inexact.get(keys[j])
      if (text !== undefined && finished[wanted.indexOf(j)].column.kind === 'number')
        notes.push(inexactWhole(names[j], text))
    }
    notes.push(...valueNotes(columns, this.#rows))
    const table = { rows: this.#rows, columns, notes, skipped: this.#skipped }
    return asksKinds(this.#options) ? withAskedKinds(table, this.#options) : table
  }

  #addRow(object: Readonly<Record<string, unknown>>, line: number, place = 'line'): void {
    for (const key of Object.keys(object)) {
      let column = this.#columns.get(key)
      if (column === undefined) {
        column = new JsonColumn(place)
        this.#columns.set(key, column)
      }
      const value = object[key]
      if (value === null || (this.#asked !== null && !this.#asked.has(trimAscii(key)))) continue
      if (typeof value === 'object') throw this.#nested(key, value, `${place} ${line}`)
      const scalar = value as Exclude<JsonScalar, null>
      if (!this.#missing.has(typeof scalar === 'string' ? trimAscii(scalar) : String(scalar))) {
        column.add(this.#rows, scalar, line)
        if (typeof scalar === 'number' && Math.abs(scalar) >= LARGEST) this.#doubt(key, scalar)
      }
    }
    this.#rows++
  }

  /** Notes a whole number whose digits a double cannot hold: what was read says only which, so its text is looked up. */
  #doubt(key: string, value: number): void {
    if (this.#inexact.has(key)) return
    this.#longNumbers ??= new Map(
      (this.#text.match(LONG_WHOLE) ?? []).filter(isInexactWhole).map((text) => [Number(text), text]),
    )
    const found = this.#longNumbers.get(value)
    if (found !== undefined) this.#inexact.set(key, found)
  }

  #parse(text: string, line: number): unknown {
    try {
      return JSON.parse(text)
    } catch {
      const { at, expected } = jsonFault(text) ?? { at: 0, expected: 'JSON' }
      const before = text.slice(0, at).split('\n')
      const found =
        at < text.length && text[at] !== '\n'
          ? `"${String.fromCodePoint(text.codePointAt(at)!)}"`
          : 'the end of the line'
      const remedy = /^(?:-?Infinity|NaN)/.test(text.slice(at)) ? '; write null for a missing number' : ''
      const column = before[before.length - 1].length + 1
      throw this.#refused(line + before.length - 1, `found ${found}, expected ${expected}${remedy}`, column)
    }
  }

  #refused(line: number, what: string, column?: number): BadLine {
    const place = `${this.#options.name}, line ${line}${column === undefined ? '' : `, column ${column}`}`
    return new BadLine(`${place}: ${what}`)
  }

  #nested(key: string, value: object, place: string): DataError {
    const { name } = this.#options
    const found = Array.isArray(value) ? 'a list' : 'an object'
    return new DataError(
      `${name}, ${place}: column "${key}" holds ${found}, expected a number, a text, true, false or null; ` +
        'flatten it, or name the columns to read without it',
      { column: key, row: this.#rows },
    )
  }
}

/** A line that holds no row. */
class BadLine extends DataError {}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  number: 'a number',
  string: 'a text',
  boolean: 'a truth value',
  object: 'an object',
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : TYPE_NAMES[typeof value]
}
