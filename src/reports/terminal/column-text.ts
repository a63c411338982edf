import { type CategoryColumn, type Column, hasCuts, type NumberColumn } from '../../binning/binning.ts'
import { type BinningTable, binningTable } from '../../binning/use/binning-table.ts'
import { tableScores, type TableScores } from '../../binning/use/table-scores.ts'
import type { Target } from '../../types.ts'
import { columnRemarks } from '../column-notes.ts'
import { foldRange, fullLabel, isGrouped, sizeText, sortedRows } from '../table-rows.ts'
import { informationOf } from '../column-information.ts'
import { fixedText, valueText } from '../number-text.ts'
import { binTable } from './bin-table-text.ts'
import { histogram } from './draw/histogram-text.ts'
import { classMarks, heading, indented, type ReportOptions, type Screen, screenOf } from './draw/screen.ts'
import { cutReasons } from '../reason-texts.ts'
import { printable, wrap } from '../printed-text.ts'
import { mustBe } from '../../util/check.ts'

/** Bins that are all shown; of more, the middle is folded. */
const MOST_BINS = 20
/** Bins shown on each side of what is folded. */
const EACH_SIDE = 8
/** Levels that are shown unless all are asked for. */
const MOST_LEVELS = 12
/** Reasons that are told unless all are asked for. */
const MOST_REASONS = 6

/**
 * One fitted column as text for a terminal: what it tells about the target, how its values are spread and where it was
 * cut, its bins or levels as a table, why each cut is where it is, and notes. No line is wider than `width`.
 *
 *     const text = columnReport(column(binning, 'age'), binning.target, { width: 80 })
 *     console.log(text.split('\n').filter((line) => line.includes('30.5')).join('\n'))
 *     // →   18         30.5                                 67
 *     // →   < 30.5    91   30 %  █████                    │           12.1 %  -2.75  2.171
 *     // →   ≥ 30.5   209   70 %  █████████████████████████┃█████████  92.8 %  +1.79  1.412
 *     // →   cut at 30.5: gain 0.480 bits, needed 0.037; next best 31.5 with 0.464
 *
 * @param target the target of the binning, `binning.target`
 */
export function columnReport(column: Column, target: Target | null, options: ReportOptions = {}): string {
  mustBe('columnReport', 'column', column)
  return columnLines(column, target, screenOf('columnReport', options, {})).join('\n')
}

/** The same as lines, for reports of several columns. */
export function columnLines(
  column: Column,
  target: Target | null,
  screen: Screen,
  skipNotes: ReadonlySet<string> = new Set(),
): string[] {
  const table = binningTable(column, target)
  const title = heading(column.name, [column.kind, sizeText(column), informationOf(table, target).words], screen)
  const lines = table.total.count === 0 ? title : [...title, ...tableLines(column, table, target, screen)]
  const why = hasCuts(column) ? whyLines(column, screen) : []
  const below = [...why, ...noteLines(column, screen, skipNotes)]
  return below.length === 0 ? lines : [...lines, '', ...below]
}

/**
 * How the values are spread, then the bins; or the levels by how many rows they have, groups of levels in their order. Of
 * many some are folded into one line.
 */
