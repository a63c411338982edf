import type { Dialect } from './dialect.ts'
import { utf8Fault } from '../../util/utf8.ts'
import { isWhite } from '../text/values.ts'

const LF = 10
const CR = 13
const SPACE = 32
export const QUOTE = 34

/** What a byte means: nothing, the end of a field, never text, part of a longer character. */
const PLAIN = 0
export const ENDS = 1
const NUL = 2
const HIGH = 3
/** Only inside quotes. */
const MARKS = 4

/** Says that a field goes on beyond the bytes at hand, and that it cannot be read. */
export const OPEN = -1
export const FAULT = -2

export type FieldFault = 'nul' | 'utf8' | 'unclosed' | 'after-quote' | 'long'

/** The value of a field: some bytes, without quotes and white space around them. */
export interface FieldValue {
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
}

/** A field in the bytes of its file. */
export interface FoundField extends FieldValue {
  /** the field as it stands there: the bytes from `at` to `stop` of `source` */
  readonly source: Uint8Array
  readonly at: number
  readonly stop: number
}

/**
 * Finds where a field ends and which bytes are its value. The byte at `end`, behind the bytes at hand, must be a line
 * feed: so the loops need not look for the end.
 */
export class FieldScanner implements FoundField {
  bytes: Uint8Array = new Uint8Array(0)
  from = 0
  to = 0
  source: Uint8Array = this.bytes
  at = 0
  stop = 0
  /** what is wrong with the last field */
  fault: FieldFault = 'utf8'
  /** line ends inside the last field, or those before the fault */
  lines = 0
  readonly #meaning: Uint8Array
  readonly #quotedMeaning: Uint8Array
  readonly #quoted: boolean
  /** blanks beside quotes are ignored, unless they separate fields */
  readonly #blank: number | null
  #scratch = new Uint8Array(64)

  constructor({ delimiter, quote }: Dialect) {
    this.#meaning = byteMeanings(delimiter)
    this.#quotedMeaning = this.#meaning.map((meaning) => (meaning === ENDS ? PLAIN : meaning))
    for (const mark of [LF, CR, QUOTE]) this.#quotedMeaning[mark] = MARKS
    this.#quoted = quote !== null
    this.#blank = delimiter === ' ' ? null : SPACE
  }

  /** The position of the byte that ends the field at `at`, or OPEN or FAULT. At the end of the file (`final`) that may be `end`. */
  find(bytes: Uint8Array, at: number, end: number, final: boolean): number {
    this.lines = 0
    // Writing a reference costs more than looking at one.
    if (this.source !== bytes) this.source = bytes
    this.at = at
    if (this.#quoted) {
      let first = at
      while (bytes[first] === this.#blank) first++
      if (bytes[first] === QUOTE) return this.#findQuoted(bytes, first + 1, end, final)
    }
    const meanings = this.#meaning
    let stop = at
    let high = false
    for (let meaning = meanings[bytes[stop]]; meaning !== ENDS; meaning = meanings[bytes[++stop]]) {
      if (meaning === PLAIN) continue
      if (meaning === NUL) return this.#fail('nul')
      high = true
    }
    if (stop >= end && !final) return OPEN
    if (high && utf8Fault(bytes, at, stop) >= 0) return this.#fail('utf8')
    this.#trim(bytes, at, stop)
    this.stop = stop
    return stop
  }

  #findQuoted(bytes: Uint8Array, start: number, end: number, final: boolean): number {
    let at = start
    let high = false
    let doubled = 0
    for (; ; at++) {
      const meaning = this.#quotedMeaning[bytes[at]]
      if (meaning === PLAIN) continue
      if (meaning === NUL) return this.#fail('nul')
      if (meaning === HIGH) {
        high = true
      } else if (at >= end) {
        return final ? this.#fail('unclosed') : OPEN
      } else if (bytes[at] !== QUOTE) {
        if (bytes[at] === CR || bytes[at - 1] !== CR) this.lines++
      } else if (bytes[at + 1] === QUOTE) {
        doubled++
        at++
      } else {
        break
      }
    }
    let stop = at + 1
    while (bytes[stop] === this.#blank) stop++
    if (stop >= end && !final) return OPEN
    if (this.#meaning[bytes[stop]] !== ENDS) return this.#fail('after-quote')
    if (high && utf8Fault(bytes, start, at) >= 0) return this.#fail('utf8')
    if (doubled === 0) this.#trim(bytes, start, at)
    else this.#undouble(bytes, start, at)
    this.stop = stop
    return stop
  }

  #fail(fault: FieldFault): typeof FAULT {
    this.fault = fault
    return FAULT
  }

  #undouble(bytes: Uint8Array, from: number, to: number): void {
    if (to - from >= this.#scratch.length) this.#scratch = new Uint8Array((to - from) * 2)
    let length = 0
    for (let i = from; i < to; i++) {
      this.#scratch[length++] = bytes[i]
      if (bytes[i] === QUOTE) i++
    }
    this.#scratch[length] = QUOTE
    this.#trim(this.#scratch, 0, length)
  }

  #trim(bytes: Uint8Array, from: number, to: number): void {
    if (this.bytes !== bytes) this.bytes = bytes
    this.from = from
    this.to = to
    trimField(this)
  }
}

