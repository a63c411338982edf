import type { TracePair, TraceRange } from '../../../discretizers/trace/trace-steps.ts'
import { escaped, nameHtml } from '../../markup.ts'
import { countText } from '../../number-text.ts'
import { swatch } from '../legend-html.ts'
import { short } from '../charts/svg-parts.ts'
import type { DrawnColumn } from './drawn-column.ts'
import { formulaHtml, scrolling, versusHtml } from './numbers-html.ts'

/** Classes with a column each; of more, those that add most to χ². */
const MOST_CLASSES = 6

/** Two neighbours: observed and expected rows per class, what each adds to χ², and the bar. */
export function pairNumbers(column: DrawnColumn, pair: TracePair, verdict: string): string {
  const { left, right, expected, chiSquare, bar } = pair
  const names = column.start.target?.kind === 'class' ? column.start.target.classes : []
  const floor = column.start.options['expectedFloor']
  const least = typeof floor === 'number' ? floor : 0
  const added = [left, right].map((range, i) => expected[i].map((e, c) => termOf((range.classes ?? [])[c], e, least)))
  const present = names
    .map((_, c) => c)
    .filter((c) => expected[0][c] + expected[1][c] > 0)
    .toSorted((a, b) => added[0][b] + added[1][b] - added[0][a] - added[1][a])
  const shown = present.slice(0, MOST_CLASSES).toSorted((a, b) => a - b)
  const heads = shown.map((c) => `<th scope="col" class="n">${swatch(fillOf(column, c))}${nameHtml(names[c], 14)}</th>`)
  const lines = [left, right].map((range, i) => {
    const cells = shown.map(
      (c) => `<td>${countText((range.classes ?? [])[c])}<br><small>${short(expected[i][c])}</small></td>`,
    )
    return `<tr><th scope="row">${escaped(rangeText(column, range))}</th>${cells.join('')}<td>${countText(range.rows)}</td></tr>`
  })
  const table = `<table class="bins"><thead><tr><td></td>${heads.join('')}<th scope="col">rows</th></tr></thead><tbody>${lines.join('')}</tbody></table>`
  const all = added.flat()
  const sum = all.reduce((total, one) => total + one, 0)
  // Counts with something added to each give another sum than the table shows.
  const same = Math.abs(sum - chiSquare) <= 1e-9 * Math.max(1, chiSquare)
  const parts = all.filter((one) => one > 0)
  const formula = same && parts.length > 0 && parts.length <= 8 ? [parts.map(short).join(' + ')] : []
  const rest =
    present.length > shown.length
      ? `<p class="facts">${present.length - shown.length} more classes are counted too.</p>`
      : ''
  const raised =
    least > 0 && expected.flat().some((e) => e > 0 && e < least)
      ? ` An expected count below ${short(least)} divides as ${short(least)}.`
      : ''
  return [
    bar === null ? `<p class="verdict">${escaped(verdict)}</p>` : versusHtml({ score: chiSquare, bar, name: 'χ²', barName: 'to stay apart', verdict }),
    '<p class="facts">Rows of each class, and below them the rows to expect if both intervals had the same shares of classes:</p>',
    scrolling('observed and expected rows', table),
    rest,
    formulaHtml('χ²', 'Σ (observed − expected)² / expected', ...formula, short(chiSquare)),
    `<p class="facts">0 means: the same shares of classes. The larger, the less alike.${raised}</p>`,
  ].join('') // prettier-ignore
}

function termOf(observed: number, expected: number, floor: number): number {
  return expected > 0 ? (observed - expected) ** 2 / Math.max(expected, floor) : 0
}

function fillOf(column: DrawnColumn, c: number): number {
  const own = column.start.target?.kind === 'class' ? column.start.target.classes[c] : null
  return (column.series.find(({ name }) => name === own) ?? column.series[column.series.length - 1]).fill
}

/** An interval by its first and last value. */
export function rangeText(column: DrawnColumn, { lo, hi }: Pick<TraceRange, 'lo' | 'hi'>): string {
  return lo === hi ? column.text(lo) : `${column.text(lo)} – ${column.text(hi)}`
}
