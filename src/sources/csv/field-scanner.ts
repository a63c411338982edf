import type { Dialect } from './dialect.ts'
import { utf8Fault } from '../text/decode-utf8.ts'
import { isWhite } from '../text/values.ts'

const LF = 10
const CR = 13
const SPACE = 32
const QUOTE = 34

/** What a byte means: nothing, the end of a field, never text, part of a longer character. */
const PLAIN = 0
export const ENDS = 1
const NUL = 2
const HIGH = 3
/** Only inside quotes. */
const MARKS = 4

/** Says that a field goes on beyond the bytes at hand. */
export const OPEN = -1

/** What can be wrong with a field. */
export type FieldFault = 'nul' | 'utf8' | 'unclosed' | 'after-quote' | 'long'

/**
 * Finds where a field ends and which bytes are its value. The byte at `end`, behind the bytes at hand, must be a line
 * feed: so the loops need not look for the end.
 */
export class FieldScanner {
  /** the value of the last field found, white space around it removed */
  bytes: Uint8Array = new Uint8Array(0)
  from = 0
  to = 0
  /** line ends inside the last field, or those before the fault */
  lines = 0
  /** meaning of each byte outside quotes */
  readonly meaning: Uint8Array = new Uint8Array(256)
  readonly #quotedMeaning = new Uint8Array(256)
  readonly #quoted: boolean
  /** blanks beside quotes are ignored, unless they separate fields */
  readonly #blank: number | null
  readonly #fail: (fault: FieldFault) => never
  #scratch = new Uint8Array(64)

  constructor({ delimiter, quote }: Dialect, fail: (fault: FieldFault) => never) {
    this.meaning.fill(HIGH, 128)
    this.meaning[0] = NUL
    this.#quotedMeaning.set(this.meaning)
    for (const end of [LF, CR, delimiter.charCodeAt(0)]) this.meaning[end] = ENDS
    for (const mark of [LF, CR, QUOTE]) this.#quotedMeaning[mark] = MARKS
    this.#quoted = quote !== null
    this.#blank = delimiter === ' ' ? null : SPACE
    this.#fail = fail
  }

  /** The position of the byte that ends the field at `at`, or OPEN. At the end of the file (`final`) that may be `end`. */
  find(bytes: Uint8Array, at: number, end: number, final: boolean): number {
    this.lines = 0
    if (this.#quoted) {
      let first = at
      while (bytes[first] === this.#blank) first++
      if (bytes[first] === QUOTE) return this.#findQuoted(bytes, first + 1, end, final)
    }
    let stop = at
    let high = false
    for (let meaning = this.meaning[bytes[stop]]; meaning !== ENDS; meaning = this.meaning[bytes[++stop]]) {
      if (meaning === PLAIN) continue
      if (meaning === NUL) this.#fail('nul')
      high = true
    }
    if (stop >= end && !final) return OPEN
    if (high && utf8Fault(bytes, at, stop) >= 0) this.#fail('utf8')
    this.#trim(bytes, at, stop)
    return stop
  }

  #findQuoted(bytes: Uint8Array, start: number, end: number, final: boolean): number {
    let at = start
    let high = false
    let doubled = 0
    for (; ; at++) {
      const meaning = this.#quotedMeaning[bytes[at]]
      if (meaning === PLAIN) continue
      if (meaning === NUL) this.#fail('nul')
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
    if (this.meaning[bytes[stop]] !== ENDS) this.#fail('after-quote')
    if (high && utf8Fault(bytes, start, at) >= 0) this.#fail('utf8')
    if (doubled === 0) this.#trim(bytes, start, at)
    else this.#undouble(bytes, start, at)
    return stop
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
    while (from < to && isWhite(bytes[from])) from++
    while (to > from && isWhite(bytes[to - 1])) to--
    this.bytes = bytes
    this.from = from
    this.to = to
  }
}
