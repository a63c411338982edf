import { usualMethod } from '../../discretizers/default-method.ts'
import { sortBuckets } from '../../summaries/fast/read-buckets.ts'
import type { CommonOptions } from '../../discretizers/discretize.ts'
import type { AnyDiscretizer, Discretizer } from '../../discretizers/discretizer.ts'
import { dateNumbers } from '../../summaries/column-table.ts'
import { markRows } from '../../summaries/mark-rows.ts'
import type { SummarizeOptions } from '../../summaries/summarize.ts'
import { toNumbers } from '../../summaries/summarize-numbers.ts'
import type { NumberSummary, NumberValue, Proposal, ValuesGiven } from '../../types.ts'
import { isOptions, mustBe } from '../../util/check.ts'
import { valuesOf } from '../../util/data-value.ts'
import type { NumberColumn } from '../binning.ts'
import { asDates } from '../labels.ts'
import { aboutColumn } from '../../util/about-column.ts'
import type { CellSource, Certificate } from './cell-source.ts'
import { pausing, type StopSignal, throwIfStopped } from './column-pool.ts'
import { fitNumbers } from './fit-numbers.ts'
import { runLater, runNow, type Steps } from '../../util/steps.ts'
import { type ColumnPolicies, columnStep } from './count-column.ts'
import type { MethodGiven } from './method-given.ts'
import { RowsInMemory } from './rows-in-memory.ts'
import { fromSummary } from './summary-source.ts'

/** Options of a fit: how to read, which method with which options, what to do with missing and special values. */
export type FitOptions<Options extends object> = SummarizeOptions & FitSummaryOptions<Options>

/** Options of a fit from a summary; the method may be left out, and then follows from the kind of target. */
export type FitSummaryOptions<Options extends object> = ColumnPolicies &
  Omit<CommonOptions<Options>, 'method'> & {
    /** how cuts are found, such as `equalFrequency`; default `mdlp` with a class target, `variance` with a numeric one, else `equalFrequency` */
    readonly method?: Discretizer<Options> | undefined
  } & Partial<Options>

/**
 * Fits the bins of one number column. Large columns are not sorted where the method allows it.
 *
 *     const fitted = fit([1, 2, 3, 10, 11, 12], { target: ['a', 'a', 'a', 'b', 'b', 'b'] })
 *     console.log(fitted.cuts, fitted.bins.map(({ label }) => label)) // → [ 6.5 ] [ '< 6.5', '≥ 6.5' ]
 */
export function fit<Options extends object = object>(
  column: ValuesGiven<NumberValue>,
  given: FitOptions<Options> = {},
): NumberColumn {
  isOptions('fit', given)
  return runNow(fitSteps('fit', column, given))
}

/** Options of `fitAsync`: those of `fit`, and how it is watched and stopped. */
export type FitAsyncOptions<Options extends object> = FitOptions<Options> & {
  /** looked at about every 30 ms: a fit that it stops ends with an `AbortError` */
  readonly signal?: StopSignal | undefined
  /** told which part of the work is done, as far as can be said: numbers that rise from 0 to 1 */
  readonly onProgress?: ((done: number) => void) | undefined
}

/**
 * What `fit` gives, bit for bit, without keeping the thread to itself: about every 30 ms its other work gets a turn.
 *
 *     const { cuts } = await fitAsync([1, 2, 3, 10, 11, 12], { target: ['a', 'a', 'a', 'b', 'b', 'b'] })
 *     console.log(cuts) // → [ 6.5 ]
 */
export async function fitAsync<Options extends object = object>(
  column: ValuesGiven<NumberValue>,
  given: FitAsyncOptions<Options> = {},
): Promise<NumberColumn> {
  isOptions('fitAsync', given)
  const { signal, onProgress, ...rest } = given
  throwIfStopped(signal, 'fitAsync')
  const pause = pausing(signal, 'fitAsync')
  const fitted = await runLater(fitSteps('fitAsync', column, rest as FitOptions<object>), (done) => {
    onProgress?.(done)
    return pause()
  })
  onProgress?.(1)
  return fitted
}

function* fitSteps(where: string, column: ValuesGiven<NumberValue>, given: FitOptions<object>): Steps<NumberColumn> {
  const values = valuesOf(where, 'values', column)
  const { target, targetKind, targetName, classes, event, weights, missing, special, ...rest } = given
  const marks = markRows(values.length, { target, targetKind, targetName, classes, event, weights }, where)
  const numbers = toNumbers(values, marks.rows, { where, column: given.name })
  yield 0
  const fitted = yield* fitCells(
    where,
    new RowsInMemory(marks, { look: sortBuckets }).column(numbers, { missing, special }),
    rest,
  )
  return dateNumbers(values) === null ? fitted : asDates(fitted, given.readable === true)
}

/**
 * Fits bins from a summary, so that another method needs no second look at the rows. From coarse cells cuts are marked as exact
 * where that is proven; else a note with the code `certificate` says how far they can be trusted. `print` puts a value of
 * that note into words.
 *
 *     // Another method without another look at the rows:
 *     console.log(fitSummary(summary, { name: 'age', method: equalFrequency, bins: 3 }).cuts) // → [ 32.5, 49.5 ]
 */
export function fitSummary<Options extends object = object>(
  summary: NumberSummary,
  given: FitSummaryOptions<Options> = {},
  print?: (value: number) => string,
): NumberColumn {
  mustBe('fitSummary', 'summary', summary)
  isOptions('fitSummary', given)
  return runNow(fitCells('fitSummary', fromSummary(summary, print), given))
}

function* fitCells(
  where: string,
  source: CellSource,
  given: ColumnPolicies & { readonly method?: object | undefined },
): Steps<NumberColumn> {
  const { name, missingPolicy, specialPolicy, reference, method, ...rest } = given
  const chosen = method === undefined ? usualMethod(source.target?.kind) : { method: method as AnyDiscretizer }
  const asked = { ...chosen, ...rest, method: chosen.method }
  const last = columnStep(where, { name, missingPolicy, specialPolicy, reference })
  try {
    return yield* fitNumbers(source, asked, last)
  } catch (error) {
    throw aboutColumn(where, null, error)
  }
}

/**
 * What `discretize` answers on a summary, and how far it can be trusted where the cells are coarse.
 *
 *     // Cells that were made coarse for sending: could a better cut hide in one of them?
 *     const coarse = coarsen(summary, { most: 8 })
 *     const { cuts, certificate } = certify(coarse, { method: mdlp })
 *     console.log(cuts, certificate?.ranges.length) // → [ 31.5 ] 1
 *
 * @param given the method and its options, as `discretize` takes them
 * @param print writes a value in the message of the certificate; default as a decimal
 */
export function certify<Options extends object>(
  summary: NumberSummary,
  given: CommonOptions<Options> & Partial<Options>,
  print?: (value: number) => string,
): Proposal & { readonly certificate: Certificate | null } {
  mustBe('certify', 'summary', summary)
  return runNow(
    fitNumbers(fromSummary(summary, print), given as MethodGiven, {
      where: 'certify',
      besides: null,
      make: ({ proposal, certificate }) => ({ ...proposal, certificate }),
    }),
  )
}
