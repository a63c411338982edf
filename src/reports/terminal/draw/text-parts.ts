import type { Column } from '../../../binning/binning.ts'
import { columnRemarks } from '../../column-notes.ts'
import { printable } from '../../printable.ts'
import type { Screen } from './screen.ts'
import { textWidth, truncate, wrap } from '../../text-width.ts'

/** Lines moved in by two columns; empty ones stay empty. */
export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`))
}

/** A name with what there is to say about it, on one line where it fits. */
export function heading(name: string, details: readonly string[], { style, width }: Screen): string[] {
  const title = truncate(printable(name), width)
  const rest = details.filter((detail) => detail !== '').join(' · ')
  if (textWidth(title) + 2 + textWidth(rest) <= width) return [`${style.bold(title)}  ${style.dim(rest)}`]
  return [style.bold(title), ...indented(wrap(rest, width - 2)).map(style.dim)]
}

/** Notes of a column and what its policies did, one to a line; `skip` names notes that are told elsewhere. */
export function columnNotes(column: Column, { style, width }: Screen, skip: ReadonlySet<string>): string[] {
  return columnRemarks(column, skip).flatMap((message) =>
    wrap(`note: ${printable(message)}`, width - 2, '      ').map((line) => `  ${style.dim(line)}`),
  )
}
