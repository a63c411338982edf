import type { Binning } from '../../binning/binning.ts'
import {
  type Information,
  legend,
  rankColumns,
  type RankedColumn,
  scoresLegend,
  sharedNotes,
  whyBlunt,
  purposeText,
} from '../column-information.ts'
import { alignedTexts, counted, countText, percentText } from '../number-text.ts'
import { flow, printable, truncate, wrap } from '../printed-text.ts'
import { columnLines } from './column-text.ts'
import { classMarks, indented, joinBlocks, type ReportOptions, type Screen, screenOf, totalOf } from './draw/screen.ts'
import type { BinningTable } from '../../binning/use/binning-table.ts'
import { tableScores } from '../../binning/use/table-scores.ts'
import type { Target } from '../../types.ts'
import { stackedBar } from './draw/bars.ts'
import { mustBe } from '../../util/check.ts'

/** How a whole binning is printed. */
export interface BinningReportOptions extends ReportOptions {
  /** columns shown in full, the most telling first; the others are only named; default all */
  readonly most?: number | undefined
}

/**
 * A whole binning as text for a terminal: where it comes from and what the target is, then its columns, those that tell
 * most about the target first, and in one line each those with a single bin and those that are different in every row.
 *
 *     console.log(binningReport(binning, { width: 80 }).split('\n')[0])
 *     // → 300 rows, 1 column, binned to tell the 2 classes of bought apart
 */
export function binningReport(binning: Binning, options: BinningReportOptions = {}): string {
  mustBe('binningReport', 'binning', binning)
  const screen = screenOf('binningReport', options, { most: 1 })
  const { target } = binning
  const { telling, blunt, naming, all } = rankColumns(binning)
  const most = Math.max(0, Math.floor(options.most ?? telling.length))
  const shared = sharedNotes(binning.columns)
  const skip = new Set(shared)
  const put = (text: string): string[] => wrap(text, screen.width, '  ')
  return joinBlocks([
    titleLines(binning, telling.length, screen),
    targetLines(target, all[0]?.table, screen),
    ...telling.slice(0, most).map(({ column }) => columnLines(column, target, screen, skip)),
    restLines(telling.slice(most), most, screen),
    blunt.length === 0
      ? []
      : put(
          `one bin only, no cut made: ${blunt.map(({ column }) => printable(column.name) + whyBlunt(column)).join(', ')}`,
        ),
    naming.length === 0
      ? []
      : put(
          `nearly a different level in every row, too fine to be useful: ${naming.map(({ column }) => `${printable(column.name)} (${counted(column.bins.length, 'level')})`).join(', ')}`,
        ),
    shared.flatMap((message) => put(`note: ${printable(message)}`)),
    telling.length === 0 ? [] : legendLines(telling, target, screen).flatMap(put).map(screen.style.dim),
  ])
}

/** What the words mean; where all is shown, those of the scores too. */
function legendLines(telling: readonly RankedColumn[], target: Target | null, { verbose }: Screen): string[] {
  const [{ table }] = telling
  if (!verbose) return legend(target, table)
  const compared = telling.some(({ column }) => tableScores(column, target).pValues.some((p) => p !== null))
  return [...legend(target, { ...table, rows: [] }), ...scoresLegend(table, compared)]
}

/** How the numbers behind the names of further columns are to be read. */
const MEASURES: Readonly<Record<Information['measure'], string>> = {
  iv: ', by IV',
  gain: ', by how much of the uncertainty each explains',
  variance: ', by how much of the variance each explains',
  none: '',
}

/** The telling columns that are not shown in full, by name and number. */
function restLines(rest: readonly RankedColumn[], shown: number, screen: Screen): string[] {
  if (rest.length === 0) return []
  const intro = `${counted(rest.length, shown > 0 ? 'more column' : 'column')}${MEASURES[rest[0].information.measure]}:`
  const entries = rest.map(({ column, information }, i) => {
    const entry = `${printable(column.name)} ${information.short}`.trimEnd()
    return i < rest.length - 1 ? `${entry},` : entry
  })
  return [intro, ...indented(flow(entries, screen.width - 2, 1))]
}

/** Where a binning comes from, what is in it and what it is for. */
export function titleLines({ created, target, columns }: Binning, telling: number, { style, width }: Screen): string[] {
  const { name, rows } = created.source
  const some = `, ${telling} of them ${target === null ? 'with more than one bin' : 'informative'}`
  const what = `${counted(columns.length, 'column')}${telling < columns.length ? some : ''}`
  const purpose = purposeText(target, target === null ? '' : targetName(target))
  const source = name === null ? '' : `${printable(name)}: `
  return wrap(`${source}${counted(rows, 'row')}, ${what}, ${purpose}`, width).map(style.bold)
}

function targetName(target: Target): string {
  return target.name === null ? 'the target' : printable(target.name)
}

/** What the target is like over all rows: a bar with the legend of the classes, or mean and deviation. */
function targetLines(target: Target | null, table: BinningTable | undefined, screen: Screen): string[] {
  if (target === null || table === undefined) return []
  const { total, event } = table
  if (target.kind === 'numeric') {
    if (total.mean === null || total.deviation === null) return []
    const [mean, deviation] = alignedTexts([total.mean, total.deviation], total.deviation)
    return wrap(`${targetName(target)}: mean ${mean}, deviation ${deviation}`, screen.width - 2).map(
      (line) => `  ${line}`,
    )
  }
  const totals = total.classes ?? target.classes.map(() => 0)
  const marks = classMarks(target, totals, Infinity)
  const bar = stackedBar(
    marks.map((mark) => ({ color: mark.color, size: totalOf(mark, totals) })),
    Math.min(60, screen.width - 2),
    screen.style,
  )
  const entries = marks.map((mark) => {
    const size = totalOf(mark, totals)
    const share = total.weight > 0 ? ` (${percentText(size / total.weight)})` : ''
    const name = truncate(printable(mark.name), 24)
    const text = mark.name === event ? `${truncate(targetName(target), 24)} = ${name}, the event` : name
    return `${screen.style.sign(mark.color)} ${text}: ${countText(size)}${share}`
  })
  return indented([bar.trimEnd(), ...flow(entries, screen.width - 2)].filter((line) => line !== ''))
}
