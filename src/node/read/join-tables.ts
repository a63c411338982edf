import { KIND_WORDS } from '../../summaries/merge-tables.ts'
import { DataError } from '../../errors.ts'
import type { SourceColumn, SourceTable } from '../../sources/source.ts'
import { isEmpty } from '../../sources/text/table-notes.ts'
import type { Note } from '../../types.ts'

export interface NamedTable {
  readonly name: string
  readonly table: SourceTable
}

/**
 * One table of the rows of several, in their order. All must have the same columns, in any order, of the same kinds; a
 * column without any value is of every kind. Notes say which file they are about.
 */
export function joinTables(tables: readonly NamedTable[]): SourceTable {
  const [first, ...others] = tables
  if (others.length === 0) return first.table
  for (const other of others) checkSameColumns(columnsOf(first), columnsOf(other))
  const byName = tables.map(({ name: file, table }) => ({
    file,
    columns: new Map(table.columns.map((column) => [column.name, column])),
  }))
  const columns = first.table.columns.map(({ name }) =>
    joinColumns(
      name,
      byName.map(({ file, columns: own }) => ({ file, column: own.get(name)! })),
    ),
  )
  return {
    rows: sum(tables.map(({ table }) => table.rows)),
    columns,
    notes: joinNotes(tables),
    skipped: sum(tables.map(({ table }) => table.skipped)),
  }
}

function columnsOf({ name, table }: NamedTable): NamedColumns {
  return { file: name, names: table.columns.map((column) => column.name) }
}

interface FileColumn {
  readonly file: string
  readonly column: SourceColumn
}

export interface NamedColumns {
  readonly file: string
  readonly names: readonly string[]
}

export function checkSameColumns(first: NamedColumns, other: NamedColumns): void {
  const [here, there] = [new Set(first.names), new Set(other.names)]
  const missing = first.names.filter((name) => !there.has(name))
  const added = other.names.filter((name) => !here.has(name))
  if (missing.length === 0 && added.length === 0) return
  const found = [
    missing.length === 0 ? '' : `${listed(missing)} only in ${first.file}`,
    added.length === 0 ? '' : `${listed(added)} only in ${other.file}`,
  ].filter((part) => part !== '')
  throw new DataError(
    `${first.file} and ${other.file} have different columns: ${found.join(', ')}; ` +
      'read files of the same columns, or name the columns to read',
  )
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `"${name}"`)
  return `${shown.join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`
}

function joinColumns(name: string, parts: readonly FileColumn[]): SourceColumn {
  const given = parts.filter(({ column }) => !isEmpty(column))
  const decisive = given[0] ?? parts[0]
  const { kind } = decisive.column
  const odd = given.find(({ column }) => column.kind !== kind)
  if (odd !== undefined) {
    throw new DataError(
      `${decisive.file} and ${odd.file} cannot be put together: column "${name}" holds ${KIND_WORDS[kind]} in the one and ` +
        `${KIND_WORDS[odd.column.kind]} in the other; correct that, or declare what stands for a missing value with --missing-values`,
      { column: name },
    )
  }
  const rows = sum(parts.map(({ column }) => column.values.length))
  if (kind === 'number' || kind === 'date') return { name, kind, values: joinNumbers(parts, rows) }
  return { name, kind, values: joinTexts(parts) }
}

function joinNumbers(parts: readonly FileColumn[], rows: number): Float64Array {
  const all = new Float64Array(rows).fill(Number.NaN)
  let row = 0
  for (const { column } of parts) {
    if (column.values instanceof Float64Array) all.set(column.values, row)
    row += column.values.length
  }
  return all
}

/** Equal texts of different files become one string. */
function joinTexts(parts: readonly FileColumn[]): (string | null)[] {
  const known = new Map<string, string>()
  return parts.flatMap(({ column: { values } }) =>
    Array.from(values as ArrayLike<string | number | null>, (value) => {
      if (typeof value !== 'string') return null
      const same = known.get(value)
      if (same === undefined) known.set(value, value)
      return same ?? value
    }),
  )
}

/** What is said of several files alike is said once. */
function joinNotes(tables: readonly NamedTable[]): Note[] {
  const files = new Map<string, { readonly note: Note; readonly names: string[] }>()
  for (const { name, table } of tables) {
    for (const note of table.notes) {
      const same = files.get(note.message)
      if (same === undefined) files.set(note.message, { note, names: [name] })
      else same.names.push(name)
    }
  }
  return [...files.values()].map(({ note: { code, message }, names }) => {
    const more = names.length === 1 ? '' : ` and ${names.length - 1} more file${names.length === 2 ? '' : 's'}`
    return { code, message: `${names[0]}${more}: ${message}` }
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
