import { type Column, hasCuts, type NumberColumn, type Shape, type Unseen } from '../binning/binning.ts'
import { slotLabels } from '../binning/labels.ts'
import { counted, countText, valueText } from './number-text.ts'
import { printedCuts } from './reason-texts.ts'

/** What there is to note of a column: where policies sent rows, what is not exact, its notes except those in `skip`. */
export function columnRemarks(column: Column, skip: ReadonlySet<string>): string[] {
  const told = column.notes.map((note) => note.message).filter((message) => !skip.has(message))
  return [...placements(column), ...inexact(column), ...told]
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
  if (!hasCuts(column) && column.unseen !== undefined) placed.push(...unseenText(column.unseen, labels))
  const values = column.missing.values
  return values.length === 0
    ? placed
    : [...placed, `the ${values.length === 1 ? 'value' : 'values'} ${values.join(', ')} counted as missing`]
}

/** What becomes of levels that the fit did not see, where that was said. */
function unseenText({ policy, bin }: Unseen, labels: readonly string[]): string[] {
  if (policy === 'error') return ['levels that were not seen are refused']
  return bin === null ? [] : [`levels that were not seen go to ${labels[bin]}`]
}

/** What is not exact, unless a note says so already. */
function inexact(column: Column): string[] {
  const told = column.notes.some((note) => note.code === 'estimated')
  const toldOfCuts = column.notes.some((note) => note.code === 'certificate')
  return [
    ...(column.countsExact || told ? [] : ['counts of the bins are estimates']),
    ...(hasCuts(column) && !column.cutsExact && !told && !toldOfCuts
      ? ['cuts were found on a coarse summary; better ones may hide inside its cells']
      : []),
  ]
}

/** Smallest and largest value, or where the picture ends when some lie outside. */
export function shownEnds({ range }: NumberColumn, { from, to }: Shape): [number, number] {
  const [min, max] = range ?? [from, to]
  return [Math.max(min, from), Math.min(max, to)]
}

/** What the picture does not show: rows beyond its ends, and cuts there. */
export function outsideShape(column: NumberColumn, { below, above, from, to }: Shape): string[] {
  const { kind, range, cuts } = column
  const [min, max] = range ?? [from, to]
  const amount = (sum: number): string =>
    column.missing.weight === undefined ? counted(sum, 'row') : `weight ${countText(sum)}`
  const texts = printedCuts(column).filter((_, i) => cuts[i] < from || cuts[i] > to)
  // Rows outside although the smallest value is inside are infinite.
  return [
    ...(below > 0 ? [`${amount(below)} below, down to ${min < from ? valueText(kind, min) : '-∞'}`] : []),
    ...(above > 0 ? [`${amount(above)} beyond, up to ${max > to ? valueText(kind, max) : '∞'}`] : []),
    ...(texts.length > 0 ? [`cuts outside the picture: ${texts.join(', ')}`] : []),
  ]
}
