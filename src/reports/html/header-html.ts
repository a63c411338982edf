import type { Binning } from '../../binning/binning.ts'
import type { BinningTable } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { alignedTexts, counted } from '../number-text.ts'
import { printable } from '../printed-text.ts'
import { legend, purposeText } from '../column-information.ts'
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

/** How charts and numbers are to be read, for the kind of target there is. */
export function howToRead(target: Target | null, table: BinningTable | undefined): string {
  const words =
    table === undefined || target === null
      ? ['Columns are in the order of the table.']
      : target.kind === 'numeric'
        ? [
            `A dot is the mean of ${target.name === null ? 'the target' : printable(target.name)} in a bin, the band around it one standard deviation to both sides, the dashed line the mean of all rows.`,
          ]
        : legend(target, table)
  const cuts = 'The lines in a histogram are the cuts.'
  return `<p class="how">${[...words, cuts].map(sentence).join(' ')}</p>`
}
