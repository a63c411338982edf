import { outputNames } from '../encoders/encoder.ts'
import type { LogisticModel } from '../models/logistic-model.ts'
import { lossOfRow } from '../models/metrics.ts'
import type { ModelScores } from '../models/model-scores.ts'
import type { NeuralModel } from '../models/neural/neural-model.ts'
import { counted, countText, fixedText, percentText } from './number-text.ts'
import { printable } from './printed-text.ts'
import { estimateText, type TextTable } from './text-table.ts'

/** How well a model does, on rows kept apart and on those it learned from; null where there are none. */
export interface ModelParts {
  readonly onTest: ModelScores | null
  readonly onTraining: ModelScores | null
}

/** What a model is, and how it came about. */
export function modelWords({ target, encoder, training, kind }: LogisticModel | NeuralModel): string[] {
  const outputs = counted(outputNames(encoder).length, 'output')
  const settled = training.converged || training.heldLoss !== null
  return [
    `${printable(target.name ?? '')}: chance of ${printable(target.event ?? '')}, ${kind === 'neural' ? 'neural net' : 'logistic regression'} on ${outputs} (${encoder.created.encoding})`,
    `${counted(training.passes, 'pass', 'passes')} over ${counted(training.rows, 'row')}${settled ? '' : ', stopped before it had settled'}`,
  ]
}

/** Its scores beside what is had without a model. */
export function modelScoresTable({ onTest, onTraining }: ModelParts): TextTable {
  const parts = [onTest, onTraining].filter((scores) => scores !== null)
  const [rate, majority] = parts.length === 0 ? [0, 0] : [parts[0].rate, parts[0].majority]
  // Of every row the share of the event is said: the best that is known without its values.
  const shareLoss = rate * lossOfRow(1, rate) + (1 - rate) * lossOfRow(0, rate)
  const line = (name: string, text: (scores: ModelScores) => string, without: string): string[] => [
    name,
    ...parts.map(text),
    without,
  ]
  const number = (value: number): string => fixedText(value, 4)
  return {
    title: 'How well it does, with 95 % intervals:',
    heads: ['', ...(onTest === null ? [] : ['rows kept apart']), ...(onTraining === null ? [] : ['learned from']), 'without a model'], // prettier-ignore
    rows: [
      line('rows', ({ rows }) => countText(rows), ''),
      line('event', (scores) => percentText(scores.rate, 1), ''),
      line('AUC', ({ intervals }) => estimateText(intervals.auc), '0.5'),
      line('Gini', ({ intervals }) => estimateText(intervals.gini), '0'),
      line('KS', ({ intervals }) => estimateText(intervals.ks), '0'),
      line('accuracy', ({ intervals }) => estimateText(intervals.accuracy), number(majority)),
      line('log loss', ({ intervals }) => estimateText(intervals.logLoss), number(shareLoss)),
      line('Brier', ({ brier }) => number(brier), number(rate * (1 - rate))),
      line('calibration error', ({ calibrationError }) => number(calibrationError), ''),
    ],
  }
}

/** What the numbers come to, read against having no model. */
export function modelVerdict({ onTest, onTraining }: ModelParts): string[] {
  const scores = onTest ?? onTraining
  if (scores === null) return []
  const { intervals, majority } = scores
  const rows = onTest === null ? 'the rows it learned from' : 'rows kept apart'
  if (intervals.gini === null) return [`Only one class occurs in ${rows}: nothing can be told apart there.`]
  const order =
    intervals.gini.low > 0
      ? `On ${rows} it puts event and rest in order better than lot would: Gini ${estimateText(intervals.gini)}.`
      : `On ${rows} it cannot be told from chances drawn by lot: Gini ${estimateText(intervals.gini)}.`
  const { value, low } = intervals.accuracy
  const right =
    low > majority ? 'more than' : value > majority ? 'about as many as, within its interval,' : 'no more than'
  return [order, `At a chance of one half it is right in ${percentText(value, 1)} of them, ${right} saying the commoner class every time (${percentText(majority, 1)}).`] // prettier-ignore
}

/** What was said and what came, on rows kept apart where there are any. */
export function calibrationTable({ onTest, onTraining }: ModelParts): TextTable {
  const groups = (onTest ?? onTraining)?.calibration ?? []
  const digits = Math.max(...groups.map(({ to }) => to), 0) < 0.05 ? 2 : 1
  return {
    title: `By groups of about equal size, ${onTest === null ? 'rows learned from' : 'rows kept apart'}:`,
    heads: ['chance', 'rows', 'said', 'came'],
    rows: groups.map(({ from, to, rows, said, came }) => [
      `${percentText(from, digits)} to ${percentText(to, digits)}`,
      countText(rows),
      percentText(said, digits),
      percentText(came, digits),
    ]),
  }
}

/** How the table is to be read. */
export function modelScoresWords({ onTest, onTraining }: ModelParts): string[] {
  return [
    'Without a model: chances by lot for AUC, Gini and KS; the commoner of event and rest every time for accuracy (the majority); the share of the event as every chance for log loss and Brier.',
    ...(onTest === null && onTraining !== null
      ? ['No rows were kept apart, so these numbers are too optimistic.']
      : []),
  ]
}
