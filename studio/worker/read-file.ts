import {
  readArff,
  readCsv,
  readJsonLines,
  type ReadOptions,
  readParquet,
  type SourceTable,
} from '../../src/sources/index.ts'
import type { JobContext } from './held.ts'

/** Reads rows from a file of any kind the page takes; gzip is unpacked on the way. */
export async function readRows(
  file: File,
  { progress }: Pick<JobContext, 'progress'>,
  reading: ReadOptions = {},
): Promise<SourceTable> {
  const { name } = file
  const options = { ...reading, name, onProgress: (part: number) => progress(part, 'reading') }
  const plain = name.toLowerCase().replace(/\.gz$/, '')
  if (/\.(?:parquet|pq)$/.test(plain)) {
    const slice = async (start: number, end?: number): Promise<ArrayBuffer> => file.slice(start, end).arrayBuffer()
    return readParquet({ byteLength: file.size, slice }, options)
  }
  const packed = name.toLowerCase().endsWith('.gz')
  // The length of what is packed is not known, so there is no part to tell.
  const sized = packed ? options : { ...options, size: file.size }
  const open = (): AsyncIterable<Uint8Array> => bytesOf(file, packed)
  if (/\.(?:jsonl|ndjson)$/.test(plain)) return readJsonLines(open, sized)
  if (plain.endsWith('.arff')) return readArff(open, sized)
  return readCsv(open, sized)
}

async function* bytesOf(file: File, packed: boolean): AsyncGenerator<Uint8Array> {
  const unpack = new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>
  const stream: ReadableStream<Uint8Array> = packed ? file.stream().pipeThrough(unpack) : file.stream()
  const reader = stream.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}
