import { FormatError } from '../errors.ts'
import { show } from './check.ts'
import { suggest } from './suggest.ts'

/** Lines up to this long are not broken. */
const LINE = 110

/**
 * JSON that reads well in a diff: what fits on a line stays on it, the rest is indented. Infinities become the strings
 * "Infinity" and "-Infinity", −0 becomes 0, NaN null; every other number parses back to the same double.
 */
export function toReadableJson(value: unknown, indent = ''): string {
  const short = JSON.stringify(value, (_, v: unknown) => (v === Infinity || v === -Infinity ? String(v) : v))
  if (short === undefined || typeof value !== 'object' || value === null) return short ?? 'null'
  if (short.length + indent.length <= LINE)
    return short.replaceAll(/("(?:[^"\\]|\\.)*")|([,:])/g, (_, text, sign) => text ?? `${sign} `)
  const inner = `${indent}  `
  if (Array.isArray(value) && value.every((item) => typeof item === 'number' && Number.isFinite(item))) {
    return `[\n${fill(value as number[], inner)}\n${indent}]`
  }
  const lines = Array.isArray(value)
    ? value.map((item) => inner + toReadableJson(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${inner}${JSON.stringify(key)}: ${toReadableJson(item, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

/** Numbers side by side, as many as a line holds. */
function fill(numbers: readonly number[], indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const [i, number] of numbers.entries()) {
    const text = JSON.stringify(number) + (i + 1 < numbers.length ? ',' : '')
    if (line !== '' && indent.length + line.length + 1 + text.length > LINE) {
      lines.push(indent + line)
      line = ''
    }
    line += line === '' ? text : ` ${text}`
  }
  return [...lines, indent + line].join('\n')
}

/** A value of a parsed file with the path that leads to it, so that every complaint can say where it is. */
export class Field {
  readonly path: string
  readonly value: unknown

  constructor(value: unknown, path = '') {
    this.value = value
    this.path = path
  }

  /** What was found, as short text. */
  get shown(): string {
    return this.value === undefined ? 'nothing' : show(this.value)
  }

  fail(expected: string): never {
    throw new FormatError(this.path, `expected ${expected}, got ${this.shown}`)
  }

  /** A field of an object; a missing one has the value undefined. */
  get(name: string): Field {
    const record = this.record()
    return new Field(
      Object.hasOwn(record, name) ? record[name] : undefined,
      this.path === '' ? name : `${this.path}.${name}`,
    )
  }

  record(): Record<string, unknown> {
    const { value } = this
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail('an object')
    return value as Record<string, unknown>
  }

  items(): Field[] {
    if (!Array.isArray(this.value)) this.fail('a list')
    return (this.value as unknown[]).map((item, i) => new Field(item, `${this.path}[${i}]`))
  }

  /** What `read` makes of every item of a list. */
  list<T>(read: (item: Field) => T): T[] {
    return this.items().map(read)
  }

  /** What `read` makes of it; null for null or nothing. */
  optional<T>(read: (field: Field) => T): T | null {
    return this.value === null || this.value === undefined ? null : read(this)
  }

  /** What `read` gives; what it complains about is told with the path. */
  attempt<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (error instanceof FormatError) throw error
      const told = error instanceof Error ? error.message : String(error)
      throw new FormatError(this.path, told.replace(/^find\w+: /, ''))
    }
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.fail('a text')
  }

  truth(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.fail('true or false')
  }

  oneOf<const T extends string>(...names: readonly T[]): T {
    const found = names.find((name) => name === this.value)
    if (found !== undefined) return found
    return typeof this.value === 'string' && names.length > 1
      ? this.fail(
          `one of ${names.join(', ')}${suggest(this.value, names).startsWith(', did') ? suggest(this.value, names) : ''}`,
        )
      : this.fail(names.length > 1 ? `one of ${names.join(', ')}` : show(names[0]))
  }

  finite(): number {
    return typeof this.value === 'number' && Number.isFinite(this.value) ? this.value : this.fail('a finite number')
  }

  /** A number that may be infinite, written as a text then. */
  number(): number {
    if (this.value === 'Infinity') return Infinity
    if (this.value === '-Infinity') return -Infinity
    return this.finite()
  }

  /** A number of at least 0. */
  amount(): number {
    const value = this.number()
    return value >= 0 ? value : this.fail('a number of at least 0')
  }

  /** A finite number of at least 0. */
  finiteAmount(): number {
    const value = this.finite()
    return value >= 0 ? value : this.fail('a number of at least 0')
  }

  /** A whole number from 0 to `most`. */
  index(most: number = Number.MAX_SAFE_INTEGER): number {
    const value = this.value
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most) return value
    return this.fail(
      most === Number.MAX_SAFE_INTEGER ? 'a whole number of at least 0' : `a whole number from 0 to ${most}`,
    )
  }
}

/** The parsed text as a field; text that is not JSON is refused with what the parser says. */
export function parseJson(text: string): Field {
  try {
    return new Field(JSON.parse(text))
  } catch (error) {
    throw new FormatError('', `not valid JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The parsed text of a saved file; another format or version is refused. */
export function parseSaved(text: string, format: string): Field {
  const root = parseJson(text)
  checkFormat(root, format)
  return root
}

/** Refuses what was saved in another format or version. */
export function checkFormat(root: Field, format: string): void {
  root.get('format').oneOf(format)
  const version = root.get('version')
  if (version.value === 1) return
  throw new FormatError(version.path, `expected 1, got ${version.shown}; this library reads version 1`)
}

/**
 * Plain data as JSON, in which infinities are texts. As by a function that JSON.stringify asks about every value, but lists of
 * numbers, most of what is saved, are only looked through.
 */
export function jsonWithInfinities(data: unknown): string {
  return JSON.stringify(withTexts(data))
}

function withTexts(data: unknown): unknown {
  if (data === Infinity || data === -Infinity) return String(data)
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return data.every(isPlain) ? data : data.map(withTexts)
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withTexts(value)]))
}

/** Whether JSON can spell a value as it is. */
function isPlain(value: unknown): boolean {
  return typeof value === 'number'
    ? value !== Infinity && value !== -Infinity
    : typeof value !== 'object' || value === null
}
