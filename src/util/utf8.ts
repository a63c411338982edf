/** What is used of the TextDecoder and TextEncoder that browsers and Node both have. */
interface Decoder {
  decode(bytes: Uint8Array): string
}
interface Encoder {
  encode(text: string): Uint8Array
}
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => Decoder
declare const TextEncoder: new () => Encoder

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** A text in UTF-8; half a character becomes U+FFFD. */
export function toUtf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The text of bytes that are known to be UTF-8, as it is. */
export function knownUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** The text of bytes, as it is; null when they are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return knownUtf8(bytes)
  } catch {
    return null
  }
}

/** Short texts are faster to make from their codes than to decode. */
const SHORT = 24

/** The text of bytes that are known to be UTF-8. */
export function decodeUtf8(bytes: Uint8Array, start: number = 0, end: number = bytes.length): string {
  if (end - start <= SHORT) {
    let text = ''
    let at = start
    for (; at < end && bytes[at] < 128; at++) text += String.fromCharCode(bytes[at])
    if (at === end) return text
  }
  return knownUtf8(bytes.subarray(start, end))
}

/**
 * Position of the first byte that is not part of UTF-8 text, −1 when all are. Too long forms, surrogates and codes above
 * U+10FFFF are refused as the Unicode standard asks; so is a character that is cut off at the end.
 */
export function utf8Fault(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end;) {
    const lead = bytes[at]
    if (lead < 0x80) {
      at++
      continue
    }
    const length =
      lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
    if (length === 0 || at + length > end) return at
    const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    if (bytes[at + 1] < low || bytes[at + 1] > high) return at
    for (let i = 2; i < length; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return at
    at += length
  }
  return -1
}

/** Where the last character that is cut off by the end begins; the end itself when none is. */
export function wholeCharacters(bytes: Uint8Array, end: number): number {
  for (let at = end - 1; at >= 0 && at >= end - 3; at--) {
    if ((bytes[at] & 0xc0) === 0x80) continue
    const length = bytes[at] >= 0xf0 ? 4 : bytes[at] >= 0xe0 ? 3 : bytes[at] >= 0xc0 ? 2 : 1
    return at + length > end ? at : end
  }
  return end
}
