import { Thrift } from './thrift.ts'

export type Encoding =
  | 'PLAIN'
  | 'RLE_DICTIONARY'
  | 'RLE'
  | 'DELTA_BINARY_PACKED'
  | 'DELTA_LENGTH_BYTE_ARRAY'
  | 'DELTA_BYTE_ARRAY'
  | 'BYTE_STREAM_SPLIT'

const ENCODINGS: Readonly<Partial<Record<number, Encoding>>> = {
  0: 'PLAIN',
  2: 'RLE_DICTIONARY',
  3: 'RLE',
  5: 'DELTA_BINARY_PACKED',
  6: 'DELTA_LENGTH_BYTE_ARRAY',
  7: 'DELTA_BYTE_ARRAY',
  8: 'RLE_DICTIONARY',
  9: 'BYTE_STREAM_SPLIT',
}
const RLE = 3

/** What stands before a page. */
export interface PageHeader {
  readonly kind: 'data' | 'dictionary' | 'other'
  /** bytes of the page as it is stored, and unpacked */
  readonly size: number
  readonly unpacked: number
  readonly values: number
  readonly encoding: Encoding | undefined
  /** whether levels are written as runs, the only way since 2013 */
  readonly levelRuns: boolean
  /** where levels have lengths of their own and are not packed */
  readonly second: { readonly definition: number; readonly repetition: number; readonly packed: boolean } | null
}

const KINDS: Readonly<Record<number, PageHeader['kind']>> = { 0: 'data', 2: 'dictionary', 3: 'data' }

/** Reads the header at `at` and tells where the page begins, which must end before `end`. */
export function readPageHeader(
  bytes: Uint8Array,
  at: number,
  end: number = bytes.length,
): { header: PageHeader; start: number } {
  const reader = new Thrift(bytes, at)
  const found = { kind: -1, size: -1, unpacked: -1, values: -1, encoding: -1, levels: RLE }
  const second = { definition: 0, repetition: 0, packed: true }
  let isSecond = false
  reader.struct({
    1: (type) => (found.kind = reader.integer(type)),
    2: (type) => (found.unpacked = reader.integer(type)),
    3: (type) => (found.size = reader.integer(type)),
    5: (type) =>
      reader.nested(type, {
        1: (of) => (found.values = reader.integer(of)),
        2: (of) => (found.encoding = reader.integer(of)),
        3: (of) => (found.levels = reader.integer(of)),
      }),
    7: (type) =>
      reader.nested(type, {
        1: (of) => (found.values = reader.integer(of)),
        2: (of) => (found.encoding = reader.integer(of)),
      }),
    8: (type) => {
      isSecond = true
      reader.nested(type, {
        1: (of) => (found.values = reader.integer(of)),
        4: (of) => (found.encoding = reader.integer(of)),
        5: (of) => (second.definition = reader.integer(of)),
        6: (of) => (second.repetition = reader.integer(of)),
        7: (of) => (second.packed = reader.truth(of)),
      })
    },
  })
  const { kind, size, unpacked, values, encoding, levels } = found
  const left = end - reader.at
  if (size < 0 || size > left) throw new Error(`a page of ${size} bytes where ${left} are left`)
  if (unpacked < 0 || (kind in KINDS && values < 0)) throw new Error('a page of unknown size')
  if (isSecond !== (kind === 3)) throw new Error('a page of one kind described as another')
  return {
    header: {
      kind: KINDS[kind] ?? 'other',
      size,
      unpacked,
      values,
      encoding: ENCODINGS[encoding],
      levelRuns: levels === RLE,
      second: isSecond ? second : null,
    },
    start: reader.at,
  }
}
