import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { writeAll } from '../files/file-bytes.ts'
import { writingError } from '../files/system-errors.ts'

/** Most bytes at the end of a file in which events are looked for that a run before this one wrote. */
const MOST_AGAIN = 1 << 26

/**
 * A file that events are appended to. A run that goes on tells again what came after its state was saved; what the file
 * has already is left out, so each event is there once. Nothing in the file is ever removed: others may write to it, too.
 */
export class EventFile {
  readonly path: string
  readonly #descriptor: number
  readonly #isFile: boolean
  /** where the events start that the state does not know */
  #start: number
  #size: number
  /** lines after that, and what there is of one that is not complete */
  readonly #again: Set<string>
  #broken: string

  /** `known`: what the state knows of it. */
  constructor(path: string, known: { readonly path: string; readonly bytes: number } | undefined) {
    this.path = path
    this.#descriptor = this.#doing(() => openSync(path, 'a'))
    const stats = fstatSync(this.#descriptor)
    this.#isFile = stats.isFile()
    this.#size = this.#isFile ? stats.size : 0
    // A file that is shorter was moved away, and this is the next one.
    const from = known?.path !== path ? this.#size : known.bytes > this.#size ? 0 : known.bytes
    this.#start = this.#isFile && this.#size - from <= MOST_AGAIN ? from : this.#size
    const lines = this.#doing(() => this.#read()).split('\n')
    this.#broken = lines.pop() ?? ''
    this.#again = new Set(lines)
  }

  tell(line: string): void {
    if (this.#again.delete(line)) return
    const isRest = this.#broken !== '' && line.startsWith(this.#broken)
    const text = isRest ? line.slice(this.#broken.length) : `${this.#broken === '' ? '' : '\n'}${line}`
    this.#broken = ''
    const bytes = Buffer.from(`${text}\n`)
    this.#doing(() => writeAll(this.#descriptor, bytes))
    this.#size += bytes.length
  }

  /** For the state: up to where events are known. Undefined where that means nothing, as for pipes. */
  place(): { readonly path: string; readonly bytes: number } | undefined {
    if (!this.#isFile) return undefined
    if (this.#again.size === 0 && this.#broken === '') this.#start = this.#size
    return { path: this.path, bytes: this.#start }
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #read(): string {
    const bytes = Buffer.alloc(this.#size - this.#start)
    if (bytes.length === 0) return ''
    const file = openSync(this.path, 'r')
    try {
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, this.#start))
    } finally {
      closeSync(file)
    }
  }

  #doing<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw writingError(error, this.path)
    }
  }
}
