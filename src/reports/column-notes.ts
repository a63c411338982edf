import { type Column, hasCuts } from '../binning/binning.ts'
import { slotLabels } from '../binning/labels.ts'
import { counted } from './number-text.ts'

/** What there is to note of a column: where policies sent rows, what is not exact, its notes except those in `skip`. */
export function columnRemarks(column: Column, skip: ReadonlySet<string>): string[] {
  const told = column.notes.map((note) => note.message).filter((message) => !skip.has(message))
  return [...placements(column), ...doubts(column), ...told]
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
  const toldOfCuts = column.notes.some((note) => note.code === 'certificate')
  return [
    ...(column.countsExact || told ? [] : ['counts of the bins are estimates']),
    ...(hasCuts(column) && !column.cutsExact && !told && !toldOfCuts
      ? ['cuts were found on a coarse summary; better ones may hide inside its cells']
      : []),
  ]
}
