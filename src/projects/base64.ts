const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Letters are put together this many at a time: a text grown letter by letter costs memory for each of them. */
const AT_ONCE = 0x6000

/** Bytes as text of four letters for three bytes (RFC 4648), which JSON can hold. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += AT_ONCE) {
    const part = bytes.subarray(start, start + AT_ONCE)
    let text = ''
    for (let at = 0; at < part.length; at += 3) {
      const word = (part[at] << 16) | ((part[at + 1] ?? 0) << 8) | (part[at + 2] ?? 0)
      text += LETTERS[word >> 18] + LETTERS[(word >> 12) & 63]
      text += at + 1 < part.length ? LETTERS[(word >> 6) & 63] : '='
      text += at + 2 < part.length ? LETTERS[word & 63] : '='
    }
    parts.push(text)
  }
  return parts.join('')
}

/** The bytes again; null where the text is no such text. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null
  const padded = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const values = new Int8Array(128).fill(-1)
  for (let i = 0; i < 64; i++) values[LETTERS.codePointAt(i)!] = i
  const bytes = new Uint8Array((text.length / 4) * 3 - padded)
  let word = 0
  for (let at = 0; at < text.length; at++) {
    // oxlint-disable-next-line unicorn/prefer-code-point -- every letter that counts is one unit
    const unit = text.charCodeAt(at)
    const value = at >= text.length - padded ? 0 : unit < 128 ? values[unit] : -1
    if (value < 0) return null
    word = (word << 6) | value
    if (at % 4 < 3) continue
    const to = (at >> 2) * 3
    // What lies beyond the end is not kept.
    bytes[to] = word >> 16
    bytes[to + 1] = word >> 8
    bytes[to + 2] = word
    word = 0
  }
  return bytes
}
