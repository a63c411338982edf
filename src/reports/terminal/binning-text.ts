import type { Binning } from '../../binning/binning.ts'
import type { Information } from '../information-text.ts'
import { counted } from '../number-text.ts'
import { printable } from '../printable.ts'
import { type RankedColumn, rankColumns, sharedNotes, whyBlunt } from '../column-order.ts'
import { columnLines } from './column-text.ts'
import { targetLines, titleLines } from './header-text.ts'
import { legend } from './legend-text.ts'
import { indented } from './draw/text-parts.ts'
import { type ReportOptions, type Screen, screenOf } from './draw/screen.ts'
import { flow, wrap } from '../text-width.ts'

/** How a whole binning is printed. */
export interface BinningReportOptions extends ReportOptions {
  /** columns shown in full, the most telling first; the others are only named; default all */
  readonly most?: number | undefined
}

/**
 * A whole binning as text for a terminal: where it comes from and what the target is, then its columns, those that tell
 * most about the target first, and in one line each those with a single bin and those that are different in every row.
 */
export function binningReport(binning: Binning, options: BinningReportOptions = {}): string {
  const screen = screenOf(options)
  const { target } = binning
  const { telling, blunt, naming, all } = rankColumns(binning)
  const most = Math.max(0, Math.floor(options.most ?? telling.length))
  const shared = sharedNotes(binning.columns)
  const skip = new Set(shared)
  const put = (text: string): string[] => wrap(text, screen.width, '  ')
  const parts = [
    titleLines(binning, telling.length, screen),
    targetLines(target, all[0]?.table, screen),
    ...telling.slice(0, most).map(({ column }) => columnLines(column, target, screen, skip)),
    restLines(telling.slice(most), most, screen),
    blunt.length === 0
      ? []
      : put(
          `one bin only, no cut worth making: ${blunt.map(({ column }) => printable(column.name) + whyBlunt(column)).join(', ')}`,
        ),
    naming.length === 0
      ? []
      : put(
          `nearly a level per row, too fine to tell: ${naming.map(({ column }) => `${printable(column.name)} (${counted(column.bins.length, 'level')})`).join(', ')}`,
        ),
    shared.flatMap((message) => put(`note: ${printable(message)}`)),
    telling.length === 0 ? [] : legend(target, telling[0].table).flatMap(put).map(screen.style.dim),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** How the numbers behind the names of further columns are to be read. */
const MEASURES: Readonly<Record<Information['measure'], string>> = {
  iv: ', by IV',
  gain: ', by how much of the doubt each removes',
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
