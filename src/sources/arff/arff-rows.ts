import { DataError } from '../../errors.ts'
import { suggest } from '../../util/suggest.ts'
import type { ArffField } from './arff-fields.ts'
import type { ArffAttribute } from './arff-header.ts'
import type { SourceColumn } from '../source.ts'
import { isNanText, parseDate, parseNumber, trimAscii } from '../text/values.ts'

export class ArffColumn {
  readonly #attribute: ArffAttribute
  readonly #missing: ReadonlySet<string>
  readonly #numbers: number[] = []
  readonly #texts: (string | null)[] = []
  readonly #known = new Map<string, string>()

  constructor(attribute: ArffAttribute, missing: ReadonlySet<string>) {
    this.#attribute = attribute
    this.#missing = missing
  }

  /** Adds the value of a row; what was not declared is refused, `place` being the file and line. */
  add(field: ArffField, place: string): void {
    const text = trimAscii(field.text)
    const missing = this.#missing.has(text) || (text === '?' && !field.quoted)
    const { kind, levels } = this.#attribute
    if (kind === 'number' || kind === 'date') {
      const value = missing ? Number.NaN : kind === 'date' ? parseDate(text) : parseNumber(text, '.')
      if (Number.isNaN(value) && !missing && !(kind === 'number' && isNanText(text))) throw this.#misfit(text, place)
      this.#numbers.push(value)
    } else if (missing) {
      this.#texts.push(null)
    } else {
      if (levels !== null && !levels.has(text)) throw this.#misfit(text, place)
      if (!this.#known.has(text)) this.#known.set(text, text)
      this.#texts.push(this.#known.get(text)!)
    }
  }

  finish(name: string): SourceColumn {
    const { kind } = this.#attribute
    return kind === 'number' || kind === 'date'
      ? { name, kind, values: Float64Array.from(this.#numbers) }
      : { name, kind, values: this.#texts }
  }

  #misfit(text: string, place: string): DataError {
    const { name, kind, levels } = this.#attribute
    const start = `${place}, column "${name}": found ${JSON.stringify(text)}`
    if (levels !== null) {
      const known = suggest(text, [...levels])
      return new DataError(`${start}, which is not declared${known}`, { column: name })
    }
    const expected = kind === 'date' ? 'a date such as 2015-02-04T17:51:00' : 'a number'
    const remedy = `if that stands for a missing value, add --missing-values ${JSON.stringify(text)}`
    return new DataError(`${start}, expected ${expected} or ?; ${remedy}`, { column: name })
  }
}
