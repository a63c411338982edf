import type { BinsCurve } from '../../../binning/curves/bins-curve.ts'
import type { CutStability } from '../../../binning/curves/cut-stability.ts'
import type { SizeCurve } from '../../../trees/prune/size-curve.ts'
import { escaped } from '../../markup.ts'
import { printable, truncate } from '../../printed-text.ts'
import { LEFT, type Piece, RIGHT, textSvg, WIDTH } from '../charts/svg-parts.ts'
import { valueTicks } from '../charts/date-ticks.ts'
import { type Axis, placeOf } from '../charts/ticks.ts'
import { DARK_VARIABLES, LIGHT_VARIABLES } from '../charts/page-style.ts'
import { drawAucCurve, drawBinsCurve, drawSizeCurve } from './bins-curve-chart.ts'
import { drawStability } from './draw-stability.ts'
import { LINE_STYLE } from './line-chart.ts'
import { MARK_STYLE } from './mark-style.ts'

const TITLE = 26
const ENTRY = 18

/** Where cuts fall when rows are drawn again, as the text of an SVG file; of dates the axis has dates. */
export function stabilitySvg(
  stability: CutStability,
  title = 'Where cuts fall when the rows are drawn again',
  kind: 'number' | 'date' = 'number',
): string {
  const { from, to } = stability.density
  const axis: Axis = { from, to, left: LEFT, right: WIDTH - RIGHT }
  const piece = drawStability(stability, axis, TITLE)
  const ticks = valueTicks(kind, axis, WIDTH).map(({ value, text }) => textSvg('tick', [placeOf(axis, value), piece.height + 12], text)) // prettier-ignore
  return fileSvg(title, [{ ...piece, body: piece.body + ticks.join(''), height: piece.height + 20 }])
}

/** What more bins would tell, and for two classes how well they rank, as the text of an SVG file. */
export function binsCurveSvg(curve: BinsCurve, title = 'What more bins would tell'): string {
  const told = drawBinsCurve(curve, TITLE)
  const auc = drawAucCurve(curve, told.height)
  return fileSvg(title, auc === null ? [told] : [told, auc])
}

/** Accuracy against depth and nodes of a tree, as the text of an SVG file. */
export function sizeCurveSvg(curve: SizeCurve, title = 'Accuracy and the size of the tree'): string {
  const depth = drawSizeCurve(curve, 'depth', TITLE)
  return fileSvg(title, [depth, drawSizeCurve(curve, 'nodes', depth.height)])
}

/** Pieces below each other with what their marks mean, light or dark as the reader's system is. */
function fileSvg(title: string, pieces: readonly Piece[]): string {
  const end = pieces[pieces.length - 1].height
  const entries = [...new Set(pieces.flatMap(({ legend }) => legend))]
  // An entry is a small picture and a text, for a list in a page: here both are placed by hand.
  const legend = entries.map((entry, i) => {
    const [, picture = '', text = ''] = /^<svg[^>]*>(.*?)<\/svg>(.*)$/.exec(entry) ?? []
    const y = end + 6 + i * ENTRY
    return `<g transform="translate(${LEFT} ${y})">${picture}</g><text class="tick ink" x="${LEFT + 28}" y="${y + 11}" text-anchor="start">${text}</text>`
  })
  const height = end + 12 + entries.length * ENTRY
  const name = truncate(printable(title), 60)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(name)}">`,
    `<style>svg{${LIGHT_VARIABLES};background:var(--bg);text-anchor:middle}@media (prefers-color-scheme:dark){svg{${DARK_VARIABLES}}}${MARK_STYLE}${LINE_STYLE}</style>`,
    `<path fill="var(--bg)" d="M0 0h${WIDTH}v${height}H0z"/>`,
    textSvg('lab', [8, 17], name, 'start'),
    ...pieces.map(({ body }) => body),
    ...legend,
    '</svg>',
    '',
  ].join('\n')
}
