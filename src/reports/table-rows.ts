import type { TableRow } from '../binning/use/binning-table.ts'
import { type CategoryColumn, type Column, hasCuts } from '../binning/binning.ts'
import { alignedTexts, counted } from './number-text.ts'

/** Several lines of a table as one. Counts, shares, information and gain add up; a weight of evidence does not. */
export function foldRows(rows: readonly TableRow[], label: string): TableRow {
  const sum = (pick: (row: TableRow) => number | null): number =>
    rows.reduce((total, row) => total + (pick(row) ?? 0), 0)
  const sumWhereKnown = (pick: (row: TableRow) => number | null): number | null =>
    rows.every((row) => pick(row) === null) ? null : sum(pick)
  const weight = sum((row) => row.weight)
  const classes = rows[0]?.classes?.map((_, c) => sum((row) => row.classes?.[c] ?? 0)) ?? null
  const perWeight = (amount: number): number => (weight === 0 ? 0 : amount / weight)
  const mean = rows.every((row) => row.mean === null) ? null : perWeight(sum((row) => row.weight * (row.mean ?? 0)))
  const square = perWeight(
    sum((row) => row.weight * ((row.deviation ?? 0) ** 2 + ((row.mean ?? 0) - (mean ?? 0)) ** 2)),
  )
  return {
    label,
    count: sum((row) => row.count),
    weight,
    share: sum((row) => row.share),
    classes,
    rates: classes?.map(perWeight) ?? null,
    rate: rows.every((row) => row.rate === null) ? null : perWeight(sum((row) => row.weight * (row.rate ?? 0))),
    woe: null,
    iv: sumWhereKnown((row) => row.iv),
    gain: sumWhereKnown((row) => row.gain),
    mean,
    deviation: mean === null ? null : Math.sqrt(square),
  }
}

/** The lines of a column with those from `first` to before `last` folded into one. */
export function foldRange(column: Column, rows: readonly TableRow[], first: number, last: number): TableRow[] {
  const what = hasCuts(column) ? 'bins' : isGrouped(column) ? 'groups' : 'levels'
  const folded = foldRows(rows.slice(first, last), `… ${last - first} more ${what}`)
  return [...rows.slice(0, first), folded, ...rows.slice(last)]
}

/** Whether some levels of a column are taken together. */
export function isGrouped(column: Column): boolean {
  return !hasCuts(column) && column.bins.some(({ levels }) => levels.length > 1)
}

/** Bins and groups in their order; levels by how many rows they have. Missing values and special codes stay last. */
export function sortedRows(column: Column, rows: readonly TableRow[]): readonly TableRow[] {
  if (hasCuts(column) || isGrouped(column)) return rows
  const levels = column.bins.length
  return [...rows.slice(0, levels).toSorted((a, b) => b.weight - a.weight), ...rows.slice(levels)]
}

/** How many bins a column has and by which method, or how many levels. */
export function sizeText(column: Column): string {
  if (!hasCuts(column)) return levelsText(column)
  const { bins, method, options } = column
  return `${counted(bins.length, 'bin')} by ${method}${typeof options.preset === 'string' ? ` (${options.preset})` : ''}`
}

/** Means and deviations of the lines of a table as texts, in as many digits as their spread deserves. */
export function momentTexts(rows: readonly TableRow[]): { readonly means: string[]; readonly deviations: string[] } {
  const detail = Math.max(0, ...rows.map((row) => row.deviation ?? 0))
  const texts = (of: (row: TableRow) => number | null): string[] => alignedTexts(rows.map(of), detail)
  return { means: texts((row) => row.mean), deviations: texts((row) => row.deviation) }
}

/** Levels of a column, and groups where several levels are taken together: "12 levels in 4 groups". */
export function levelsText({ bins }: CategoryColumn): string {
  const levels = bins.reduce((sum, bin) => sum + bin.levels.length, 0)
  const inGroups = levels > bins.length ? ` in ${counted(bins.length, 'group')}` : ''
  return `${counted(levels, 'level')}${inGroups}`
}

/** The label of a bin with all levels named, where the label itself names only some of them; after its name if it has one. */
export function fullLabel({
  label,
  levels,
  name,
}: { readonly name?: string | undefined } & Pick<CategoryColumn['bins'][number], 'label' | 'levels'>): string {
  const shortened = / and \d+ more(?: \(\d+\))?$/.test(label) && levels.length > 2
  const all = shortened ? levels.map((level) => (/[,"]/.test(level) ? JSON.stringify(level) : level)).join(', ') : label
  return name === undefined ? all : `${name} (${all})`
}

/** The rows of a table with all levels of groups named. */
export function withFullLabels(column: Column, rows: readonly TableRow[]): readonly TableRow[] {
  if (hasCuts(column)) return rows
  return rows.map((row, i) => (i < column.bins.length ? { ...row, label: fullLabel(column.bins[i]) } : row))
}
