import type { Binning } from '../../binning/binning.ts'
import type { Encoder } from '../../encoders/encoder.ts'
import { DataError } from '../../errors.ts'
import type { ChosenGranularities } from '../../models/choose-granularities.ts'
import { fitGranularities } from '../../models/fit-granularities.ts'
import { fitSource, type RunOptions } from '../../pipeline.ts'
import type { FitRequest } from '../../plan-fit.ts'
import { markRows } from '../../summaries/mark-rows.ts'
import { type LogisticModel, withEvent } from '../../models/logistic-model.ts'
import { pickRows } from '../../sources/sample-rows.ts'
import { type SourceTable, toTable } from '../../sources/source.ts'
import type { Note, NumberValues } from '../../types.ts'
import { ownBins, type OwnBins } from './own-bins.ts'

/** How bins become numbers for a model. */
export interface EncodeRequest {
  /** how bins are fitted, on training rows only; names the target */
  readonly fit: FitRequest & { readonly target: string }
  /** makes the encoder; of one binning, unless there are granularities */
  readonly encode: (binnings: readonly Binning[]) => Encoder
  /** numbers of bins to choose from where an encoder takes several binnings; default the bins of `fit` alone */
  readonly granularities?: readonly number[] | undefined
  /** bins to take as they are; nothing is fitted then */
  readonly own?: OwnBins | undefined
}

/** Some rows of a table, in the order given. */
export function pickSource(read: SourceTable, rows: ArrayLike<number>): SourceTable {
  return { ...read, rows: rows.length, columns: read.columns.map((column) => pickRows(column, rows)) }
}

/** Fits bins on rows to learn from and makes the encoder of them; with granularities, of those that do best on a fifth. */
export async function fitEncoder(
  part: SourceTable,
  { fit: asked, encode, granularities, own }: EncodeRequest,
  run: RunOptions = {},
): Promise<{ readonly binning: Binning; readonly encoder: Encoder }> {
  if (own !== undefined) {
    const binning = ownBins(part, own, asked, classesOf(part, asked))
    if (binning.columns.length === 0) throw new DataError('there is no column to learn from')
    return { binning, encoder: encode([binning]) }
  }
  const fit = { ...asked, targetKind: 'class' as const }
  const binning = await fitSource(part, granularities === undefined ? fit : { ...fit, bins: granularities[0] }, run)
  if (binning.columns.length === 0) throw new DataError('there is no column to learn from')
  if (granularities === undefined) return { binning, encoder: encode([binning]) }
  // The columns are those of all rows: whether one looks like an id must not depend on a part of them.
  const columns = binning.columns.map(({ name }) => name)
  const chosen = await fitGranularities(toTable(part), {
    target: fit.target,
    weights: fit.weight,
    granularities,
    fit: (rows, bins) => fitSource(rows === null ? part : pickSource(part, rows), { ...fit, columns, bins }, run),
  })
  const notes = [...(binning.notes ?? []), keptNote(chosen, granularities)]
  return { binning: { ...binning, notes }, encoder: encode(chosen.binnings) }
}

/** The classes of the target over all rows. Weights are looked at too, so that a bad one is named by its row in the data. */
export function classesOf(read: SourceTable, fit: EncodeRequest['fit']): LogisticModel['target'] {
  const { target, weight: weightsName, event } = fit
  const table = toTable(read)
  const weights = weightsName === undefined ? undefined : (table[weightsName] as NumberValues)
  const how = { target: table[target], targetName: target, targetKind: 'class', event, weights, weightsName } as const
  return withEvent(markRows(read.rows, how).target)
}

/** Which granularities were kept, and for how many columns. */
function keptNote({ pairs }: ChosenGranularities, granularities: readonly number[]): Note {
  const kept = pairs.filter((pair) => pair.kept)
  const each = granularities.map((bins, i) => `${bins} (${kept.filter(({ binning }) => binning === i).length})`)
  return {
    code: 'granularities',
    message: `kept ${kept.length} of ${pairs.length} pairs of column and bins, by the area under the curve on a fifth of the rows; columns by bins: ${each.join(', ')}`,
  }
}
