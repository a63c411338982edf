import type { SourceColumn, SourceTable } from '../../../src/sources/source.ts'
import { random } from '../../../src/util/random.ts'

/** A column of the rows that all engines are tried on: its values, and what a database stores them as. */
export interface NastyColumn {
  readonly name: string
  readonly stored: 'double' | 'bigint' | 'integer' | 'decimal' | 'timestamp' | 'date' | 'text' | 'boolean'
  /** doubles, whole numbers, milliseconds, texts or truth values; null where missing */
  readonly values: readonly (number | string | boolean | null)[]
}

const ODD = [Number.NaN, Infinity, -Infinity, -0, 0, Number.MIN_VALUE, -Number.MIN_VALUE, 2.2250738585072014e-308, 1e308, -1e308, 1.7976931348623157e308, 2 ** 53 - 1, 2 ** 53 + 2, 0.1, 1 / 3] // prettier-ignore

/** Every kind of column, with all that doubles can be, codes, ties, rows without a label and rows without weight. */
export function nastyColumns(rows: number): NastyColumn[] {
  const { next, normal, integer } = random(21)
  const every = <T>(make: (row: number) => T): T[] => Array.from({ length: rows }, (_, row) => make(row))
  const main = every(() => normal())
  const odd = every((row) => (row < ODD.length ? ODD[row] : row % 7 === 0 ? null : row % 10 === 0 ? -9 : main[row] * 3))
  return [
    { name: 'odd', stored: 'double', values: odd },
    { name: 'plain', stored: 'double', values: every((row) => main[row] * 2 + normal()) },
    {
      name: 'sizes',
      stored: 'double',
      values: every((row) => (row % 2 === 0 ? 1 : -1) * 10 ** (next() * 600 - 300)),
    },
    { name: 'moment', stored: 'timestamp', values: every((row) => (row % 11 === 0 ? null : (1.7e15 + integer(1e12)) / 1000)) }, // prettier-ignore
    { name: 'day', stored: 'date', values: every((row) => (row % 13 === 0 ? null : (18_000 + integer(900)) * 86_400_000)) }, // prettier-ignore
    { name: 'amount', stored: 'decimal', values: every(() => (integer(5_000_000) - 100_000) / 100) },
    { name: 'large', stored: 'bigint', values: every((row) => (row === 3 ? 2 ** 53 : row === 4 ? -(2 ** 53) : integer(2 ** 50))) }, // prettier-ignore
    { name: 'few', stored: 'integer', values: every((row) => (row % 5 === 0 ? null : integer(9))) },
    { name: 'far', stored: 'double', values: every(() => 1.7e9 + integer(1e6)) },
    { name: 'place', stored: 'text', values: every((row) => [' north', 'south ', 'NA', "it's", '', 'é "x" \\n', null, '\tnorth\n'][row % 8]) }, // prettier-ignore
    { name: 'flag', stored: 'boolean', values: every((row) => (row % 5 === 0 ? null : main[row] > 0.3)) },
    { name: 'label', stored: 'text', values: every((row) => (row % 97 === 0 ? null : row % 89 === 0 ? ' ' : main[row] > 0.4 ? 'yes' : 'no')) }, // prettier-ignore
    { name: 'grade', stored: 'integer', values: every((row) => (row % 91 === 0 ? null : Math.round(Math.min(2, Math.abs(main[row]))))) }, // prettier-ignore
    { name: 'price', stored: 'double', values: every((row) => (row % 83 === 0 ? null : Math.round((main[row] * 20 + 100 + normal()) * 100) / 100)) }, // prettier-ignore
    { name: 'wild', stored: 'double', values: every((row) => main[row] * 10 ** (row % 40)) },
    { name: 'weight', stored: 'double', values: every((row) => (row % 17 === 0 ? 0 : 1 + integer(8) / 4)) },
  ]
}

/** The same rows in memory. */
export function inMemory(columns: readonly NastyColumn[]): SourceTable {
  return {
    rows: columns[0].values.length,
    notes: [],
    skipped: 0,
    columns: columns.map(({ name, stored, values }): SourceColumn => {
      if (stored === 'text') return { name, kind: 'category', values: values.map(textOf) }
      if (stored === 'boolean')
        return { name, kind: 'boolean', values: values.map((v) => (v === null ? null : String(v))) }
      const kind = stored === 'timestamp' || stored === 'date' ? 'date' : 'number'
      return { name, kind, values: Float64Array.from(values, (v) => (v === null ? Number.NaN : (v as number))) }
    }),
  }
}

/** Texts without white space around them; NA was said to be missing. */
function textOf(value: number | string | boolean | null): string | null {
  const text = String(value ?? '').trim()
  return text === '' || text === 'NA' ? null : text
}
