import type { Binning } from '../../binning/binning.ts'
import { DataError } from '../../errors.ts'
import { type LogisticModel, predict, trainTable, type TrainTableOptions } from '../../models/logistic-model.ts'
import { type TrainNeuralOptions, trainNeuralTable } from '../../models/neural/train-neural.ts'
import { type NeuralModel, predictNeural } from '../../models/neural/neural-model.ts'
import { type ModelScores, scoreSaid } from '../../models/model-scores.ts'
import type { RunOptions } from '../../pipeline.ts'
import { checkNames } from '../../plan-fit.ts'
import { type SourceTable, toTable } from '../../sources/source.ts'
import type { Table } from '../../types.ts'
import { random } from '../../util/random.ts'
import { classesOf, type EncodeRequest, fitEncoder, pickSource } from './fit-encoder.ts'
import { checkBinned, rowsLike, withOwnEvent } from './own-bins.ts'

/** What a model is trained on, from rows that were read. */
export interface TrainRequest extends EncodeRequest {
  /** options of the solver, or of the net, and who to tell */
  readonly train?: (TrainTableOptions & TrainNeuralOptions) | undefined
  /** what is learned; default logistic */
  readonly kind?: 'logistic' | 'neural' | undefined
  /** share of rows, drawn by `fit.seed`, that are kept from all of it to score the model; 0 for none */
  readonly test: number
}

export interface TrainedModel {
  readonly model: LogisticModel | NeuralModel
  readonly binning: Binning
  /** scores on the rows learned from, and on those kept from it; null where there are none */
  readonly onTraining: ModelScores | null
  readonly onTest: ModelScores | null
}

/** The whole flow from rows that were read to a model: rows set apart, bins, encoder, weights, scores. */
export async function trainSource(
  given: SourceTable,
  request: TrainRequest,
  run: RunOptions = {},
): Promise<TrainedModel> {
  const { own, train = {}, kind = 'logistic', test } = request
  const fit = withOwnEvent(request.fit, own)
  const { target, weight } = fit
  checkNames(given.columns, fit)
  if (own !== undefined) checkBinned(own, given.columns, fit.source)
  const read = own === undefined ? given : rowsLike(own, given)
  // A class that only rows kept apart have is the rest to a model, and no surprise.
  const all = classesOf(read, fit)
  const { kept, apart } = setApart(read.rows, test, fit.seed ?? 0)
  if (kept.length === 0 && apart.length > 0) throw new DataError('there is no row to learn from, all were kept apart')
  const part = pickSource(read, kept)
  const { binning, encoder } = await fitEncoder(part, { ...request, fit }, run)
  const table = toTable(part)
  const learn = kind === 'neural' ? trainNeuralTable : trainTable
  const model = await learn(table, encoder, { ...train, target, event: fit.event, weights: weight })
  const said = (rows: Table): Float64Array => saidBy(model, rows)
  const columns = { target, weights: weight }
  const others = apart.length === 0 ? null : toTable(pickSource(read, apart))
  return {
    model,
    binning,
    onTraining: scoreSaid(model, said(table), table, columns),
    onTest: others === null ? null : scoreSaid({ target: all }, said(others), others, columns),
  }
}

/** The chance of the event that a model of either kind says for each row. */
export function saidBy(model: TrainedModel['model'], rows: Table): Float64Array {
  return model.kind === 'neural' ? predictNeural(model, rows) : predict(model, rows)
}

/** Rows to learn from, and rows kept apart, both in their order. */
function setApart(rows: number, share: number, seed: number): { kept: number[]; apart: number[] } {
  const { next } = random(seed)
  const kept: number[] = []
  const apart: number[] = []
  for (let row = 0; row < rows; row++) (next() < share ? apart : kept).push(row)
  return { kept, apart }
}
