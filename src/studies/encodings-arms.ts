import { fitTable } from '../binning/fit/fit-table.ts'
import type { Binning } from '../binning/binning.ts'
import { pickTable } from '../binning/use/split-rows.ts'
import { equalFrequency } from '../discretizers/methods/equal-frequency.ts'
import { encodeSparse } from '../encoders/encode.ts'
import { countOutputs, type Encoder } from '../encoders/encoder.ts'
import { localLinear } from '../encoders/local-linear.ts'
import { makeEncoder } from '../encoders/make-encoder.ts'
import { multiGranularity } from '../encoders/multi-granularity.ts'
import { oneHot } from '../encoders/one-hot.ts'
import { piecewiseLinear } from '../encoders/piecewise-linear.ts'
import type { SparseRows } from '../encoders/encoded-rows.ts'
import { fitGranularities, GRANULARITIES } from '../models/fit-granularities.ts'
import { predictEncoded, trainLogistic } from '../models/logistic.ts'
import { auc } from '../models/metrics.ts'
import { fieldSpans } from '../models/neural/net.ts'
import type { NeuralOptions } from '../models/neural/neural-options.ts'
import { predictNet } from '../models/neural/predict-net.ts'
import { trainNeural } from '../models/neural/train-net.ts'
import type { Spread } from '../trees/prune/try-tree.ts'
import { tableColumn } from '../summaries/column-table.ts'
import type { Table } from '../types.ts'

/** Penalties tried for a logistic regression, by the area under the curve on a fifth of the training rows. */
export const PENALTIES: readonly number[] = [1, 10, 100]

/** The one net that every encoding gets. */
export const NET: Partial<NeuralOptions> = {
  size: 8,
  hidden: [64, 32],
  batch: 256,
  rate: 0.001,
  epochs: 100,
  holdOut: 0.1,
  patience: 3,
}

export type EncodingModel = 'lr' | 'dnn'

/** Rows of one fold with labels of 0 and 1 in `target`. */
export interface FoldRows {
  readonly training: Table
  readonly test: Table
  readonly target: string
  readonly columns: readonly string[]
}

/** What one model on one encoding gave on one fold. */
export interface EncodingResult {
  readonly auc: number
  /** weights of values: neither intercept nor those of missing values */
  readonly parameters: number
  /** the penalty chosen; null for a net */
  readonly l2: number | null
  /** passes over the training rows by a net; null for a regression */
  readonly epochs: number | null
  /** processor time to train, in seconds */
  readonly seconds: number
}

/** One model on one encoding with one share of the rows, over all folds and seeds. */
export interface EncodingSummary {
  readonly model: EncodingModel
  readonly encoding: string
  readonly share: number
  readonly auc: Spread
  readonly parameters: number
  readonly seconds: number
  readonly published: { readonly auc: number; readonly parameters: number | null } | null
  readonly trials: readonly (EncodingResult & { readonly fold: number; readonly seed: number })[]
}

/** An encoding with the bins it takes; MGD takes several numbers of bins. */
export interface EncodingArm {
  readonly name: string
  readonly kind: 'CD' | 'LLE' | 'PLE' | 'MGD'
  readonly bins: number | null
}

/** Reads the name of an encoding, such as `LLE(10)` or `lle10`; null for others. */
export function encodingArm(text: string): EncodingArm | null {
  if (/^mgd$/i.test(text)) return { name: 'MGD', kind: 'MGD', bins: null }
  const match = /^(cd|lle|ple)(?:\((\d{1,5})\)|(\d{1,5}))$/i.exec(text)
  if (match === null) return null
  const bins = Number(match[2] ?? match[3])
  const kind = match[1].toUpperCase() as 'CD' | 'LLE' | 'PLE'
  return bins < 1 ? null : { name: `${kind}(${bins})`, kind, bins }
}

const ENCODINGS = { CD: oneHot, LLE: localLinear, PLE: piecewiseLinear }

/** The rows of a fold, encoded: bins are those of its training rows. */
export interface EncodedFold {
  readonly encoder: Encoder
  readonly training: SparseRows
  readonly test: SparseRows
  readonly labels: Float64Array
  readonly testLabels: Float64Array
}

/** Fits bins on the training rows of a fold and encodes both parts. */
export async function encodeFold({ kind, bins }: EncodingArm, rows: FoldRows): Promise<EncodedFold> {
  const { training, test, target, columns } = rows
  const binned = (table: Table, count: number, more: { target?: string } = {}): Promise<Binning> =>
    fitTable(table, { columns, all: { method: equalFrequency, bins: count }, ...more })
  const encoder =
    kind === 'MGD'
      ? await manyGranularities(rows, binned)
      : makeEncoder(await binned(training, bins!), { encoding: ENCODINGS[kind] })
  return {
    encoder,
    training: encodeSparse(encoder, training),
    test: encodeSparse(encoder, test),
    labels: tableColumn('studyEncodings', training, target) as Float64Array,
    testLabels: tableColumn('studyEncodings', test, target) as Float64Array,
  }
}

/** MGD: a fifth of the training rows says which pairs of column and bins to keep; bins are then fitted on all of them. */
async function manyGranularities(
  { training, target }: FoldRows,
  binned: (table: Table, count: number, more?: { target?: string }) => Promise<Binning>,
): Promise<Encoder> {
  const event = { target, targetKind: 'class' as const, event: '1' }
  const { binnings } = await fitGranularities(training, {
    target,
    granularities: GRANULARITIES,
    fit: (rows, count) => (rows === null ? binned(training, count) : binned(pickTable(training, rows), count, event)),
  })
  return makeEncoder(binnings, { encoding: multiGranularity })
}

/** Trains a model on the training rows of a fold and judges it on the others. */
export async function runModel(model: EncodingModel, fold: EncodedFold, seed: number): Promise<EncodingResult> {
  const start = process.cpuUsage()
  const found = model === 'lr' ? await regression(fold) : await net(fold, seed)
  const { user, system } = process.cpuUsage(start)
  const { scores, ...rest } = found
  return { auc: auc({ labels: fold.testLabels, scores }), ...rest, seconds: (user + system) / 1e6 }
}

type Found = Omit<EncodingResult, 'auc' | 'seconds'> & { readonly scores: Float64Array }

async function regression({ encoder, training, test, labels }: EncodedFold): Promise<Found> {
  // The last fifth of every hundred rows judges penalties: rows of weight 0 are not learned from.
  const inner = Float64Array.from(labels, (_, row) => (row % 100 < 80 ? 1 : 0))
  const outer = inner.map((weight) => 1 - weight)
  let best = { l2: PENALTIES[0], area: -Infinity }
  for (const l2 of PENALTIES) {
    const fit = await trainLogistic({ rows: training, labels, weights: inner }, { l2, tolerance: 1e-4 })
    const area = auc({ labels, scores: predictEncoded(fit, training), weights: outer })
    if (area > best.area) best = { l2, area }
  }
  const fit = await trainLogistic({ rows: training, labels }, { l2: best.l2 })
  return { scores: predictEncoded(fit, test), parameters: countOutputs(encoder).values, l2: best.l2, epochs: null }
}

async function net({ encoder, training, test, labels }: EncodedFold, seed: number): Promise<Found> {
  const fit = await trainNeural({ rows: training, labels }, fieldSpans(encoder), { ...NET, seed })
  const { size, layerParameters } = fit.net.shape
  return {
    scores: predictNet(fit.net, test),
    parameters: countOutputs(encoder).values * size + layerParameters,
    l2: null,
    epochs: fit.passes,
  }
}
