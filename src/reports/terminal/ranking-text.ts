import type { RankedColumn, Ranking } from '../../binning/compare/rank-columns.ts'
import { counted, countText } from '../number-text.ts'
import { printable, truncate, wrap } from '../printed-text.ts'
import { cautionLines, targetText, rankFields } from '../rank-texts.ts'
import { barColumn } from './draw/bars.ts'
import { layOut, leftText, rightText } from './draw/lay-out.ts'
import { joinBlocks, type ReportOptions, type Screen, screenOf } from './draw/screen.ts'
import { mustBe } from '../../util/check.ts'

/** How a ranking is printed. */
export interface RankReportOptions extends ReportOptions {
  /** columns that are listed, the most telling first; default all */
  readonly most?: number | undefined
}

/** What goes first where the terminal is narrow: the least. */
const KEEP: Readonly<Record<string, number>> = {
  gain: Infinity,
  explains: Infinity,
  p: 6,
  chance: 5,
  IV: 4,
  left: 3,
  ratio: 2,
  V: 1,
}

/** What the numbers under each head are. */
const WORDS: Readonly<Record<string, string>> = {
  gain: 'bits per row by which knowing the group lowers the entropy',
  chance: 'what so many groups have on average if they tell nothing; bars and ranks show what is above it',
  left: 'the entropy that remains',
  ratio: "gain over the entropy of the groups' sizes",
  V: "Cramér's V",
  explains: 'the share of the variance that the group explains',
}

/**
 * A ranking as text for a terminal: a line per column with a bar, then what the signs mean.
 *
 *     const fitted = await fitTable(people, { target: 'bought' })
 *     console.log(rankReport(rankColumns(fitted), { width: 100 }).split('\n')[0])
 *     // → 300 rows, 2 columns; entropy of bought 0.9007 bits
 */
export function rankReport(ranking: Ranking, options: RankReportOptions = {}): string {
  mustBe('rankReport', 'ranking', ranking)
  const screen = screenOf('rankReport', options, { most: 1 })
  const { style, width } = screen
  const telling = ranking.columns.filter(({ groups }) => groups > 1)
  const silent = ranking.columns.filter(({ groups }) => groups <= 1)
  const most = Math.max(0, Math.floor(options.most ?? telling.length))
  const listed = telling.slice(0, most)
  const put = (text: string): string[] => wrap(text, width, '  ')
  const table = listed.length === 0 ? [] : tableLines(ranking, listed, screen)
  const { weight } = ranking
  const weights = weight === undefined ? [] : [`weights count as rows, also for p: ${countText(weight)} in all`]
  const parts = [
    titleLines(ranking).flatMap((text) => wrap(text, width).map(style.bold)),
    table,
    telling.length > most
      ? put(
          `… and ${counted(telling.length - most, 'column')} that ${telling.length - most === 1 ? 'explains' : 'explain'} no more than these`,
        )
      : [],
    silent.length === 0
      ? []
      : put(`one group only, nothing to explain: ${silent.map(({ name }) => printable(name)).join(', ')}`),
    [legendOf(ranking, table[0] ?? ''), ...cautionLines(listed), ...weights].flatMap(put).map(style.dim),
  ]
  return joinBlocks(parts)
}

function titleLines(ranking: Ranking): string[] {
  const { source, rows, columns } = ranking
  const from = source.name === null ? '' : `${printable(source.name)}: `
  return [`${from}${counted(rows, 'row')}, ${counted(columns.length, 'column')}; ${printable(targetText(ranking))}`]
}

/** What the heads that found room mean. */
function legendOf({ target }: Ranking, heads: string): string {
  const shown = heads.split(/\s+/)
  const words = Object.entries(WORDS).filter(([head]) => shown.includes(head))
  return [
    ...words.map(([head, word]) => `${head}: ${word}`),
    `p: of the ${target.kind === 'class' ? 'χ²' : 'F'} test`,
  ].join('; ')
}

function tableLines(ranking: Ranking, listed: readonly RankedColumn[], { style, width }: Screen): string[] {
  const largest = listed[0].score
  const fields = rankFields(ranking)
  const names = leftText('column', Infinity, listed, ({ name }) => truncate(printable(name), 30))
  const shares = listed.map((column) => (largest > 0 ? column.score / largest : 0))
  const texts = fields.map(({ head, text }) => rightText(head === 'p' ? 'p   ' : head, KEEP[head] ?? 0, listed, text))
  return layOut([names, barColumn(shares, [8, 24], 5, style), ...texts], width)
}
