import { writeAll } from '../node/files/file-bytes.ts'
import { writingError } from '../node/files/system-errors.ts'
import type { Note, Target } from '../types.ts'

/** Where a command writes, and what the other end can show. */
export interface Io {
  /** results */
  readonly out: (text: string) => void
  /** notes, progress and errors */
  readonly err: (text: string) => void
  /** colour on standard output */
  readonly color: boolean
  /** columns of the terminal */
  readonly width: number
  /** whether progress can be drawn */
  readonly progress: boolean
}

/** Below this many milliseconds no progress is shown. */
const PATIENCE = 1000

/** The process's own streams. Colour only on a terminal and without NO_COLOR; FORCE_COLOR turns it on. */
export function processIo(): Io {
  const { env, stdout, stderr } = process
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '' && env['FORCE_COLOR'] !== '0'
  const refused = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== ''
  const columns = Number(env['COLUMNS'])
  return {
    out: (text) => writeOut(text),
    err: (text) => writeErr(text),
    color: !refused && (forced || stdout.isTTY),
    width: Math.max(60, stdout.columns ?? (columns > 0 ? columns : 100)),
    progress: stderr.isTTY && env['TERM'] !== 'dumb',
  }
}

function writeOut(text: string): void {
  try {
    writeAll(1, new TextEncoder().encode(text))
  } catch (error) {
    throw writingError(error, 'standard output')
  }
}

/** Notes that nobody can be told are no reason to stop: the results do not go there. */
function writeErr(text: string): void {
  try {
    writeAll(2, new TextEncoder().encode(text))
  } catch {
    // The exit code still tells how it went.
  }
}

/** Notes for people, on standard error. That 0 and 1 are taken for classes surprises nobody. */
export function tellNotes(io: Io, notes: readonly Partial<Note>[], target: Target | null = null): void {
  const plain = target?.kind === 'class' && target.classes.join() === '0,1'
  for (const { code, message = '' } of notes) {
    if (plain && code === 'target-kind') continue
    io.err(`note: ${message.replace('set the target kind to', 'use --target-kind')}\n`)
  }
}

/** A progress line that appears when something takes longer than a second, and leaves nothing behind. */
export class Progress {
  readonly #io: Io
  readonly #start = Date.now()
  #last = 0
  #shown = false

  constructor(io: Io) {
    this.#io = io
  }

  /** Draws how far a step is, from 0 to 1; at most ten times a second. */
  show(step: string, part: number): void {
    const now = Date.now()
    if (!this.#io.progress || now - this.#start < PATIENCE || now - this.#last < 100) return
    this.#last = now
    this.#shown = true
    const width = 24
    const full = Math.round(Math.min(1, Math.max(0, part)) * width)
    const bar = '█'.repeat(full) + '░'.repeat(width - full)
    const seconds = Math.round((now - this.#start) / 1000)
    this.#io.err(`\r\u001b[2K${bar} ${Math.round(part * 100)} %  ${step}  ${seconds} s`)
  }

  done(): void {
    if (this.#shown) this.#io.err('\r\u001b[2K')
    this.#shown = false
  }
}

/** Does long work with a line of progress, which is gone when it ends, also by an error. */
export async function withProgress<T>(io: Io, work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = new Progress(io)
  try {
    return await work(progress)
  } finally {
    progress.done()
  }
}

/** Tells progress column by column, and lets other work run in between. */
export function stepwise(
  progress: Progress,
  step: string,
): { readonly onProgress: (done: number, total: number, column: string) => Promise<void> } {
  return {
    onProgress: async (done, total, column) => {
      progress.show(`${step} ${column}`.trimStart(), done / total)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
