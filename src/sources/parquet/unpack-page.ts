import type { Unpack } from './codecs.ts'
import type { PageHeader } from './page-header.ts'
import type { Part } from './runs.ts'

/** Bytes of an unpacked page: writers aim at one million, DuckDB goes up to a hundred. */
export const LARGEST_PAGE: number = 1 << 28

/** A page that was unpacked. */
export interface UnpackedPage {
  /** the levels where they are apart from the values; null where they stand before them */
  readonly levels: Part | null
  readonly values: Part
}

/**
 * Unpacks a page to the size that its header gives, into `room`, where there is any, or into memory of its own. What is not
 * packed is given as it is.
 */
export async function unpackPage(
  header: PageHeader,
  page: Uint8Array,
  unpack: Unpack,
  room?: (length: number) => Uint8Array,
): Promise<UnpackedPage> {
  if (header.unpacked > LARGEST_PAGE) throw new Error(`a page of ${header.unpacked} bytes when unpacked`)
  if (header.second === null) {
    const whole = await unpack(page, header.unpacked, room?.(header.unpacked))
    if (whole.length !== header.unpacked) {
      throw new Error(`a page of ${whole.length} bytes in place of ${header.unpacked}`)
    }
    return { levels: null, values: all(whole) }
  }
  const { definition, repetition, packed } = header.second
  const first = definition + repetition
  if (definition < 0 || repetition < 0 || first > Math.min(page.length, header.unpacked)) {
    throw new Error(`levels of ${first} bytes in a page of ${page.length}`)
  }
  const rest = page.subarray(first)
  const length = header.unpacked - first
  // Some writers say that pages without values are packed.
  const values = packed && length > 0 ? await unpack(rest, length, room?.(length)) : rest
  if (values.length !== length) throw new Error(`a page of ${values.length} bytes in place of ${length}`)
  return { levels: { bytes: page, start: repetition, end: first }, values: all(values) }
}

const all = (bytes: Uint8Array): Part => ({ bytes, start: 0, end: bytes.length })
