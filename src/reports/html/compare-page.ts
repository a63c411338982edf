import type { Comparison } from '../../binning/compare/compare-methods.ts'
import { bestOn, type ColumnResult, type MethodResult } from '../../binning/compare/compare-results.ts'
import { VERSION } from '../../util/version.ts'
import {
  againstText,
  behindText,
  closeText,
  comparedText,
  compareLegend,
  rangeText,
  standing,
  toldText,
  verdictText,
} from '../compare-texts.ts'
import { escaped, nameHtml, sentence } from '../markup.ts'
import { fixedText, NONE } from '../number-text.ts'
import { printable } from '../printed-text.ts'
import { notesHtml, pageHtml } from './page-html.ts'
import { knownOptions } from '../../util/check.ts'

/** How a page is made. */
export interface ComparePageOptions {
  /** title of the page */
  readonly title?: string | undefined
  /** where the rows came from */
  readonly source?: string | undefined
}

/** Whiskers: where the distance to the best may lie, with a line where there is none. */
const PAGE_STYLE =
  '.w{display:block;width:100%;min-width:7rem;height:1.1rem;overflow:visible}' +
  '.w path{fill:none;stroke:var(--c0);stroke-width:2;vector-effect:non-scaling-stroke}' +
  '.w .z{stroke:var(--axis);stroke-width:1}' +
  '.w .h{stroke:var(--ink);stroke-width:6;stroke-linecap:round}' +
  '.sum td.w0{width:30%}.v{text-align:left}.x{white-space:nowrap}.verdict{font-size:1.1rem;font-weight:600}' +
  '@media (max-width:60rem){th.q,td.q{display:none}.w{min-width:5rem}}' +
  '@media (max-width:40rem){.w{min-width:4rem}td.v{white-space:normal}.sum tbody th{min-width:5rem}}'

/**
 * A comparison of methods as a page of one file: the verdict, the methods with what they tell on held-out rows and how far
 * they are behind the best, then every column with all methods. It loads nothing, runs no script and draws by itself.
 *
 *     const compared = await compareMethods(people, { target: 'bought', methods: ['mdlp', 'equal-width'] })
 *     const page = comparePage(compared, { title: 'Which bins for age?' })
 *     console.log(page.includes('<h1>Which bins for age?</h1>')) // → true
 */
export function comparePage(comparison: Comparison, options: ComparePageOptions = {}): string {
  knownOptions('comparePage', options, { title: 1, source: 1 })
  const { source, title = source === undefined ? 'Methods compared' : `Methods compared on ${printable(source)}` } =
    options
  const { columns, notes } = comparison
  const body = [
    `<header><h1>${sentence(title)}</h1><p class="facts">${sentence(comparedText(comparison, undefined))}</p></header>`,
    '<main>',
    `<p class="verdict">${sentence(verdictText(comparison))}</p><p>${sentence(againstText(comparison))}</p>`,
    `<p class="how">${compareLegend(comparison)
      .map((text) => `${sentence(text)}.`)
      .join(' ')}</p>`,
    methodTable(comparison),
    notesHtml(notes.map(({ message }) => message)),
    `<section><h2>Columns</h2>${columnTable(comparison)}</section>`,
    `<section><h2>Every method on every column</h2>${columns.map((name, i) => columnDetails(comparison, name, `c${i + 1}`)).join('\n')}</section>`,
    '</main>',
    `<footer>Made by Kerf ${sentence(VERSION)}.</footer>`,
  ]
  return pageHtml(title, body.filter((part) => part !== '').join('\n'), PAGE_STYLE)
}

/** A cell: what its head says, and where there is no room for it: `o` on a phone, `q` on a tablet either. */
interface Cell<Row> {
  readonly head: string
  readonly text: (row: Row) => string
  readonly side?: 'o' | 'q' | 'v' | 'w0'
}

