import type { TableRow } from '../binning/use/binning-table.ts'

/** Several lines of a table as one. Counts, shares, information and gain add up; a weight of evidence does not. */
export function foldRows(rows: readonly TableRow[], label: string): TableRow {
  const sum = (pick: (row: TableRow) => number | null): number =>
    rows.reduce((total, row) => total + (pick(row) ?? 0), 0)
  const sumWhereKnown = (pick: (row: TableRow) => number | null): number | null =>
    rows.every((row) => pick(row) === null) ? null : sum(pick)
  const weight = sum((row) => row.weight)
  const classes = rows[0]?.classes?.map((_, c) => sum((row) => row.classes?.[c] ?? 0)) ?? null
  const perWeight = (part: number): number => (weight === 0 ? 0 : part / weight)
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

/** The lines with those from `first` to before `last` folded into one that `name` labels by their number. */
export function foldRange(
  rows: readonly TableRow[],
  first: number,
  last: number,
  name: (folded: number) => string,
): TableRow[] {
  return [...rows.slice(0, first), foldRows(rows.slice(first, last), name(last - first)), ...rows.slice(last)]
}
