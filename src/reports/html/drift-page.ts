import type { ColumnDrift, Drift } from '../../binning/drift/drift-types.ts'
import { check, integer, knownOptions } from '../../util/check.ts'
import { VERSION } from '../../util/version.ts'
import {
  byDrift,
  drifted,
  driftSince,
  driftTitle,
  fullPsi,
  howToReadDrift,
  overallSentence,
  psiText,
  rateVerdict,
  targetSentence,
} from '../drift-texts.ts'
import { NONE } from '../number-text.ts'
import { printable } from '../printed-text.ts'
import { pValueText } from '../rank-texts.ts'
import { driftDetails, driftSection } from './drift-column-html.ts'
import { escaped, nameHtml, sentence } from '../markup.ts'
import { notesHtml, pageHtml } from './page-html.ts'
import { loadPlot } from './charts/load-plot.ts'
import type { DocumentLike } from './charts/document-like.ts'

/** How much moved, as a mark beside the word: longer and in another colour the more it is. */
const MARKS = `
.v::before{content:"";display:inline-block;height:.7em;margin-right:.35em;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.v.slight::before{width:.3em;background:var(--c0)}
.v.moderate::before{width:.6em}
.v.large::before{width:.9em}
.v.moderate::before,.m .moderate{background:var(--c1)}
.v.large::before,.m .large{background:var(--c4)}
`

/** Columns drawn unless another number is asked for. */
const MOST_DRAWN = 60

/** How a page is made. */
export interface DriftPageOptions {
  /** the document that charts are drawn with; it is not changed */
  readonly document: DocumentLike
  /** title of the page */
  readonly title?: string | undefined
  /** columns with charts, those that moved most first; default 60 */
  readonly top?: number | undefined
}

/**
 * A comparison as a page of one file: the columns by how much they moved, then for each its shares and rates before and
 * now, period by period where there are any, and the reasons of the verdicts. It loads nothing and runs no script.
 *
 *     // In a browser give the document of the page; kerf/node brings one.
 *     const page = await driftPage(compareDrift(binning, later), { document, title: 'May against April' })
 *     console.log(page.includes('<h1>May against April</h1>')) // → true
 */
export async function driftPage(drift: Drift, options: DriftPageOptions): Promise<string> {
  knownOptions('driftPage', options, { document: 1, title: 1, top: 1 })
  const { title = defaultTitle(drift), top = MOST_DRAWN, document } = options
  check('driftPage', 'top', integer(0), top)
  await loadPlot()
  const columns = byDrift(drift.columns)
  const drawn = columns.filter(drifted).slice(0, top)
  const others = columns.filter((column) => !drawn.includes(column))
  const idOf = (column: ColumnDrift): string => `c${columns.indexOf(column) + 1}`
  const told = [targetSentence(drift), overallSentence(drift)].filter((text) => text !== '')
  const body = [
    `<header><h1>${sentence(title)}</h1><p class="facts">${sentence(driftTitle(drift))}</p>${told.map((text) => `<p>${sentence(text.replace(/^the /, 'The '))}.</p>`).join('')}</header>`,
    '<main>',
    howToRead(drift),
    summaryTable(drift, columns, idOf),
    notesHtml(drift.notes.map(({ message }) => message)),
    ...drawn.map((column) => driftSection(column, idOf(column), drift, document)),
    others.length === 0
      ? ''
      : `<section><h2>${drawn.length === 0 ? 'Columns' : 'Other columns'}</h2>${others.map((column) => driftDetails(column, idOf(column), drift)).join('\n')}</section>`,
    '</main>',
    `<footer>Made by Kerf ${sentence(VERSION)}.</footer>`,
  ]
  return pageHtml(title, body.filter((part) => part !== '').join('\n'), MARKS)
}

function defaultTitle({ current }: Drift): string {
  return current.name === null ? 'Drift' : `Drift of ${printable(current.name)}`
}

function howToRead(drift: Drift): string {
  return `<p class="how">${howToReadDrift(drift).map(sentence).join(' ')}</p>`
}

function summaryTable(drift: Drift, columns: readonly ColumnDrift[], idOf: (column: ColumnDrift) => string): string {
  const withRates = drift.target !== null
  const withPeriods = drift.periods !== null
  const full = fullPsi(columns)
  const heads = [
    '<th scope="col">column</th>',
    '<th scope="col" class="t">PSI</th>',
    '<th scope="col" class="o">chance</th>',
    '<th scope="col">population</th>',
    ...(withRates ? ['<th scope="col" class="o">p of rates</th>', '<th scope="col">rates</th>'] : []),
    ...(withPeriods ? ['<th scope="col" class="o">since</th>'] : []),
  ]
  const lines = columns.map((column) => {
    const { name, psi, critical, level, rate } = column
    const percent = Math.round((psi / full) * 100)
    const cells = [
      `<td class="t"><i class="m"><i class="${level}" style="width:${percent}%"></i></i> ${escaped(psiText(psi))}</td>`,
      `<td class="o">${escaped(psiText(critical))}</td>`,
      `<td><span class="v ${level}">${level}</span></td>`,
      ...(withRates
        ? [
            `<td class="o">${escaped(pValueText(rate?.adjustedPValue ?? null))}</td>`,
            `<td>${rate?.change === 'own' ? `<span class="v large">${rateVerdict(rate)}</span>` : rateVerdict(rate)}</td>`,
          ]
        : []),
      ...(withPeriods ? [`<td class="o">${escaped(driftSince(drift, name) ?? NONE)}</td>`] : []),
    ]
    return `<tr><th scope="row"><a href="#${idOf(column)}">${nameHtml(name)}</a></th>${cells.join('')}</tr>`
  })
  return `<table class="sum"><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}
