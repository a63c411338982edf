import type { RecordBatch } from 'apache-arrow'
import { DataError } from '../../../errors.ts'
import { optionalPackage } from '../../../util/optional-package.ts'
import { checkArrow } from './arrow-check.ts'
import type { ConnectBatch } from './connect-messages.ts'
import { message } from './protobuf.ts'

/** Reads the batches of a result. */
export interface BatchReader {
  /** the rows that are complete with this; none while chunks are to come */
  read(batch: ConnectBatch): readonly RecordBatch[]
}

/** A batch of more bytes is not put together from its chunks. */
const LARGEST_BATCH = 2 ** 30

/** The library for Arrow, loaded when first needed. */
export function loadArrow(): Promise<typeof import('apache-arrow')> {
  return optionalPackage('apache-arrow', 'Spark', () => import('apache-arrow'))
}

/** Makes a reader for one result: chunks of a batch come one after the other, across streams too. */
export async function batchReader(): Promise<BatchReader> {
  const { tableFromIPC } = await loadArrow()
  let chunks: Uint8Array[] = []
  return {
    read({ rows, data, chunk, chunks: expected }) {
      if (chunk !== chunks.length) throw broken(`chunk ${chunks.length} should come, got ${chunk}`)
      const size = chunks.reduce((sum, { length }) => sum + length, data.length)
      if (size > LARGEST_BATCH) throw broken(`it has more than ${LARGEST_BATCH} bytes`)
      // A copy of its own: Arrow looks at it as numbers of eight bytes, which must not begin just anywhere.
      chunks.push(data.slice())
      if (chunks.length < expected) return []
      const whole = chunks.length === 1 ? chunks[0] : message(...chunks)
      chunks = []
      const batches = parse(whole)
      const found = batches.reduce((sum, { numRows }) => sum + numRows, 0)
      if (found !== rows) throw broken(`${rows} rows should come, got ${found}`)
      return batches
    },
  }

  function parse(bytes: Uint8Array): readonly RecordBatch[] {
    try {
      checkArrow(bytes)
      return tableFromIPC(bytes).batches
    } catch (error) {
      throw broken(error instanceof Error ? error.message : String(error))
    }
  }
}

function broken(why: string): DataError {
  return new DataError(`a batch of rows that Spark sent cannot be read (${why})`)
}
