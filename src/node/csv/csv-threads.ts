import { Worker } from 'node:worker_threads'
import { readCsv } from '../../sources/csv/read-csv.ts'
import type { SectionRead, SectionTask } from '../../sources/csv/csv-pass.ts'
import type { SectionsRead } from '../../sources/csv/join-sections.ts'
import { type FileOptions, readingOf, type SourceTable } from '../../sources/source.ts'
import type { ByteSection } from './section-bytes.ts'
import { readCsvInSections } from './file-sections.ts'
import type { SectionMessage, SectionReply } from './csv-worker.ts'
import { openBytes } from '../files/file-bytes.ts'

/** Bytes of a section: so few that all threads end at about the same time, so many that each is worth its message. */
const LARGEST_SECTION = 16_777_216
const SECTIONS_PER_THREAD = 4
/** Sections that wait in a thread beside the one it reads. */
const AHEAD = 1

export type ThreadedOptions = FileOptions & { readonly size: number; readonly threads: number }

/**
 * Reads a text table in sections, on several threads at the same time. The result is that of `readCsv`, which takes over
 * where a section cannot be read by itself.
 */
export async function readCsvByThreads(path: string, options: ThreadedOptions): Promise<SourceTable> {
  return (
    (await readOnThreads(path, options)) ??
    (await readCsv(openBytes(path, options.name), { ...readingOf(options), name: options.name, size: options.size }))
  )
}

/** Null when the file cannot be read in sections. */
export async function readOnThreads(path: string, options: ThreadedOptions): Promise<SourceTable | null> {
  const { size, threads } = options
  const bytes = Math.min(LARGEST_SECTION, Math.ceil(size / (threads * SECTIONS_PER_THREAD)))
  const pool = new SectionThreads(threads)
  try {
    return await readCsvInSections(path, options, bytes, (...args) => pool.read(...args))
  } finally {
    await pool.close()
  }
}

/** Threads that read sections. They start at once, while the first part of the file is looked at, and end when it is closed. */
class SectionThreads {
  readonly #workers: readonly Worker[]
  #onReply: (worker: Worker, reply: SectionReply) => void = () => {}
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
      worker.on('message', (reply: SectionReply) => this.#onReply(worker, reply))
      return worker.on('error', broke).on('exit', broke)
    })
  }

  /** The sections in order, whichever thread reads which; null as soon as one of them cannot be read. */
  async read(
    path: string,
    task: SectionTask,
    sections: readonly ByteSection[],
    onSection: (bytes: number) => void,
  ): Promise<SectionsRead | null> {
    if (this.#broken) return null
    return new Promise((resolve, reject) => {
      const done = Array<SectionRead>(sections.length)
      let next = 0
      let left = sections.length
      const give = (worker: Worker): void => {
        if (next < sections.length) send(worker, { kind: 'section', id: next, section: sections[next++] })
      }
      this.#onBreak = () => resolve(null)
      this.#onReply = (worker, reply) => {
        if (reply.kind !== 'section') return
        const { id, read } = reply
        if (read === null) {
          resolve(null)
          return
        }
        done[id] = read
        left--
        give(worker)
        try {
          onSection(sections[id].bytes)
        } catch (error) {
          reject(error)
        }
        if (left === 0) resolve({ sections: done, place: (...args) => this.#place(...args) })
      }
      for (const worker of this.#workers) send(worker, { kind: 'task', path, task })
      for (let ahead = 0; ahead <= AHEAD; ahead++) for (const worker of this.#workers) give(worker)
    })
  }

  /** Each thread writes the numbers of the sections that it read. False when one of them has ended. */
  async #place(columns: ReadonlyMap<number, Float64Array>, starts: readonly number[]): Promise<boolean> {
    if (this.#broken) return false
    return new Promise((resolve) => {
      let left = this.#workers.length
      this.#onBreak = () => resolve(false)
      this.#onReply = () => {
        left--
        if (left === 0) resolve(true)
      }
      for (const worker of this.#workers) send(worker, { kind: 'place', columns, starts })
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}

function send(worker: Worker, message: SectionMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  worker.postMessage(message)
}
