import { padEnd, padStart, textWidth, truncate, wrap } from '../../printed-text.ts'
import type { TextTable } from '../../text-table.ts'
import { indented, type Screen } from './screen.ts'

/** A table of texts in columns, numbers at the right. */
export function tableLines({ title, heads, rows }: TextTable, { style, width }: Screen): string[] {
  const numbers = heads.slice(1).map((head, c) => Math.max(...[head, ...rows.map((row) => row[c + 1])].map(textWidth)))
  const room = Math.max(10, width - 2 - numbers.reduce((sum, one) => sum + one + 2, 0))
  // A line that only names what follows may take the whole width.
  const isName = (row: readonly string[]): boolean => row.slice(1).every((text) => text === '')
  const full = Math.max(textWidth(heads[0]), ...rows.filter((row) => !isName(row)).map(([text]) => textWidth(text)))
  const first = Math.min(room, full)
  const line = (row: readonly string[]): string =>
    isName(row) && row[0] !== ''
      ? truncate(row[0], width - 2)
      : [padEnd(truncate(row[0], first), first), ...row.slice(1).map((text, c) => padStart(text, numbers[c]))].join('  ').trimEnd() // prettier-ignore
  return [...wrap(title, width).map(style.bold), ...indented([style.dim(line(heads)), ...rows.map(line)])]
}
