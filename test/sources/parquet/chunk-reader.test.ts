import { expect, test } from 'vitest'
import { ChunkReader } from '../../../src/sources/parquet/chunk-reader.ts'
import type { ParquetChunk, PartedFile } from '../../../src/sources/parquet/parquet-footer.ts'

const MEGABYTE = 2 ** 20

/** A file whose bytes tell where they lie, and the memories it was read into. */
function made(byteLength: number, broken = -1) {
  const memories = new Set<ArrayBufferLike>()
  const file = {
    byteLength,
    slice: () => Promise.reject(new Error('not this way')),
    readInto: (bytes: Uint8Array, start: number) => {
      memories.add(bytes.buffer)
      if (start === broken) return Promise.reject(new Error('broken'))
      for (let i = 0; i < bytes.length; i += 4096) bytes[i] = (start + i) / 4096
      return Promise.resolve()
    },
  } as unknown as PartedFile
  return { file, memories }
}

const chunkAt = (start: number, size: number): ParquetChunk => ({ start, size }) as ParquetChunk

async function readAll(reader: ChunkReader, chunks: readonly ParquetChunk[]): Promise<number[]> {
  const first: number[] = []
  for (const [i, chunk] of chunks.entries()) first.push((await reader.read(chunk, chunks[i + 1]))[0])
  return first
}

test('chunks come in their order, the next one read ahead into other memory', async () => {
  const { file, memories } = made(40 * 4096)
  const chunks = [3, 7, 1, 9].map((page) => chunkAt(page * 4096, 2 * 4096))
  expect(await readAll(new ChunkReader(file), chunks)).toEqual([3, 7, 1, 9])
  expect(memories.size).toBe(2)
})

test('of large chunks only one is in memory', async () => {
  const size = 40 * MEGABYTE
  const { file, memories } = made(3 * size)
  const chunks = [0, size, 2 * size].map((start) => chunkAt(start, size))
  await readAll(new ChunkReader(file), chunks)
  expect(memories.size).toBe(1)
})

test('a chunk that cannot be read is told when it is its turn, and one outside of the file at once', async () => {
  const { file } = made(40 * 4096, 7 * 4096)
  const reader = new ChunkReader(file)
  const [good, bad] = [chunkAt(4096, 4096), chunkAt(7 * 4096, 4096)]
  expect((await reader.read(good, bad))[0]).toBe(1)
  await expect(reader.read(bad, undefined)).rejects.toThrow('broken')
  expect((await reader.read(good, undefined))[0]).toBe(1)
  await expect(reader.read(chunkAt(39 * 4096, 2 * 4096), undefined)).rejects.toThrow('of a file of')
})
