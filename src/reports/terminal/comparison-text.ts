import type { Comparison } from '../../binning/compare/compare-methods.ts'
import { bestOn, type MethodResult } from '../../binning/compare/compare-results.ts'
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
import { fixedText, NONE } from '../number-text.ts'
import { printable, truncate, wrap } from '../printed-text.ts'
import { barColumn } from './draw/bars.ts'
import { layOut, leftText, rightText, type TextColumn } from './draw/lay-out.ts'
import { type ReportOptions, type Screen, screenOf, joinBlocks } from './draw/screen.ts'
import { mustBe } from '../../util/check.ts'

/** How a comparison is printed. */
export interface CompareReportOptions extends ReportOptions {
  /** where the rows came from */
  readonly source?: string | undefined
  /** also the best method of every column; default false */
  readonly perColumn?: boolean | undefined
}

/**
 * A comparison as text for a terminal: a line per method with what it tells on held-out rows, the best first, and what
 * that says.
 *
 *     const compared = await compareMethods(people, { target: 'bought', methods: ['mdlp', 'equal-width'] })
 *     console.log(compareReport(compared, { width: 100 }).split('\n')[0])
 *     // → 300 rows, 1 number column, 2 methods, 5 folds; target bought
 */
export function compareReport(comparison: Comparison, options: CompareReportOptions = {}): string {
  mustBe('compareReport', 'comparison', comparison)
  const screen = screenOf('compareReport', options, { source: 1, perColumn: 1 })
  const { style, width } = screen
  const put = (text: string): string[] => wrap(text, width, '  ')
  const parts = [
    wrap(comparedText(comparison, options.source), width).map(style.bold),
    methodLines(comparison, screen),
    [...put(verdictText(comparison)), ...put(againstText(comparison))],
    options.perColumn === true ? columnLines(comparison, screen) : [],
    compareLegend(comparison).flatMap(put).map(style.dim),
  ]
  return joinBlocks(parts)
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
      text('bins', 4, ({ bins }) => String(bins)),
      text('per column', 1, ({ meanBins }) => fixedText(meanBins, 1)),
      text('kept', 3, ({ kept }) => toldText(comparison, kept)),
      text('held out', Infinity, ({ heldOut }) => toldText(comparison, heldOut)),
      { ...text('', 6, (result) => standing(result, methods[0])), align: 'left' },
      text('behind', 7, (result) => (result === methods[0] ? '' : behindText(comparison, result))),
      barColumn(shares, [8, 24], 0, style),
      text('time', 2, ({ seconds: s }) => (s < 0.9995 ? `${fixedText(s * 1000, 0)} ms` : `${fixedText(s, 1)} s`)),
    ],
    width,
  )
  return [style.dim(lines[0]), style.bold(lines[1]), ...lines.slice(2)]
}

function columnLines(comparison: Comparison, { style, width }: Screen): string[] {
  const best = comparison.columns.map((column) => bestOn(column, comparison.methods))
  const text = (head: string, keep: number, of: (one: NonNullable<(typeof best)[number]>) => string): TextColumn =>
    rightText(head, keep, best, (one) => (one === null ? '' : of(one)))
  const lines = layOut(
    [
      leftText('column', Infinity, comparison.columns, (name) => truncate(printable(name), 32)),
      leftText('best method', Infinity, best, (one) => one?.name ?? NONE),
      leftText('', 4, best, (one, i) => (one === null ? '' : closeText(comparison, comparison.columns[i], one.name))),
      text('bins', 1, ({ bins }) => String(bins)),
      text('kept', 2, ({ kept }) => toldText(comparison, kept)),
      text('held out', 5, ({ heldOut }) => toldText(comparison, heldOut)),
      text('from … to', 3, ({ low, high }) => rangeText(comparison, low, high)),
    ],
    width,
  )
  return [style.dim(lines[0]), ...lines.slice(1)]
}
