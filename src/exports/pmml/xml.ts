import { DataError } from '../../errors.ts'

/** Values of attributes by name; those that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element of XML: its name, its attributes, and what is in it. */
export interface Element {
  readonly name: string
  readonly attributes: Attributes
  readonly inner: readonly Element[] | string
}

/** An element. */
export function element(name: string, attributes: Attributes = {}, inner: readonly Element[] | string = []): Element {
  return { name, attributes, inner }
}

/** The text of a document, two blanks deeper inside of each element. O(length). */
export function xmlText(root: Element): string {
  const lines: string[] = ['<?xml version="1.0" encoding="UTF-8"?>']
  // A list of what is left to write, so that a tree may be as deep as it likes.
  const waiting: ({ readonly at: Element; readonly depth: number } | string)[] = [{ at: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      lines.push(next)
      continue
    }
    const { at, depth } = next
    const margin = '  '.repeat(depth)
    const pairs = Object.entries(at.attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
    )
    const start = `${margin}<${at.name}${pairs.join('')}`
    if (at.inner.length === 0) lines.push(`${start}/>`)
    else if (typeof at.inner === 'string') lines.push(`${start}>${escaped(at.inner)}</${at.name}>`)
    else {
      lines.push(`${start}>`)
      waiting.push(`${margin}</${at.name}>`)
      for (const inner of at.inner.toReversed()) waiting.push({ at: inner, depth: depth + 1 })
    }
  }
  return `${lines.join('\n')}\n`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as XML holds it. Line ends and tabs are written as numbers, because readers make blanks of them. */
function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex
  const bad = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u.exec(text)
  if (bad !== null) {
    const code = bad[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    throw new DataError(`export: a name, label or level holds the character U+${code}, which XML cannot hold`)
  }
  return text
    .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign])
    .replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
