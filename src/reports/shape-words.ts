import type { NumberColumn, Shape } from '../binning/binning.ts'
import { counted, countText, valueText } from './number-text.ts'
import { printedCuts } from './reason-texts.ts'

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
