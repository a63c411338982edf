import type { FieldValue } from '../../sources/csv/field-scanner.ts'
import { decodeUtf8 } from '../../util/utf8.ts'

/** Most labels that are remembered. */
const MOST_LABELS = 1024

/** Texts of labels, each made once: most rows have one of a few labels. */
export class LabelTexts {
  readonly #known = new Map<number, { readonly bytes: Uint8Array; readonly text: string }>()

  text({ bytes, from, to }: FieldValue): string {
    let hash = 0x811c9dc5
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
    const known = this.#known.get(hash)
    if (known !== undefined && same(known.bytes, bytes, from, to)) return known.text
    const text = decodeUtf8(bytes, from, to)
    if (this.#known.size < MOST_LABELS) this.#known.set(hash, { bytes: bytes.slice(from, to), text })
    return text
  }
}

function same(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[from + i]) return false
  return true
}
