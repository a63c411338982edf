import { assign } from '../binning/assign.ts'
import { type Binning, type Column, hasCuts } from '../binning/binning.ts'
import { targetMean } from '../encoders/target-mean.ts'
import { DataError } from '../errors.ts'
import { eventClass, labelText } from '../summaries/mark-rows.ts'
import { tableColumn, tableRows } from '../summaries/column-table.ts'
import type { LabelValues, NumberValues, Table } from '../types.ts'
import { check, knownOptions, real } from '../util/check.ts'
import { readNumbers } from '../util/data-value.ts'
import { auc } from './metrics.ts'

/** A column in one granularity, and how well it alone tells the event on validation rows. */
export interface ScoredPair {
  /** name of the column */
  readonly column: string
  /** how many bins it has in this granularity */
  readonly bins: number
  /** number of the binning it comes from */
  readonly binning: number
  /** area under the ROC curve of this column alone; 0.5 tells nothing */
  readonly auc: number
}

/** The pairs of column and granularity, and which of them are kept. */
export interface ChosenGranularities {
  /** the binnings with only the columns kept, for `multiGranularity` */
  readonly binnings: readonly Binning[]
  /** best first */
  readonly pairs: readonly (ScoredPair & { readonly kept: boolean })[]
}

/**
 * Keeps the best part of all pairs of column and granularity (MGD; Luo et al. 2019): each is scored on validation rows by
 * a model of that field alone, which is the smoothed share of the event in the bin. The best half of the pairs is kept;
 * of equal scores the one with fewer bins. O(pairs · rows).
 *
 *     // Is age better in 3 bins or in 10? Each is tried on rows that had no part in it.
 *     const binnings = [
 *       await fitTable({ age: ages, bought }, { target: 'bought', all: { method: equalFrequency, bins: 3 } }),
 *       await fitTable({ age: ages, bought }, { target: 'bought', all: { method: equalFrequency, bins: 10 } }),
 *     ]
 *     const { pairs } = chooseGranularities(binnings, later, { target: 'bought' })
 *     console.log(pairs.map(({ bins, kept }) => `${bins} bins: ${kept}`)) // → [ '10 bins: true', '3 bins: false' ]
 *
 * @param binnings the same columns in several granularities
 * @param validation rows with the target that the bins were not fitted on
 */
export function chooseGranularities(
  binnings: readonly Binning[],
  validation: Table,
  options: {
    /** name of the target column */
    readonly target: string
    /** name of the column of weights of the validation rows; default all count alike */
    readonly weights?: string | undefined
    /** share of the pairs that is kept; default a half */
    readonly keep?: number
  },
): ChosenGranularities {
  knownOptions('chooseGranularities', options, { target: 1, weights: 1, keep: 1 })
  const { target, weights: weightsName, keep = 0.5 } = options
  check('chooseGranularities', 'keep', real({ above: 0, max: 1 }), keep)
  tableRows('chooseGranularities', validation)
  const labels = tableColumn('chooseGranularities', validation, target) as LabelValues
  const worth =
    weightsName === undefined
      ? null
      : readNumbers(tableColumn('chooseGranularities', validation, weightsName), {
          where: 'chooseGranularities',
          column: weightsName,
        })
  const scored = binnings.flatMap((binning, i) => {
    const event = eventClass(binning.target)
    if (event === null) {
      throw new DataError('chooseGranularities: the bins must be fitted with two classes or an event')
    }
    const texts = Array.from(labels, (label) => labelText(label, 'chooseGranularities'))
    const told = Float64Array.from(texts, (text) => (text === event ? 1 : 0))
    const weights = Float64Array.from(texts, (text, row) => (text === null ? 0 : (worth?.[row] ?? 1) || 0))
    return binning.columns.map((column): ScoredPair => {
      const values = tableColumn('chooseGranularities', validation, column.name)
      const rates = targetMean.shape(column, { smoothing: 1 }, binning.target).values!
      const scores = Float64Array.from(slots(column, values), (slot) => rates[slot])
      return { column: column.name, bins: column.bins.length, binning: i, auc: auc({ labels: told, scores, weights }) }
    })
  })
  const sorted = scored.toSorted((a, b) => b.auc - a.auc || a.bins - b.bins)
  const pairs = sorted.map((pair, i) => ({ ...pair, kept: i < Math.ceil(sorted.length * keep) }))
  const kept = binnings.map((binning, i) => ({
    ...binning,
    columns: binning.columns.filter(({ name }) =>
      pairs.some((pair) => pair.kept && pair.binning === i && pair.column === name),
    ),
  }))
  return { binnings: kept.filter(({ columns }) => columns.length > 0), pairs }
}

function slots(column: Column, values: NumberValues | LabelValues): Int32Array {
  return hasCuts(column)
    ? assign(column, values as NumberValues)
    : assign(column, values as Exclude<LabelValues, string>)
}
