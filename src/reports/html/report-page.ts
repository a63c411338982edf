import type { Binning } from '../../binning/binning.ts'
import { check, integer, knownOptions } from '../../util/check.ts'
import { counted } from '../number-text.ts'
import { rankColumns, type RankedColumn, sharedNotes, whyBlunt } from '../column-information.ts'
import { columnDetails, columnSection, type PageParts } from './column-html.ts'
import { defaultTitle, headerHtml, howToRead } from './header-html.ts'
import { nameHtml, sentence } from '../markup.ts'
import { notesHtml, pageHtml } from './page-html.ts'
import { summaryTable } from './summary-html.ts'
import { loadPlot } from './charts/load-plot.ts'
import type { DocumentLike } from './charts/document-like.ts'
import { type ColumnCurves, CURVES_STYLE } from './curves/curves-html.ts'

/** Columns drawn unless another number is asked for: more would make the page slow to open. */
const MOST_DRAWN = 60

/** How a report is made. */
export interface HtmlReportOptions {
  /** the document that charts are drawn with: that of the page, or one of a library such as linkedom; it is not changed */
  readonly document: DocumentLike
  /** title of the page; default "Bins of" and the name of the data */
  readonly title?: string | undefined
  /** columns with charts, the most telling first; the others have tables that can be opened; default 60 */
  readonly top?: number | undefined
  /** what drawing the rows again has shown, by column, as `cutStability` and `binsCurve` find it; default not on the page */
  readonly curves?: Readonly<Record<string, ColumnCurves>> | undefined
}

/**
 * A binning as a page of one file: the columns ranked by what they tell about the target, then for each its charts, its
 * table, why each cut is where it is, and notes. It loads nothing and runs no script;
 * the package that draws is loaded by the first call. Time grows with the columns drawn
 * (about 20 ms each) and the lines of all tables.
 *
 *     // In a browser give the document of the page; kerf/node brings one.
 *     const page = await htmlReport(binning, { document, title: 'Who buys?' })
 *     console.log(page.includes('<h1>Who buys?</h1>')) // → true
 */
export async function htmlReport(binning: Binning, options: HtmlReportOptions): Promise<string> {
  knownOptions('htmlReport', options, { document: 1, title: 1, top: 1, curves: 1 })
  const { title = defaultTitle(binning), top = MOST_DRAWN } = options
  check('htmlReport', 'top', integer(0), top)
  await loadPlot()
  const { telling, blunt, naming, all } = rankColumns(binning)
  const shared = sharedNotes(binning.columns)
  const { document, curves } = options
  const page: PageParts = { target: binning.target, document, skipNotes: new Set(shared), curves }
  const id = (at: number): string => `c${at + 1}`
  const table = all[0]?.table
  const drawn = telling.slice(0, top).map((ranked, i) => columnSection(ranked, id(i), page))
  const others = telling.slice(top).map((ranked, i) => columnDetails(ranked, id(top + i), page, false))
  // What nobody opens needs no charts when there are many.
  const left = top - drawn.length
  const plain = blunt.map((ranked, i) => columnDetails(ranked, `b${i + 1}`, page, i < left))
  const keys = naming.map((ranked, i) => columnDetails(ranked, `n${i + 1}`, page, false))
  const body = [
    headerHtml(binning, title, table),
    '<main>',
    howToRead(binning.target, table),
    summaryTable(telling, id),
    aside('one bin only, no cut made', 'b', blunt),
    aside('nearly a different level in every row, too fine to be useful', 'n', naming),
    notesHtml([...(binning.notes ?? []).map(({ message }) => message), ...shared]),
    ...drawn,
    group('More columns', others),
    group('One bin only', plain),
    group('Nearly a different level in every row', keys),
    '</main>',
    `<footer>Made by Kerf ${sentence(binning.created.kerf)}, method ${sentence(binning.created.method)}.</footer>`,
  ]
  const text = body.filter((part) => part !== '').join('\n')
  return curves === undefined ? pageHtml(title, text) : pageHtml(title, text, CURVES_STYLE)
}

/** Columns that are not in the list, named in one line. */
function aside(words: string, letter: string, ranked: readonly RankedColumn[]): string {
  if (ranked.length === 0) return ''
  const names = ranked.map(
    ({ column }, i) => `<a href="#${letter}${i + 1}">${nameHtml(column.name, 40)}</a>${whyBlunt(column)}`,
  )
  return `<p class="facts">${counted(ranked.length, 'column')} with ${words}: ${names.join(', ')}</p>`
}

function group(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `<section><h2>${title}</h2>${parts.join('\n')}</section>`
}
