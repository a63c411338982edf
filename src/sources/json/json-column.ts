import type { Note } from '../../types.ts'
import { looksLikeAmbiguousDate, parseDate, trimAscii } from '../text/values.ts'
import type { SourceColumn } from '../source.ts'
import { ambiguousDates, keepNumbers } from '../text/table-notes.ts'

export type JsonScalar = number | string | boolean | null

/** What the values of a column were until one of another type came. */
type Type = 'numbers' | 'texts' | 'truth values'

/**
 * A column being filled by name, row after row, with gaps where a row does not have it. Numbers stay doubles; a value of
 * another type makes the whole column text.
 */
export class JsonColumn {
  #type: Type | null = null
  #rows = 0
  #numbers = new Float64Array(16)
  #texts: (string | null)[] = []
  readonly #known = new Map<string, string>()
  #mixed: { readonly line: number; readonly before: Type; readonly now: Type; readonly value: string } | null = null
  /** what rows are numbered by in messages */
  readonly #place: string

  constructor(place: string) {
    this.#place = place
  }

  /** Sets the value of a row, which must be later than every one before. */
  add(row: number, value: Exclude<JsonScalar, null>, line: number): void {
    const type: Type = typeof value === 'number' ? 'numbers' : typeof value === 'string' ? 'texts' : 'truth values'
    this.#type ??= type
    if (this.#type !== type && this.#mixed === null) this.#mix(line, type, String(value))
    this.#fill(row)
    this.#rows = row + 1
    if (this.#type === 'numbers') this.#numbers[row] = value as number
    else this.#texts.push(this.#same(typeof value === 'string' ? trimAscii(value) : String(value)))
  }

  finish(name: string, rows: number): { column: SourceColumn; notes: Note[] } {
    this.#fill(rows)
    if (this.#type === null || this.#type === 'numbers') {
      return { column: { name, kind: 'number', values: this.#numbers.slice(0, rows) }, notes: [] }
    }
    const values = this.#texts
    if (this.#mixed !== null) {
      const { line, before, now, value } = this.#mixed
      const shown = value.length > 60 ? `${value.slice(0, 57)}…` : value
      const found =
        now === 'texts' ? `the text "${shown}"` : `${now === 'numbers' ? 'the number' : 'the truth value'} ${shown}`
      const keep = before === 'numbers' ? keepNumbers(name) : ''
      const message = `column "${name}" is read as text because it holds ${before}, but ${found} at ${this.#place} ${line}${keep}`
      return { column: { name, kind: 'category', values }, notes: [{ code: 'text', message }] }
    }
    if (this.#type === 'truth values') return { column: { name, kind: 'boolean', values }, notes: [] }
    const texts = [...this.#known.keys()]
    if (texts.every((text) => !Number.isNaN(parseDate(text)))) {
      const times = Float64Array.from(values, (text) => (text === null ? Number.NaN : parseDate(text)))
      return { column: { name, kind: 'date', values: times }, notes: [] }
    }
    const notes = texts.every(looksLikeAmbiguousDate) ? [ambiguousDates(name, texts[0])] : []
    return { column: { name, kind: 'category', values }, notes }
  }

  #mix(line: number, now: Type, value: string): void {
    const before = this.#type!
    this.#mixed = { line, before, now, value }
    if (before === 'numbers') {
      const texts = Array.from(this.#numbers.subarray(0, this.#rows), (x) => (Number.isNaN(x) ? null : String(x)))
      this.#texts = texts.map((text) => (text === null ? null : this.#same(text)))
    }
    this.#type = 'texts'
  }

  /** Makes room, and marks the rows since the last value as missing. */
  #fill(row: number): void {
    if (this.#type !== 'numbers') {
      while (this.#texts.length < row) this.#texts.push(null)
    }
    if (this.#type !== 'texts' && this.#type !== 'truth values') {
      if (row >= this.#numbers.length) {
        const larger = new Float64Array(Math.max(row + 1, this.#numbers.length * 2))
        larger.set(this.#numbers)
        this.#numbers = larger
      }
      this.#numbers.fill(Number.NaN, this.#rows, row)
    }
  }

  #same(text: string): string {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    this.#known.set(text, text)
    return text
  }
}
