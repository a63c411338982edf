import { type FileHandle, open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import { createReadStream, writeSync } from 'node:fs'
import { DataError } from '../../errors.ts'
import type { PartedFile } from '../../sources/parquet/read-parquet.ts'
import type { OpenFile } from '../../sources/source.ts'
import { errorCode, readingError } from './system-errors.ts'

/** Large pieces cost fewer turns of the event loop. */
const PIECE = 1 << 20

export interface ByteOptions {
  /** unpack them; default false */
  readonly gzip?: boolean
  /** told how many bytes of the file itself have been read since it was opened */
  readonly onBytes?: (count: number) => void
}

/** Opens a file from its start, as often as it is called. Errors are told in words. */
export function openBytes(path: string, name: string, { gzip = false, onBytes }: ByteOptions = {}): OpenFile {
  return async function* () {
    const file = createReadStream(path, { highWaterMark: PIECE })
    const bytes = gzip ? unpacked(file) : file
    try {
      for await (const piece of bytes) {
        yield piece as Uint8Array
        onBytes?.(file.bytesRead)
      }
    } catch (error) {
      throw explained(error, name)
    } finally {
      file.destroy()
    }
  }
}

/** The first bytes of a file, at most so many. */
export async function firstBytes(path: string, name: string, count: number): Promise<Uint8Array> {
  const file = await opened(path, name)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw explained(error, name)
  } finally {
    await file.close()
  }
}

/** Lends a file of which parts can be read. */
export async function withParts<T>(path: string, name: string, work: (file: PartedFile) => Promise<T>): Promise<T> {
  const file = await opened(path, name)
  try {
    const { size } = await file.stat()
    return await work({
      byteLength: size,
      slice: async (start, end = size) => {
        const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
        await readInto(file, name, bytes, start)
        return bytes.buffer
      },
      readInto: (bytes, start) => readInto(file, name, bytes, start),
    })
  } finally {
    await file.close()
  }
}

async function readInto(file: FileHandle, name: string, bytes: Uint8Array, start: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
    if (bytesRead === 0)
      throw new DataError(`${name} became shorter while it was read; read it again`, { code: 'bad-file' })
    at += bytesRead
  }
}

async function opened(path: string, name: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    throw explained(error, name)
  }
}

function unpacked(file: NodeJS.ReadableStream): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE })
  // The error reaches the reader through the stream itself.
  pipeline(file, gunzip, () => undefined)
  return gunzip
}

function explained(error: unknown, name: string): unknown {
  const code = errorCode(error)
  if (code === 'Z_BUF_ERROR')
    return new DataError(`${name} is compressed, but its end is missing; copy it again`, { code: 'bad-file' })
  if (code?.startsWith('Z_') === true)
    return new DataError(`${name} is compressed, but damaged; copy it again`, { code: 'bad-file' })
  return readingError(error, name)
}

/** Writes all bytes, waiting where a pipe is full: the streams of Node would lose the rest when the process ends. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
