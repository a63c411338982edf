import { markTable } from '../binning/fit/fit-table.ts'
import { DataError } from '../errors.ts'
import { type ClassScores, predictionScores } from '../measures/predictions/class-scores.ts'
import { isNumeric, tableColumn, tableRows } from '../summaries/column-table.ts'
import { type RowMarks, rowStanding } from '../summaries/tallies.ts'
import type { Predictions } from '../trees/predict-tree.ts'
import { readTruth, type ScoreOptions } from '../trees/tree-scores.ts'
import type { Table, Target } from '../types.ts'
import { check, knownOptions, real } from '../util/check.ts'
import { readNumbers } from '../util/data-value.ts'
import { ln } from '../util/numbers/log2.ts'
import { toShares } from './naive-bayes.ts'

/** What is known of a column of numbers in each class. */
export interface GaussianColumn {
  /** of the column */
  readonly name: string
  /** mean per class */
  readonly means: readonly number[]
  /** variance per class, at least the floor */
  readonly variances: readonly number[]
}

/** A naive Bayes model that takes the numbers of every column for normally distributed within a class. Plain data. */
export interface GaussianNaiveBayes {
  /** tells it from other models */
  readonly kind: 'gaussian-naive-bayes'
  /** the classes it tells apart */
  readonly target: Extract<Target, { kind: 'class' }>
  /** Σw per class */
  readonly classes: readonly number[]
  /** what is known of each column */
  readonly columns: readonly GaussianColumn[]
}

/** Options of `gaussianNaiveBayes`. */
export type GaussianOptions = {
  /** name of the column of classes */
  readonly target: string
  /** names of columns of numbers; default all of them */
  readonly columns?: readonly string[] | undefined
  /** `class` takes a target of numbers for classes */
  readonly targetKind?: 'auto' | 'class' | undefined
  /** the classes in their order, also those that do not occur in these rows */
  readonly classes?: readonly string[] | undefined
  /** name of the column of weights; default every row weighs 1 */
  readonly weights?: string | undefined
  /** least variance, as a share of the largest variance of any column; default 1e-9 */
  readonly floor?: number | undefined
}

/**
 * Naive Bayes without bins: mean and variance (Σw(x − mean)²/Σw) of every column in every class. Missing and infinite values
 * are left out; a class without any value in a column takes what all rows have there. Least variances keep a column that
 * is constant in a class from deciding alone. Two passes, O(rows · columns).
 *
 *     const model = gaussianNaiveBayes(people, { target: 'bought' })
 *     console.log(model.columns[0]?.means.map((mean) => mean.toFixed(1))) // → [ '28.1', '48.0' ]
 */
export function gaussianNaiveBayes(table: Table, options: GaussianOptions): GaussianNaiveBayes {
  const where = 'gaussianNaiveBayes'
  knownOptions(where, options, { target: 1, columns: 1, targetKind: 1, classes: 1, weights: 1, floor: 1 })
  const { target, targetKind, classes, weights, floor = 1e-9 } = options
  check(where, 'floor', real({ min: 0 }), floor)
  const rows = tableRows(where, table)
  const marks = markTable(where, table, rows, { target, targetKind, classes, weights })
  if (marks.target?.kind !== 'class') {
    throw new DataError(
      `${where}: ${JSON.stringify(target)} must hold classes, got numbers; targetKind 'class' takes them`,
    )
  }
  const others = Object.keys(table).filter((name) => name !== target && name !== weights)
  const names = options.columns ?? others.filter((name) => isNumeric(table[name]))
  if (names.length === 0) throw new DataError(`${where}: the table must have a column of numbers, got none`)
  const width = marks.target.classes.length
  const columns = names.map((name) => moments(readNumbers(tableColumn(where, table, name), { where, column: name }), marks)) // prettier-ignore
  const least = floor * columns.reduce((most, { all }) => Math.max(most, all.variance), 0)
  const counts = new Float64Array(width)
  for (let row = 0; row < rows; row++) {
    if (rowStanding(row, marks) === 'counts') counts[marks.codes![row]] += marks.weights?.[row] ?? 1
  }
  return {
    kind: 'gaussian-naive-bayes',
    target: marks.target,
    classes: Array.from(counts),
    columns: columns.map(({ byClass, all }, i) => {
      const known = byClass.map((own) => own ?? all)
      // A column of one value everywhere says nothing, whatever the floor.
      const variance = (own: Moments): number => Math.max(own.variance, least) || 1
      return { name: names[i], means: known.map(({ mean }) => mean), variances: known.map(variance) }
    }),
  }
}