function tableHtml<Row>(first: Cell<Row>, cells: readonly Cell<Row>[], rows: readonly Row[]): string {
  const side = (one: Cell<Row>): string => (one.side === undefined ? '' : ` class="${one.side}"`)
  const heads = cells.map((one) => `<th scope="col"${side(one)}>${one.head}</th>`).join('')
  const lines = rows.map((row) => {
    const texts = cells.map((one) => `<td${side(one)}>${one.text(row)}</td>`).join('')
    return `<tr><th scope="row">${first.text(row)}</th>${texts}</tr>`
  })
  return `<table class="sum"><thead><tr><th scope="col">${first.head}</th>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

function methodTable(comparison: Comparison): string {
  const { methods } = comparison
  const seconds = ({ seconds: s }: MethodResult): string =>
    s < 0.9995 ? `${fixedText(s * 1000, 0)} ms` : `${fixedText(s, 1)} s`
  return tableHtml(
    { head: 'method', text: ({ name }) => `<span class="x">${nameHtml(name)}</span>` },
    [
      { head: 'bins', text: ({ bins }) => String(bins) },
      { head: 'per column', text: ({ meanBins }) => fixedText(meanBins, 1), side: 'q' },
      ...resultCells<MethodResult>(comparison, methods, methods[0]),
      { head: 'time', text: seconds, side: 'q' },
    ],
    methods,
  )
}

/** What was told, and how far behind the best that is, in numbers and drawn. */
function resultCells<Row extends MethodResult | ColumnResult>(
  comparison: Comparison,
  rows: readonly Row[],
  best: Row,
): Cell<Row>[] {
  const told = (value: number): string => escaped(toldText(comparison, value))
  const cells: Cell<Row>[] = [
    { head: 'kept', text: ({ kept }) => told(kept), side: 'q' },
    { head: 'held out', text: ({ heldOut }) => told(heldOut) },
  ]
  if (rows.length === 1) {
    return [...cells, { head: 'from … to', text: ({ low, high }) => escaped(rangeText(comparison, low, high)) }]
  }
  return [
    ...cells,
    { head: 'chance', text: (row) => standing(row, best), side: 'v' },
    { head: 'behind', text: (row) => (row === best ? '' : escaped(behindText(comparison, row))), side: 'o' },
    { head: 'behind the best', text: whiskers(comparison, rows, best), side: 'w0' },
  ]
}

/** Draws from where to where each is behind the best, all on one scale; further left is further behind. */
function whiskers<Row extends MethodResult | ColumnResult>(
  comparison: Comparison,
  rows: readonly Row[],
  best: Row,
): (row: Row) => string {
  const most = Math.max(...rows.map(({ behindHigh }) => behindHigh), 0)
  const least = Math.min(...rows.map(({ behindLow }) => behindLow), 0)
  const room = most - least
  const at = (behind: number): string => (room > 0 ? (100 * (most - behind)) / room : 100).toFixed(1)
  const zero = at(0)
  return (row) => {
    const label = row === best ? 'the best' : behindText(comparison, row)
    const own = row === best ? '' : `<path d="M${at(row.behindHigh)} 8H${at(row.behindLow)}"/>`
    return `<svg class="w" viewBox="0 0 100 16" preserveAspectRatio="none" role="img" aria-label="${escaped(label)}"><path class="z" d="M${zero} 0V16"/>${own}<path class="h" d="M${at(row.behind)} 8h.01"/></svg>`
  }
}

function columnTable(comparison: Comparison): string {
  const rows = comparison.columns.map((column, i) => ({ column, i, best: bestOn(column, comparison.methods) }))
  type Row = (typeof rows)[number]
  const text =
    (of: (best: NonNullable<Row['best']>) => string): ((row: Row) => string) =>
    ({ best }) =>
      best === null ? NONE : escaped(of(best))
  return tableHtml<Row>(
    { head: 'column', text: ({ column, i }) => `<a href="#c${i + 1}">${nameHtml(column)}</a>` },
    [
      { head: 'best method', text: text(({ name }) => name), side: 'v' },
      { head: 'chance', text: text(({ column, name }) => closeText(comparison, column, name)), side: 'v' },
      { head: 'bins', text: text(({ bins }) => String(bins)), side: 'o' },
      { head: 'held out', text: text(({ heldOut }) => toldText(comparison, heldOut)) },
      { head: 'from … to', text: text(({ low, high }) => rangeText(comparison, low, high)), side: 'o' },
    ],
    rows,
  )
}

function columnDetails(comparison: Comparison, column: string, id: string): string {
  const rows = comparison.methods
    .map(({ name, columns }) => ({ name, ...columns.find((one) => one.column === column)! }))
    .toSorted((a, b) => b.heldOut - a.heldOut)
  const best = rows.find(({ behind }) => behind === 0) ?? rows[0]
  const table = tableHtml(
    { head: 'method', text: ({ name }) => `<span class="x">${nameHtml(name)}</span>` },
    [{ head: 'bins', text: ({ bins }) => String(bins) }, ...resultCells(comparison, rows, best)],
    rows,
  )
  const told = bestOn(column, comparison.methods)
  const about = told === null ? 'no method tells anything' : `${told.name} ${toldText(comparison, told.heldOut)}`
  return `<details id="${id}"><summary>${nameHtml(column)} <span>${sentence(about)}</span></summary>${table}</details>`
}
