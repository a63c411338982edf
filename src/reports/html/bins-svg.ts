import type { Column } from '../../binning/binning.ts'
import { binningTable, type TableRow } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { knownOptions } from '../../util/check.ts'
import { escaped } from '../markup.ts'
import { counted, countText } from '../number-text.ts'
import { printable } from '../printed-text.ts'
import { sizeText, withFullLabels } from '../table-rows.ts'
import { fillOf, type Series, seriesOf, stack } from './charts/series.ts'
import { roomOf, shortened } from './charts/ticks.ts'
import { svgFile } from './svg-file.ts'

/** How a picture of the bins of a column is made. */
export type BinsSvgOptions = {
  /** what stands above; default the name of the column, its bins and its rows */
  readonly title?: string | undefined
}

/** Height of a line and of the bar in it, length of the longest bar, and the most room for a label. */
const STEP = 24
const BAR = 18
const LONGEST = 320
const LABELS = 180

const STYLE =
  '.b{font-weight:600}.e{text-anchor:end}.n{text-anchor:middle;stroke:var(--bg);stroke-width:3px;paint-order:stroke}'

/**
 * A column after it was cut, as the text of an SVG file: a bar per bin in their order, stacked by class, with the rows of
 * each class where there is room and those of the bin at its end. Light or dark as the reader's system is.
 * O(bins · classes).
 *
 *     console.log(binsSvg(column(binning, 'age'), binning.target).slice(0, 4)) // → <svg
 *
 * @param target the target of the binning, `binning.target`
 */
export function binsSvg(column: Column, target: Target | null, options: BinsSvgOptions = {}): string {
  knownOptions('binsSvg', options, { title: 1 })
  const table = binningTable(column, target)
  const rows = withFullLabels(column, table.rows)
  const series = seriesOf(target, table.total.classes)
  const labels = rows.map(({ label }) => shortened(printable(label), LABELS))
  const left = Math.ceil(Math.max(0, ...labels.map(roomOf))) + 8
  const ends = rows.map(({ weight }) => countText(weight))
  const unit =
    column.missing.weight === undefined ? counted(table.total.count, 'row') : `weight ${countText(table.total.weight)}`
  return svgFile({
    title: options.title ?? `${column.name}: ${sizeText(column)}, ${unit}`,
    targetName: target?.kind === 'class' ? target.name : null,
    series: target?.kind === 'class' ? series : [],
    body: [...rows.map((_, line) => lineTexts(labels[line], left, line)), ...bars(rows, series, { left, ends })].join(
      '',
    ),
    width: left + LONGEST + Math.ceil(Math.max(0, ...ends.map(roomOf))) + 8,
    height: rows.length * STEP,
    style: STYLE,
  })
}

function lineTexts(label: string, left: number, line: number): string {
  return `<text class="e" x="${left - 8}" y="${baseline(line)}">${escaped(label)}</text>`
}

/** The boxes of all bars by class, the rows of each box where they fit, and the rows of each bar at its end. */
function bars(
  rows: readonly TableRow[],
  series: readonly Series[],
  { left, ends }: { readonly left: number; readonly ends: readonly string[] },
): string[] {
  const most = Math.max(...rows.map(({ weight }) => weight), 1e-9)
  const place = (weight: number): number => Math.round((left + (weight / most) * LONGEST) * 10) / 10
  const sizeOf = (one: Series, row: TableRow): number => one.sizeOf(row.classes, row.weight)
  const boxes = stack(series, rows, sizeOf).flatMap((ofClass, i) => {
    const drawn = ofClass.map(({ from, to }, line) => ({ from: place(from), to: place(to), size: to - from, line }))
    const path = drawn
      .filter(({ from, to }) => to > from)
      .map(({ from, to, line }) => `M${from} ${line * STEP + (STEP - BAR) / 2}H${to}v${BAR}H${from}z`)
      .join('')
    const numbers =
      series.length === 1 ? [] : drawn.filter(({ from, to, size }) => roomOf(countText(size)) + 6 < to - from)
    return [
      path === '' ? '' : `<path d="${path}" fill="${fillOf(series[i].fill)}"/>`,
      ...numbers.map(
        ({ from, to, size, line }) =>
          `<text class="n" x="${Math.round(from + to) / 2}" y="${baseline(line)}">${countText(size)}</text>`,
      ),
    ]
  })
  const totals = rows.map(
    ({ weight }, line) => `<text x="${place(weight) + 6}" y="${baseline(line)}">${escaped(ends[line])}</text>`,
  )
  return [...boxes, ...totals]
}

function baseline(line: number): number {
  return line * STEP + STEP / 2 + 4
}
