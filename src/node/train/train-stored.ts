import type { DuckDBConnection } from '@duckdb/node-api'
import type { Encoder } from '../../encoders/encoder.ts'
import { DataError } from '../../errors.ts'
import type { LabelledRows } from '../../models/row-chunks.ts'
import { trainLogistic } from '../../models/logistic.ts'
import {
  encodeLabelled,
  type LabelChoice,
  labelTable,
  type LogisticModel,
  predict,
  toModel,
} from '../../models/logistic-model.ts'
import { type ModelScores, scoreModel, scoresOf } from '../../models/model-scores.ts'
import { fitSource, type RunOptions } from '../../pipeline.ts'
import { toTable } from '../../sources/to-table.ts'
import { checkNames } from '../../plan-fit.ts'
import { pickRows } from '../../sources/sample-rows.ts'
import type { SourceTable } from '../../sources/source.ts'
import { labelText, markRows } from '../../summaries/mark-rows.ts'
import type { LabelValues, NumberValues, Table } from '../../types.ts'
import { joinTables, type NamedTable } from '../read/join-tables.ts'
import { readBatches } from '../duckdb/stored-batches.ts'
import type { StoredTable } from '../duckdb/stored-table.ts'
import { drawTraining } from './draw-training.ts'
import type { TrainedModel, TrainRequest } from './train-source.ts'

export interface StoredTraining {
  readonly request: TrainRequest
  /** most rows that are held in memory, to fit bins on */
  readonly sample: number
  /** most rows kept apart that are scored; default all */
  readonly scored?: number | undefined
  /** least rows of a batch, but for the last */
  readonly batch?: number | undefined
  readonly onProgress?: ((part: number) => void) | undefined
}

/**
 * Trains on a table that is too large to be held. Rows are set apart as `trainSource` does; bins are fitted on a sample of
 * the others, then every pass reads the file again, a batch of rows at a time. Memory: the sample, a batch, and a few numbers
 * for each row that is scored.
 */
export async function trainStored(
  connection: DuckDBConnection,
  table: StoredTable,
  { request, sample, scored = Infinity, batch: least, onProgress }: StoredTraining,
  run: RunOptions = {},
): Promise<TrainedModel> {
  const { fit, encode, train = {}, test } = request
  checkNames(table.columns, fit)
  /** The table of the rows of each batch for which a question, asked row by row, is answered with yes. */
  async function* parts(names: ReadonlySet<string> | null, ask: () => boolean): AsyncGenerator<SourceTable> {
    const columns = table.columns.filter(({ name }) => names?.has(name) ?? true)
    for await (const batch of readBatches(connection, table, columns, least)) {
      const rows = new Uint32Array(batch.rows)
      let size = 0
      for (let row = 0; row < batch.rows; row++) if (ask()) rows[size++] = row
      const picked = rows.subarray(0, size)
      yield { rows: size, columns: batch.columns.map((column) => pickRows(column, picked)), notes: [], skipped: 0 }
      onProgress?.((batch.start + batch.rows) / Math.max(1, table.rows))
    }
  }

  const { target, weight: weights } = fit
  // The sample may lack a class, and so may all rows learned from. A bad weight is named by its row in the file.
  const classes = await lookOver(
    parts(new Set(weights === undefined ? [target] : [target, weights]), () => true),
    fit,
  )
  const drawn = drawTraining({
    rows: table.rows,
    test,
    seed: fit.seed ?? 0,
    sample: Math.min(sample, fit.sample ?? Infinity),
    scored,
  })
  if (drawn.kept === 0) throw new DataError('there is no row to learn from')
  const part = await heldRows(parts(null, drawn.forBins()), table)
  const binning = await fitSource(part, { ...fit, targetKind: 'class', sample: undefined }, run)
  if (binning.columns.length === 0) throw new DataError('there is no column to learn from')

  const encoder = encode(binning)
  const needed = neededColumns(encoder, [target, weights])
  const options = { target, event: fit.event, weights, classes }
  async function* chunks(): AsyncGenerator<LabelledRows> {
    for await (const { columns, rows } of parts(needed, drawn.toLearn())) {
      if (rows > 0) yield encodeLabelled(toTable({ columns, rows, notes: [], skipped: 0 }), encoder, options).labelled
    }
  }
  const sampled = toTable(part)
  const known = labelTable(firstRow(sampled), encoder, { ...options, classes: undefined }).target
  const model = toModel(await trainLogistic(chunks, train), encoder, known)
  const columns = { target, weights }
  const tested = { parts: parts(needed, drawn.toScore()), rows: drawn.scored }
  return {
    model,
    binning: { ...binning, notes: [...(binning.notes ?? []), ...drawn.notes] },
    onTraining: scoreModel(model, sampled, columns),
    onTest: test === 0 ? null : await scoreParts(model, tested, options),
  }
}

