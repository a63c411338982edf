import { DataError } from '../../errors.ts'
import { quotedAt, splitArff } from './arff-fields.ts'
import type { ValueKind } from '../source.ts'
import { trimAscii } from '../text/values.ts'

/** A column as an ARFF file declares it. */
export interface ArffAttribute {
  readonly name: string
  readonly kind: ValueKind
  /** the values it may have; null when any */
  readonly levels: ReadonlySet<string> | null
}

/** Date formats that the ISO forms cover. */
const ISO_FORMAT = /^yyyy([-/])MM\1dd(?:[T ]HH:mm(?::ss(?:\.S{1,9})?)?(?:Z|X{1,3})?)?$/
const NUMERIC = new Set(['numeric', 'real', 'integer'])

/** Reads what follows the word @attribute; `place` is the file and line for messages. */
export function parseAttribute(text: string, place: string): ArffAttribute {
  const rest = trimAscii(text)
  const quoted = rest.startsWith("'") || rest.startsWith('"')
  const found = quoted ? quotedAt(rest, 0) : bareName(rest)
  if (found === null || found.end === 0) {
    throw new DataError(`${place}: found no attribute name, expected @attribute, a name and a type`)
  }
  const { text: name, end } = found
  const type = trimAscii(rest.slice(end))
  if (type.startsWith('{')) return { name, kind: 'category', levels: parseLevels(name, type, place) }
  const word = /^[^\s%]*/.exec(type)![0].toLowerCase()
  if (NUMERIC.has(word)) return { name, kind: 'number', levels: null }
  if (word === 'string') return { name, kind: 'category', levels: null }
  if (word === 'date') {
    checkFormat(name, trimAscii(type.slice(4)), place)
    return { name, kind: 'date', levels: null }
  }
  const shown = word === '' ? 'no type' : `the type ${word}`
  throw new DataError(
    `${place}: found ${shown} for attribute "${name}", expected numeric, real, integer, string, date or {a, b}`,
    { column: name },
  )
}

function bareName(text: string): { text: string; end: number } {
  const name = /^[^\s{]*/.exec(text)![0]
  return { text: name, end: name.length }
}

function parseLevels(name: string, type: string, place: string): ReadonlySet<string> {
  const close = type.lastIndexOf('}')
  const fields = close < 0 ? null : splitArff(type.slice(1, close))
  if (fields === null) {
    throw new DataError(
      `${place}: the values of attribute "${name}" do not end, expected them as {a, b, 'c d'} on one line`,
      { column: name },
    )
  }
  return new Set(fields.map(({ text }) => trimAscii(text)))
}

function checkFormat(name: string, format: string, place: string): void {
  const plain = format.replaceAll(/["']/g, '')
  if (plain === '' || plain.startsWith('%') || ISO_FORMAT.test(plain)) return
  throw new DataError(
    `${place}: found the date format ${format} for attribute "${name}", expected an ISO form such as ` +
      "yyyy-MM-dd'T'HH:mm:ss; rewrite the dates, or declare the attribute as string",
    { column: name },
  )
}
