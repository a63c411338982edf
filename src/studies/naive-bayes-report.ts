import type { FoldEstimate } from '../measures/fold-estimate.ts'
import { counted, countText, fixedText, NONE } from '../reports/number-text.ts'
import { printable, wrap } from '../reports/printed-text.ts'
import { layOut, type TextColumn } from '../reports/terminal/draw/lay-out.ts'
import { joinBlocks, type ReportOptions, screenOf } from '../reports/terminal/draw/screen.ts'
import type { BayesArm, BayesResult, BayesStudy } from './naive-bayes-study.ts'
import { columnsOver, markdownTable } from './study-table.ts'

/** The study as text for a terminal: accuracies, then what bins gain over the Gaussian, with intervals. */
export function bayesReport(study: BayesStudy, options: ReportOptions = {}): string {
  const { width, style } = screenOf('bayesReport', options, {})
  const table = (columns: readonly TextColumn[]): string[] => {
    const [head, ...lines] = layOut(columns, width)
    return [style.dim(head), ...lines]
  }
  return joinBlocks([
    wrap(`Does discretization help naive Bayes? Accuracy in ${study.folds} folds, seed ${study.seed}`, width).map(style.bold), // prettier-ignore
    table(accuracyColumns(study)),
    table(gainColumns(study)),
    bayesVerdict(study).flatMap((text) => wrap(text, width)),
  ])
}

/** The same as two tables of Markdown. */
export function bayesMarkdown(study: BayesStudy): string {
  return [markdownTable(accuracyColumns(study)), markdownTable(gainColumns(study)), ...bayesVerdict(study)].join('\n\n')
}

/** On how many tables bins are surely better, surely worse, or neither. */
export function bayesVerdict({ results }: BayesStudy): string[] {
  const named = { mdlp: 'mdlp', 'equal-frequency': 'equal frequency' } as const
  return (['mdlp', 'equal-frequency'] as const).map((arm) => {
    const better = results.filter(({ gained }) => gained[arm].from > 0).length
    const worse = results.filter(({ gained }) => gained[arm].to < 0).length
    const mean = results.reduce((sum, { gained }) => sum + gained[arm].mean, 0) / results.length
    return `Bins by ${named[arm]}: better than the Gaussian on ${better} of ${counted(results.length, 'table')}, worse on ${worse}, within the interval on ${results.length - better - worse}; ${fixedText(mean, 4, true)} on average.`
  })
}

function accuracyColumns({ results }: BayesStudy): TextColumn[] {
  const column = columnsOver(results)
  const area = (arm: BayesArm) => (result: BayesResult) => {
    const found = result.auc[arm]
    return found === null ? NONE : fixedText(found.mean, 4)
  }
  return [
    { ...column('data', Infinity, ({ data }) => printable(data)), align: 'left' },
    column('rows', 4, ({ rows }) => countText(rows)),
    column('columns', 3, ({ columns }) => countText(columns)),
    column('classes', 3, ({ classes }) => countText(classes)),
    column('majority', 5, ({ majority }) => fixedText(majority, 4)),
    column('Gaussian', Infinity, ({ accuracy }) => fixedText(accuracy.gaussian.mean, 4)),
    column('mdlp', Infinity, ({ accuracy }) => fixedText(accuracy.mdlp.mean, 4)),
    column('equal frequency', Infinity, ({ accuracy }) => fixedText(accuracy['equal-frequency'].mean, 4)),
    column('AUC', 2, area('gaussian')),
    column('AUC mdlp', 2, area('mdlp')),
    column('AUC equal', 2, area('equal-frequency')),
  ]
}

function gainColumns({ results }: BayesStudy): TextColumn[] {
  const column = columnsOver(results)
  const text = ({ mean, from, to }: FoldEstimate): string =>
    `${fixedText(mean, 4, true)} (${fixedText(from, 4, true)} to ${fixedText(to, 4, true)})`
  return [
    { ...column('data', Infinity, ({ data }) => printable(data)), align: 'left' },
    column('mdlp less Gaussian', Infinity, ({ gained }) => text(gained.mdlp)),
    column('equal frequency less Gaussian', Infinity, ({ gained }) => text(gained['equal-frequency'])),
  ]
}
