import { counted, fixedText, NONE, percentText } from '../reports/number-text.ts'
import { wrap } from '../reports/printed-text.ts'
import { layOut, type TextColumn } from '../reports/terminal/draw/lay-out.ts'
import { joinBlocks, type ReportOptions, screenOf } from '../reports/terminal/draw/screen.ts'
import type { BlogResult, BlogStudy, CutPlace } from './blog.ts'
import type { Share } from './hit-share.ts'
import { columnsOver, markdownTable } from './study-table.ts'

/** The study as text for a terminal: how often each case comes out as claimed, then where its cuts lie. */
export function blogReport(study: BlogStudy, options: ReportOptions = {}): string {
  const { width, style } = screenOf('blogReport', options, {})
  const table = (columns: readonly TextColumn[]): string[] => {
    const [head, ...lines] = layOut(columns, width)
    return [style.dim(head), ...lines]
  }
  return joinBlocks([
    wrap(titleOf(study), width).map(style.bold),
    table(claimColumns(study)),
    table(placeColumns(study)),
    LEGEND.flatMap((text) => wrap(text, width)).map(style.dim),
  ])
}

/** The same as two tables of Markdown. */
export function blogMarkdown(study: BlogStudy): string {
  return `${titleOf(study)}:\n\n${markdownTable(claimColumns(study))}\n\n${markdownTable(placeColumns(study))}`
}

const LEGEND = [
  'As claimed: as many cuts as expected, each within 0.1 of its place. Intervals hold with 95 % chance (Wilson).',
  'paper: mdlp as it is by default; blog: its preset, entropies in nats against a bar in bits, cuts at values.',
  'Where cuts lie: of the seeds with a cut within 0.1 of the place, the nearest; range of the middle 95 %.',
]

const titleOf = ({ seeds, firstSeed }: BlogStudy): string =>
  `The four synthetic cases of the blog, ${counted(seeds, 'seed')} from ${firstSeed}`

const withInterval = ({ share, from, to }: Share): string =>
  `${percentText(share, 1)} (${percentText(from, 1)} to ${percentText(to, 1)})`

function claimColumns({ results }: BlogStudy): TextColumn[] {
  const column = columnsOver(results)
  return [
    { ...column('case', Infinity, (result) => result.case), align: 'left' },
    { ...column('rule', Infinity, ({ rule }) => rule), align: 'left' },
    column('expected', 3, ({ expected }) => (expected.length === 0 ? 'no cut' : expected.join(' '))),
    column('as claimed', Infinity, (result) => (result.drawn ? withInterval(result.asClaimed) : onlyDraw(result))),
    column('seeds by number of cuts', 2, countsText),
  ]
}

const onlyDraw = ({ asClaimed }: BlogResult): string => `${asClaimed.share === 1 ? 'yes' : 'no'}, nothing is drawn`

const countsText = ({ counts }: BlogResult): string =>
  counts.flatMap((seeds, cuts) => (seeds === 0 ? [] : [`${cuts}: ${seeds}`])).join(', ')

function placeColumns({ results }: BlogStudy): TextColumn[] {
  const lines = results.flatMap((result) => result.places.map((place) => ({ ...place, of: result })))
  const column = columnsOver(lines)
  const number = (value: number | null): string => (value === null ? NONE : fixedText(value, 4))
  const range = ({ low, high }: CutPlace): string => `${number(low)} to ${number(high)}`
  return [
    { ...column('case', Infinity, ({ of }) => of.case), align: 'left' },
    { ...column('rule', Infinity, ({ of }) => of.rule), align: 'left' },
    column('expected', Infinity, ({ expected }) => String(expected)),
    column('printed', Infinity, ({ printed }) => number(printed)),
    column('median', Infinity, ({ median }) => number(median)),
    column('middle 95 %', 3, range),
    column('seeds with such a cut', 2, ({ found }) => withInterval(found)),
  ]
}
