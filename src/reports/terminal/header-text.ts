import type { Binning } from '../../binning/binning.ts'
import type { BinningTable } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { alignedTexts, counted, countText, percentText } from '../number-text.ts'
import { printable } from '../printable.ts'
import { stackedBar } from './draw/bars.ts'
import { classMarks, totalOf } from './draw/class-marks.ts'
import { indented } from './draw/text-parts.ts'
import type { Screen } from './draw/screen.ts'
import { flow, truncate, wrap } from '../text-width.ts'

/** Where a binning comes from, what is in it and what it is for. */
export function titleLines({ created, target, columns }: Binning, telling: number, { style, width }: Screen): string[] {
  const { name, rows } = created.source
  const some = target === null ? 'with more than one bin' : 'telling'
  const what = `${counted(columns.length, 'column')}${telling < columns.length ? `, ${telling} of them ${some}` : ''}`
  const purpose =
    target === null
      ? 'binned without a target'
      : target.kind === 'numeric'
        ? `binned to explain ${targetName(target)}`
        : target.classes.length < 2
          ? `binned by ${targetName(target)}, which has one class only`
          : `binned to tell the ${target.classes.length} classes of ${targetName(target)} apart`
  const source = name === null ? '' : `${printable(name)}: `
  return wrap(`${source}${counted(rows, 'row')}, ${what}, ${purpose}`, width).map(style.bold)
}

function targetName(target: Target): string {
  return target.name === null ? 'the target' : printable(target.name)
}

/** What the target is like over all rows: a bar with the legend of the classes, or mean and deviation. */
export function targetLines(target: Target | null, table: BinningTable | undefined, screen: Screen): string[] {
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
