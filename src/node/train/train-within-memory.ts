import { tableBytes } from '../../engines/share-out.ts'
import { DataError } from '../../errors.ts'
import type { RunOptions } from '../../pipeline.ts'
import { parseBytes } from '../../util/byte-sizes.ts'
import { fileKind, findFiles, sourceName, withSpooled } from '../files/find-files.ts'
import { bytesOf, IN_MEMORY, type WithinOptions, withStored } from '../within-memory/fit-within-memory.ts'
import type { TrainedModel, TrainRequest } from './train-source.ts'
import { MOST_BATCH, trainStored } from './train-stored.ts'

/** Rows that bins are fitted on at most, where there is memory for them. */
const MOST_SAMPLED = 1_000_000
/** Parts of what arrays may take: for the sample, for a batch, and for the rows that are scored. */
const SAMPLE_PART = 1 / 2
const BATCH_PART = 1 / 4
const SCORED_PART = 1 / 4
/** Bytes of a value that is read, picked and encoded; and of a row that is scored: label, score, weight and their order. */
const VALUE_BYTES = 48
const SCORED_BYTES = 64

/** How a file is trained on as it is read. */
export interface TrainWithinOptions extends WithinOptions {
  /** also where the file would fit into memory; default false */
  readonly always?: boolean | undefined
}

/**
 * Trains on a Parquet or CSV file without holding it: bins are fitted on a sample, then every pass reads the file again.
 * Null where it would take at most a third of the memory allowed, so that it can be read as usual.
 */
export async function trainWithin(
  address: string,
  request: TrainRequest,
  options: TrainWithinOptions,
  run: RunOptions = {},
): Promise<TrainedModel | null> {
  const limit = parseBytes(options.memory)
  const { always = false } = options
  const files = await findFiles(address)
  const [file] = files
  if (files.length > 1) {
    if (!always) return null
    throw new DataError(
      `${address} stands for ${files.length} files; --stream reads one, so put them into one Parquet file`,
    )
  }
  return withSpooled(file, async (path) => {
    const kind = await fileKind(path, file.name)
    // The limit is for training: the database needs more than a small one to look at a file.
    const bytes = await bytesOf(path, file.name, kind, { ...options, memory: undefined })
    // What can be read only once has just been read.
    if (!always && !file.once && bytes <= limit * IN_MEMORY) return null
    const sized = { path, name: file.name, kind, bytes }
    return withStored(sized, options, null, ({ connection, table, arrays }) => {
      const width = table.columns.length
      // Never below what makes sense, whatever it takes.
      const fitting = (part: number, each: number, least: number, most: number): number =>
        Math.max(least, Math.min(most, Math.floor((arrays * part) / each)))
      const held = {
        sample: fitting(SAMPLE_PART, tableBytes(1, 0) + VALUE_BYTES * width, 1000, MOST_SAMPLED),
        batch: fitting(BATCH_PART, VALUE_BYTES * width, 2048, MOST_BATCH),
        scored: fitting(SCORED_PART, SCORED_BYTES, 10_000, Infinity),
      }
      const asked = { ...request, fit: { ...request.fit, source: sourceName(file) } }
      return trainStored(connection, table, { ...held, request: asked, onProgress: options.onProgress }, run)
    })
  })
}
