import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import { show } from '../../util/check.ts'
import { dateText } from '../../util/date-text.ts'
import { suggest } from '../../util/suggest.ts'
import type { ReadOptions, SourceColumn, SourceTable } from '../source.ts'
import { oddNumbers } from './table-notes.ts'
import { type Decimal, isNanText, parseNumber } from './values.ts'

/**
 * A table with its columns of the kinds that were asked for: those of `numbers` as numbers, in which a text that is no number
 * counts as missing, with a note; those of `texts` as text. A column of the right kind stays as it is.
 */
export function withAskedKinds<Table extends SourceTable>(
  table: Table,
  { numbers = [], texts = [] }: Pick<ReadOptions, 'numbers' | 'texts'>,
  decimal: Decimal = '.',
): Table {
  checkAsked(table, numbers, texts)
  const notes: Note[] = []
  const columns = table.columns.map((column) => {
    if (numbers.includes(column.name)) return asNumbers(column, decimal, notes)
    return texts.includes(column.name) ? asTexts(column) : column
  })
  return { ...table, columns, notes: [...table.notes, ...notes] }
}

function checkAsked({ columns }: SourceTable, numbers: readonly string[], texts: readonly string[]): void {
  const names = columns.map(({ name }) => name)
  const unknown = numbers.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new DataError(`unknown column ${show(unknown)} among those to read as numbers${suggest(unknown, names)}`, {
      code: 'unknown-name',
      column: unknown,
    })
  }
  const both = numbers.find((name) => texts.includes(name))
  if (both === undefined) return
  throw new DataError(`column ${show(both)} cannot be read as numbers and as text at once`, { column: both })
}

function asNumbers(column: SourceColumn, decimal: Decimal, notes: Note[]): SourceColumn {
  const { name, values: texts } = column
  if (texts instanceof Float64Array) return column
  const known = new Map<string, number>()
  const values = new Float64Array(texts.length)
  const odd = { count: 0, row: 0, text: '' }
  for (let row = 0; row < values.length; row++) {
    const text = texts[row]
    let number = text === null ? Number.NaN : known.get(text)
    if (number === undefined) known.set(text!, (number = parseNumber(text!, decimal)))
    values[row] = number
    if (text === null || !Number.isNaN(number) || isNanText(text)) continue
    if (odd.count === 0) Object.assign(odd, { row, text })
    odd.count++
  }
  if (odd.count > 0) notes.push(oddNumbers(name, odd))
  return { name, kind: 'number', values }
}

function asTexts(column: SourceColumn): SourceColumn {
  const { name, kind, values } = column
  if (!(values instanceof Float64Array)) return { name, kind: 'category', values }
  const print = kind === 'date' ? dateText : String
  const texts = Array.from(values, (value) => (Number.isNaN(value) ? null : print(value + 0)))
  return { name, kind: 'category', values: texts }
}
