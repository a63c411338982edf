import { counted, countText, fixedText } from '../reports/number-text.ts'
import { printable, wrap } from '../reports/printed-text.ts'
import { layOut, type TextColumn } from '../reports/terminal/draw/lay-out.ts'
import { type ReportOptions, screenOf } from '../reports/terminal/draw/screen.ts'
import type { Difference } from './encodings-differences.ts'
import type { EncodingSummary } from './encodings-arms.ts'
import type { EncodingStudy } from './encodings.ts'
import { columnsOver, markdownTable } from './study-table.ts'

/** The study as text for a terminal: a line per model, share and encoding beside what was printed, then differences. */
export function encodingsReport(study: EncodingStudy, options: ReportOptions = {}): string {
  const { width, style } = screenOf('encodingsReport', options, {})
  const table = (columns: readonly TextColumn[]): string[] => {
    const [head, ...lines] = layOut(columns, width)
    return [style.dim(head), ...lines]
  }
  return [
    ...wrap(titleOf(study), width).map(style.bold),
    '',
    ...table(areaColumns(study)),
    ...(study.differences.length === 0 ? [] : ['', ...table(differenceColumns(study.differences))]),
    '',
    ...[LEGEND, ...(isPublished(study) ? [PRINTED] : [])].flatMap((text) => wrap(text, width)).map(style.dim),
  ].join('\n')
}

const LEGEND =
  'AUC: mean ± deviation in percent over folds and seeds. Differences: mean over folds with the 95 % interval of a paired t test; folds share training rows, so it is somewhat too narrow.'
const PRINTED = 'Printed figures are those of the paper, which had 11,000,000 rows of HIGGS and 5,000,000 of SUSY.'

function titleOf({ data, rows, columns, folds, seeds, event, arms }: EncodingStudy): string {
  const nets = arms.some(({ model }) => model === 'dnn') ? `, ${counted(seeds, 'net')} each` : ''
  return `${printable(data)}: ${counted(rows, 'row')}, ${counted(columns, 'column')}, chance of ${printable(event)}; ${folds} folds${nets}`
}

function isPublished({ arms }: EncodingStudy): boolean {
  return arms.some(({ published }) => published !== null)
}

function areaColumns(study: EncodingStudy): TextColumn[] {
  const column = columnsOver(study.arms)
  const printed = isPublished(study) ? [
    column('printed', 6, ({ published }) => (published === null ? '' : fixedText(100 * published.auc, 2))),
    column('printed parameters', 2, ({ published }) => (published?.parameters == null ? '' : countText(published.parameters))),
  ] : [] // prettier-ignore
  return [
    { ...column('model', Infinity, ({ model }) => model.toUpperCase()), align: 'left' },
    column('share', 7, ({ share }) => shareText(share)),
    { ...column('encoding', Infinity, ({ encoding }) => encoding), align: 'left' },
    column('AUC', Infinity, ({ auc }) => `${fixedText(100 * auc.mean, 2)} ± ${fixedText(100 * auc.deviation, 2)}`),
    column('parameters', 5, ({ parameters }: EncodingSummary) => countText(parameters)),
    column('CPU s', 3, ({ seconds }) => fixedText(seconds, 1)),
    ...printed,
  ]
}

function differenceColumns(differences: readonly Difference[]): TextColumn[] {
  const column = columnsOver(differences)
  return [
    { ...column('model', Infinity, ({ model }) => model.toUpperCase()), align: 'left' },
    column('share', 7, ({ share }) => shareText(share)),
    { ...column('difference', Infinity, ({ better, than }) => `${better} − ${than}`), align: 'left' },
    column('AUC', Infinity, ({ mean }) => fixedText(100 * mean, 2, true)),
    column('95 % interval', 6, ({ mean, margin }) =>
      [mean - margin, mean + margin].map((end) => fixedText(100 * end, 2, true)).join(' to '),
    ),
    column('folds ahead', 4, ({ ahead, folds }) => `${ahead} of ${folds}`),
  ]
}

const shareText = (share: number): string => `${Number((100 * share).toPrecision(6))} %`

export function encodingsMarkdown(study: EncodingStudy): string {
  const tables = [areaColumns(study), ...(study.differences.length === 0 ? [] : [differenceColumns(study.differences)])]
  return tables.map(markdownTable).join('\n\n')
}
