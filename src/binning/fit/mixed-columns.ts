import type { LabelValues, Note, NumberValues, Table } from '../../types.ts'
import { show } from '../../util/check.ts'
import { numberOf, numberOfText, refusedValue, sortOf } from '../../util/data-value.ts'

/** A column with fewer numbers among its values than this is taken for text without a word. */
const MOSTLY = 0.9

/** The first of some values, and how many there are. */
interface Strange {
  readonly count: number
  readonly row: number
  readonly value: unknown
}

/** A note where a column counts as text though nearly all of its values are numbers; null for any other column. O(rows). */
export function mixedNote(name: string, values: NumberValues | LabelValues): Note | null {
  if (ArrayBuffer.isView(values)) return null
  let [numbers, others, first] = [0, 0, -1]
  for (let row = 0; row < values.length; row++) {
    const sort = sortOf(values[row])
    if (sort === 'missing') continue
    if (sort === 'number') numbers++
    else {
      others++
      if (first < 0) first = row
    }
  }
  if (others === 0 || numbers < MOSTLY * (numbers + others)) return null
  const of = `${numbers} of its ${numbers + others} values are numbers`
  const message = `column ${show(name)} is taken for text because of ${show(values[first])} at row ${first}, though ${of}; numbers: [${show(name)}] counts what is no number as missing`
  return { code: 'mixed', message, figures: { numbers, others, row: first } }
}

/** The columns that were asked for as numbers, what is no number in them as missing; and what there is to tell. O(rows). */
export function readMixed(table: Table, names: readonly string[]): { table: Table; notes: Note[] } {
  const read = names.map((name) => ({ name, ...mixedNumbers(name, table[name]) }))
  const notes = read.flatMap(({ name, strange }) => (strange === null ? [] : [strangeNote(name, strange)]))
  return { table: { ...table, ...Object.fromEntries(read.map(({ name, values }) => [name, values])) }, notes }
}

function mixedNumbers(
  name: string,
  given: NumberValues | LabelValues,
): { readonly values: NumberValues; readonly strange: Strange | null } {
  if (ArrayBuffer.isView(given)) return { values: given as Float64Array, strange: null }
  const values = new Float64Array(given.length)
  const strange = { count: 0, row: 0, value: null as unknown }
  for (let row = 0; row < values.length; row++) {
    const value = given[row]
    const number = numberOf(value) ?? (typeof value === 'string' ? numberOfText(value) : undefined)
    values[row] = number ?? Number.NaN
    if (number !== undefined) continue
    const sort = sortOf(value)
    if (sort === 'refused' || sort === 'number') throw refusedValue(value, { where: 'fitTable', column: name, row })
    if (strange.count === 0) Object.assign(strange, { row, value })
    strange.count++
  }
  return { values, strange: strange.count === 0 ? null : strange }
}

function strangeNote(name: string, { count, row, value }: Strange): Note {
  const which = count === 1 ? '1 value that is no number counts' : `${count} values that are no numbers count`
  const message = `column ${show(name)}: ${which} as missing, ${count === 1 ? '' : 'the first '}${show(value)} at row ${row}`
  return { code: 'odd-numbers', message, figures: { values: count, row } }
}
