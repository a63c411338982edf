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
