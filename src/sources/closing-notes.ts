import type { Note } from '../types.ts'
import type { SourceColumn } from './source.ts'

/** What is known of the lines of a text table when all have been read. */
export interface LineCounts {
  readonly rows: number
  /** lines left out because of their number of fields, the first of them, and the right number */
  readonly skipped: number
  readonly firstSkipped: number | null
  readonly width: number
  /** blank lines between rows of several columns */
  readonly blank: number
}

/** What there is to tell once a text table has been read: lines left out, no rows at all, columns without a value. */
export function closingNotes(columns: readonly SourceColumn[], counts: LineCounts): Note[] {
  const { rows, skipped, firstSkipped, width, blank } = counts
  const notes: Note[] = []
  if (skipped > 0) {
    const message = `${count(skipped, 'line')} left out for not having ${count(width, 'field')}, the first at line ${firstSkipped}`
    notes.push({ code: 'skipped', message })
  }
  if (blank > 0) notes.push({ code: 'blank-lines', message: `${count(blank, 'blank line')} left out` })
  if (rows === 0) notes.push({ code: 'no-rows', message: 'there are column names but no rows' })
  else notes.push(...emptyColumns(columns))
  return notes
}

/** One note for all columns without a value. */
export function emptyColumns(columns: readonly SourceColumn[]): Note[] {
  const names = columns.filter(isEmpty).map(({ name }) => `"${name}"`)
  if (names.length === 0) return []
  const more = names.length > 6 ? ` and ${names.length - 5} more` : ''
  const listed = `column${names.length === 1 ? '' : 's'} ${(more === '' ? names : names.slice(0, 5)).join(', ')}${more}`
  return [{ code: 'empty-column', message: `no value in ${listed}` }]
}

function isEmpty(column: SourceColumn): boolean {
  return column.kind === 'number' || column.kind === 'date'
    ? column.values.every(Number.isNaN)
    : column.values.every((value) => value === null)
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
