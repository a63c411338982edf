import type { DuckDBConnection } from '@duckdb/node-api'
import { encodeSparse } from '../../encoders/encode.ts'
import { fieldWidth } from '../../encoders/encoded-rows.ts'
import type { Encoder } from '../../encoders/encoder.ts'
import { DataError } from '../../errors.ts'
import type { LabelledRows } from '../../models/row-chunks.ts'
import { trainLogistic } from '../../models/logistic.ts'
import { type LabelChoice, labelTable, toModel } from '../../models/logistic-model.ts'
import { type ModelScores, scoreSaid, scoresOf } from '../../models/model-scores.ts'
import { fieldSpans } from '../../models/neural/net.ts'
import { trainNeural } from '../../models/neural/train-net.ts'
import { toNeuralModel } from '../../models/neural/train-neural.ts'
import type { RunOptions } from '../../pipeline.ts'
import { checkNames } from '../../plan-fit.ts'
import { type SourceTable, toTable } from '../../sources/source.ts'
import { labelText, markRows } from '../../summaries/mark-rows.ts'
import type { LabelValues, NumberValues, Table } from '../../types.ts'
import { joinTables, type NamedTable } from '../read/join-tables.ts'
import { readBatches } from '../duckdb/stored-batches.ts'
import type { StoredTable } from '../duckdb/stored-table.ts'
import { drawTraining } from './draw-training.ts'
import { fitEncoder, pickSource } from './fit-encoder.ts'
import { checkBinned, checkTexts, rowsLike, withOwnEvent } from './own-bins.ts'
import { saidBy, type TrainedModel, type TrainRequest } from './train-source.ts'

/** Rows that are read together, where there is memory for them. */
export const MOST_BATCH = 65_536

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
  { request, sample, scored = Infinity, batch = MOST_BATCH, onProgress }: StoredTraining,
  run: RunOptions = {},
): Promise<TrainedModel> {
  const { own, test } = request
  const fit = withOwnEvent(request.fit, own)
  const { target, weight: weights } = fit
  checkNames(table.columns, fit)
  if (own !== undefined) checkBinned(own, table.columns, fit.source)
  if (own !== undefined) checkTexts(own, table.columns)
  /** The tables of the rows for which a question, asked row by row, is answered with yes; of so many rows at most. */
  async function* parts(
    names: ReadonlySet<string> | null,
    ask: () => boolean,
    most = Infinity,
  ): AsyncGenerator<SourceTable> {
    const columns = table.columns.filter(({ name }) => names?.has(name) ?? true)
    for await (const read of readBatches(connection, table, columns, batch)) {
      const picked = answered(read.rows, ask)
      for (let start = 0; start < picked.length; start += most) {
        const rows = picked.subarray(start, start + most)
        const part = pickSource({ rows: read.rows, columns: read.columns, notes: [], skipped: 0 }, rows)
        yield own === undefined ? part : rowsLike(own, part)
      }
      onProgress?.((read.start + read.rows) / Math.max(1, table.rows))
    }
  }

  // The sample may lack a class, and so may all rows learned from. A bad weight is named by its row in the file.
  const classes = await lookOver(
    parts(new Set(weights === undefined ? [target] : [target, weights]), () => true),
    fit,
  )
  const asked = {
    rows: table.rows,
    test,
    seed: fit.seed ?? 0,
    sample: Math.min(sample, fit.sample ?? Infinity),
    scored,
  }
  const drawn = drawTraining(asked)
  if (drawn.kept === 0) throw new DataError('there is no row to learn from')
  const part = await heldRows(parts(null, drawn.forBins()), table)
  const { binning, encoder } = await fitEncoder(part, { ...request, fit: { ...fit, sample: undefined } }, run)
  const needed = neededColumns(encoder, [target, weights])
  const options = { target, event: fit.event, weights, classes }
  const most = rowsEncoded(encoder, batch)
  const model = await learn(request, encoder, {
    parts: () => parts(needed, drawn.toLearn(), most),
    options,
    sampled: toTable(part),
  })
  const columns = { target, weights }
  const tested = { parts: parts(needed, drawn.toScore(), most), rows: drawn.scored }
  return {
    model,
    binning: { ...binning, notes: [...(binning.notes ?? []), ...drawn.notes] },
    onTraining: scoreSaid(model, saidBy(model, toTable(part)), toTable(part), columns),
    onTest: test === 0 ? null : await scoreParts(model, tested, options),
  }
}

/** The rows of a batch for which the answer is yes. */
function answered(rows: number, ask: () => boolean): Uint32Array {
  const picked = new Uint32Array(rows)
  let size = 0
  for (let row = 0; row < rows; row++) if (ask()) picked[size++] = row
  return picked.subarray(0, size)
}

/** Entries that a value becomes for which memory was set aside; where an encoding has more, fewer rows go together. */
const ENTRIES = 4

function rowsEncoded({ fields }: Encoder, batch: number): number {
  const entries = fields.reduce((sum, field) => sum + fieldWidth(field, false), 0)
  const columns = new Set(fields.map(({ name }) => name)).size
  return Math.max(1024, Math.ceil((batch * columns * ENTRIES) / Math.max(1, entries)))
}

/** Learns from parts that are encoded as they come, and come again for each pass. */
async function learn(
  { kind, train = {} }: TrainRequest,
  encoder: Encoder,
  from: {
    readonly parts: () => AsyncIterable<SourceTable>
    readonly options: LabelChoice
    readonly sampled: Table
  },
): Promise<TrainedModel['model']> {
  const { options } = from
  async function* chunks(): AsyncGenerator<LabelledRows> {
    for await (const part of from.parts()) {
      const table = toTable(part)
      const { labels, weights } = labelTable(table, encoder, options)
      yield { rows: encodeSparse(encoder, table, { compact: kind !== 'neural' }), labels, weights }
    }
  }
  const { target } = labelTable(firstRow(from.sampled), encoder, { ...options, classes: undefined })
  if (kind !== 'neural') return toModel(await trainLogistic(chunks, train), encoder, target)
  return toNeuralModel(await trainNeural(chunks, fieldSpans(encoder), train), encoder, target)
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
  model: TrainedModel['model'],
  { parts, rows }: { readonly parts: AsyncIterable<SourceTable>; readonly rows: number },
  options: LabelChoice,
): Promise<ModelScores | null> {
  const labels = new Float64Array(rows)
  const scores = new Float64Array(rows)
  const weights = options.weights === undefined ? null : new Float64Array(rows)
  let size = 0
  for await (const part of parts) {
    const table = toTable(part)
    const labelled = labelTable(table, model.encoder, { ...options, event: model.target.event ?? undefined })
    const said = saidBy(model, table)
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
