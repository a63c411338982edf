import { binCount } from '../../encoders/encoder.ts'
import type { CardAssessment } from '../../scorecards/assess-card.ts'
import type { Scorecard } from '../../scorecards/scorecard.ts'
import { fixedText } from '../number-text.ts'
import { printable, wrap } from '../printed-text.ts'
import {
  assessmentTables,
  cardLines,
  cardWords,
  leftOutText,
  qualityTable,
  qualityWords,
  SLOT_HEADS,
  slotTexts,
} from '../scorecard-texts.ts'
import { indented, joinBlocks, type ReportOptions, type Screen, screenOf } from './draw/screen.ts'
import { tableLines } from './draw/table-lines.ts'

/** How a card is printed, and what there is to say of it. */
export type ScorecardReportOptions = ReportOptions & {
  /** how well it does; default nothing is said of it */
  readonly assessment?: CardAssessment | undefined
  /** how rows were kept apart, in words */
  readonly apart?: string | null | undefined
}

/**
 * A scorecard as text for a terminal: the points of every bin, the columns left out, and how well it does.
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(scorecardReport(card, { width: 100 }).split('\n')[0])
 *     // → Points against bought = no, from 1 of 2 columns: the more points, the less likely no is.
 */
export function scorecardReport(card: Scorecard, options: ScorecardReportOptions = {}): string {
  const screen = screenOf('scorecardReport', options, { assessment: 1, apart: 1 })
  const { assessment, apart = null } = options
  const { width, style } = screen
  const out = card.leftOut.map(leftOutText).flatMap((text) => wrap(text, width - 2, '  '))
  return joinBlocks([
    cardWords(card).flatMap((text, i) => wrap(text, width).map(i === 0 ? style.bold : (line) => line)),
    pointLines(card, screen),
    out.length === 0 ? [] : [style.bold('Left out:'), ...indented(out)],
    ...(assessment === undefined
      ? []
      : [
          [
            ...tableLines(qualityTable(assessment), screen),
            ...indented(qualityWords(assessment, apart).flatMap((text) => wrap(text, width - 2))),
          ],
          ...assessmentTables(assessment).map((table) => tableLines(table, screen)),
        ]),
  ])
}

/** Every column with its bins: points, rows, share, rate of the event, weight of evidence. */
function pointLines({ columns, encoder, training }: Scorecard, screen: Screen): string[] {
  const rows = columns.flatMap(({ name, iv, coefficient, slots }, i) => {
    const about = `${printable(name)}  (IV ${fixedText(iv, 3)}, coefficient ${fixedText(coefficient, 3)})`
    const lines = cardLines(slots, binCount(encoder.fields[i]))
    return [
      [about, ...SLOT_HEADS.map(() => '')],
      ...lines.map((slot) => [`  ${printable(slot.label)}`, ...slotTexts(slot, training.weight)]),
    ]
  })
  return tableLines({ title: 'The card:', heads: ['', ...SLOT_HEADS], rows }, screen)
}
