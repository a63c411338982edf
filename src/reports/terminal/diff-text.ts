import type { BinningDiff, ColumnDiff } from '../../binning/compare/diff-binnings.ts'
import { counted, countText, fixedText } from '../number-text.ts'
import { printable, wrap } from '../printed-text.ts'
import { heading, indented, joinBlocks, type ReportOptions, screenOf } from './draw/screen.ts'

/** Cuts and levels that are named before the rest is counted. */
const MOST = 12

const MEASURES = { iv: 'information value', bits: 'information in bits', variance: 'share of the variance' } as const

/** What changed from one binning to another, as text for a terminal: a block per column that changed. */
export function diffText(diff: BinningDiff, names: readonly [string, string], options: ReportOptions = {}): string {
  const screen = screenOf('diffReport', options, {})
  const changed = diff.columns.filter(({ change }) => change !== 'none')
  const same = diff.columns.length - changed.length
  const put = (text: string): string[] => wrap(printable(text), screen.width, '  ')
  const title = `${names[0]} → ${names[1]}: ${
    diff.same ? 'nothing changed' : `${counted(changed.length, 'column')} changed, ${same} the same`
  }${diff.rows === null ? '' : `, counted on ${counted(diff.rows, 'row')}`}`
  const all = screen.verbose ? diff.columns : changed
  const blocks = all.map((column) => [
    ...heading(column.name, [binsText(column)], screen),
    ...indented(columnLines(column, diff).flatMap((line) => wrap(printable(line), screen.width - 2, '  '))),
  ])
  const hint = diff.rows === null && !diff.same ? put('--data FILE counts the rows that leave their bin.') : []
  return joinBlocks([put(title).map(screen.style.bold), ...blocks, hint.map(screen.style.dim)])
}

function binsText({ change, bins: { before, after } }: ColumnDiff): string {
  if (change === 'added') return `only in the second, ${counted(after ?? 0, 'bin')}`
  if (change === 'removed') return `only in the first, ${counted(before ?? 0, 'bin')}`
  return before === after ? counted(before ?? 0, 'bin') : `${before} → ${counted(after ?? 0, 'bin')}`
}

function columnLines(column: ColumnDiff, { measure, rows: all }: BinningDiff): string[] {
  const { moved, added, removed, levels, others, rows, information } = column
  const { before, after } = information
  const change = before === null || after === null ? null : after - before
  return [
    ...listed(
      'cuts moved',
      moved.map(({ from, to }) => `${from} → ${to}`),
    ),
    ...listed('cuts added', added.map(String)),
    ...listed('cuts removed', removed.map(String)),
    ...listed('levels in another group', levels),
    ...others,
    ...(rows === null ? [] : [`${counted(rows, 'row')} of ${countText(all ?? 0)} in another bin`]),
    ...(change === null || measure === null
      ? []
      : [`${MEASURES[measure]} ${fixedText(before!, 4)} → ${fixedText(after!, 4)}, ${gained(change)}`]),
  ]
}

/** What was lost or gained of the information. */
function gained(change: number): string {
  if (Math.abs(change) < 5e-5) return 'none lost'
  return `${fixedText(Math.abs(change), 4)} ${change < 0 ? 'lost' : 'gained'}`
}

function listed(what: string, items: readonly string[]): string[] {
  if (items.length === 0) return []
  const shown = items.slice(0, MOST)
  const more = items.length > shown.length ? [`and ${items.length - shown.length} more`] : []
  return [`${what}: ${[...shown, ...more].join(', ')}`]
}
