import type { ColumnGroup } from '../../binning/compare/column-groups.ts'
import type { RankedColumn, Ranking } from '../../binning/compare/rank-columns.ts'
import { counted, countText, fixedText, NONE, percentText } from '../number-text.ts'
import { printable, truncate, wrap } from '../printed-text.ts'
import { layOut, leftText, rightText } from './draw/lay-out.ts'
import { indented, joinBlocks, type ReportOptions, type Screen, screenOf } from './draw/screen.ts'

/** Groups that are listed of one column; the largest, where there are more. */
const MOST_GROUPS = 40

/** Classes up to which their counts have columns. */
const MOST_CLASSES = 6

/**
 * What every group of every ranked column leaves to know, as text for a terminal: the entropy of the target within the
 * group, and what it adds to the conditional entropy of the column, which is the sum. For a class target.
 */
export function rankGroupsReport(
  ranking: Ranking,
  groupsOf: (column: string) => readonly ColumnGroup[],
  options: ReportOptions = {},
): string {
  const screen = screenOf('rankGroupsReport', options, {})
  return joinBlocks(ranking.columns.map((column) => columnLines(ranking, column, groupsOf(column.name), screen)))
}

function columnLines(
  { target, entropy }: Ranking,
  column: RankedColumn,
  groups: readonly ColumnGroup[],
  { style, width }: Screen,
): string[] {
  const number = (bits: number | null): string => (bits === null ? NONE : fixedText(bits, 6))
  const { conditionalEntropy, gain } = column
  const title = `${printable(column.name)}: ${number(conditionalEntropy)} bits are left of ${number(entropy)}, so the gain is ${gain === null ? NONE : fixedText(gain, 8)}`
  const largest = groups.toSorted((a, b) => b.count - a.count).slice(0, MOST_GROUPS)
  const shown = groups.length > MOST_GROUPS ? largest : groups
  const names = target.kind === 'class' && target.classes.length <= MOST_CLASSES ? target.classes : []
  const [head, ...lines] = layOut(
    [
      leftText('group', Infinity, shown, ({ label }) => truncate(printable(label), 40)),
      rightText('rows', 4, shown, ({ count }) => countText(count)),
      rightText('share', 3, shown, ({ share }) => percentText(share, 1)),
      ...names.map((name, c) =>
        rightText(truncate(printable(name), 16), 2, shown, ({ classes }) => countText(classes[c])),
      ),
      rightText('entropy', Infinity, shown, (group) => number(group.entropy)),
      rightText('share × entropy', 5, shown, (group) => number(group.share * group.entropy)),
    ],
    width - 2,
  )
  const more = groups.length - shown.length
  return [
    ...wrap(title, width).map(style.bold),
    ...indented([style.dim(head), ...lines, ...(more > 0 ? [`… and ${counted(more, 'group')} of fewer rows`] : [])]),
  ]
}
