import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteReader } from '../../src/util/byte-reader.ts'
import { ByteWriter } from '../../src/util/byte-writer.ts'
import { crc32 } from '../../src/util/crc32.ts'

test('the CRC-32 is that of zip', () => {
  const of = (text: string): number => crc32(new TextEncoder().encode(text))
  expect(of('')).toBe(0)
  expect(of('123456789')).toBe(0xcbf43926)
  expect(of('The quick brown fox jumps over the lazy dog')).toBe(0x414fa339)
})

describe('bytes that were written', () => {
  test('are read again, in any order of types', () => {
    const piece = fc.oneof(
      fc.record({ type: fc.constant('varint' as const), value: fc.maxSafeNat() }),
      fc.record({ type: fc.constant('double' as const), value: fc.double() }),
      fc.record({ type: fc.constant('byte' as const), value: fc.nat(255) }),
      fc.record({ type: fc.constant('text' as const), value: fc.string({ unit: 'grapheme' }) }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 300, size: 'max' }), (pieces) => {
        const writer = new ByteWriter()
        for (const { type, value } of pieces) writer[type](value as never)
        const bytes = writer.finish()
        expect(bytes.length).toBe(writer.size)
        const reader = new ByteReader(bytes)
        expect(pieces.map(({ type }) => reader[type]())).toEqual(pieces.map(({ value }) => value))
        expect(reader.left).toBe(0)
      }),
      { numRuns: 50 },
    )
  })

  test('are little-endian, whole numbers with the lowest seven bits first', () => {
    const writer = new ByteWriter()
    writer.varint(300)
    writer.double(1)
    writer.text('é')
    expect([...writer.finish()]).toEqual([0xac, 0x02, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 2, 0xc3, 0xa9])
  })
})

test.each<[string, number[], (reader: ByteReader) => unknown, string]>([
  ['nothing', [], (r) => r.byte(), 'byte 0: expected a byte, but the bytes end here'],
  ['a byte too large', [2], (r) => r.byte(1), 'byte 0: expected a number from 0 to 1, got 2'],
  ['half a double', [1, 2, 3], (r) => r.double(), 'byte 0: expected a double, but the bytes end here'],
  ['a number without an end', [0x80], (r) => r.varint(), 'byte 1: expected a whole number, but the bytes end here'],
  ['a number in a long form', [0x81, 0], (r) => r.varint(), 'byte 0: expected a whole number in its shortest form'],
  ['2^53', [128, 128, 128, 128, 128, 128, 128, 16], (r) => r.varint(), 'byte 0: expected a whole number below 2^53'],
  ['nine bytes', [...Array<number>(8).fill(255), 1], (r) => r.varint(), 'byte 0: expected a whole number below 2^53'],
  [
    'a text too long',
    [3, 97],
    (r) => r.text(),
    'byte 0: expected 3 letters, which take 3 bytes or more, but 1 are left',
  ],
  ['a text of another encoding', [1, 0xe9], (r) => r.text(), 'byte 0: expected a text in UTF-8'],
  [
    'too many doubles',
    [2, 0, 0],
    (r) => r.count('codes', 8),
    'byte 0: expected 2 codes, which take 16 bytes or more, but 2 are left',
  ],
])('%s is refused', (_, bytes, read, message) => {
  expect(() => read(new ByteReader(Uint8Array.from(bytes)))).toThrow(message)
})
