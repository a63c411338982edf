import { binCount } from '../../encoders/encoder.ts'
import type { CardAssessment } from '../../scorecards/assess-card.ts'
import type { CardColumn, Scorecard } from '../../scorecards/scorecard.ts'
import { knownOptions } from '../../util/check.ts'
import { VERSION } from '../../util/version.ts'
import { escaped, nameHtml, sentence } from '../markup.ts'
import {
  assessmentTables,
  cardLines,
  cardWords,
  factsText,
  leftOutText,
  qualityTable,
  qualityWords,
  SLOT_HEADS,
  slotTexts,
} from '../scorecard-texts.ts'
import { calibrationChart } from './calibration-chart.ts'
import { MARK_STYLE } from './curves/mark-style.ts'
import { notesHtml, pageHtml } from './page-html.ts'
import { SIDE_STYLE, sideBar } from './side-bars.ts'
import { tableHtml } from './text-table-html.ts'

/** How the page of a card is made. */
export interface ScorecardPageOptions {
  /** title of the page; default what the card is about */
  readonly title?: string | undefined
  /** how well it does; default nothing is said of it */
  readonly assessment?: CardAssessment | undefined
  /** how rows were kept apart, in words */
  readonly apart?: string | null | undefined
}

/**
 * A scorecard as a page of one file: the points of every bin with bars of their weight of evidence, the columns left out,
 * and how well it does. It loads nothing and runs no script.
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(scorecardPage(card, { title: 'Who will not buy?' }).includes('<h1>Who will not buy?</h1>')) // → true
 */
export function scorecardPage(card: Scorecard, options: ScorecardPageOptions = {}): string {
  knownOptions('scorecardPage', options, { title: 1, assessment: 1, apart: 1 })
  const { title = `Scorecard for ${card.target.name ?? 'the target'}`, assessment, apart = null } = options
  const widest = Math.max(...card.columns.flatMap(({ slots }) => slots.map(({ woe }) => Math.abs(woe))), 1e-9)
  const columns = card.columns.map((column, i) => columnHtml(card, column, { bins: binCount(card.encoder.fields[i]), widest })) // prettier-ignore
  const body = [
    `<header><h1>${sentence(title)}</h1>${cardWords(card).map((text) => `<p>${sentence(text)}</p>`).join('')}</header>`, // prettier-ignore
    '<main>',
    '<p class="how">The score of a row is the sum of its points, one line of each column. Bars show the weight of evidence: to the right the event is more frequent than overall, to the left less.</p>',
    `<div class="cols">${columns.join('')}</div>`,
    card.leftOut.length === 0
      ? ''
      : `<section><h2>Left out</h2><ul>${card.leftOut.map((one) => `<li>${sentence(leftOutText(one))}</li>`).join('')}</ul></section>`,
    ...(assessment === undefined ? [] : assessmentHtml(assessment, apart)),
    '</main>',
    `<footer>Made by Kerf ${sentence(VERSION)}.</footer>`,
  ]
  return pageHtml(title, body.filter((part) => part !== '').join('\n'), MARK_STYLE + SIDE_STYLE)
}

function columnHtml(
  { training }: Scorecard,
  column: CardColumn,
  { bins, widest }: { readonly bins: number; readonly widest: number },
): string {
  const { name, slots } = column
  const heads = SLOT_HEADS.map((head) => `<th scope="col">${head}</th>`).join('')
  const lines = cardLines(slots, bins).map((slot) => {
    const cells = slotTexts(slot, training.weight).map((text) => `<td>${escaped(text)}</td>`)
    return `<tr><th scope="row">${sentence(slot.label)}</th>${cells.join('')}<td class="sd">${sideBar(slot.woe, widest)}</td></tr>`
  })
  return [
    `<section><h2>${nameHtml(name)}</h2>`,
    `<p class="facts">${factsText(column)}</p>`,
    `<div><table><thead><tr><th scope="col">bin</th>${heads}<td class="sd"></td></tr></thead>`,
    `<tbody>${lines.join('')}</tbody></table></div></section>`,
  ].join('')
}

function assessmentHtml(assessment: CardAssessment, apart: string | null): string[] {
  const [first, ...others] = assessmentTables(assessment).map(tableHtml)
  const groups = assessment.bands.flatMap(({ rows, said, came }) => (said === null || came === null ? [] : [{ rows, said, came }])) // prettier-ignore
  return [
    `<section><h2>How well it does</h2>${tableHtml(qualityTable(assessment))}${notesHtml(qualityWords(assessment, apart))}</section>`,
    `<section><h2>Said and came</h2><div class="charts">${calibrationChart(groups)}<div>${first}</div></div></section>`,
    ...others.map((table) => `<section>${table}</section>`),
  ]
}
