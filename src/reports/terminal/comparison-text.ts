import type { Comparison } from '../../binning/compare/compare-methods.ts'
import { bestOn, type MethodResult } from '../../binning/compare/compare-results.ts'
import { counted, fixedText, NONE } from '../number-text.ts'
import { printable, truncate, wrap } from '../printed-text.ts'
import { barColumn } from './draw/bars.ts'
import { layOut, leftText, rightText, type TextColumn } from './draw/lay-out.ts'
import { type ReportOptions, type Screen, screenOf, joinBlocks } from './draw/screen.ts'

/** How a comparison is printed. */
export interface CompareReportOptions extends ReportOptions {
  /** where the rows came from */
  readonly source?: string | undefined
  /** also the best method of every column; default false */
  readonly perColumn?: boolean | undefined
}

/** A comparison as text for a terminal: a line per method with a bar of what it explains on held-out rows, best first. */
export function compareReport(comparison: Comparison, options: CompareReportOptions = {}): string {
  const screen = screenOf(options)
  const { style, width } = screen
  const put = (text: string): string[] => wrap(text, width, '  ')
  const parts = [
    wrap(titleOf(comparison, options.source), width).map(style.bold),
    methodLines(comparison, screen),
    put(verdict(comparison.methods)),
    options.perColumn === true ? columnLines(comparison, screen) : [],
    legend(comparison).flatMap(put).map(style.dim),
  ]
  return joinBlocks(parts)
}

function titleOf({ target, rows, entropy, columns, methods, folds }: Comparison, source: string | undefined): string {
  const from = source === undefined ? '' : `${printable(source)}: `
  const name = target.name === null ? 'the target' : printable(target.name)
  const what = entropy === null ? `target ${name}` : `entropy of ${name} ${fixedText(entropy, 4)} bits`
  return `${from}${counted(rows, 'row')}, ${counted(columns.length, 'number column')}, ${counted(methods.length, 'method')}, ${folds} folds; ${what}`
}

/** What bins explain: bits, or the share of the variance. */
function explainedText({ target }: Comparison, value: number): string {
  return target.kind === 'class' ? fixedText(value, 4) : `${fixedText(100 * value, 2)} %`
}

function methodLines(comparison: Comparison, { style, width }: Screen): string[] {
  const { methods } = comparison
  const largest = Math.max(...methods.map(({ heldOut }) => heldOut))
  const shares = methods.map(({ heldOut }) => (largest > 0 ? Math.max(0, heldOut / largest) : 0))
  const text = (head: string, keep: number, of: (result: MethodResult) => string): TextColumn =>
    rightText(head, keep, methods, of)
  const lines = layOut(
    [
      { ...text('method', Infinity, ({ name }) => name), align: 'left' },
      text('bins', 2, ({ bins }) => String(bins)),
      text('per column', 3, ({ meanBins }) => fixedText(meanBins, 1)),
      text('kept', 4, ({ kept }) => explainedText(comparison, kept)),
      text('held out', Infinity, ({ heldOut }) => explainedText(comparison, heldOut)),
      { ...text('', 5, (result) => (result === methods[0] ? 'best' : result.clear ? '' : '≈')), align: 'left' },
      barColumn(shares, [8, 24], 5, style),
      text('time', 1, ({ seconds: s }) => (s < 0.9995 ? `${fixedText(s * 1000, 0)} ms` : `${fixedText(s, 1)} s`)),
    ],
    width,
  )
  return [style.dim(lines[0]), style.bold(lines[1]), ...lines.slice(2)]
}

/** One sentence on what the numbers say: the best, what cannot be told from it, and the fewest bins among those. */
function verdict(methods: readonly MethodResult[]): string {
  const [best, ...others] = methods
  if (!(best.heldOut > 0)) return 'No method explains anything on held-out rows.'
  const close = others.filter(({ clear }) => !clear)
  if (close.length === 0)
    return others.length === 0
      ? `${best.name} is the only method.`
      : `${best.name} explains most on held-out rows, by at least two standard errors.`
  const fewest = [best, ...close].reduce((least, one) => (one.bins < least.bins ? one : least))
  const names = close.map(({ name }) => name).join(', ')
  return `${best.name} explains most on held-out rows, but that may be chance against ${names}; ${fewest.name} makes the fewest bins of them.`
}

function columnLines(comparison: Comparison, { style, width }: Screen): string[] {
  const best = comparison.columns.map((column) => bestOn(column, comparison.methods))
  const text = (head: string, keep: number, of: (one: NonNullable<(typeof best)[number]>) => string): TextColumn =>
    rightText(head, keep, best, (one) => (one === null ? '' : of(one)))
  const lines = layOut(
    [
      leftText('column', Infinity, comparison.columns, (name) => truncate(printable(name), 32)),
      leftText('best method', Infinity, best, (one) => one?.name ?? NONE),
      text('bins', 1, ({ bins }) => String(bins)),
      text('kept', 2, ({ kept }) => explainedText(comparison, kept)),
      text('held out', 3, ({ heldOut }) => explainedText(comparison, heldOut)),
    ],
    width,
  )
  return [style.dim(lines[0]), ...lines.slice(1)]
}

function legend({ target, folds, methods }: Comparison): string[] {
  const unit = target.kind === 'class' ? 'bits per row' : 'share of the variance'
  return [
    `kept: what the bins explain on the rows they were fitted on (${unit}, mean over columns), which is too optimistic; held out: ` +
      `the same on rows left out of the fit, each row once in ${folds} folds; below 0 the bins mislead`,
    ...(methods.slice(1).every(({ clear }) => clear)
      ? []
      : ['≈ less than two standard errors behind the best, which may be chance']),
  ]
}
