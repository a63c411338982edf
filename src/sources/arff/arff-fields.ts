import { isWhite } from '../text/values.ts'

export interface ArffField {
  readonly text: string
  /** a quoted ? is a text, a bare one is missing */
  readonly quoted: boolean
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/**
 * The fields of an ARFF line or list of levels: separated by commas, in ' or " quotes with backslash escapes where
 * needed; a % that starts a word starts a comment. Null when a quote is not closed or text follows a closing quote.
 */
export function splitArff(line: string): ArffField[] | null {
  const fields: ArffField[] = []
  let at = 0
  for (;;) {
    while (isWhite(line.charCodeAt(at))) at++
    const quote = line[at]
    if (quote === '"' || quote === "'") {
      const found = quotedAt(line, at)
      if (found === null) return null
      fields.push({ text: found.text, quoted: true })
      at = found.end
      while (isWhite(line.charCodeAt(at))) at++
      if (at < line.length && line[at] !== ',' && line[at] !== '%') return null
    } else {
      const end = bareEnd(line, at)
      fields.push({ text: line.slice(at, end).trimEnd(), quoted: false })
      at = end
    }
    if (line[at] !== ',') return fields
    at++
  }
}

/** The text in quotes that starts at `at`, and where it ends; null when it does not. */
export function quotedAt(line: string, at: number): { text: string; end: number } | null {
  const quote = line[at]
  let text = ''
  for (let i = at + 1; i < line.length; i++) {
    if (line[i] === quote) return { text, end: i + 1 }
    if (line[i] === '\\' && i + 1 < line.length) {
      i++
      text += ESCAPES[line[i]] ?? line[i]
    } else {
      text += line[i]
    }
  }
  return null
}

function bareEnd(line: string, start: number): number {
  for (let at = start; at < line.length; at++) {
    if (line[at] === ',') return at
    if (line[at] === '%' && (at === start || isWhite(line.charCodeAt(at - 1)))) return at
  }
  return line.length
}
