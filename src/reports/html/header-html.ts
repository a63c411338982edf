import type { Binning } from '../../binning/binning.ts'
import type { BinningTable } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { alignedTexts, counted } from '../number-text.ts'
import { printable } from '../printed-text.ts'
import { legend, purposeText, scoresLegend } from '../column-information.ts'
import { eventName } from './charts/bins-chart.ts'
import { countedLegend } from './legend-html.ts'
import { nameHtml, sentence } from '../markup.ts'
import { fillOf, seriesOf } from './charts/series.ts'

/** The title of a report of which none was given. */
export function defaultTitle({ created }: Binning): string {
  const { name } = created.source
  return name === null ? 'Bins' : `Bins of ${printable(name)}`
}

/** Where a binning comes from and what the target is like over all rows. */
export function headerHtml(binning: Binning, title: string, table: BinningTable | undefined): string {
  const { created, target, columns } = binning
  const purpose = purposeText(target, nameHtml(target?.name ?? 'the target'))
  const weights = created.weights === undefined ? '' : `, weighted by ${nameHtml(created.weights)}`
  const about = `<p class="facts">${counted(created.source.rows, 'row')}, ${counted(columns.length, 'column')}, ${purpose}${weights}</p>`
  return `<header><h1>${sentence(title)}</h1>${about}${table === undefined ? '' : targetHtml(target, table)}</header>`
}

function targetHtml(target: Target | null, { total, event }: BinningTable): string {
  if (target === null) return ''
  if (target.kind === 'numeric') {
    if (total.mean === null || total.deviation === null) return ''
    const [mean, deviation] = alignedTexts([total.mean, total.deviation], total.deviation)
    return `<p>${nameHtml(target.name ?? 'the target')}: mean ${mean}, standard deviation ${deviation}</p>`
  }
  const series = seriesOf(target, total.classes)
  const classes = total.classes ?? []
  let from = 0
  const parts = series.map(({ fill, sizeOf }) => {
    const size = total.weight > 0 ? (600 * sizeOf(classes, total.weight)) / total.weight : 0
    const [left, right] = [from, from + size].map((x) => Math.round(x * 10) / 10)
    from += size
    return `<path d="M${left} 0H${right}V20H${left}z" fill="${fillOf(fill)}"/>`
  })
  const bar = `<svg class="bar" viewBox="0 0 600 20" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`
  const told = event === null ? '' : `<p class="facts">The event is ${sentence(eventName(target, event))}.</p>`
  return `${bar}${countedLegend(series, target, classes, total.weight)}${told}`
}

const INTERVALS =
  'A dot is the rate of a bin and the line through it where the true rate lies, in 95 of 100 cases (Wilson); the dashed line is the rate of all rows.'

/** How charts and numbers are to be read, for the kind of target there is. */
export function howToRead(target: Target | null, table: BinningTable | undefined): string {
  const words = [...wordsOf(target, table), 'The lines in a histogram are the cuts.']
  const more = table === undefined || target === null ? [] : moreWords(table)
  const rest =
    more.length === 0
      ? ''
      : `<details class="more"><summary>What the other words mean</summary>${more.map(sentence).join(' ')}</details>`
  return `<div class="how">${words.map(sentence).join(' ')}${rest}</div>`
}

function wordsOf(target: Target | null, table: BinningTable | undefined): string[] {
  if (table === undefined || target === null) return ['Columns are in the order of the table.']
  if (target.kind === 'class') return legend(target, { ...table, rows: [] })
  const name = target.name === null ? 'the target' : printable(target.name)
  return [
    `A dot is the mean of ${name} in a bin, the band around it one standard deviation to both sides, the dashed line the mean of all rows.`,
  ]
}

/** Of an event: how its charts are to be read, and what the scores mean; of others: what p is. */
function moreWords(table: BinningTable): string[] {
  const words = scoresLegend(table, true)
  return table.event === null ? words.slice(-1) : [INTERVALS, ...words]
}
