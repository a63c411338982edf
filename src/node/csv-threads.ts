import { Worker } from 'node:worker_threads'
import { readCsv } from '../sources/csv.ts'
import type { RangeRead, RangeTask } from '../sources/csv-ranges.ts'
import type { FileOptions } from '../sources/file-options.ts'
import type { SourceTable } from '../sources/source.ts'
import { type ByteRange, readCsvInRanges } from './csv-ranges.ts'
import type { RangeMessage, RangeReply } from './csv-worker.ts'
import { openBytes } from './file-bytes.ts'

/** Bytes of a range: so few that all threads end at about the same time, so many that each is worth its message. */
const LARGEST_RANGE = 16_777_216
const RANGES_PER_THREAD = 4
/** Ranges that wait in a thread beside the one it reads. */
const AHEAD = 1

/** How a file is read by several threads. */
export type ThreadedOptions = FileOptions & { readonly size: number; readonly threads: number }

/**
 * Reads a text table in ranges, on several threads at the same time. The result is that of `readCsv`, which takes over
 * where a range cannot be read by itself.
 */
export async function readCsvByThreads(path: string, options: ThreadedOptions): Promise<SourceTable> {
  return (await readOnThreads(path, options)) ?? (await readCsv(openBytes(path, options.name), options))
}

/** Null when the file cannot be read in ranges. */
export async function readOnThreads(path: string, options: ThreadedOptions): Promise<SourceTable | null> {
  const { size, threads } = options
  const bytes = Math.min(LARGEST_RANGE, Math.ceil(size / (threads * RANGES_PER_THREAD)))
  const pool = new RangeThreads(threads)
  try {
    return await readCsvInRanges(path, options, bytes, (...args) => pool.read(...args))
  } finally {
    await pool.close()
  }
}

/** Threads that read ranges. They start with the first file, and end when the pool is closed. */
class RangeThreads {
  readonly #most: number
  readonly #workers: Worker[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** The ranges in order, whichever thread reads which; null as soon as one of them cannot be read. */
  read(
    path: string,
    task: RangeTask,
    ranges: readonly ByteRange[],
    onRange: (bytes: number) => void,
  ): Promise<RangeRead[] | null> {
    while (this.#workers.length < Math.min(this.#most, ranges.length)) {
      // Flags of the process, such as those of code given on the command line, are not for the worker's file.
      this.#workers.push(new Worker(new URL('./csv-worker.js', import.meta.url), { execArgv: [] }))
    }
    return new Promise((resolve, reject) => {
      const done = Array<RangeRead>(ranges.length)
      let next = 0
      let left = ranges.length
      const give = (worker: Worker): void => {
        if (next < ranges.length) send(worker, { kind: 'range', id: next, range: ranges[next++] })
      }
      for (const worker of this.#workers) {
        worker.removeAllListeners()
        worker.on('error', () => resolve(null))
        worker.on('exit', () => resolve(null))
        worker.on('message', ({ id, read }: RangeReply) => {
          if (read === null) {
            resolve(null)
            return
          }
          done[id] = read
          left--
          give(worker)
          try {
            onRange(ranges[id].bytes)
          } catch (error) {
            reject(error as Error)
          }
          if (left === 0) resolve(done)
        })
        send(worker, { kind: 'task', path, task })
        for (let ahead = 0; ahead <= AHEAD; ahead++) give(worker)
      }
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}

function send(worker: Worker, message: RangeMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  worker.postMessage(message)
}
