import type { ColumnCheck, Difference, Verification } from '../../binning/compare/verify-binning.ts'
import { counted } from '../number-text.ts'
import { printable, truncate, wrap } from '../printed-text.ts'
import { heading, indented, joinBlocks, type ReportOptions, screenOf } from './draw/screen.ts'

/** Characters of a list of cuts or counts that are shown unless all are asked for. */
const MOST = 400

/** Whether a binning is what its method makes of some rows, as text for a terminal: what differs, and what was checked. */
export function verifyText(found: Verification, names: readonly [string, string], options: ReportOptions = {}): string {
  const screen = screenOf('verifyReport', options, {})
  const { columns } = found
  const of = (verdict: ColumnCheck['verdict']): ColumnCheck[] => columns.filter((column) => column.verdict === verdict)
  const put = (text: string): string[] => wrap(printable(text), screen.width, '  ')
  const title = `${names[0]} ${found.holds ? 'holds' : 'differs'}: derived again from ${names[1]}`
  const text = (value: string): string => printable(screen.verbose ? value : truncate(value, MOST))
  const lines = (differences: readonly Difference[]): string[] =>
    differences.flatMap(({ what, saved, derived }) =>
      [`${what}: saved ${text(saved)}`, `${what}: now ${text(derived)}`].flatMap((line) =>
        wrap(line, screen.width - 2, '    '),
      ),
    )
  const told = [
    ...say(of('same'), 'the same cuts or groups, the same counts'),
    ...say(of('by hand'), 'edited or given by hand, the same counts'),
  ]
  return joinBlocks([
    put(title).map(screen.style.bold),
    indented(lines(found.differences)),
    ...of('different').map((column) => [
      ...heading(column.name, ['different'], screen),
      ...indented(lines(column.differences)),
    ]),
    told.flatMap(put),
  ])
}

function say(columns: readonly ColumnCheck[], what: string): string[] {
  if (columns.length === 0) return []
  return [`${counted(columns.length, 'column')}: ${what} (${columns.map(({ name }) => name).join(', ')})`]
}
