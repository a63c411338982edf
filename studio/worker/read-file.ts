import { readCsv, type ReadOptions, type SourceTable } from '../../src/sources/index.ts'
import type { JobContext } from './held.ts'

/** Reads rows from a file of any kind the page takes; gzip is unpacked on the way. */
export async function readRows(
  file: File,
  { progress }: Pick<JobContext, 'progress'>,
  reading: ReadOptions = {},
): Promise<SourceTable> {
  const { name } = file
  let lines = 0
  let taken = 0
  const tell = (): void => progress(taken / Math.max(1, file.size), linesText(lines))
  const kind = await kindOf(file)
  if (kind.what === 'parquet') {
    const { parquetRows } = await import('./formats/parquet-rows.ts')
    return parquetRows(file, reading, (part) => progress(part, 'reading'))
  }
  async function* open(): AsyncGenerator<Uint8Array> {
    taken = 0
    lines = 0
    for await (const piece of unpacked(
      counted(file.stream(), (bytes) => (taken += bytes)),
      kind.packed,
    )) {
      lines += lineCount(piece)
      tell()
      yield piece
    }
  }
  if (kind.what === 'text') return readCsv(open, { ...reading, name })
  const { readArff, readJsonLines } = await import('./formats/text-rows.ts')
  return kind.what === 'json' ? readJsonLines(open, { ...reading, name }) : readArff(open, { ...reading, name })
}

interface FileKind {
  readonly what: 'parquet' | 'json' | 'arff' | 'text'
  readonly packed: boolean
}

const ENDINGS: Readonly<Record<string, FileKind['what']>> = {
  parquet: 'parquet',
  pq: 'parquet',
  jsonl: 'json',
  ndjson: 'json',
  json: 'json',
  arff: 'arff',
}

async function kindOf(file: File): Promise<FileKind> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const packed = head[0] === 0x1f && head[1] === 0x8b
  const ending = file.name.toLowerCase().replace(/\.gz$/, '').split('.').at(-1)!
  const parquet = String.fromCodePoint(...head) === 'PAR1'
  return { what: parquet ? 'parquet' : (ENDINGS[ending] ?? 'text'), packed }
}

function linesText(lines: number): string {
  return `${lines.toLocaleString('en')} rows read`
}

function lineCount(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}

/** The stream, with the bytes told that were taken from it: of what is packed, the packed ones. */
function counted(stream: ReadableStream<Uint8Array>, took: (bytes: number) => void): ReadableStream<Uint8Array> {
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      took(piece.length)
      controller.enqueue(piece)
    },
  })
  return stream.pipeThrough(count)
}

async function* unpacked(stream: ReadableStream<Uint8Array>, packed: boolean): AsyncGenerator<Uint8Array> {
  const unpack = new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>
  const reader = (packed ? stream.pipeThrough(unpack) : stream).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}
