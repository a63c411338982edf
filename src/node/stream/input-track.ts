import type { FilePart } from './file-part.ts'
import { ByteTrail, type InputPlace, keptInputs } from './input-identity.ts'

/** What a stream has counted. */
export interface Counted {
  readonly rows: number
  readonly bad: number
  readonly odd: number
}

/** The inputs of a stream for its state: the one that is read, and those before it. */
export class InputTrack {
  readonly #name: string
  #others: readonly InputPlace[]
  #file: Pick<InputPlace, 'device' | 'inode'> = { device: null, inode: null }
  #trail = new ByteTrail()
  /** what the stream had counted without this input */
  #apart: Counted = { rows: 0, bad: 0, odd: 0 }
  /** a place that is being reached again */
  #repeated: InputPlace | null = null

  /** `others`: inputs that a state knows. */
  constructor(name: string, others: readonly InputPlace[]) {
    this.#name = name
    this.#others = others
  }

  /** A new input follows; the stream has counted this much so far. */
  begin(part: FilePart | null, counted: Counted): void {
    this.#others = this.#others.filter(({ offset }) => offset > 0)
    this.#trail = new ByteTrail()
    this.#apart = counted
    this.moveTo(part)
  }

  /** An input goes on where a state says. `offset` is where, for a state that knows of no inputs. */
  goOn(known: InputPlace | null, part: FilePart, counted: Counted): void {
    this.#forget(known)
    this.#trail = new ByteTrail(part.offset, part.head, part.last)
    this.#apart = known === null ? { rows: 0, bad: 0, odd: 0 } : without(counted, known)
    this.moveTo(part)
  }

  /** An input comes again from its beginning. */
  repeat(known: InputPlace, counted: Counted): void {
    this.#forget(known)
    this.#apart = without(counted, known)
    this.#repeated = known
  }

  /** All that was known is counted again. */
  repeated(): void {
    this.#repeated = null
  }

  /** The same content is read from another file. */
  moveTo(part: FilePart | null): void {
    this.#file = { device: part?.device ?? null, inode: part?.inode ?? null }
  }

  /** The next bytes, of which those before the offset are counted. */
  add(piece: Uint8Array, offset: number): void {
    this.#trail.add(piece, offset)
  }

  /** Closes the input: it is one of those before. */
  end(counted: Counted): void {
    this.#others = this.places(counted)
  }

  places({ rows, bad, odd }: Counted): InputPlace[] {
    const { rows: before, bad: badBefore, odd: oddBefore } = this.#apart
    const { offset, head, before: last } = this.#trail.mark()
    return keptInputs(
      this.#others,
      // In the order in which fields are read: a state that was loaded and saved again is the same, byte for byte.
      this.#repeated ?? {
        name: this.#name,
        ...this.#file,
        offset,
        rows: rows - before,
        bad: bad - badBefore,
        odd: odd - oddBefore,
        head,
        before: last,
      },
    )
  }

  #forget(known: InputPlace | null): void {
    this.#others = this.#others.filter((one) => one !== known)
  }
}

/** What was counted of all inputs but one. */
export function without(counted: Counted, { rows, bad, odd }: Counted): Counted {
  const less = (all: number, one: number): number => Math.max(0, all - one)
  return { rows: less(counted.rows, rows), bad: less(counted.bad, bad), odd: less(counted.odd, odd) }
}
