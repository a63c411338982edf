import { createHash } from 'node:crypto'
import type { Field } from '../../util/saved-json.ts'

/** Bytes at the beginning of an input, and before the place that was reached, by which it is recognised. */
export const SPAN = 4096
/** Most inputs that a state remembers, the oldest being forgotten: whoever starts a pipe every hour must not fill it. */
const MOST_INPUTS = 100

/** How many bytes, and what they were. */
export interface BytesMark {
  readonly bytes: number
  /** SHA-256, in hexadecimal digits */
  readonly hash: string
}

/** How far an input was read, and how to recognise it. */
export interface InputPlace {
  /** its path as it was given; - for standard input */
  readonly name: string
  /** numbers by which the system knows the file; null for pipes */
  readonly device: string | null
  readonly inode: string | null
  /** bytes up to the end of the last row, rows, and what was wrong in them */
  readonly offset: number
  readonly rows: number
  readonly bad: number
  readonly odd: number
  /** its first bytes, and those before the offset */
  readonly head: BytesMark
  readonly before: BytesMark
}

/** What tells a file from others: enough to look for it. */
export type Recognised = Pick<InputPlace, 'offset' | 'head' | 'before'>

export function markOf(bytes: Uint8Array): BytesMark {
  return { bytes: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') }
}

/** The inputs that a state keeps, the current one last. */
export function keptInputs(before: readonly InputPlace[], current: InputPlace): InputPlace[] {
  return [...before, current].slice(-MOST_INPUTS)
}

/** The first bytes of an input and the last ones before a place in it, kept while it is read. */
export class ByteTrail {
  #head: Buffer
  #last: Buffer
  #offset: number
  /** bytes after the offset, in pieces: a record that is not complete yet */
  #rest: Buffer[] = []
  #headMark: BytesMark | null = null

  constructor(offset: number = 0, head: Uint8Array = Buffer.alloc(0), last: Uint8Array = Buffer.alloc(0)) {
    this.#offset = offset
    this.#head = Buffer.from(head)
    this.#last = Buffer.from(last)
  }

  /** Takes the next bytes; those before the offset are done with. */
  add(piece: Uint8Array, offset: number): void {
    const settled = offset - this.#offset
    this.#offset = offset
    if (settled === 0) {
      // A copy: the piece is filled with the next bytes.
      if (piece.length > 0) this.#rest.push(Buffer.from(piece))
      return
    }
    const all = this.#rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat([...this.#rest, piece]) // prettier-ignore
    const done = all.subarray(0, settled)
    if (this.#head.length < SPAN) {
      this.#head = Buffer.concat([this.#head, done.subarray(0, SPAN - this.#head.length)])
      this.#headMark = null
    }
    this.#last = lastBytes(this.#last, done)
    this.#rest = settled < all.length ? [Buffer.from(all.subarray(settled))] : []
  }

  /** How the input can be recognised at the offset. */
  mark(): Recognised {
    this.#headMark ??= markOf(this.#head)
    return { offset: this.#offset, head: this.#headMark, before: markOf(this.#last) }
  }
}

/** The last bytes of two parts, at most SPAN, as a copy. */
export function lastBytes(before: Uint8Array, then: Uint8Array): Buffer {
  if (then.length >= SPAN) return Buffer.from(then.subarray(then.length - SPAN))
  return Buffer.concat([before.subarray(Math.max(0, before.length + then.length - SPAN)), then])
}

/** Reads the inputs of a state; a wrong field is refused with its path. */
export function readInputs(field: Field): InputPlace[] {
  if (field.items().length > MOST_INPUTS) field.fail(`at most ${MOST_INPUTS} inputs`)
  return field.list((item) => ({
    name: item.get('name').text(),
    device: item.get('device').optional((f) => f.text()),
    inode: item.get('inode').optional((f) => f.text()),
    offset: item.get('offset').index(),
    rows: item.get('rows').index(),
    bad: item.get('bad').index(),
    odd: item.get('odd').index(),
    head: readMark(item.get('head')),
    before: readMark(item.get('before')),
  }))
}

function readMark(field: Field): BytesMark {
  const hash = field.get('hash')
  if (!/^[0-9a-f]{64}$/.test(hash.text())) hash.fail('64 hexadecimal digits')
  return { bytes: field.get('bytes').index(SPAN), hash: hash.text() }
}
