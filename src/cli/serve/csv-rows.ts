import type { ValueKind } from '../../sources/source.ts'
import { splitRecords } from '../../sources/text/split-records.ts'
import { isNanText, parseNumber, parseTruth, trimAscii } from '../../sources/text/values.ts'
import { quoted, Refusal } from './refusal.ts'
import { fromLists, type RequestRows, type WantedColumns } from './request-rows.ts'

/** The rows of a CSV request: a header with the names of the columns, commas between fields. Empty fields are missing. */
export function readCsvRows(text: string, wanted: WantedColumns): RequestRows {
  const { records, faults } = splitRecords(text, { delimiter: ',', quote: '"' })
  if (faults > 0) throw new Refusal(400, 'the body is not CSV: text follows a closing quote')
  const [header, ...rest] = records.filter(({ blank, fields }) => !blank || fields.length > 1)
  if (header === undefined)
    throw new Refusal(400, 'the body is empty, expected CSV with the names of the columns in its first line')
  const names = header.fields.map(trimAscii)
  const seen = new Set<string>()
  const twice = names.find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined) throw new Refusal(400, `two columns are called ${quoted(twice)}, expected names that differ`)
  const odd = rest.find(({ fields }) => fields.length !== names.length)
  if (odd !== undefined)
    throw new Refusal(
      400,
      `line ${odd.line} has ${odd.fields.length} fields, expected ${names.length} as in the header`,
    )
  const kinds = new Map(wanted.columns.map(({ name, kind }) => [name, kind]))
  const lists = new Map(
    names.map((name, at) => {
      const kind = kinds.get(name)
      return [name, kind === undefined ? [] : rest.map(({ fields }) => valueOf(trimAscii(fields[at]), kind))]
    }),
  )
  return { ...fromLists(lists, rest.length, wanted), layout: 'csv' }
}

/** A field as the value that JSON would have; a text where it is of another kind, which is then refused with its place. */
function valueOf(field: string, kind: ValueKind): unknown {
  if (field === '') return null
  if (kind === 'boolean') return parseTruth(field) ?? field
  if (kind !== 'number') return field
  if (isNanText(field)) return null
  const value = parseNumber(field, '.')
  if (Number.isNaN(value)) return field
  return Number.isFinite(value) ? value : String(value)
}
