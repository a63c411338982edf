import type { TraceStep } from '../../../discretizers/trace/trace-steps.ts'
import { knownOptions } from '../../../util/check.ts'
import { escaped, nameHtml, paragraphs, sentence } from '../../markup.ts'
import { counted } from '../../number-text.ts'
import { printable, truncate } from '../../printed-text.ts'
import { legendHtml } from '../legend-html.ts'
import { BELOW, columnDefinition, drawColumn } from './draw-histogram.ts'
import { drawStability, stabilityTable, stabilityWords } from '../curves/draw-stability.ts'
import { pieceHtml } from '../charts/svg-parts.ts'
import type { BinsCurve } from '../../../binning/curves/bins-curve.ts'
import { binsWords, drawAucCurve, drawBinsCurve } from '../curves/bins-curve-chart.ts'
import type { CutStability } from '../../../binning/curves/cut-stability.ts'
import { scrolling } from './numbers-html.ts'
import type { DrawnColumn } from './drawn-column.ts'
import { methodIntro } from './method-intros.ts'
import { playerPage } from './player-page.ts'
import { columnScenes } from './scenes.ts'

/** How the page of a trace is made. */
export type TracePageOptions = {
  /** name of the column; default "the column" */
  readonly column?: string | undefined
  /** name of the target; default not on the page */
  readonly target?: string | undefined
  /** the class whose colour comes first; default as in reports */
  readonly event?: string | undefined
  /** how values are written; default number */
  readonly kind?: 'number' | 'date' | undefined
  /** title of the page; default "How" the method cuts the column */
  readonly title?: string | undefined
  /** where the rows came from; default not on the page */
  readonly source?: string | undefined
  /** where cuts fall when the rows are drawn again, as `cutStability` finds it; default not on the page */
  readonly stability?: CutStability | undefined
  /** what more bins would tell, as `binsCurve` finds it; default not on the page */
  readonly bins?: BinsCurve | undefined
}

/**
 * A trace as a page of one file that shows the method at work, step by step: the values of the column with the part that is
 * looked at, what every place would be worth, and the formulas with these numbers. Buttons, a slider and keys move between
 * the steps; without scripts all of them stand below each other. It loads nothing. Of traces with more than 120 steps some
 * are passed over, and the page says so.
 */
export function tracePage(steps: readonly TraceStep[], options: TracePageOptions = {}): string {
  knownOptions('tracePage', options, {
    column: 1,
    target: 1,
    event: 1,
    kind: 1,
    title: 1,
    source: 1,
    stability: 1,
    bins: 1,
  })
  const { column: name = 'the column', target = null, event = null, kind = 'number' } = options
  const { column, scenes } = columnScenes('tracePage', steps, { column: name, target, event, kind })
  const { method } = column.start
  const title = printable(options.title ?? `How ${method} cuts ${truncate(printable(name), 80)}`)
  return playerPage({
    title,
    definitions: columnDefinition(column),
    header: headerHtml(column, title, options.source),
    intro: `<p class="how"><b>${escaped(method)}</b> ${escaped(methodIntro(method))}</p>`,
    scenes,
    below: [
      options.stability === undefined ? '' : stabilityHtml(column, options.stability),
      options.bins === undefined || options.bins.points.length < 2 ? '' : binsHtml(options.bins),
    ].join(''),
  })
}

function headerHtml(column: DrawnColumn, title: string, source: string | undefined): string {
  const { start, names, series, target, outside } = column
  const facts = [
    ...(source === undefined ? [] : [nameHtml(source)]),
    counted(start.rows, 'row'),
    counted(start.values.length, 'distinct value'),
    ...(names.target === null ? [] : [`target ${nameHtml(names.target)}`]),
    ...(outside.below > 0 ? [`${counted(outside.below, 'row')} left of the picture`] : []),
    ...(outside.above > 0 ? [`${counted(outside.above, 'row')} right of it`] : []),
  ]
  return `<header><h1>${sentence(title)}</h1><p class="facts">${facts.join(' · ')}</p>${legendHtml(series, target)}</header>`
}

/** What more bins would tell of other rows. */
function binsHtml(curve: BinsCurve): string {
  const words = binsWords(curve)
  const pieces = [drawBinsCurve(curve, 0), ...[drawAucCurve(curve, 0)].filter((piece) => piece !== null)]
  const figures = pieces.map((piece) => pieceHtml(piece, words.join(' ')))
  return `<section id="more"><h2>What would more bins tell?</h2>${paragraphs(words)}<div class="stage">${figures.join('')}</div></section>`
}

/** Whether other rows would give the same cuts: below the steps, whichever is shown. */
function stabilityHtml(column: DrawnColumn, stability: CutStability): string {
  const textOf = (value: number): string => column.text(value)
  const words = stabilityWords(stability, textOf)
  const piece = drawStability(stability, column.axis, BELOW)
  const cuts = stability.cuts.map(({ cut }) => cut)
  const above = drawColumn(column, { cuts, unlabelled: cuts.length > 20 })
  const label = 'Where cuts fall when rows are drawn again; the table has the numbers.'
  const figure = pieceHtml({ ...piece, body: above + piece.body }, label)
  const table = cuts.length === 0 ? '' : scrolling('how each cut fared', stabilityTable(stability, textOf))
  return `<section id="stable"><h2>Would other rows give the same cuts?</h2><div class="stage">${figure}<div class="numbers">${paragraphs(words)}${table}</div></div></section>`
}
