import type { CategoryColumn } from '../../binning/binning.ts'
import { binningTable } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { foldRange } from '../fold-rows.ts'
import { informationOf } from '../information-text.ts'
import { counted } from '../number-text.ts'
import { binTable } from './bin-table-text.ts'
import { heading, indented } from './draw/text-parts.ts'
import type { Screen } from './draw/screen.ts'

/** Levels that are shown unless all are asked for. */
const MOST_LEVELS = 12

/**
 * A category column as lines: its levels by how many rows they have, the rest of many folded into one line. Groups of
 * levels stay in their order.
 */
export function levelsLines(column: CategoryColumn, target: Target | null, screen: Screen): string[] {
  const table = binningTable(column, target)
  const levels = column.bins.length
  const all = column.bins.reduce((sum, bin) => sum + bin.levels.length, 0)
  const grouped = all > levels
  const size = grouped ? `${counted(all, 'level')} in ${counted(levels, 'group')}` : counted(levels, 'level')
  const title = heading(column.name, [column.kind, size, informationOf(table, target).words], screen)
  if (table.total.count === 0) return title
  const bins = table.rows.slice(0, levels)
  const sorted = grouped ? bins : bins.toSorted((a, b) => b.weight - a.weight)
  const rows = [...sorted, ...table.rows.slice(levels)]
  const fold = !screen.verbose && levels > MOST_LEVELS + 1
  const shown = fold
    ? foldRange(rows, MOST_LEVELS, levels, (folded) => `… ${folded} more ${grouped ? 'groups' : 'levels'}`)
    : rows
  const weighted = column.missing.weight !== undefined
  const inner = { ...screen, width: screen.width - 2 }
  return [
    ...title,
    '',
    ...indented(
      binTable(
        {
          head: grouped ? 'levels' : 'level',
          table: { ...table, rows: shown },
          target,
          weighted,
          folded: fold ? MOST_LEVELS : null,
        },
        inner,
      ),
    ),
  ]
}
