/** Characters that would move the cursor, end the line, hide text or turn its direction. */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/** Text for a terminal on one line, with every character that a terminal would obey as an escape: \\u001b, \\n. */
export function visible(text: string): string {
  return text.replaceAll(CONTROLS, visibleLetter)
}

function visibleLetter(letter: string): string {
  if (letter === '\n') return String.raw`\n`
  if (letter === '\t') return String.raw`\t`
  if (letter === '\r') return String.raw`\r`
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The same for text of several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

/**
 * A report as a terminal may have it: colours that carry the key (`color` of `ReportOptions`) become plain ones, and whatever
 * else a terminal would obey is made visible. Nothing in the data can be taken for a colour of ours, since it has no key.
 */
export function cleanReport(text: string, key: string | null): string {
  if (key === null) return visibleLines(text)
  const pieces = text.split(new RegExp(`(${ESCAPE}\\[[0-9;]*;${key}m)`))
  return pieces.map((piece, i) => (i % 2 === 1 ? piece.replace(`;${key}`, '') : visibleLines(piece))).join('')
}

/**
 * A name from the data as it can be printed: nothing in it ends the line, moves the cursor or colours the terminal. A
 * name that is empty or has spaces at its ends is quoted.
 */
export function printable(name: string): string {
  const plain = visible(name.replaceAll(/[\t\n\r]/g, ' '))
  return plain === '' || plain.trim() !== plain ? `"${plain}"` : plain
}

const ESCAPE = String.fromCharCode(27)

/** Escape sequences that colour text; they take no room. */
const ESCAPES = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g')

/** What ends a colour, with or without a key. */
const ENDS = new RegExp(`${ESCAPE}\\[0(?:;[0-9]+)?m`)

/** Texts of letters, signs and lines that take one column each, which most texts are. */
const NARROW =
  /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02FF\u0370-\u0373\u0391-\u03CE\u2010-\u2027\u2200-\u22FF\u2500-\u25A9\u25CB-\u25CF]*$/

/** Letters that take two columns: East Asian wide and full-width ones, and pictures. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18CFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u

/** Marks that take no room of their own. */
const MARKS = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many columns of a terminal a text takes. Escapes and combining marks take none, East Asian wide letters two. */
export function textWidth(text: string): number {
  const plain = text.replace(ESCAPES, '')
  if (NARROW.test(plain)) return plain.length
  let width = 0
  for (const { segment } of graphemes.segment(plain)) width += letterWidth(segment)
  return width
}

function letterWidth(letter: string): number {
  if (WIDE.test(letter)) return 2
  return MARKS.test(letter) ? 0 : 1
}

/** The text, or its beginning and `…` where it takes more than `width` columns. Colours that were begun are ended. */
export function truncate(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  if (width < 1) return ''
  let out = ''
  let room = width - 1
  let escaped = false
  for (const piece of text.split(new RegExp(`(${ESCAPES.source})`))) {
    if (piece.startsWith('\u001B')) {
      out += piece
      escaped = true
      continue
    }
    for (const { segment } of graphemes.segment(piece)) {
      const wide = letterWidth(segment)
      if (wide > room) return `${out}…${escaped ? (ENDS.exec(text)?.[0] ?? '') : ''}`
      out += segment
      room -= wide
    }
  }
  return out
}

/** The text filled up with spaces on its right to `width` columns. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}

/** The text filled up with spaces on its left to `width` columns. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text
}

/** Words in lines of at most `width` columns; lines after the first start with `indent`. A longer word is truncated. */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line.trim() === '' || textWidth(longer) <= width) line = line.trim() === '' ? line + word : longer
    else {
      lines.push(truncate(line, width))
      line = indent + word
    }
  }
  return [...lines, truncate(line, width)]
}

/** Entries beside each other, on as few lines as they need; none is broken. */
export function flow(entries: readonly string[], width: number, gap = 3): string[] {
  const lines: string[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    const longer = `${last}${' '.repeat(gap)}${entry}`
    if (last !== undefined && textWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(truncate(entry, width))
  }
  return lines
}
