import { type Binning, hasCuts, VERSION } from '../binning/binning.ts'
import { fitTable } from '../binning/fit/fit-table.ts'
import type { FitTableOptions } from '../binning/fit/table-options.ts'
import { DataError } from '../errors.ts'
import { type ClassScores, predictionScores } from '../measures/predictions/class-scores.ts'
import type { Origin } from '../summaries/summary-table.ts'
import { tableColumn, tableRows } from '../summaries/column-table.ts'
import type { Note, Table, Target } from '../types.ts'
import { check, knownOptions, real, isOptions } from '../util/check.ts'
import { exp } from '../util/numbers/exp.ts'
import { ln } from '../util/numbers/log2.ts'
import type { Predictions } from '../trees/predict-tree.ts'
import { slotsOf, treeColumn } from '../trees/tree-columns.ts'
import { readTruth, type ScoreOptions } from '../trees/tree-scores.ts'
import type { TreeColumn } from '../trees/tree.ts'
import { calledAs } from '../util/called-as.ts'

/** A naive Bayes model over bins: plain data, saved as versioned JSON. */
export interface NaiveBayes {
  /** marks a file as a model */
  readonly format: 'kerf-model'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** which model it is */
  readonly kind: 'naive-bayes'
  /** `by`: the method of the bins */
  readonly created: Origin & { readonly by: string }
  /** the classes that it predicts */
  readonly target: Extract<Target, { kind: 'class' }>
  /** added to the count of every class in every bin */
  readonly smoothing: number
  /** Σw per class */
  readonly classes: readonly number[]
  /** how each column is read; missing values and levels in no group tell nothing */
  readonly columns: readonly TreeColumn[]
  /** counts[column][slot][class]: Σw in bins and special codes, or in groups */
  readonly counts: readonly (readonly (readonly number[])[])[]
  /** what there is to tell of the bins, such as columns left out */
  readonly notes: readonly Note[]
}

/** Options of `naiveBayes`. */
export type NaiveBayesOptions = {
  /** default 1, Laplace's */
  readonly smoothing?: number | undefined
}

/**
 * Naive Bayes from fitted bins, whose counts are all it needs: how often each bin occurs in each class, columns taken as
 * independent within a class. A class c with N of its rows known in a column of k slots gives a slot that n of them are in
 * the probability (n + smoothing) / (N + smoothing · k). O(bins · classes).
 *
 *     const model = naiveBayes(await fitTable(people, { target: 'bought' }))
 *     const { classes, codes } = predictNaiveBayes(model, { age: [20, 60], region: ['north', 'south'] })
 *     console.log(Array.from(codes, (code) => classes[code])) // → [ 'no', 'yes' ]
 */
export function naiveBayes(binning: Binning, options: NaiveBayesOptions = {}): NaiveBayes {
  knownOptions('naiveBayes', options, { smoothing: 1 })
  const { smoothing = 1 } = options
  check('naiveBayes', 'smoothing', real({ min: 0 }), smoothing)
  const { target, created, columns } = binning
  if (target?.kind !== 'class') {
    const got = target === null ? 'no target' : 'a numeric one'
    throw new DataError(`naiveBayes: the binning must have a class target, got ${got}`)
  }
  if (columns.length === 0) throw new DataError('naiveBayes: the binning must have at least one column, got none')
  const counts = columns.map((column) =>
    [...column.bins, ...(hasCuts(column) ? column.special : [])].map(({ classes }) => [...(classes ?? [])]),
  )
  const inClass = (c: number): number =>
    counts[0].reduce((sum, slot) => sum + slot[c], columns[0].missing.classes?.[c] ?? 0)
  return {
    format: 'kerf-model',
    version: 1,
    kind: 'naive-bayes',
    created: {
      kerf: VERSION,
      by: created.method,
      source: created.source,
      ...(created.weights === undefined ? {} : { weights: created.weights }),
    },
    target,
    smoothing,
    classes: target.classes.map((_, c) => inClass(c)),
    columns: columns.map(treeColumn),
    counts,
    notes: binning.notes ?? [],
  }
}

