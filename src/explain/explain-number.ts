import { VERSION } from '../binning/binning.ts'
import { markTable } from '../binning/fit/fit-table.ts'
import { DataError } from '../errors.ts'
import { tableRows } from '../summaries/column-table.ts'
import type { Table } from '../types.ts'
import { check, knownOptions, oneOf, show } from '../util/check.ts'
import { numberJudge } from './check/number-judge.ts'
import { EXPLAIN_NAMES, type ExplainOptions, explainRows } from './explain-rows.ts'
import type { NumberExplanation } from './findings.ts'
import { calledAs } from '../util/called-as.ts'

/** Options of `explainNumber`. */
export type ExplainNumberOptions = Omit<ExplainOptions, 'rule'> & {
  /** name of the column of numbers */
  readonly target: string
  /** where it is high, where it is low, or both; default both */
  readonly direction?: 'high' | 'low' | 'both' | undefined
}

/**
 * The few ranges of the few columns in which a number is high, and those in which it is low: found on all rows, checked
 * by cutting one half of the rows again and looking at the other.
 *
 *     const { age, region, price } = table
 *     const { directions } = await explainNumber({ age, region, price }, { target: 'price' })
 *     console.log(directions.map(({ direction, ranges }) => `${direction}: ${ranges[0]?.column} ${ranges[0]?.text}`))
 *     // → [ 'high: age from 42.5 up', 'low: age below 36.5' ]
 */
export async function explainNumber(table: Table, options: ExplainNumberOptions): Promise<NumberExplanation> {
  return calledAs('explainNumber', async () => {
    knownOptions('explain', options, { ...EXPLAIN_NAMES, target: 1, direction: 1 })
    const { target, weights, direction = 'both', source } = options
    check('explain', 'direction', oneOf('high', 'low', 'both'), direction)
    const rows = tableRows('explain', table)
    const marks = markTable('explain', table, rows, { target, targetKind: 'numeric', weights })
    const { mean, deviation } = momentsOf(marks.numbers!, marks.weights)
    if (!(deviation > 0)) {
      const what = Number.isNaN(mean) ? 'no number' : `only the number ${mean}`
      throw new DataError(`explain: ${show(target)} has ${what}, and there is nothing to tell apart`, {
        column: target,
      })
    }
    const columns = options.columns ?? Object.keys(table).filter((name) => name !== target && name !== weights)
    const directions = direction === 'both' ? (['high', 'low'] as const) : [direction]
    const explained = await explainRows(
      table,
      {
        marks,
        columns,
        fold: true,
        unclassed: 'without a number to explain',
        depth: 2,
        copies: true,
        goals: ({ ranks }) =>
          directions.map((name) => {
            const sign = name === 'high' ? 1 : -1
            return { judge: numberJudge(sign), scores: (row) => sign * ranks![row] }
          }),
      },
      { ...options, rule: 'lift' },
    )
    return {
      format: 'kerf-explanation',
      version: 1,
      kind: 'number',
      created: { kerf: VERSION, source: { name: source ?? null, rows } },
      target: { name: target, classes: [] },
      mean,
      deviation,
      directions: directions.map((name, i) => ({ direction: name, ...explained.goals[i] })),
      tried: explained.tried,
      notes: explained.notes,
    }
  })
}

/** Mean and standard deviation of the numbers that there are; NaN without any. O(rows). */
function momentsOf(numbers: Float64Array, weights: Float64Array | null): { mean: number; deviation: number } {
  const sum = (of: (y: number) => number): number =>
    numbers.reduce((total, y, row) => (Number.isNaN(y) ? total : total + of(y) * (weights?.[row] ?? 1)), 0)
  const weight = sum(() => 1)
  const mean = sum((y) => y) / weight
  return { mean, deviation: Math.sqrt(sum((y) => (y - mean) * (y - mean)) / weight) }
}
