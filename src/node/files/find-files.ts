import { DataError } from '../../errors.ts'
import { bytesText } from '../../util/byte-sizes.ts'
import { nearestNames } from '../../util/suggest.ts'
import { glob, isGlob } from './glob.ts'
import { MAGIC } from '../../summaries/saved/summary-bytes.ts'
import { firstBytes, openBytes } from './file-bytes.ts'
import { errorCode, readingError, readingFault, writingFault } from './system-errors.ts'
import { withTemporaries } from './temporary.ts'
import { createReadStream, createWriteStream, type Stats } from 'node:fs'
import { readdir, readlink, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface FoundFile {
  readonly path: string
  /** what messages call it */
  readonly name: string
  /** it can be read only once, from start to end: a pipe or a device */
  readonly once: boolean
  readonly standardInput: boolean
}

/** The files an address stands for, sorted by name: a path, a pattern such as data/*.csv, or - for standard input. */
export async function findFiles(address: string): Promise<readonly FoundFile[]> {
  if (address === '-') return [{ path: '-', name: 'standard input', once: true, standardInput: true }]
  if (address === '') throw new DataError('the name of the data is empty, expected a file', { code: 'bad-file' })
  const stats = await statusOf(address)
  if (stats === null && isGlob(address)) return matches(address)
  if (stats === null) throw await notFound(address)
  if (stats.isDirectory()) {
    throw new DataError(
      `${address} is a folder, expected a file; name one in it, or all of them as "${join(address, '*.csv')}"`,
      { code: 'bad-file' },
    )
  }
  return [{ path: address, name: address, once: !stats.isFile(), standardInput: false }]
}

/** A short name of the data in a file. */
export function sourceName({ path, name, standardInput }: FoundFile): string {
  return standardInput ? name : basename(path)
}

async function matches(pattern: string): Promise<readonly FoundFile[]> {
  const paths = await glob(pattern)
  if (paths.length === 0)
    throw new DataError(`${pattern} matches no file; quote the pattern, or name a file`, { code: 'bad-file' })
  return paths.map((path) => ({ path, name: path, once: false, standardInput: false }))
}

async function statusOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw readingError(error, path)
  }
}

async function notFound(path: string): Promise<DataError> {
  const target = await readlink(path).catch(() => null)
  if (target !== null) {
    return new DataError(
      `${path} is a link to ${target}, which does not exist; correct the link or name another file`,
      { code: 'bad-file' },
    )
  }
  const folder = dirname(path)
  const names = await readdir(folder).catch(() => null)
  if (names === null) return new DataError(`${path} does not exist: there is no folder ${folder}`, { code: 'bad-file' })
  const near = nearestNames(basename(path), names).map((name) => (folder === '.' ? name : join(folder, name)))
  return new DataError(`${path} does not exist${near.length === 0 ? '' : `, did you mean ${near.join(' or ')}?`}`, {
    code: 'bad-file',
  })
}

/**
 * Lends the path of a file that can be read several times: the file itself, or a copy of what standard input or a pipe
 * gives, which is removed afterwards. More than `most` bytes of it are refused; a file is not looked at.
 */
export async function withSpooled<T>(
  file: FoundFile,
  work: (path: string) => Promise<T>,
  most: number = Infinity,
): Promise<T> {
  if (!file.once) return work(file.path)
  return withTemporaries(['.spool'], async ([copy]) => {
    const written = createWriteStream(copy)
    const from = file.standardInput ? process.stdin : createReadStream(file.path)
    let writing: unknown = null
    written.on('error', (error) => (writing = error))
    try {
      await pipeline(from, (pieces: AsyncIterable<Buffer>) => upTo(pieces, most, file.name), written)
    } catch (error) {
      const fault = writing === null ? readingFault(error) : writingFault(error)
      if (fault === null) throw error
      throw new DataError(writing === null ? `${file.name} ${fault}` : `a copy of ${file.name} ${fault}`, {
        code: 'bad-file',
      })
    }
    return work(copy)
  })
}

async function* upTo(pieces: AsyncIterable<Buffer>, most: number, name: string): AsyncGenerator<Buffer> {
  let total = 0
  for await (const piece of pieces) {
    total += piece.length
    if (total > most)
      throw new DataError(`${name} gives more than the ${bytesText(most)} that such a file may have`, {
        code: 'bad-file',
      })
    yield piece
  }
}

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
const LOOK = 4096

/** Finds out what a file is from its ending and its first bytes. Where they contradict each other, it is refused. */
export async function fileKind(path: string, name: string): Promise<FileKind> {
  const outer = await firstBytes(path, name, LOOK)
  const gzip = outer[0] === 0x1f && outer[1] === 0x8b
  const bytes = gzip ? await firstUnpacked(path, name) : outer
  const declared = ENDINGS[/\.([^./\\]+?)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? '']
  if (holdsSummaries(bytes)) {
    throw new DataError(
      `${name} is a summary, expected rows; ${gzip ? 'unpack it, then ' : ''}kerf fit and kerf merge read it`,
      { code: 'bad-file' },
    )
  }
  const parquet = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PAR1'
  if (parquet && gzip)
    throw new DataError(`${name} is a compressed Parquet file; unpack it first`, { code: 'bad-file' })
  if (parquet && declared !== 'parquet' && declared !== undefined) {
    throw new DataError(`${name} is a Parquet file, expected text; give its name the ending .parquet`, {
      code: 'bad-file',
    })
  }
  if (declared === 'parquet' && gzip)
    throw new DataError(`${name} is compressed with gzip; unpack it first`, { code: 'bad-file' })
  return { kind: declared ?? (parquet ? 'parquet' : textKind(bytes)), gzip }
}

/** Whether a file holds summaries, by what is in it and not by its name. */
export async function isSummaryFile(path: string, name: string): Promise<boolean> {
  return holdsSummaries(await firstBytes(path, name, LOOK))
}

/** Whether a file that starts like this holds summaries, in either of their forms. */
function holdsSummaries(bytes: Uint8Array): boolean {
  if (MAGIC.every((byte, i) => bytes[i] === byte)) return true
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

/** Schemes of databases, those too that cannot be reached: what looks like one of them is no path of a file. */
const SCHEMES =
  /^(?:jdbc:|(?:postgres(?:ql)?|sc|spark|clickhouses?|duckdb|mysql|mariadb|sqlite|sqlserver|mssql|oracle|trino|presto|snowflake|bigquery|redshift|databricks|mongodb)(?:\+\w+)?:\/\/)/i

const FILE = /\.(?:duckdb|ddb)(?:\?.*)?$|\.db\?(?:table|query)=/is

/** Whether DATA is the address of a table in a database, and not the path of a file. */
export function isServerAddress(text: string): boolean {
  return SCHEMES.test(text) || FILE.test(text)
}
