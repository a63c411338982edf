import { VERSION } from '../binning/binning.ts'
import { encodedChunks, encodeSparse } from '../encoders/encode.ts'
import type { Encoder } from '../encoders/encoder.ts'
import { ArgumentError, DataError } from '../errors.ts'
import { eventClass, markRows } from '../summaries/mark-rows.ts'
import { tableColumn, tableRows } from '../summaries/column-table.ts'
import { type RowMarks, rowStanding } from '../summaries/tallies.ts'
import type { LabelValues, NumberValues, Table, Target } from '../types.ts'
import type { LabelledRows } from './row-chunks.ts'
import { trainingOf } from './best-step.ts'
import { type LogisticFit, predictEncoded, trainLogistic } from './logistic.ts'
import type { LogisticOptions, Training, TrainingHooks } from './logistic-options.ts'
import { calledAs } from '../util/called-as.ts'
import { isOptions, mustBe } from '../util/check.ts'

/** A saved logistic regression, with the encoder that makes its inputs. Plain data. */
export interface LogisticModel {
  /** marks a file as a model */
  readonly format: 'kerf-model'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** which model it is */
  readonly kind: 'logistic'
  /** by which version and with which options it was trained */
  readonly created: { readonly kerf: string; readonly options: Readonly<Record<string, unknown>> }
  /** `event` is the class that probabilities speak of */
  readonly target: Extract<Target, { kind: 'class' }>
  /** what makes the inputs of the model from a row */
  readonly encoder: Encoder
  /** added to the score of every row */
  readonly intercept: number
  /** one per output of the encoder */
  readonly weights: readonly number[]
  /** what training came to */
  readonly training: Training
}

/** How a table is read for training, with the options of the solver. */
export type TrainTableOptions = Partial<LogisticOptions> & TrainingHooks & TargetChoice

/** Where a table has labels and weights. */
export type TargetChoice = {
  /** name of the target column; default that of the encoder's bins */
  readonly target?: string | undefined
  /** the class that probabilities speak of; default that of the encoder's bins, or the second of two */
  readonly event?: string | number | boolean | undefined
  /** name of the column of weights */
  readonly weights?: string | undefined
}

/** The same for a part of a table. */
export type LabelChoice = TargetChoice & {
  /** the classes of all its rows; default those of the encoder's bins, beyond which a label is refused */
  readonly classes?: readonly string[] | undefined
}

/**
 * Learns a logistic regression from a table that an encoder can read. Rows without a label count nowhere.
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     console.log(model.target.event, model.weights.map((weight) => weight.toFixed(1)))
 *     // → yes [ '-2.1', '2.1', '0.0' ]
 */
export async function trainTable(
  table: Table,
  encoder: Encoder,
  given: TrainTableOptions = {},
): Promise<LogisticModel> {
  return calledAs('trainTable', async () => {
    isOptions('trainTable', given)
    const { target: asked, event, weights, ...rest } = given
    const { target, ...labels } = labelTable(table, encoder, { target: asked, event, weights })
    const rows = encodeSparse(encoder, table, { compact: true })
    return toModel(await trainLogistic({ rows, ...labels }, rest), encoder, target)
  })
}

/** The labels of a table for training: 1 for the event, 0 for the other classes, weight 0 without a label. O(rows). */
export function labelTable(
  table: Table,
  encoder: Encoder,
  { target: asked, event, weights, classes }: LabelChoice,
): { target: LogisticModel['target'] } & Omit<LabelledRows, 'rows'> {
  const name = asked ?? encoder.target?.name
  if (name == null)
    throw new ArgumentError('trainTable: target must be the name of a column, got nothing', { code: 'wrong-type' })
  const known = encoder.target?.kind === 'class' && encoder.target.name === name ? encoder.target : null
  const marks = markRows(tableRows('trainTable', table), {
    target: tableColumn('trainTable', table, name),
    targetName: name,
    targetKind: 'class',
    classes: classes ?? known?.classes,
    event: event ?? known?.event ?? undefined,
    weights: weights === undefined ? undefined : (tableColumn('trainTable', table, weights) as NumberValues),
    weightsName: weights,
  })
  return labelsOf(marks)
}

