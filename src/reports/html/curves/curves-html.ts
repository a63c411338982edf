import type { BinsCurve } from '../../../binning/curves/bins-curve.ts'
import type { CutStability } from '../../../binning/curves/cut-stability.ts'
import { dateText } from '../../../util/date-text.ts'
import { paragraphs } from '../../markup.ts'
import { LEFT, pieceHtml, RIGHT, short, textSvg, WIDTH } from '../charts/svg-parts.ts'
import { valueTicks } from '../charts/date-ticks.ts'
import { type Axis, placeOf } from '../charts/ticks.ts'
import { binsWords, drawAucCurve, drawBinsCurve } from './bins-curve-chart.ts'
import { drawStability, stabilityTable, stabilityWords } from './draw-stability.ts'
import { LINE_STYLE } from './line-chart.ts'
import { MARK_STYLE } from './mark-style.ts'

/** What drawing the rows of a column again has shown. */
export interface ColumnCurves {
  /** where cuts fall, as `cutStability` finds it; default not on the page */
  readonly stability?: CutStability | undefined
  /** what more bins would tell, as `binsCurve` finds it; default not on the page */
  readonly bins?: BinsCurve | undefined
}

/** What curves need beside the style of a page. */
export const CURVES_STYLE: string = `${MARK_STYLE}${LINE_STYLE}.curves .k.w{width:22px}`

/** The curves of a column with their words, closed until they are opened. */
export function curvesHtml({ stability, bins }: ColumnCurves, kind: 'number' | 'date'): string {
  const textOf = (value: number): string => (kind === 'date' ? dateText(value) : short(value))
  const parts = [
    ...(stability === undefined ? [] : [stableHtml(stability, kind, textOf)]),
    ...(bins === undefined || bins.points.length < 2 ? [] : [moreHtml(bins)]),
  ]
  return parts.length === 0
    ? ''
    : `<details class="curves"><summary>Would other rows give the same bins?</summary>${parts.join('')}</details>`
}

function stableHtml(stability: CutStability, kind: 'number' | 'date', textOf: (value: number) => string): string {
  const { from, to } = stability.density
  const axis: Axis = { from, to, left: LEFT, right: WIDTH - RIGHT }
  const piece = drawStability(stability, axis, 0)
  const ticks = valueTicks(kind, axis, WIDTH, textOf).map(({ value, text }) => textSvg('tick', [placeOf(axis, value), piece.height + 12], text)) // prettier-ignore
  const drawn = { ...piece, body: piece.body + ticks.join(''), height: piece.height + 20 }
  const table = stability.cuts.length === 0 ? '' : stabilityTable(stability, textOf)
  const label = 'Where cuts fall when the rows are drawn again; the table has the numbers.'
  return `<div class="charts">${pieceHtml(drawn, label)}<div>${paragraphs(stabilityWords(stability, textOf))}${table}</div></div>`
}

function moreHtml(bins: BinsCurve): string {
  const told = binsWords(bins)
  const pieces = [drawBinsCurve(bins, 0), drawAucCurve(bins, 0)].filter((piece) => piece !== null)
  return `<h3>What would more bins tell?</h3>${paragraphs(told)}<div class="charts">${pieces.map((piece) => pieceHtml(piece, told.join(' '))).join('')}</div>`
}
