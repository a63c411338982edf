import { DataError } from '../../errors.ts'
import type { SourceColumn } from '../../sources/source.ts'
import { sortLabels } from '../../summaries/mark-rows.ts'
import { show } from '../../util/check.ts'
import { type PeriodUnit, periodStart, periodText } from '../../util/period.ts'

/** Rows of one period, in their order. */
export interface Period {
  readonly name: string
  readonly rows: readonly number[]
}

/** Periods up to which each has a line of its own. */
const MOST_PERIODS = 24

/** Rows to learn from, later rows kept apart, and all of them by period. */
export interface SplitByTime {
  readonly kept: readonly number[]
  readonly apart: readonly number[]
  readonly periods: readonly Period[]
  /** the first moment that was kept apart, as text */
  readonly from: string
  /** rows without a time, which are in neither */
  readonly timeless: number
}

/**
 * Parts rows in time: the last `share` of them is kept apart, rows of one moment together. Dates are gathered by the
 * shortest span of the calendar that makes at most 24 periods; numbers and texts by value, where they are as few.
 */
export function splitByTime(column: SourceColumn, share: number): SplitByTime {
  const keys = sortKeys(column)
  const rows = [...keys.keys()].filter((row) => !Number.isNaN(keys[row]))
  const sorted = rows.toSorted((a, b) => keys[a] - keys[b] || a - b)
  if (sorted.length === 0) throw new DataError(`--time: column ${show(column.name)} holds no time`)
  const first = keys[sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * (1 - share)))]]
  const [kept, apart] = share === 0 ? [rows, []] : [rows.filter((r) => keys[r] < first), rows.filter((r) => keys[r] >= first)] // prettier-ignore
  if (kept.length === 0) {
    throw new DataError(
      `--time: no row comes before the last ${Math.round(share * 100)} % of them: column ${show(column.name)} has nearly one value; take a smaller --test, or leave out --time`,
    )
  }
  const at = column.kind === 'date' ? new Date(first).toISOString().slice(0, 10) : textAt(column, rows, keys, first)
  return { kept, apart, periods: periodsOf(column, keys, sorted), from: at, timeless: keys.length - rows.length }
}

/** Numbers in whose order the rows come; NaN without a time. */
function sortKeys(column: SourceColumn): Float64Array {
  const { values: texts } = column
  if (texts instanceof Float64Array) return texts
  const known = sortLabels(new Set(texts.filter((text) => text !== null)))
  const ranks = new Map(known.map((label, i) => [label, i]))
  return Float64Array.from(texts, (text: string | null) => (text === null ? Number.NaN : ranks.get(text)!))
}

function textAt(column: SourceColumn, rows: readonly number[], keys: Float64Array, key: number): string {
  return String(column.values[rows.find((row) => keys[row] === key)!])
}

function periodsOf(column: SourceColumn, keys: Float64Array, sorted: readonly number[]): Period[] {
  if (column.kind === 'date') {
    const units: readonly PeriodUnit[] = ['day', 'week', 'month', 'quarter', 'year']
    for (const unit of units) {
      const found = gather(sorted, (row) => periodText(periodStart(keys[row], unit), unit))
      if (found.length <= MOST_PERIODS || unit === 'year') return found
    }
  }
  const byValue = gather(sorted, (row) => String(column.values[row]))
  if (byValue.length <= MOST_PERIODS) return byValue
  // Too many to be told one by one: ten parts of about equal rows, moments together.
  const starts = Array.from({ length: 10 }, (_, i) => keys[sorted[Math.floor((i * sorted.length) / 10)]])
  const names = new Map(starts.map((start) => [start, `from ${textAt(column, sorted, keys, start)}`]))
  return gather(sorted, (row) => names.get(starts.findLast((one) => one <= keys[row])!)!)
}

function gather(sorted: readonly number[], nameOf: (row: number) => string): Period[] {
  const found = new Map<string, number[]>()
  for (const row of sorted) {
    const name = nameOf(row)
    const own = found.get(name)
    if (own === undefined) found.set(name, [row])
    else own.push(row)
  }
  return [...found].map(([name, rows]) => ({ name, rows }))
}
