import { readPageHeader } from './page-header.ts'
import { type ParquetChunk, type PartedFile, readFooter } from './parquet-footer.ts'

/** Bytes in which the header of a page is looked for; with long texts as least and largest values it may take more. */
const HEADER_BYTES = 1024
const MOST_HEADER_BYTES = 1 << 20

/**
 * Throws unless the footer and the headers of all pages fit the file and each other. For readers that would believe them:
 * DuckDB 1.5 hangs on some counts and gives up on others. Reads little more than the headers.
 */
export async function checkParquet(file: PartedFile): Promise<void> {
  const { groups } = await readFooter(file)
  for (const { chunks } of groups) {
    for (const chunk of chunks) await checkChunk(file, chunk)
  }
}

async function checkChunk(file: PartedFile, { values, start, size }: ParquetChunk): Promise<void> {
  const end = start + size
  if (values < 0 || start < 0 || size < 0 || end > file.byteLength) {
    throw new Error(`${values} values in ${size} bytes at ${start} of a file of ${file.byteLength}`)
  }
  let seen = 0
  for (let at = start; at < end && seen < values;) {
    const { header, length } = await headerAt(file, at, end)
    if (header.kind === 'data') seen += header.values
    if (seen > values) throw new Error(`${seen} values in place of ${values}`)
    at += length + header.size
  }
  if (seen !== values) throw new Error(`${seen} values in place of ${values}`)
}

async function headerAt(
  file: PartedFile,
  at: number,
  end: number,
): Promise<{ header: ReturnType<typeof readPageHeader>['header']; length: number }> {
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