/** Leaves out white space at the ends of a value. */
export function trimField(field: { readonly bytes: Uint8Array; from: number; to: number }): void {
  const { bytes } = field
  let { from, to } = field
  while (from < to && isWhite(bytes[from])) from++
  while (to > from && isWhite(bytes[to - 1])) to--
  field.from = from
  field.to = to
}

/** What each byte means outside quotes. */
export function byteMeanings(delimiter: string): Uint8Array {
  const meanings = new Uint8Array(256).fill(HIGH, 128)
  meanings[0] = NUL
  for (const end of [LF, CR, delimiter.charCodeAt(0)]) meanings[end] = ENDS
  return meanings
}

/** From here on, bytes that could not be used are looked at again only when they have doubled: so the work stays linear. */
const LONG = 65_536

/** The part of a file at hand: the bytes from `at` to before `end`, with a line feed behind them. */
export interface BytesAtHand {
  readonly bytes: Uint8Array
  readonly at: number
  readonly end: number
  /** Moves them to other memory, where the next ones will go too; false when there is too little of it. */
  moveTo(memory: Uint8Array): boolean
}

/** The bytes at hand: the line feed behind them stops every loop. */
export class ByteWindow implements BytesAtHand {
  bytes: Uint8Array = new Uint8Array(0)
  at = 0
  end = 0
  #enough = 0

  /** Drops what lies before `at` and gives room for more bytes. */
  reserve(more: number): Uint8Array {
    const left = this.end - this.at
    const needed = left + more + 1
    if (needed > this.bytes.length) this.moveTo(new Uint8Array(Math.max(needed, left * 2)))
    else if (this.at > 0) this.moveTo(this.bytes)
    return this.bytes.subarray(left, left + more)
  }

  add(bytes: number): void {
    this.end += bytes
    this.bytes[this.end] = LF
  }

  moveTo(memory: Uint8Array): boolean {
    const left = this.end - this.at
    if (left >= memory.length) return false
    memory.set(this.bytes.subarray(this.at, this.end))
    memory[left] = LF
    this.bytes = memory
    this.at = 0
    this.end = left
    return true
  }

  /** Whether there are so many new bytes that another look is worth it. */
  get isReady(): boolean {
    return this.end - this.at >= this.#enough
  }

  /** To be called after a look, `at` being where the first field that is not complete starts. */
  rest(): number {
    const left = this.end - this.at
    this.#enough = left > LONG ? left * 2 : 0
    return left
  }

  /** Goes past up to so many line ends; `afterCr` says that the byte before `at` was a carriage return. */
  skipLines(lines: number, afterCr: boolean): { readonly skipped: number; readonly afterCr: boolean } {
    let skipped = 0
    let cr = afterCr
    for (; this.at < this.end && skipped < lines; this.at++) {
      const byte = this.bytes[this.at]
      if (byte === CR || (byte === LF && !cr)) skipped++
      cr = byte === CR
    }
    return { skipped, afterCr: cr }
  }
}