function tableLines(column: Column, table: BinningTable, target: Target | null, screen: Screen): string[] {
  const inner = { ...screen, width: screen.width - 2 }
  const count = column.bins.length
  const [most, shown] = hasCuts(column) ? [MOST_BINS, EACH_SIDE] : [MOST_LEVELS + 1, MOST_LEVELS]
  const fold = !screen.verbose && count > most
  const scores = screen.verbose ? tableScores(column, target) : null
  const compared = scores === null ? table.rows : table.rows.map((row, i) => ({ ...row, pValue: scores.pValues[i] }))
  const sorted = sortedRows(column, compared)
  const rows = fold ? foldRange(column, sorted, shown, hasCuts(column) ? count - EACH_SIDE : count) : sorted
  const bins = binTable(
    {
      head: hasCuts(column) ? 'bin' : isGrouped(column) ? 'levels' : 'level',
      table: { ...table, rows },
      target,
      weighted: column.missing.weight !== undefined,
      folded: fold ? shown : null,
    },
    inner,
  )
  if (scores !== null) bins.push(...scoreLines(scores, screen))
  if (!hasCuts(column)) return ['', ...indented(bins), ...(screen.verbose ? groupLines(column, screen) : [])]
  const marks = target?.kind === 'class' ? classMarks(target, table.total.classes ?? [], Infinity) : []
  const picture = histogram(column, marks, inner)
  return indented([...(picture.length > 0 ? ['', ...picture, ''] : [...rangeLine(column), '']), ...bins])
}

/** Stands for the picture of a column without one. */
function rangeLine({ kind, range, bins }: NumberColumn): string[] {
  if (range === null || bins.length === 0) return []
  const [min, max] = range.map((end) => valueText(kind, end))
  return [min === max ? `every value is ${min}` : `values from ${min} to ${max}`]
}

/** How well the lines tell the event from the rest, and how even they are. */
function scoreLines({ gini, ks, hhi }: TableScores, { style }: Screen): string[] {
  const apart = gini === null || ks === null ? [] : [`Gini ${fixedText(gini, 3)}`, `KS ${fixedText(ks, 3)}`]
  return [style.dim([...apart, `HHI ${fixedText(hhi, 3)}`].join(' · '))]
}

/** All levels of the groups whose labels name only some of them. */
function groupLines({ bins }: CategoryColumn, { style, width }: Screen): string[] {
  const shortened = bins.filter((bin) => fullLabel({ ...bin, name: undefined }) !== bin.label)
  const lines = shortened.flatMap(({ name, ...bin }) =>
    wrap(`${printable(name ?? bin.label)}: ${printable(fullLabel(bin))}`, width - 2, '    '),
  )
  return lines.length === 0 ? [] : ['', ...indented(lines).map(style.dim)]
}

/** One line per cut that says why it is there. A reason that all cuts share is told once. */
function whyLines(column: NumberColumn, { style, width, verbose }: Screen): string[] {
  const reasons = cutReasons(column)
  if (reasons.length === 0) return []
  const put = (text: string): string[] => wrap(text, width - 2, '    ').map((line) => `  ${style.dim(line)}`)
  const [first] = reasons
  if (reasons.length > 1 && reasons.every(({ why }) => why === first.why)) {
    return put(`all ${reasons.length} cuts: ${first.why}`)
  }
  const told = verbose || reasons.length <= MOST_REASONS ? reasons : strongest(column).map((i) => reasons[i])
  const left = reasons.length - told.length
  return [
    ...told.flatMap(({ cut, why }) => put(`cut at ${cut}: ${why}`)),
    ...(left > 0
      ? put(`… and ${left} ${column.reasons.some(({ margin }) => margin !== null) ? 'weaker' : 'more'} cuts`)
      : []),
  ]
}

/** The cuts that score most above what they needed, in the order of the column; the first ones where nothing was needed. */
function strongest({ reasons }: NumberColumn): number[] {
  const margin = (i: number): number => reasons[i]?.margin ?? -Infinity
  return reasons
    .map((_, i) => i)
    .toSorted((a, b) => compare(margin(b), margin(a)) || a - b)
    .slice(0, MOST_REASONS - 1)
    .toSorted((a, b) => a - b)
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** Notes of a column and what its policies did, one to a line; `skip` names notes that are told elsewhere. */
function noteLines(column: Column, { style, width }: Screen, skip: ReadonlySet<string>): string[] {
  return columnRemarks(column, skip).flatMap((message) =>
    wrap(`note: ${printable(message)}`, width - 2, '      ').map((line) => `  ${style.dim(line)}`),
  )
}
