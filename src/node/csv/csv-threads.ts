import { Worker } from 'node:worker_threads'
import { readCsv } from '../../sources/csv/read-csv.ts'
import type { RangeRead, RangeTask } from '../../sources/csv/csv-range.ts'
import type { FileOptions, SourceTable } from '../../sources/source.ts'
import type { ByteRange } from '../files/byte-range.ts'
import { readCsvInRanges } from './csv-file-ranges.ts'
import type { RangeMessage, RangeReply } from './csv-worker.ts'
import { openBytes } from '../files/file-bytes.ts'

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

/** Threads that read ranges. They start at once, while the first part of the file is looked at, and end when it is closed. */
class RangeThreads {
  readonly #workers: readonly Worker[]
  #onReply: (worker: Worker, reply: RangeReply) => void = () => {}
  #onBreak: () => void = () => {}
  #broken = false

  constructor(threads: number) {
    const broke = (): void => {
      this.#broken = true
      this.#onBreak()
    }
    this.#workers = Array.from({ length: threads }, () => {
      // Flags of the process, such as those of code given on the command line, are not for the worker's file.
      const worker = new Worker(new URL('./csv-worker.js', import.meta.url), { execArgv: [] })
      worker.on('message', (reply: RangeReply) => this.#onReply(worker, reply))
      return worker.on('error', broke).on('exit', broke)
    })
  }

  /** The ranges in order, whichever thread reads which; null as soon as one of them cannot be read. */
  async read(
    path: string,
    task: RangeTask,
    ranges: readonly ByteRange[],
    onRange: (bytes: number) => void,
  ): Promise<RangeRead[] | null> {
    if (this.#broken) return null
    return new Promise((resolve, reject) => {
      const done = Array<RangeRead>(ranges.length)
      let next = 0
      let left = ranges.length
      const give = (worker: Worker): void => {
        if (next < ranges.length) send(worker, { kind: 'range', id: next, range: ranges[next++] })
      }
      this.#onBreak = () => resolve(null)
      this.#onReply = (worker, { id, read }) => {
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
          reject(error)
        }
        if (left === 0) resolve(done)
      }
      for (const worker of this.#workers) send(worker, { kind: 'task', path, task })
      for (let ahead = 0; ahead <= AHEAD; ahead++) for (const worker of this.#workers) give(worker)
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
