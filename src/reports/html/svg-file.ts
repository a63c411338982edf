import { escaped } from '../markup.ts'
import { printable, truncate } from '../printed-text.ts'
import { fillOf, type Series } from './charts/series.ts'
import { roomOf } from './charts/ticks.ts'
import { DARK_VARIABLES, FILLS, LIGHT_VARIABLES } from './charts/page-style.ts'

/** Around a picture, and the height of a line above it. */
const MARGIN = 12
const LINE = 20
/** The legend has at least this room. */
const LEAST_WIDTH = 320

const FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'

/** A drawing with what stands above it. */
export interface Drawing {
  readonly title: string
  /** name of the target, before the legend; null for none */
  readonly targetName: string | null
  readonly series: readonly Series[]
  /** elements that start at 0, 0 and take this room */
  readonly body: string
  readonly width: number
  readonly height: number
  /** rules of a style sheet besides those of text and ground */
  readonly style: string
}

/** The text of an SVG file: title, legend and drawing, light or dark as the reader's system is. */
export function svgFile({ title, targetName, series, body, width: own, height: below, style }: Drawing): string {
  const width = Math.max(LEAST_WIDTH, Math.ceil(roomOf(truncate(title, 60))), own) + 2 * MARGIN
  const legend: string[] = []
  let [x, y] = [MARGIN, MARGIN + LINE]
  const entries = series.map(({ name, fill }) => ({ text: truncate(printable(name ?? ''), 32), fill }))
  const named = targetName === null ? [] : [{ text: `${truncate(printable(targetName), 32)}:`, fill: null }]
  for (const { text, fill } of [...named, ...entries]) {
    const room = roomOf(text) + (fill === null ? 0 : 16)
    if (x > MARGIN && x + room > width - MARGIN) [x, y] = [MARGIN, y + LINE]
    if (fill === null) legend.push(`<text class="o" x="${x}" y="${y + 10}">${escaped(text)}</text>`)
    else
      legend.push(
        `<path d="M${x} ${y}h12v12h-12z" fill="${fillOf(fill)}"/><text x="${x + 16}" y="${y + 10}">${escaped(text)}</text>`,
      )
    x = Math.round(x + room + 14)
  }
  const top = y + LINE + 8
  const height = top + below + MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE_START}${style}.o{fill:var(--soft)}.g{fill:var(--bg)}</style>`,
    FILLS.replace(/^<svg[^>]*>|<\/svg>$/g, ''),
    `<path class="g" d="M0 0h${width}v${height}H0z"/>`,
    `<text class="b" x="${MARGIN}" y="${MARGIN + 11}">${escaped(truncate(printable(title), Math.floor((width - 2 * MARGIN) / 7)))}</text>`,
    ...legend,
    `<g transform="translate(${MARGIN} ${top})">${body}</g>`,
    '</svg>',
    '',
  ].join('\n')
}

const STYLE_START = `svg{${LIGHT_VARIABLES};background:var(--bg)}@media (prefers-color-scheme:dark){svg{${DARK_VARIABLES}}}text{font:11px ${FONT};font-variant-numeric:tabular-nums;fill:var(--ink)}`