interface Moments {
  readonly mean: number
  readonly variance: number
}

/** Mean and variance in all rows that count, and in those of each class; null for a class without a value. */
function moments(values: Float64Array, marks: RowMarks): { all: Moments; byClass: (Moments | null)[] } {
  const width = marks.target?.kind === 'class' ? marks.target.classes.length : 0
  const weight = new Float64Array(width + 1)
  const mean = new Float64Array(width + 1)
  const squares = new Float64Array(width + 1)
  for (let row = 0; row < values.length; row++) {
    const x = values[row]
    if (!Number.isFinite(x) || rowStanding(row, marks) !== 'counts') continue
    const w = marks.weights?.[row] ?? 1
    // Means are moved row by row, so that large numbers lose no digits.
    for (const at of [marks.codes![row], width]) {
      weight[at] += w
      const step = x - mean[at]
      mean[at] += (w / weight[at]) * step
      squares[at] += w * step * (x - mean[at])
    }
  }
  const of = (at: number): Moments | null =>
    weight[at] > 0 ? { mean: mean[at], variance: squares[at] / weight[at] } : null
  return {
    all: of(width) ?? { mean: 0, variance: 0 },
    byClass: Array.from({ length: width }, (_, c) => of(c)),
  }
}

/**
 * Predicts the class of every row of a table, and how likely each class is. Columns are found by name; missing and infinite
 * values are skipped. O(rows · columns · classes).
 *
 *     const { classes, codes } = predictGaussian(gaussianNaiveBayes(people, { target: 'bought' }), { age: [20, 60] })
 *     console.log(Array.from(codes, (code) => classes[code])) // → [ 'no', 'yes' ]
 */
export function predictGaussian(model: GaussianNaiveBayes, table: Table): Predictions {
  const where = 'predictGaussian'
  const width = model.classes.length
  const rows = tableRows(where, table)
  const total = model.classes.reduce((sum, weight) => sum + weight, 0)
  const prior = model.classes.map((weight) => ln(weight / total))
  const scores = new Float64Array(rows * width)
  for (let at = 0; at < scores.length; at++) scores[at] = prior[at % width]
  for (const { name, means, variances } of model.columns) {
    const values = readNumbers(tableColumn(where, table, name), { where, column: name })
    const constant = variances.map((variance) => -0.5 * ln(2 * Math.PI * variance))
    for (let row = 0; row < rows; row++) {
      const x = values[row]
      if (!Number.isFinite(x)) continue
      for (let c = 0; c < width; c++) {
        const away = x - means[c]
        scores[row * width + c] += constant[c] - (away * away) / (2 * variances[c])
      }
    }
  }
  const codes = new Int32Array(rows)
  for (let row = 0; row < rows; row++) codes[row] = toShares(scores.subarray(row * width, (row + 1) * width), prior)
  return { classes: model.target.classes, codes, probabilities: scores }
}

/** How well a model predicts the rows of a table. */
export function gaussianScores(model: GaussianNaiveBayes, table: Table, options: ScoreOptions = {}): ClassScores {
  knownOptions('gaussianScores', options, { target: 1, weights: 1 })
  const { truth, weights } = readTruth('gaussianScores', model, table, options)
  return predictionScores(predictGaussian(model, table), truth, weights)
}
