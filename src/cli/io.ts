import { randomInt } from 'node:crypto'
import { writeAll } from '../node/files/file-bytes.ts'
import { writingError } from '../node/files/system-errors.ts'
import { cleanReport, visible, visibleLines } from '../reports/printed-text.ts'
import type { Note, Target } from '../types.ts'

/** Where a command writes, and what the other end can show. */
export interface Io {
  /** results for programs, such as JSON and CSV, to the letter */
  readonly out: (text: string) => void
  /** results for people: colours of ours stay, and whatever else a terminal would obey is made visible */
  readonly show: (text: string) => void
  /** a note or an error, on one line of its own: nothing in it is obeyed by a terminal, nor ends the line */
  readonly tell: (line: string) => void
  /** the same for what has several lines, such as help */
  readonly err: (text: string) => void
  /** moves of the cursor and what is drawn with them; never text from the data */
  readonly draw: (text: string, where: 'out' | 'err') => void
  /** colour on standard output: the key that marks it as ours, or false */
  readonly color: string | false
  /** columns of the terminal */
  readonly width: number
  /** whether progress can be drawn */
  readonly progress: boolean
}

const CLEAR_LINE = '\r\u001b[2K'

/** Below this many milliseconds no progress is shown. */
const PATIENCE = 1000

/** What an Io is made of: where bytes go, and what the other end can show. */
export interface Terminal extends Pick<Io, 'width' | 'progress'> {
  readonly color: boolean
  readonly writeOut: (text: string) => void
  readonly writeErr: (text: string) => void
}

/** The one place where text leaves for a terminal. The key of the colours cannot be guessed by who wrote the data. */
export function ioOf({ color, width, progress, writeOut, writeErr }: Terminal): Io {
  const key = color ? String(randomInt(100_000_000_000, 200_000_000_000)) : null
  return {
    out: writeOut,
    show: (text) => writeOut(cleanReport(text, key)),
    tell: (line) => writeErr(`${visible(line)}\n`),
    err: (text) => writeErr(visibleLines(text)),
    draw: (text, where) => (where === 'out' ? writeOut : writeErr)(text),
    color: key ?? false,
    width,
    progress,
  }
}

/** The process's own streams. Colour only on a terminal and without NO_COLOR; FORCE_COLOR turns it on. */
export function processIo(): Io {
  const { env, stdout, stderr } = process
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '' && env['FORCE_COLOR'] !== '0'
  const refused = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== ''
  const columns = Number(env['COLUMNS'])
  return ioOf({
    writeOut: toStandardOutput,
    writeErr: toStandardError,
    color: !refused && (forced || stdout.isTTY),
    width: Math.max(60, stdout.columns ?? (columns > 0 ? columns : 100)),
    progress: stderr.isTTY && env['TERM'] !== 'dumb',
  })
}

function toStandardOutput(text: string): void {
  try {
    writeAll(1, new TextEncoder().encode(text))
  } catch (error) {
    throw writingError(error, 'standard output')
  }
}

/** Notes that nobody can be told are no reason to stop: the results do not go there. */
function toStandardError(text: string): void {
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
    io.tell(`note: ${message.replace('set the target kind to', 'use --target-kind')}`)
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
    this.#io.draw(`${CLEAR_LINE}${bar} ${Math.round(part * 100)} %  ${visible(step)}  ${seconds} s`, 'err')
  }

  /** Tells something that stays, on a line of its own. */
  tell(line: string): void {
    this.done()
    this.#io.tell(line)
  }

  done(): void {
    if (this.#shown) this.#io.draw(CLEAR_LINE, 'err')
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
