import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Binning } from '../../binning/binning.ts'
import { binningFromJson } from '../../binning/binning-json.ts'
import { DataError } from '../../errors.ts'
import { errorCode } from '../../node/files/system-errors.ts'
import { errorText } from '../../reports/error-text.ts'
import type { EncodeFlags } from '../flags/encode-flags.ts'
import { reading } from '../load/load-saved.ts'
import { readText } from '../read-text.ts'
import { AnswerWriter } from './answer-text.ts'
import { DriftWindow } from './drift-window.ts'
import { makeScorer, type Scorer } from './scorer.ts'

/** A file as it was read at some time. Requests keep the one they began with. */
export interface Loaded {
  readonly scorer: Scorer
  readonly writer: AnswerWriter
  /** tells this content from any other */
  readonly hash: string
  /** seconds since 1970 */
  readonly at: number
}

/** What is served, and how. */
export interface ServedOptions extends EncodeFlags {
  readonly path: string
  /** a saved binning whose reference cells scored rows are compared with; default the file, where it is a binning */
  readonly reference?: string | undefined
  /** rows in the window of drift */
  readonly window: number
  /** told what happened to the file */
  readonly tell: (line: string) => void
}

/** The file that is served: read at the start, and again when it has changed. A broken file changes nothing. */
export class ServedFile {
  readonly #options: ServedOptions
  #loaded: Loaded
  #window: DriftWindow | null
  #windowKey: string
  #seen: string
  #waiting: string | null = null
  #timer: NodeJS.Timeout | null = null
  /** times that the file was read again, and times that it could not be */
  reloads = 0
  refused = 0
  /** why the file as it lies there is not the one that is served; null where it is */
  fault: string | null = null

  constructor(options: ServedOptions) {
    this.#options = options
    // Before it is read, so that a change in between is seen.
    this.#seen = this.#look()
    const { loaded, window, key } = this.#read(null)
    this.#loaded = loaded
    this.#window = window
    this.#windowKey = key
  }

  get loaded(): Loaded {
    return this.#loaded
  }

  get window(): DriftWindow | null {
    return this.#window
  }

  /** Looks at the file every so many milliseconds. */
  watch(every: number): void {
    this.#timer = setInterval(() => this.#check(), every)
    this.#timer.unref()
  }

  unwatch(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Reads the file again, whatever its date says. What is wrong with it is told, and the old one stays. */
  reload(): void {
    try {
      const { loaded, window, key } = this.#read({ key: this.#windowKey, window: this.#window })
      if (this.fault !== null) this.#options.tell('the file can be used again')
      this.fault = null
      if (loaded.hash === this.#loaded.hash && key === this.#windowKey) return
      this.#loaded = loaded
      this.#window = window
      this.#windowKey = key
      this.reloads++
      this.#options.tell(`${this.#options.path} changed and is read again: ${loaded.scorer.what} ${loaded.hash}`)
    } catch (error) {
      const message = errorText(error)
      if (this.fault !== message)
        this.#options.tell(`the file changed and cannot be used, the old one is still served: ${message}`)
      this.fault = message
      this.refused++
    }
  }

  /** A file is read when it looks the same twice, so that one half written is not. */
  #check(): void {
    const now = this.#look()
    if (now === this.#seen) this.#waiting = null
    else if (now !== this.#waiting) this.#waiting = now
    else {
      this.#seen = now
      this.#waiting = null
      this.reload()
    }
  }

  /** What tells a changed file from the one before, without reading it. */
  #look(): string {
    const { path, reference } = this.#options
    return [path, ...(reference === undefined ? [] : [reference])].map(looksOf).join(', ')
  }

  #read(before: { readonly key: string; readonly window: DriftWindow | null } | null): {
    loaded: Loaded
    window: DriftWindow | null
    key: string
  } {
    const { path, reference: address, window: size } = this.#options
    const text = readText(path)
    const scorer = makeScorer(text, this.#options)
    const reference = address === undefined ? null : readText(address)
    const binning = reference === null ? scorer.reference : readReference(address!, reference)
    const names = scorer.columns.map(({ name }) => name)
    const key = hashOf(`${reference ?? (binning === null ? '' : text)}\n${JSON.stringify(names)}`)
    const window = before?.key === key ? before.window : windowOf(binning, scorer, size)
    if (address !== undefined && window!.names.length === 0)
      throw new DataError(`${address} has none of the columns that ${path} is scored by, expected at least one of them`)
    return { loaded: { scorer, writer: new AnswerWriter(scorer.outputs), hash: hashOf(text), at: Date.now() / 1000 }, window, key } // prettier-ignore
  }
}

function looksOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch (error) {
    return `${errorCode(error)}`
  }
}

function readReference(path: string, text: string): Binning {
  return reading(path, 'binning', () => binningFromJson(text))
}

/** The window of the columns that are of the same kind on both sides. */
function windowOf(binning: Binning | null, { columns }: Scorer, size: number): DriftWindow | null {
  if (binning === null) return null
  const kinds = new Map<string, string>(binning.columns.map(({ name, kind }) => [name, kind]))
  const alike = columns.filter(({ name, kind }) => kinds.get(name) === kind)
  return new DriftWindow(
    binning,
    alike.map(({ name }) => name),
    size,
  )
}

/** Twelve letters that tell one content from another. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
