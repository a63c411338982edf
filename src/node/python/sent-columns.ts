import { FormatError } from '../../errors.ts'
import type { SourceColumn, ValueKind } from '../../sources/source.ts'
import type { Field } from '../../util/saved-json.ts'
import type { BytePipe } from './byte-pipe.ts'
import type { ReadAhead } from './read-ahead.ts'

/** A column as a header tells of it; its values come later. */
export interface SentColumn {
  readonly name: string
  readonly kind: ValueKind
  /** the texts that the numbers of a column of levels stand for */
  readonly levels: readonly string[]
}

/** Most rows of a message: what an array of doubles and the numbers of rows can hold everywhere. */
const MOST_ROWS = 2 ** 31 - 1

const KINDS = ['number', 'date', 'boolean', 'category'] as const

/** Reads what a header tells of a column. */
function readSent(field: Field): SentColumn {
  const kind = field.get('kind').oneOf(...KINDS)
  return {
    name: field.get('name').text(),
    kind,
    levels: hasLevels(kind) ? field.get('levels').list((level) => level.text()) : [],
  }
}

/** Columns of fewer bytes are not read ahead: most of one waits in the pipe. */
const LARGE = 2 ** 20

/** What is being read: the column, its numbers, and what waits until they are there. */
interface Begun {
  readonly column: SentColumn
  readonly numbers: Float64Array | Int32Array
  readonly end: () => boolean
}

/**
 * The values of columns, taken from the pipe when they are asked for, in the order in which they were told of. Doubles are 8
 * bytes a row; levels are whole numbers of 4 bytes a row, −1 where missing. The memory of doubles is used again for later
 * columns, so a table costs no more than two of them: one is fitted, the next one read.
 */
export class SentValues {
  /** how many values each column has */
  readonly rows: number
  /** all columns in their order: the target and the weights, where there are any, come first */
  readonly columns: readonly SentColumn[]
  readonly #pipe: BytePipe
  readonly #ahead: ReadAhead | undefined
  readonly #left: SentColumn[]
  /** of the last two columns of doubles, the older one first */
  readonly #memory: (SharedArrayBuffer | undefined)[] = [undefined, undefined]
  #lent: SharedArrayBuffer[] = []
  #begun: Begun | null = null

  /** What a header cannot tell of its columns is an error, since nobody knows then where the next message begins. */
  constructor(pipe: BytePipe, header: Field, ahead?: ReadAhead) {
    this.rows = header.get('rows').index(MOST_ROWS)
    this.columns = header.get('columns').list(readSent)
    this.#pipe = pipe
    this.#ahead = ahead
    this.#left = [...this.columns]
  }

  /** The values of the next column. With `keep` they stay as they are when others are read. */
  next(keep: boolean = false): SourceColumn {
    const { column, numbers, end } = this.#begun ?? this.#begin(keep)
    this.#begun = null
    if (!end()) throw ended()
    if (!keep && this.#ahead?.ready === true && numbers.byteLength >= LARGE && this.#left.length > 0)
      this.#begun = this.#begin(false)
    const read = columnOf(column, numbers)
    // Levels are texts by now.
    if (numbers instanceof Int32Array) this.#giveBack(numbers.buffer as SharedArrayBuffer)
    return read
  }

  /** Takes what is left from the pipe, so that the next message can be read. Values are gone then. */
  drain(): void {
    if (this.#begun?.end() === false) throw ended()
    const scratch = new Uint8Array(2 ** 20)
    for (const { kind } of this.#left.splice(0)) {
      for (let left = this.rows * (hasLevels(kind) ? 4 : 8); left > 0; left -= scratch.length) {
        const part = scratch.subarray(0, Math.min(left, scratch.length))
        if (this.#pipe.take(part) < part.length) throw ended()
      }
    }
    this.#giveBack(...this.#lent)
  }

  /** Begins to read the next column: in the other thread where that runs, else when its end is waited for. */
  #begin(keep: boolean): Begun {
    const column = this.#left.shift()!
    const numbers = hasLevels(column.kind)
      ? new Int32Array(this.#lend(4 * this.rows), 0, this.rows)
      : new Float64Array(this.#doubles(keep), 0, this.rows)
    const bytes = new Uint8Array(numbers.buffer, 0, numbers.byteLength)
    if (this.#ahead?.ready === true && bytes.length >= LARGE) return { column, numbers, end: this.#ahead.begin(bytes) }
    return { column, numbers, end: () => this.#pipe.take(bytes) === bytes.length }
  }

  /** Memory for a column: that of the one before the last, which nobody looks at any more. */
  #doubles(keep: boolean): SharedArrayBuffer {
    if (keep) return this.#lend(8 * this.rows)
    const memory = this.#memory.shift() ?? this.#lend(8 * this.rows)
    this.#memory.push(memory)
    return memory
  }

  /** Memory that both threads see. */
  #lend(bytes: number): SharedArrayBuffer {
    const memory = this.#ahead?.lend(bytes) ?? new SharedArrayBuffer(bytes)
    this.#lent.push(memory)
    return memory
  }

  #giveBack(...memory: readonly SharedArrayBuffer[]): void {
    this.#lent = this.#lent.filter((one) => !memory.includes(one))
    this.#ahead?.giveBack(...memory)
  }
}

/** A column of what was read. Levels are texts. */
function columnOf({ name, kind, levels }: SentColumn, numbers: Float64Array | Int32Array): SourceColumn {
  if (kind === 'number' || kind === 'date') return { name, kind, values: numbers as Float64Array }
  const values = Array.from(numbers, (code) => {
    if (code >= -1 && code < levels.length) return code < 0 ? null : levels[code]
    throw new FormatError('', `column ${JSON.stringify(name)} has ${levels.length} levels, got the number ${code}`)
  })
  return { name, kind, values }
}

function ended(): FormatError {
  return new FormatError('', 'a message ends within the values of its columns')
}

function hasLevels(kind: ValueKind): boolean {
  return kind === 'boolean' || kind === 'category'
}
