import { DataError } from '../../errors.ts'
import { startsAsSummary } from '../../summaries/saved/read-summary-bytes.ts'
import { firstBytes, openBytes } from './file-bytes.ts'

/** What a file holds, and whether it is compressed with gzip. */
export interface FileKind {
  readonly kind: 'text' | 'json' | 'arff' | 'parquet'
  readonly gzip: boolean
}

const ENDINGS: Readonly<Record<string, FileKind['kind']>> = {
  csv: 'text',
  tsv: 'text',
  tab: 'text',
  psv: 'text',
  data: 'text',
  jsonl: 'json',
  ndjson: 'json',
  json: 'json',
  arff: 'arff',
  parquet: 'parquet',
  pq: 'parquet',
}

/** Enough to see past the comments an ARFF file may start with. */
export const LOOK = 4096

/** Finds out what a file is from its ending and its first bytes. Where they contradict each other, it is refused. */
export async function fileKind(path: string, name: string): Promise<FileKind> {
  const outer = await firstBytes(path, name, LOOK)
  const gzip = outer[0] === 0x1f && outer[1] === 0x8b
  const bytes = gzip ? await firstUnpacked(path, name) : outer
  const declared = ENDINGS[/\.([^./\\]+?)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? '']
  if (holdsSummaries(bytes)) {
    throw new DataError(
      `${name} is a summary, expected rows; ${gzip ? 'unpack it, then ' : ''}kerf fit and kerf merge read it`,
    )
  }
  const parquet = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PAR1'
  if (parquet && gzip) throw new DataError(`${name} is a compressed Parquet file; unpack it first`)
  if (parquet && declared !== 'parquet' && declared !== undefined) {
    throw new DataError(`${name} is a Parquet file, expected text; give its name the ending .parquet`)
  }
  if (declared === 'parquet' && gzip) throw new DataError(`${name} is compressed with gzip; unpack it first`)
  return { kind: declared ?? (parquet ? 'parquet' : textKind(bytes)), gzip }
}

/** Whether a file that starts like this holds summaries, in either of their forms. */
export function holdsSummaries(bytes: Uint8Array): boolean {
  if (startsAsSummary(bytes)) return true
  return /^\uFEFF?\s*\{\s*"format"\s*:\s*"kerf-summary"/.test(Buffer.from(bytes).toString('utf8'))
}

/** What a text without a telling name looks like. */
function textKind(bytes: Uint8Array): 'text' | 'json' | 'arff' {
  const text = Buffer.from(bytes).toString('latin1')
  if (/^(?:ï»¿)?\s*(?:\[\s*)?\{/.test(text)) return 'json'
  return /^(?:ï»¿)?\s*(?:%.*\s+)*@relation\s/i.test(text) ? 'arff' : 'text'
}

async function firstUnpacked(path: string, name: string): Promise<Uint8Array> {
  for await (const piece of openBytes(path, name, { gzip: true })()) return piece.subarray(0, LOOK)
  return new Uint8Array(0)
}
