import { type Column, hasCuts, type Shape } from '../../binning/binning.ts'
import { NONE, percentText } from '../number-text.ts'
import type { Information, RankedColumn } from '../column-information.ts'
import { escaped, nameHtml } from '../markup.ts'
import { levelsText } from '../table-rows.ts'
import { canDraw } from './charts/histogram-chart.ts'

/** Columns with a small picture of their values in the list. */
const MOST_PICTURES = 100

/** What the number beside a column is. */
const MEASURES: Readonly<Record<Information['measure'], string>> = {
  iv: 'information value',
  gain: 'uncertainty explained',
  variance: 'variance explained',
  none: '',
}

/** The telling columns as a list that leads to each of them, the most telling first. */
export function summaryTable(telling: readonly RankedColumn[], idOf: (at: number) => string): string {
  if (telling.length === 0) return ''
  const { measure } = telling[0].information
  const most = Math.max(...telling.map(({ information }) => information.value), 1e-9)
  const anyMissing = telling.some(({ column }) => column.missing.count > 0)
  const specialOf = (column: Column): number =>
    hasCuts(column) ? column.special.reduce((sum, { count }) => sum + count, 0) : 0
  const anySpecial = telling.some(({ column }) => specialOf(column) > 0)
  const shareText = (count: number, all: number): string => (count > 0 ? percentText(count / Math.max(1, all)) : NONE)
  const head = [
    '<th scope="col">column</th>',
    '<th scope="col" class="p">spread</th>',
    '<th scope="col">bins</th>',
    anyMissing ? '<th scope="col">missing</th>' : '',
    anySpecial ? '<th scope="col" class="o">special</th>' : '',
    measure === 'none' ? '' : `<th scope="col" class="t">${MEASURES[measure]}</th>`,
  ].join('')
  const lines = telling.map(({ column, table, information }, i) => {
    const all = table.total.count
    const cells = [
      `<td class="p">${i < MOST_PICTURES ? spark(column) : ''}</td>`,
      `<td>${column.bins.length}</td>`,
      anyMissing ? `<td>${shareText(column.missing.count, all)}</td>` : '',
      anySpecial ? `<td class="o">${shareText(specialOf(column), all)}</td>` : '',
      measure === 'none' ? '' : `<td class="t">${meter(information, most)}</td>`,
    ].join('')
    return `<tr><th scope="row"><a href="#${idOf(i)}">${nameHtml(column.name)}</a></th>${cells}</tr>`
  })
  return `<table class="sum"><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

/** A number with a bar that is longest for the first column. */
function meter({ value, short }: Information, most: number): string {
  const percent = Math.max(0, Math.round((100 * value) / most))
  return `<i class="m"><i style="width:${percent}%"></i></i> ${escaped(short)}`
}

/** How the values are spread, as a silhouette. */
function spark(column: Column): string {
  if (!hasCuts(column)) return `<span>${levelsText(column)}</span>`
  const { shape } = column
  if (!canDraw(shape)) return ''
  return `<svg class="s" viewBox="0 0 120 24" preserveAspectRatio="none" aria-hidden="true"><path d="${outline(shape)}"/><path class="c" d="${ticks(column.cuts, shape)}"/></svg>`
}

function outline({ counts }: Shape): string {
  const highest = Math.max(...counts, 1e-9)
  const width = 120 / counts.length
  const steps = counts.map((count, i) => {
    const top = Math.round(24 - (count / highest) * 23)
    return `V${top}H${Math.round((i + 1) * width * 10) / 10}`
  })
  return `M0 24${steps.join('')}V24z`
}

function ticks(cuts: readonly number[], { from, to }: Shape): string {
  return cuts
    .filter((cut) => cut >= from && cut <= to)
    .map((cut) => `M${Math.round(((cut - from) / (to - from)) * 1200) / 10} 0V24`)
    .join('')
}