/** All rows of some parts, as one table. */
async function heldRows(parts: AsyncIterable<SourceTable>, { file, notes }: StoredTable): Promise<SourceTable> {
  const held: NamedTable[] = []
  for await (const part of parts) held.push({ name: file, table: part })
  return { ...joinTables(held), notes }
}

/** All labels that the target has; looks at the weights too. The parts have all rows, in their order. */
async function lookOver(parts: AsyncIterable<SourceTable>, { target, weight }: TrainRequest['fit']): Promise<string[]> {
  const found = new Set<string>()
  let start = 0
  for await (const part of parts) {
    const columns = toTable(part)
    for (const label of new Set<LabelValues[number]>(Array.from(columns[target]))) {
      const text = labelText(label, 'trainSource')
      if (text !== null) found.add(text)
    }
    if (weight !== undefined) checkWeights(columns[weight] as NumberValues, weight, start)
    start += part.rows
  }
  return [...found]
}

/** Refuses bad weights of rows that begin at row `start` of the file. */
function checkWeights(weights: NumberValues, weightsName: string, start: number): void {
  try {
    markRows(weights.length, { weights, weightsName })
  } catch (error) {
    if (!(error instanceof DataError) || error.row === null) throw error
    const row = start + error.row
    throw new DataError(error.message.replace(/ at row \d+$/, ` at row ${row}`), { column: error.column, row })
  }
}

function neededColumns(encoder: Encoder, others: readonly (string | undefined)[]): Set<string> {
  const names = new Set(encoder.fields.map(({ name }) => name))
  for (const name of others) if (name !== undefined) names.add(name)
  return names
}

function firstRow(table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([name, values]) => [name, Array.prototype.slice.call(values, 0, 1)])) // prettier-ignore
}

/** The scores of so many rows at most, which come in parts; what the model says of them is all that is kept. */
async function scoreParts(
  model: LogisticModel,
  { parts, rows }: { readonly parts: AsyncIterable<SourceTable>; readonly rows: number },
  options: LabelChoice,
): Promise<ModelScores | null> {
  const labels = new Float64Array(rows)
  const scores = new Float64Array(rows)
  const weights = options.weights === undefined ? null : new Float64Array(rows)
  let size = 0
  for await (const part of parts) {
    if (part.rows === 0) continue
    const table = toTable(part)
    const { labelled } = encodeLabelled(table, model.encoder, { ...options, event: model.target.event ?? undefined })
    const said = predict(model, table)
    for (const [row, score] of said.entries()) {
      if (labelled.weights?.[row] === 0) continue
      labels[size] = labelled.labels[row]
      scores[size] = score
      if (weights !== null) weights[size] = labelled.weights?.[row] ?? 1
      size++
    }
  }
  if (size === 0) return null
  const [first, second] = [labels, scores].map((values) => values.subarray(0, size))
  return scoresOf({ labels: first, scores: second, weights: weights?.subarray(0, size) ?? null })
}
