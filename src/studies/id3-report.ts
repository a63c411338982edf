import { counted, fixedText, NONE } from '../reports/number-text.ts'
import { printable, wrap } from '../reports/printed-text.ts'
import { layOut, type TextColumn } from '../reports/terminal/draw/lay-out.ts'
import { type ReportOptions, screenOf } from '../reports/terminal/draw/screen.ts'
import type { Spread } from '../trees/prune/try-tree.ts'
import type { Id3Study } from './id3.ts'
import { columnsOver, markdownTable } from './study-table.ts'

/** The study of one table as text for a terminal: a line per way of making a model, beside what was printed. */
export function id3Report(study: Id3Study, options: ReportOptions = {}): string {
  const { width, style } = screenOf('id3Report', options, {})
  // Printed sizes have a table of their own: beside everything else there is no room for them.
  const [head, ...lines] = layOut(
    columnsOf(study).filter((_, i) => i <= 7),
    width,
  )
  return [
    ...wrap(titleOf(study), width).map(style.bold),
    '',
    style.dim(head),
    ...lines,
    ...sizeLines(study, width, style.dim),
    '',
    ...[verdict(study), ...(study.best === null ? [] : [LEGEND])].flatMap((text) => wrap(text, width)).map(style.dim),
  ].join('\n')
}

/** Depth and nodes beside those of the paper's tables 2 and 3. */
function sizeLines({ arms, best }: Id3Study, width: number, dim: (text: string) => string): string[] {
  if (best === null) return []
  const printed = arms.flatMap(({ published, ...arm }) => (published === null ? [] : [{ ...arm, published }]))
  const column = columnsOver(printed)
  const [head, ...lines] = layOut(
    [
      { ...column('sizes', Infinity, ({ name }) => name), align: 'left' },
      column('depth', Infinity, ({ depth }) => (depth === null ? NONE : spreadText(depth, 1))),
      column('printed', Infinity, ({ published }) => String(published.depth)),
      column('nodes', Infinity, ({ nodes }) => (nodes === null ? NONE : spreadText(nodes, 0))),
      column('printed', Infinity, ({ published }) => String(published.nodes)),
    ],
    width,
  )
  return ['', dim(head), ...lines]
}

const LEGEND =
  'Printed figures are those of the paper; its accuracies are of the validation rows, which the pruned trees were chosen by.'

function titleOf({ data, rows, parts, seeds, majority }: Id3Study): string {
  return `${printable(data)}: ${counted(rows, 'row')}, ${parts.join(' : ')} to train on, to prune by, to judge by; ${counted(seeds, 'split')}; ${majorityText(majority)}`
}

const majorityText = (majority: number): string => `the commonest class alone has ${fixedText(majority, 4)}`

/** The best on the test rows, and how it stands to the best that was printed. */
export function verdict({ arms, best, seeds }: Id3Study): string {
  const top = arms.reduce((one, other) => (other.test.mean > one.test.mean ? other : one))
  const lead = `Best on the test rows: ${top.name}, ${fixedText(top.test.mean, 4)} on average`
  if (best === null) return `${lead}.`
  const over = top.trials.filter(({ test }) => test >= best).length
  return `${lead}; at or above the best printed, ${fixedText(best, 4)}, in ${over} of ${counted(seeds, 'split')}.`
}

function columnsOf({ arms, best }: Id3Study): TextColumn[] {
  const column = columnsOver(arms)
  const printed = best === null ? [] : [
    column('printed', 5, ({ published }) => (published === null ? '' : fixedText(published.accuracy, 4))),
    column('depth', 3, ({ published }) => (published === null ? '' : String(published.depth))),
    column('nodes', 3, ({ published }) => (published === null ? '' : String(published.nodes))),
  ] // prettier-ignore
  return [
    { ...column('model', Infinity, ({ name }) => name), align: 'left' },
    column('validation', 6, ({ validation }) => spreadText(validation, 4)),
    column('test', Infinity, ({ test }) => spreadText(test, 4)),
    column('AUC', 6, ({ auc }) => meanText(auc, 4)),
    column('depth', 4, ({ depth }) => meanText(depth, 1)),
    column('nodes', 7, ({ nodes }) => meanText(nodes, 0)),
    column('CPU s', 2, ({ seconds }) => fixedText(seconds.mean, 3)),
    ...printed,
  ]
}

const spreadText = ({ mean, deviation }: Spread, digits: number): string =>
  `${fixedText(mean, digits)} ± ${fixedText(deviation, digits)}`

const meanText = (spread: Spread | null, digits: number): string =>
  spread === null ? NONE : fixedText(spread.mean, digits)

export function id3Markdown(study: Id3Study): string {
  const columns = columnsOf(study).map((column, i) => (i > 7 ? { ...column, head: `printed ${column.head}` } : column))
  const title = `**${printable(study.data)}**, ${counted(study.rows, 'row')}, ${counted(study.seeds, 'split')}; ${majorityText(study.majority)}:`
  return `${title}\n\n${markdownTable(columns)}`
}