/**
 * Fits bins to a table and makes a naive Bayes model of them. Takes what `fitTable` takes.
 *
 *     const model = await naiveBayesTable(people, { target: 'bought' })
 *     const { classes, codes } = predictNaiveBayes(model, { age: [20, 60], region: ['north', 'south'] })
 *     console.log(Array.from(codes, (code) => classes[code])) // → [ 'no', 'yes' ]
 */
export async function naiveBayesTable(table: Table, given: FitTableOptions & NaiveBayesOptions): Promise<NaiveBayes> {
  return calledAs('naiveBayesTable', async () => {
    isOptions('naiveBayesTable', given)
    const { smoothing, ...options } = given
    return naiveBayes(await fitTable(table, options), { smoothing })
  })
}

/** ln of the probability of each slot in each class, one row per slot: what a column adds. */
function slotLogs(model: NaiveBayes, column: number): Float64Array {
  const { counts, smoothing } = model
  const width = model.classes.length
  const slots = counts[column]
  const logs = new Float64Array(slots.length * width)
  for (let c = 0; c < width; c++) {
    const known = slots.reduce((sum, slot) => sum + slot[c], 0)
    const whole = known + smoothing * slots.length
    // A class that was never seen with a value here says nothing about it.
    slots.forEach(
      (slot, s) => (logs[s * width + c] = whole > 0 ? ln((slot[c] + smoothing) / whole) : -ln(slots.length)),
    )
  }
  return logs
}

/**
 * Predicts the class of every row of a table, and how likely each class is. Columns are found by name; missing values and
 * unseen levels are skipped. Where every class is impossible, which only a smoothing of 0 allows, the shares of the
 * classes answer. O(rows · columns · classes).
 *
 *     const { classes, codes } = predictNaiveBayes(naiveBayes(binning), { age: [20, 60] })
 *     console.log(Array.from(codes, (code) => classes[code])) // → [ 'no', 'yes' ]
 */
export function predictNaiveBayes(model: NaiveBayes, table: Table): Predictions {
  return calledAs('predictNaiveBayes', () => {
    const width = model.classes.length
    const rows = tableRows('predictNaiveBayes', table)
    const total = model.classes.reduce((sum, weight) => sum + weight, 0)
    const prior = model.classes.map((weight) => ln(weight / total))
    const scores = new Float64Array(rows * width)
    for (let at = 0; at < scores.length; at++) scores[at] = prior[at % width]
    for (const [i, column] of model.columns.entries()) {
      const slots = slotsOf('predictNaiveBayes', column, tableColumn('predictNaiveBayes', table, column.name))
      const logs = slotLogs(model, i)
      const bins = column.labels.length
      for (let row = 0; row < rows; row++) {
        const slot = slots[row]
        if (slot === bins) continue
        const from = (slot < bins ? slot : slot - 1) * width
        for (let c = 0; c < width; c++) scores[row * width + c] += logs[from + c]
      }
    }
    const codes = new Int32Array(rows)
    for (let row = 0; row < rows; row++) codes[row] = toShares(scores.subarray(row * width, (row + 1) * width), prior)
    return { classes: model.target.classes, codes, probabilities: scores }
  })
}

/** Turns logarithms into shares that add up to 1; answers the likeliest class, the first on a tie. */
export function toShares(scores: Float64Array, prior: readonly number[]): number {
  if (scores.every((score) => score === -Infinity)) scores.set(prior)
  let best = 0
  for (let c = 1; c < scores.length; c++) if (scores[c] > scores[best]) best = c
  const most = scores[best]
  let sum = 0
  for (let c = 0; c < scores.length; c++) sum += scores[c] = exp(scores[c] - most)
  for (let c = 0; c < scores.length; c++) scores[c] /= sum
  return best
}

/**
 * How well a model predicts the rows of a table.
 *
 *     console.log(naiveBayesScores(naiveBayes(binning), people).accuracy?.toFixed(2)) // → 0.91
 */
export function naiveBayesScores(model: NaiveBayes, table: Table, options: ScoreOptions = {}): ClassScores {
  return calledAs('naiveBayesScores', () => {
    knownOptions('naiveBayesScores', options, { target: 1, weights: 1 })
    const { truth, weights } = readTruth('naiveBayesScores', model, table, options)
    return predictionScores(predictNaiveBayes(model, table), truth, weights)
  })
}
