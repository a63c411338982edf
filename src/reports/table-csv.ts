import { type Binning, type Column, hasCuts } from '../binning/binning.ts'
import { slotLabels } from '../binning/labels.ts'
import { binningTable } from '../binning/use/binning-table.ts'
import { tableScores } from '../binning/use/table-scores.ts'
import { eventClass } from '../summaries/mark-rows.ts'
import type { Target } from '../types.ts'
import { dateText } from '../util/date-text.ts'
import { fullLabel, withFullLabels } from './table-rows.ts'
import { mustBe } from '../util/check.ts'

const FIRST = ['column', 'kind', 'bin', 'lower_cut', 'upper_cut', 'count', 'weight', 'share']
const LAST = ['rate', 'woe', 'iv', 'mean', 'deviation']

/**
 * The bins of every column as CSV, one line per bin, level, and slot of missing and special values that holds rows. After
 * the share stands one column per class, `target=class`, with its rows (Σw in weighted fits). With a target, `p_value`
 * follows: that of the test that a bin and the one before it are alike; and where it has an event `gini`, `ks` and `hhi` of
 * the whole column, the same in all of its lines (`tableScores`). Where bins have names, or a label names only some levels
 * of a group, `label` stands last: what `assign` and `kerf apply` call the bin. Numbers have full precision; what does not
 * apply is an empty field; cuts of date columns are dates in UTC.
 *
 *     for (const line of tableCsv(binning).trim().split('\n')) console.log(line.split(',').slice(2, 6))
 *     // → [ 'bin', 'lower_cut', 'upper_cut', 'count' ]
 *     // → [ '< 30.5', '', '30.5', '91' ]
 *     // → [ '≥ 30.5', '30.5', '', '209' ]
 */
export function tableCsv(binning: Binning): string {
  mustBe('tableCsv', 'binning', binning)
  const { target, columns } = binning
  const classes = target?.kind === 'class' ? target.classes.map((name) => `${target.name ?? 'class'}=${name}`) : []
  const scored = { alike: target !== null, apart: eventClass(target) !== null }
  const otherwise = columns.some(isCalledOtherwise)
  const lines = columns.flatMap((column) => columnLines(column, target, { ...scored, otherwise }))
  const scores = [...(scored.alike ? ['p_value'] : []), ...(scored.apart ? ['gini', 'ks', 'hhi'] : [])]
  return csvText([...FIRST, ...classes, ...LAST, ...scores, ...(otherwise ? ['label'] : [])], lines)
}

/** Whether a table tells a bin of a column in other words than rows that are binned do. */
function isCalledOtherwise(column: Column): boolean {
  return column.bins.some((bin) => bin.name !== undefined || ('levels' in bin && fullLabel(bin) !== bin.label))
}

/** Lines of fields below their heads, as CSV. */
export function csvText(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  return [heads, ...lines].map((fields) => `${fields.map(quoted).join(',')}\n`).join('')
}

function columnLines(
  column: Column,
  target: Target | null,
  has: { readonly alike: boolean; readonly apart: boolean; readonly otherwise: boolean },
): string[][] {
  const labels = slotLabels(column)
  const { gini, ks, hhi, pValues } = tableScores(column, target)
  const classes = target?.kind === 'class' ? target.classes.length : 0
  return withFullLabels(column, binningTable(column, target).rows).map((row, i) => [
    column.name,
    column.kind,
    row.label,
    ...cutsOf(column, i),
    ...[row.count, row.weight, row.share].map(exact),
    ...Array.from({ length: classes }, (_, c) => exact(row.classes?.[c] ?? 0)),
    ...[row.rate, row.woe, row.iv, row.mean, row.deviation].map(exact),
    ...(has.alike ? [exact(pValues[i])] : []),
    ...(has.apart ? [gini, ks, hhi].map(exact) : []),
    // What is set aside is called the same in both.
    ...(has.otherwise ? [i < column.bins.length ? labels[i] : row.label] : []),
  ])
}

/** The cuts below and above a bin; empty at the open ends and for levels and what is set aside. */
function cutsOf(column: Column, bin: number): [string, string] {
  if (!hasCuts(column) || bin >= column.bins.length) return ['', '']
  const text = (cut: number | undefined): string =>
    cut === undefined ? '' : column.kind === 'date' ? dateText(cut) : exact(cut)
  return [text(column.cuts[bin - 1]), text(column.cuts[bin])]
}

/** A number in full; empty where there is none. */
export function exact(x: number | null): string {
  return x === null || !Number.isFinite(x) ? '' : String(x)
}

/** Quoted where a comma, a quote or the end of a line would end the field, and where spaces at its ends could be lost. */
function quoted(field: string): string {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
