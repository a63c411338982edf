import { type Column, hasCuts } from '../../binning/binning.ts'
import { slotLabels } from '../../binning/labels.ts'
import { counted } from '../number-text.ts'
import { printable } from '../printable.ts'
import type { Screen } from './screen.ts'
import { textWidth, truncate, wrap } from './text.ts'

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
  const told = column.notes.map((note) => note.message).filter((message) => !skip.has(message))
  return [...placements(column), ...doubts(column), ...told].flatMap((message) =>
    wrap(`note: ${printable(message)}`, width - 2, '      ').map((line) => `  ${style.dim(line)}`),
  )
}

/** Where missing values and special codes are counted when they have no line of their own. */
function placements(column: Column): string[] {
  const labels = slotLabels(column)
  const asides = [column.missing, ...(hasCuts(column) ? column.special : [])]
  const placed = asides.flatMap(({ bin, policy, count }, i) => {
    if (bin === null || count === 0) return []
    const why = policy === 'nearest' ? ', the bin most like it' : ''
    return [`${labels[column.bins.length + i]} (${counted(count, 'row')}) counted in ${labels[bin]}${why}`]
  })
  const values = column.missing.values
  return values.length === 0
    ? placed
    : [...placed, `the ${values.length === 1 ? 'value' : 'values'} ${values.join(', ')} counted as missing`]
}

/** What is not exact, unless a note says so already. */
function doubts(column: Column): string[] {
  const told = column.notes.some((note) => note.code === 'estimated')
  return [
    ...(column.countsExact || told ? [] : ['counts of the bins are estimates']),
    ...(hasCuts(column) && !column.cutsExact && !told
      ? ['cuts were found on a coarse summary; better ones may hide inside its cells']
      : []),
  ]
}
