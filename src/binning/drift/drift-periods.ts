import { tableColumn } from '../../summaries/column-table.ts'
import type { Note, Table } from '../../types.ts'
import { check, knownOptions } from '../../util/check.ts'
import { readNumbers } from '../../util/data-value.ts'
import { PERIOD_UNIT, periodStart, periodText, type PeriodUnit } from '../../util/period.ts'
import type { Binning } from '../binning.ts'
import { compareDrift, type DriftOptions } from './compare-drift.ts'
import type { Drift, PeriodDrift } from './drift-types.ts'
import { calledAs } from '../../util/called-as.ts'

/** Options of `driftByPeriod`: those of `compareDrift`, and what makes a period. */
export type PeriodOptions = DriftOptions & {
  /** name of the column of dates: Date objects or milliseconds since 1970 UTC */
  readonly date: string
  /** default month */
  readonly by?: PeriodUnit | undefined
}

/**
 * The new rows as a whole and period by period, each against the rows of the fit. Periods without rows are left out, and
 * so are rows without a date, with a note. O(rows · log rows) per column, and a little per period.
 *
 *     const seen = Array.from(ages, (_, row) => new Date(row < 150 ? '2026-01-15' : '2026-02-15'))
 *     const drift = driftByPeriod(binning, { ...later, seen }, { date: 'seen' })
 *     for (const { label, rows, columns } of drift.periods!.list) console.log(label, rows, columns[0]!.level)
 *     // → 2026-01 150 large
 *     // → 2026-02 150 large
 */
export function driftByPeriod(binning: Binning, table: Table, options: PeriodOptions): Drift {
  return calledAs('driftByPeriod', () => {
    knownOptions('driftByPeriod', options, { target: 1, weights: 1, level: 1, smoothing: 1, date: 1, by: 1 })
    const { date, by = 'month', ...rest } = options
    check('driftByPeriod', 'by', PERIOD_UNIT, by)
    const times = readNumbers(tableColumn('driftByPeriod', table, date), {
      where: 'driftByPeriod',
      column: date,
      expected: 'dates',
    })
    const groups = new Map<number, number[]>()
    let undated = 0
    for (let row = 0; row < times.length; row++) {
      const start = periodStart(times[row], by)
      if (Number.isNaN(start)) undated++
      else if (groups.get(start)?.push(row) === undefined) groups.set(start, [row])
    }
    const whole = compareDrift(binning, table, rest)
    const used = usedColumns(binning, table, rest)
    const list = [...groups.keys()]
      .toSorted((a, b) => a - b)
      .map((start): PeriodDrift => {
        const rows = groups.get(start)!
        const { columns, rate } = compareDrift(binning, pick(table, used, rows), rest)
        return { label: periodText(start, by), start: periodText(start, 'day'), rows: rows.length, rate, columns }
      })
    const notes: Note[] =
      undated === 0
        ? []
        : [
            {
              code: 'undated',
              message: `${undated} ${undated === 1 ? 'row without a date is' : 'rows without a date are'} in no period`,
            },
          ]
    return { ...whole, periods: { date, by, list }, notes: [...whole.notes, ...notes] }
  })
}

/** Columns that the comparison reads, so that others are not copied. */
function usedColumns(binning: Binning, table: Table, options: DriftOptions): string[] {
  const names = [
    ...binning.columns.map(({ name }) => name),
    options.target ?? binning.target?.name,
    options.weights ?? binning.created.weights,
  ]
  return [...new Set(names)].filter((name): name is string => typeof name === 'string' && Object.hasOwn(table, name))
}

function pick(table: Table, names: readonly string[], rows: readonly number[]): Table {
  return Object.fromEntries(
    names.map((name) => {
      const values = table[name]
      if (values instanceof Float64Array) return [name, Float64Array.from(rows, (row) => values[row])]
      return [name, rows.map((row) => (values as ArrayLike<string>)[row])]
    }),
  )
}
