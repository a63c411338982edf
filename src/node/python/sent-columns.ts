import { FormatError } from '../../errors.ts'
import type { SourceColumn, ValueKind } from '../../sources/source.ts'
import type { Field } from '../../util/saved-json.ts'
import type { BytePipe } from './byte-pipe.ts'

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

/**
 * The values of columns, taken from the pipe when they are asked for, in the order in which they were told of. Doubles are 8
 * bytes a row; levels are whole numbers of 4 bytes a row, −1 where missing. The memory of doubles is used again for the next
 * column, so a table costs no more than one of them.
 */
export class SentValues {
  /** how many values each column has */
  readonly rows: number
  /** all columns in their order: the target and the weights, where there are any, come first */
  readonly columns: readonly SentColumn[]
  readonly #pipe: BytePipe
  readonly #left: SentColumn[]
  #doubles: Float64Array | null = null

  /** What a header cannot tell of its columns is an error, since nobody knows then where the next message begins. */
  constructor(pipe: BytePipe, header: Field) {
    this.rows = header.get('rows').index(MOST_ROWS)
    this.columns = header.get('columns').list(readSent)
    this.#pipe = pipe
    this.#left = [...this.columns]
  }

  /** The values of the next column. With `keep` they stay as they are when others are read. */
  next(keep: boolean = false): SourceColumn {
    const { name, kind, levels } = this.#left.shift()!
    if (kind === 'number' || kind === 'date') return { name, kind, values: this.#readDoubles(keep) }
    const codes = new Int32Array(this.rows)
    this.#fill(codes)
    const values = Array.from(codes, (code) => {
      if (code >= -1 && code < levels.length) return code < 0 ? null : levels[code]
      throw new FormatError('', `column ${JSON.stringify(name)} has ${levels.length} levels, got the number ${code}`)
    })
    return { name, kind, values }
  }

  /** Takes what is left from the pipe, so that the next message can be read. */
  drain(): void {
    const scratch = new Uint8Array(2 ** 20)
    for (const { kind } of this.#left.splice(0)) {
      for (let left = this.rows * (hasLevels(kind) ? 4 : 8); left > 0; left -= scratch.length)
        this.#fill(scratch.subarray(0, Math.min(left, scratch.length)))
    }
  }

  #readDoubles(keep: boolean): Float64Array {
    const doubles = (keep ? null : this.#doubles) ?? new Float64Array(this.rows)
    if (!keep) this.#doubles = doubles
    this.#fill(doubles)
    return doubles
  }

  #fill({ buffer, byteOffset, byteLength }: Float64Array | Int32Array | Uint8Array): void {
    if (this.#pipe.take(new Uint8Array(buffer, byteOffset, byteLength)) < byteLength)
      throw new FormatError('', 'a message ends within the values of its columns')
  }
}

function hasLevels(kind: ValueKind): boolean {
  return kind === 'boolean' || kind === 'category'
}
