/** Where a text stops being JSON, and what should stand there. */
export interface JsonFault {
  readonly at: number
  readonly expected: string
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const WORD = /true|false|null/y
const WHITE = /[ \t\n\r]*/y

/**
 * The first fault of a text that JSON.parse refused. Engines word their errors differently and some give no position, so
 * this looks itself; null when it finds none.
 */
export function jsonFault(text: string): JsonFault | null {
  const walk = new Walk(text)
  try {
    walk.value()
    walk.take(WHITE)
    if (walk.at < text.length) walk.fail('nothing more')
    return null
  } catch (error) {
    if (error instanceof Found) return { at: error.at, expected: error.expected }
    // Nested so deeply that the stack overflows.
    return null
  }
}

class Found extends Error {
  readonly at: number
  readonly expected: string

  constructor(at: number, expected: string) {
    super(expected)
    this.at = at
    this.expected = expected
  }
}

class Walk {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.test(this.#text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  fail(expected: string): never {
    throw new Found(this.at, expected)
  }

  value(): void {
    this.take(WHITE)
    const first = this.#text[this.at]
    if (first === '{') this.#list('}', 'a name in double quotes or }', () => this.#member())
    else if (first === '[') this.#list(']', 'a value or ]', () => this.value())
    else if (first === '"') this.#string()
    else if (!this.take(NUMBER) && !this.take(WORD)) this.fail('a value')
  }

  #list(close: string, expected: string, item: () => void): void {
    this.at++
    this.take(WHITE)
    if (this.#text[this.at] === close) {
      this.at++
      return
    }
    if (this.at >= this.#text.length) this.fail(expected)
    for (;;) {
      item()
      this.take(WHITE)
      const mark = this.#text[this.at]
      if (mark !== ',' && mark !== close) this.fail(`, or ${close}`)
      this.at++
      if (mark === close) return
    }
  }

  #member(): void {
    this.take(WHITE)
    if (this.#text[this.at] !== '"') this.fail('a name in double quotes')
    this.#string()
    this.take(WHITE)
    if (this.#text[this.at] !== ':') this.fail(':')
    this.at++
    this.value()
  }

  #string(): void {
    for (this.at++; this.#text[this.at] !== '"';) {
      const code = this.#text.charCodeAt(this.at)
      if (this.at >= this.#text.length) this.fail('a closing quote')
      if (code < 32) this.fail('an escape such as \\n in place of a control character')
      if (this.#text[this.at] !== '\\') this.at++
      else if (!this.take(ESCAPE)) this.fail('an escape such as \\n or \\\\')
    }
    this.at++
  }
}