function labelsOf(marks: RowMarks): { target: LogisticModel['target'] } & Omit<LabelledRows, 'rows'> {
  const { codes } = marks
  const target = withEvent(marks.target)
  const at = target.classes.indexOf(target.event!)
  const weights = marks.weights?.slice() ?? new Float64Array(marks.rows).fill(1)
  let whole = marks.weights === null
  for (let row = 0; row < marks.rows; row++) {
    if (rowStanding(row, marks) === 'counts') continue
    weights[row] = 0
    whole = false
  }
  return {
    target,
    labels: Uint8Array.from(codes!, (code) => (code === at ? 1 : 0)),
    weights: whole ? null : weights,
  }
}

/** Classes that the message names at most. */
const SHOWN = 5

/** A target with the class that probabilities speak of; refused where that is not known. */
export function withEvent(target: Target | null): LogisticModel['target'] {
  const event = eventClass(target)
  if (target?.kind === 'class' && event !== null) return { ...target, event }
  const classes = target?.kind === 'class' ? target.classes : []
  const names = classes.length > SHOWN ? [...classes.slice(0, SHOWN), '…'] : classes
  const found =
    classes.length === 0
      ? 'none'
      : `${classes.length} ${classes.length === 1 ? 'class' : 'classes'}: ${names.join(', ')}`
  throw new DataError(`trainTable: target must have two classes, or one of them named as the event, got ${found}`)
}

/**
 * A fitted regression with its encoder and target, ready to be saved.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const labels = bought.map((label) => (label === 'yes' ? 1 : 0))
 *     const trained = await trainLogistic({ rows: encodeSparse(encoder, people), labels })
 *     const target = { kind: 'class' as const, name: 'bought', classes: ['no', 'yes'], event: 'yes' }
 *     console.log(modelToJson(toModel(trained, encoder, target)).includes('"kerf-model"')) // → true
 *
 * @param encoder the one that made the rows of the fit
 */
export function toModel(fit: LogisticFit, encoder: Encoder, target: LogisticModel['target']): LogisticModel {
  return {
    format: 'kerf-model',
    version: 1,
    kind: 'logistic',
    created: { kerf: VERSION, options: fit.options },
    target: { ...target, event: eventClass(target) },
    encoder,
    intercept: fit.intercept,
    weights: Array.from(fit.weights, (weight) => weight + 0),
    training: trainingOf(fit),
  }
}

/**
 * The probability of the event for each row of a table. Rows do not depend on one another. O(rows · entries).
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     console.log(Array.from(predict(model, { age: [20, 60] }), (chance) => chance.toFixed(2))) // → [ '0.14', '0.92' ]
 */
export function predict(model: LogisticModel, table: Table): Float64Array {
  mustBe('predict', 'model', model)
  return calledAs('predict', () => {
    const fit = { intercept: model.intercept, weights: Float64Array.from(model.weights) }
    const said = new Float64Array(tableRows('predict', table))
    for (const { start, rows } of encodedChunks(model.encoder, table, { where: 'predict', compact: true })) {
      said.set(predictEncoded(fit, rows), start)
    }
    return said
  })
}

/**
 * The labels of a column as 1 for the event of a model and 0 for the rest, NaN where missing; for metrics.
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     const labels = eventLabels(model, ['yes', 'no', null])
 *     console.log(labels) // → Float64Array(3) [ 1, 0, NaN ]
 */
export function eventLabels({ target }: Pick<LogisticModel, 'target'>, labels: LabelValues): Float64Array {
  const { codes } = markRows(labels.length, { target: labels, targetKind: 'class', classes: target.classes })
  const at = target.classes.indexOf(target.event ?? '')
  return Float64Array.from(codes!, (code) => (code < 0 ? Number.NaN : code === at ? 1 : 0))
}
