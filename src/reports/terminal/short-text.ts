import { type Binning, hasCuts } from '../../binning/binning.ts'
import { type RankedColumn, rankColumns } from '../column-information.ts'
import { counted } from '../number-text.ts'
import { printable, truncate } from '../printed-text.ts'
import { printedCuts } from '../reason-texts.ts'
import { isGrouped } from '../table-rows.ts'
import { layOut, type TextColumn } from './draw/lay-out.ts'
import { type ReportOptions, screenOf } from './draw/screen.ts'
import { titleLines } from './binning-text.ts'

/** Columns that get a line of their own, and room for their cuts. */
const [MOST, CUTS] = [12, 50]

/** A binning in a few lines: where it comes from, then a line per column with its bins and cuts, the most telling first. */
export function shortReport(binning: Binning, options: ReportOptions = {}): string {
  const screen = screenOf('shortReport', options, { most: 1 })
  const { telling, blunt, naming } = rankColumns(binning)
  const ranked = [...telling, ...blunt, ...naming]
  const put = (head: string, keep: number, text: (ranked: RankedColumn) => string): TextColumn => ({
    head,
    cells: ranked.slice(0, MOST).map(text),
    align: 'left',
    keep,
  })
  const measure = ranked[0]?.information.measure === 'iv' ? 'IV' : 'explains'
  const [head, ...lines] = layOut(
    [
      put('column', Infinity, ({ column }) => printable(column.name)),
      put('bins', Infinity, ({ column }) =>
        counted(column.bins.length, hasCuts(column) ? 'bin' : isGrouped(column) ? 'group' : 'level'),
      ),
      ...(binning.target === null ? [] : [put(measure, 1, ({ information }) => information.short)]),
      put('cuts', 0, ({ column }) => (hasCuts(column) ? truncate(printedCuts(column).join(', '), CUTS) : '')),
    ],
    screen.width - 2,
  )
  const more = ranked.length > MOST ? [`and ${counted(ranked.length - MOST, 'more column')}`] : []
  const table = [screen.style.dim(head), ...lines, ...more].map((line) => `  ${line}`)
  return [...titleLines(binning, telling.length, screen), '', ...table].join('\n')
}
