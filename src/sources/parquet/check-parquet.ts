import { CODECS, type Unpack } from './codecs.ts'
import { skipDeltas } from './deltas.ts'
import { type PageHeader, readPageHeader } from './page-header.ts'
import { readDeltaLengths, readDeltaTexts, withLength } from './page-values.ts'
import { type LeafLevels, type ParquetChunk, type PartedFile, readFooter } from './parquet-footer.ts'
import { LARGEST_PAGE, unpackPage } from './unpack-page.ts'
import type { Part } from './runs.ts'

/** Bytes in which the header of a page is looked for; with long texts as least and largest values it may take more. */
const HEADER_BYTES = 1024
const MOST_HEADER_BYTES = 1 << 20

/**
 * Throws unless the footer and the headers of all pages fit the file and each other, and differences are what they should be.
 * For a reader that would believe them: DuckDB 1.5 hangs on some counts, gives up on others, and ends the process on broken
 * differences. Reads little more than the headers where there are none.
 */
export async function checkParquet(file: PartedFile, brotli: Unpack): Promise<void> {
  const { groups, leaves } = await readFooter(file)
  for (const { chunks } of groups) {
    for (const [i, chunk] of chunks.entries()) await checkChunk(file, chunk, leaves[i], brotli)
  }
}

async function checkChunk(file: PartedFile, chunk: ParquetChunk, levels: LeafLevels, brotli: Unpack): Promise<void> {
  const { values, start, size, codec } = chunk
  const end = start + size
  if (values < 0 || start < 0 || size < 0 || end > file.byteLength) {
    throw new Error(`${values} values in ${size} bytes at ${start} of a file of ${file.byteLength}`)
  }
  const unpack = codec === 'BROTLI' ? brotli : codec && CODECS[codec]
  let seen = 0
  for (let at = start; at < end && seen < values;) {
    const { header, length } = await headerAt(file, at, end)
    const page = at + length
    at = page + header.size
    if (header.kind !== 'data') continue
    seen += header.values
    if (seen > values) throw new Error(`${seen} values in place of ${values}`)
    if (header.encoding?.startsWith('DELTA') !== true) continue
    if (unpack === undefined) throw new Error(`packed as ${codec ?? 'nothing known'}`)
    const bytes = new Uint8Array(await file.slice(page, at))
    checkDeltas(await valuesOf(header, bytes, unpack, levels), header)
  }
  if (seen !== values) throw new Error(`${seen} values in place of ${values}`)
}

/** The part of a page behind its levels. */
async function valuesOf(header: PageHeader, page: Uint8Array, unpack: Unpack, levels: LeafLevels): Promise<Part> {
  const { values, levels: apart } = await unpackPage(header, page, unpack)
  if (apart !== null) return values
  let { start } = values
  for (const has of [levels.repetition, levels.definition]) {
    if (has) start = withLength({ ...values, start }).next
  }
  return { ...values, start }
}

function checkDeltas(part: Part, { encoding, values }: PageHeader): void {
  // Pages of missing values alone may be empty.
  if (part.start === part.end) return
  const { count } = skipDeltas(part, values)
  if (encoding === 'DELTA_LENGTH_BYTE_ARRAY') readDeltaLengths(part, count)
  if (encoding === 'DELTA_BYTE_ARRAY') readDeltaTexts(part, { count, most: LARGEST_PAGE })
}

async function headerAt(file: PartedFile, at: number, end: number): Promise<{ header: PageHeader; length: number }> {
  for (let bytes = HEADER_BYTES; ; bytes = MOST_HEADER_BYTES) {
    const whole = at + bytes >= end
    const part = new Uint8Array(await file.slice(at, whole ? end : at + bytes))
    try {
      const { header, start } = readPageHeader(part, 0, end - at)
      return { header, length: start }
    } catch (error) {
      if (whole || bytes === MOST_HEADER_BYTES) throw error
    }
  }
}
