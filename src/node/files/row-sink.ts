import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { finished } from 'node:stream/promises'
import { isKerfError } from '../../errors.ts'
import { writingError } from './system-errors.ts'
import { type OutputOptions, replaceFile } from './write-file.ts'

/** Takes bytes, and is ready for more when its promise is. The bytes may be used again then. */
export type Write = (bytes: Uint8Array | string) => Promise<void>

/**
 * Lends a way to write to a file, which is there when the work is done or not at all; compressed if its name ends in .gz.
 * Without a path, or with -, to standard output; whoever reads that may stop early, which ends the work quietly.
 */
export async function withSink(
  path: string | undefined,
  options: OutputOptions,
  work: (write: Write) => Promise<void>,
): Promise<void> {
  if (path === undefined || path === '-') return toStandardOutput(work)
  await replaceFile(
    path,
    async (temporary) => {
      // The file is there: one that a signal has just removed must not come back.
      const file = createWriteStream(temporary, { flags: 'r+' })
      if (!/\.gz$/i.test(path)) return toStream(file, work)
      const gzip = createGzip()
      gzip.pipe(file)
      file.on('error', (error) => gzip.destroy(error))
      // Told by the file; without a listener it would end the process.
      gzip.on('error', () => undefined)
      await intoStream(gzip, file, work)
    },
    options,
  )
}

/** Lends a way to write to a stream, which is ended when the work is. */
export async function toStream(file: Writable, work: (write: Write) => Promise<void>): Promise<void> {
  await intoStream(file, file, work)
}

async function intoStream(into: Writable, end: Writable, work: (write: Write) => Promise<void>): Promise<void> {
  const over = finished(end, { readable: false })
  // An error is told where it is waited for.
  over.catch(() => undefined)
  let fault: unknown = null
  end.on('error', (error) => (fault ??= error))
  try {
    await work((bytes) => write(into, bytes))
    into.end()
    await over
  } catch (error) {
    // What follows from the fault says less than the fault itself.
    throw fault ?? error
  } finally {
    into.destroy()
    end.destroy()
  }
}

async function toStandardOutput(work: (write: Write) => Promise<void>): Promise<void> {
  const { stdout } = process
  // Without a listener, an error of the stream would end the process.
  const ignore = (): void => undefined
  stdout.on('error', ignore)
  try {
    await work((bytes) => write(stdout, bytes))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE')
      throw isKerfError(error) ? error : writingError(error, 'standard output')
  } finally {
    stdout.off('error', ignore)
  }
}

/** Waits until the bytes are with the system: they may be overwritten afterwards, and errors are not missed. */
async function write(stream: Writable, bytes: Uint8Array | string): Promise<void> {
  if (bytes.length === 0) return
  await new Promise<void>((resolve, reject) => {
    stream.write(bytes, (error) => {
      if (error == null) resolve()
      else reject(error)
    })
  })
  if (stream.writableNeedDrain) await once(stream, 'drain')
}
