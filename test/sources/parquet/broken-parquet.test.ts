import { describe, expect, test } from 'vitest'
import {
  dataPage,
  dataPage2,
  dictionaryPage,
  little,
  measured,
  parquetFile,
  textBytes,
  varint,
} from '../../../scripts/fuzz/parquet-files.mjs'
import { refusal } from '../made.ts'
import { readBytes } from './made-parquet.ts'

/** What is said about a broken column x. */
const broken = (reason: string): string =>
  `data.parquet is a broken Parquet file or one of an unknown kind (column "x": ${reason}); ` +
  'copy or write it again, or leave the column out'
const brokenFile = (reason: string): string =>
  `data.parquet is a broken Parquet file or one of an unknown kind (${reason}); copy or write it again`

/** A run length of four bytes of ones: 2^31 − 1 equal values, or as many times eight packed ones. */
const EQUAL = [0xfe, 0xff, 0xff, 0xff, 0x0f]
const PACKED = [0xff, 0xff, 0xff, 0xff, 0x0f]

describe('runs that claim more than there is', () => {
  test('levels of equal values', async () => {
    const page = dataPage([...measured([...EQUAL, 1]), ...little(7, 4)], { values: 1 })
    expect(await refusal(readBytes(parquetFile([page], { rows: 1 })))).toBe(
      broken('a run of 2147483647 values where 1 are left'),
    )
  })

  test('levels of packed values', async () => {
    const page = dataPage([...measured([...PACKED, 1]), ...little(7, 4)], { values: 100 })
    expect(await refusal(readBytes(parquetFile([page], { rows: 100 })))).toBe(broken('a run that is cut off'))
  })

  test('levels of the second kind of page', async () => {
    const page = dataPage2([...EQUAL, 1], little(7, 4), { values: 1 })
    expect(await refusal(readBytes(parquetFile([page], { rows: 1 })))).toBe(
      broken('a run of 2147483647 values where 1 are left'),
    )
  })

  test('numbers of values in a dictionary', async () => {
    const words = dictionaryPage([...measured(textBytes('a')), ...measured(textBytes('b'))], { values: 2 })
    const page = dataPage([1, ...EQUAL, 1], { values: 3, encoding: 'RLE_DICTIONARY' })
    const text = { rows: 3, type: 'BYTE_ARRAY', required: true, converted: 0 }
    expect(await refusal(readBytes(parquetFile([words, page], text)))).toBe(
      broken('a run of 2147483647 values where 3 are left'),
    )
    const beyond = dataPage([32, 6, ...little(4_294_967_295, 4)], { values: 3, encoding: 'RLE_DICTIONARY' })
    expect(await refusal(readBytes(parquetFile([words, beyond], text)))).toBe(
      broken('value 4294967295 of a dictionary of 2'),
    )
    const wide = dataPage([33, 6, 0, 0, 0, 0, 0], { values: 3, encoding: 'RLE_DICTIONARY' })
    expect(await refusal(readBytes(parquetFile([words, wide], text)))).toBe(broken('codes of 33 bits'))
  })

  test('runs of nothing, as many as there are bytes', async () => {
    const page = dataPage(measured(Array.from({ length: 5000 }, () => 0)), { values: 4 })
    expect(await refusal(readBytes(parquetFile([page], { rows: 4 })))).toBe(broken('fewer values than were announced'))
  })

  test('truth values', async () => {
    const page = dataPage(measured([...EQUAL, 1]), { values: 2, encoding: 'RLE' })
    expect(await refusal(readBytes(parquetFile([page], { rows: 2, type: 'BOOLEAN', required: true })))).toBe(
      broken('a run of 2147483647 values where 2 are left'),
    )
  })
})

describe('differences that claim more than there is', () => {
  const read = (bytes: number[], type = 'INT32', values = 3): Promise<string> =>
    refusal(
      readBytes(
        parquetFile([dataPage(bytes, { values, encoding: 'DELTA_BINARY_PACKED' })], { rows: 3, type, required: true }),
      ),
    )

  test.each(['INT32', 'INT64'])('%s', async (type) => {
    expect(await read([...varint(2 ** 31), 1, 3, 0], type)).toBe(broken('blocks of 2147483648 differences in 1 parts'))
    expect(await read([...varint(128), ...varint(2 ** 31), 3, 0], type)).toBe(
      broken('blocks of 128 differences in 2147483648 parts'),
    )
    expect(await read([...varint(128), 0, 3, 0], type)).toBe(broken('blocks of 128 differences in 0 parts'))
    expect(await read([...varint(128), 4, ...varint(2 ** 31), 0], type)).toBe(broken('2147483648 values in place of 3'))
    expect(await read([...varint(128), 1, 3, 0, 0, 65], type)).toBe(broken('differences of 65 bits'))
    expect(await read([...varint(128), 1, 3, 0, 0, 8, 1], type)).toBe(broken('differences that are cut off'))
    expect(
      await read(
        Array.from({ length: 40 }, () => 255),
        type,
      ),
    ).toBe(broken('a number that does not end'))
  })

  test('texts', async () => {
    const text = { rows: 2, type: 'BYTE_ARRAY', required: true, converted: 0 }
    const one = (encoding: string, bytes: number[]): Promise<string> =>
      refusal(readBytes(parquetFile([dataPage(bytes, { values: 2, encoding })], text)))
    const lengths = (first: number, second: number): number[] => [
      ...varint(128),
      1,
      2,
      ...varint(2 * first),
      ...varint(second < first ? 2 * (first - second) - 1 : 2 * (second - first)),
      0,
    ]
    expect(await one('DELTA_LENGTH_BYTE_ARRAY', [...lengths(1, 2 ** 30), 97])).toBe(
      broken('a text that is longer than its page'),
    )
    expect(await one('DELTA_LENGTH_BYTE_ARRAY', [...lengths(1, -5), 97])).toBe(broken('a text of -5 bytes'))
    expect(await one('DELTA_BYTE_ARRAY', [...lengths(0, 9), ...lengths(1, 1), 97, 98])).toBe(
      broken('a text that repeats more than there is'),
    )
    expect(await one('PLAIN', [...little(4_294_967_295, 4), 97, 97, 97, 97, 97])).toBe(
      broken('a text that is longer than its page'),
    )
  })

  test('texts that repeat each other to gigabytes', async () => {
    const rows = 3001
    const growing = (first: number, step: number): number[] => [
      ...varint(32_768),
      1,
      ...varint(rows),
      ...varint(2 * first),
      ...varint(2 * step),
      0,
    ]
    const bytes = [...growing(0, 100), ...growing(100, 0), ...Array.from({ length: 100 * rows }, () => 97)]
    const page = dataPage(bytes, { values: rows, encoding: 'DELTA_BYTE_ARRAY' })
    const file = parquetFile([page], { rows, type: 'BYTE_ARRAY', required: true, converted: 0 })
    expect(await refusal(readBytes(file))).toBe(broken('texts of 450450100 bytes in a page'))
  })
})

describe('sizes and counts that are not there', () => {
  const one = little(7, 4)
  const plain = { rows: 1, required: true }

  test('of pages', async () => {
    const cases: [number[], string][] = [
      [dataPage(one, { values: 2 ** 30 }), 'a page of 1073741824 values where 1 are left'],
      [dataPage(one, { values: -1 }), 'a page of unknown size'],
      [dataPage(one, { values: 1, size: 2 ** 30 }), 'a page of 1073741824 bytes where 4 are left'],
      [dataPage(one, { values: 1, unpacked: 2 ** 31 - 1 }), 'a page of 2147483647 bytes when unpacked'],
      [dataPage(one, { values: 1, unpacked: 8 }), 'a page of 4 bytes in place of 8'],
      [dataPage2([], one, { values: 1, definition: 2 ** 30 }), 'levels of 1073741824 bytes in a page of 4'],
      [dataPage2([], one, { values: 1, repetition: -8 }), 'levels of -8 bytes in a page of 4'],
      [dataPage([1, 2, 3, 4], { values: 1, encoding: 'DELTA_BYTE_ARRAY' }), 'INT32 values encoded as DELTA_BYTE_ARRAY'],
    ]
    for (const [page, reason] of cases) {
      expect(await refusal(readBytes(parquetFile([page], plain)))).toBe(broken(reason))
    }
    const words = dictionaryPage(one, { values: 2 ** 28 })
    expect(await refusal(readBytes(parquetFile([words], plain)))).toMatch(/far too many for its size/)
    const split = dataPage(one, { values: 1, encoding: 'BYTE_STREAM_SPLIT' })
    expect(await refusal(readBytes(parquetFile([split], { ...plain, type: 'DOUBLE' })))).toBe(
      broken('1 DOUBLE values in 4 bytes'),
    )
  })

  test('of the footer', async () => {
    const page = dataPage(one, { values: 1 })
    const file = (lies: object): Promise<string> => refusal(readBytes(parquetFile([page], { ...plain, ...lies })))
    expect(await file({ rows: 2 ** 40, groupRows: 2 ** 40 })).toMatch(/^data\.parquet .*far too many for its size/)
    expect(await file({ rows: 2 ** 40, groupRows: 1 })).toBe(brokenFile('1 rows in groups in place of 1099511627776'))
    expect(await file({ chunkRows: 5 })).toBe(broken('5 values in place of 1'))
    expect(await file({ elements: 2 ** 31 })).toMatch(/a list of 2147483648 in \d+ bytes/)
    expect(await file({ groups: 2 ** 31 })).toMatch(/a list of 2147483648 in \d+ bytes/)
    expect(await file({ children: 2 ** 30 })).toBe(brokenFile('fewer columns than were announced'))
    expect(await file({ children: 0 })).toBe(brokenFile('more columns than were announced'))
    expect(await file({ start: 2 ** 40 })).toMatch(/bytes at 1099511627776 of a file of/)
    expect(await file({ start: -4 })).toMatch(/bytes at -4 of a file of/)
    expect(await file({ size: 2 ** 40 })).toMatch(/1099511627776 bytes at 4 of a file of/)
    expect(await file({ codec: 3 })).toBe(broken('packed as LZO'))
    expect(await file({ converted: 5, scale: 2 ** 30 })).toBe(
      brokenFile('column "x" has decimals of 1073741824 digits'),
    )
  })

  test('a description nested a thousand times, a number without an end', async () => {
    const magic = [0x50, 0x41, 0x52, 0x31]
    const whole = (footer: number[]): Uint8Array =>
      Uint8Array.from([...magic, ...footer, ...little(footer.length, 4), ...magic])
    const structures = Array.from({ length: 1000 }, () => 0x1c)
    const lists = [0x19, ...Array.from({ length: 1000 }, () => 0x19)]
    expect(await refusal(readBytes(whole(structures)))).toBe(brokenFile('a description nested too deeply'))
    expect(await refusal(readBytes(whole(lists)))).toBe(brokenFile('a description nested too deeply'))
    expect(await refusal(readBytes(whole([0x36, ...Array.from({ length: 1000 }, () => 255)])))).toBe(
      brokenFile('a number that does not end'),
    )
  })
})

describe('packed pages that unpack to more than they say', () => {
  const text = { rows: 1, type: 'BYTE_ARRAY', required: true, converted: 0 }
  const read = (codec: number, bytes: number[], unpacked = 8): Promise<string> =>
    refusal(readBytes(parquetFile([dataPage(bytes, { values: 1, unpacked })], { ...text, codec })))

  test('Snappy', async () => {
    expect(await read(1, [8, 0, 97, 0xfe, 1, 0, 0xfe, 1, 0])).toBe(broken('more than 8 bytes unpacked'))
    expect(await read(1, [8, 0xfc, 255, 255, 255, 255, 97])).toBe(broken('packed bytes that are cut off'))
    expect(await read(1, [8, 0xfe, 1, 0])).toBe(broken('a repeat from before the beginning'))
  })

  test('LZ4', async () => {
    const long = Array.from({ length: 300 }, () => 255)
    expect(await read(7, [0x1f, 97, 1, 0, ...long, 0])).toBe(broken('more than 8 bytes unpacked'))
    expect(await read(7, [0xf0, ...long])).toBe(broken('packed bytes that are cut off'))
    expect(await read(5, [0, 0, 0, 8, 0xff, 0xff, 0xff, 0xff, 0x10, 97])).toMatch(/column "x"/)
  })

  test('Zstandard', async () => {
    const frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]
    const block = (kind: number, size: number): number[] => little((size << 3) | (kind << 1) | 1, 3)
    expect(await read(6, [...frame, ...block(1, 100_000), 97])).toBe(broken('more than 8 bytes unpacked'))
    expect(await read(6, [...frame, ...block(1, 200_000), 97])).toBe(broken('a block of 200000 bytes'))
    expect(await read(6, [...frame, ...block(2, 3), 0, 1, 0])).toMatch(/column "x"/)
    expect(await read(6, [1, 2, 3, 4, 5, 6, 7, 8])).toBe(broken('packed bytes that are not Zstandard'))
  })

  test('gzip', async () => {
    const { gzipSync } = await import('node:zlib')
    expect(await read(2, [...gzipSync(Buffer.alloc(1_000_000))])).toBe(broken('more than 8 bytes unpacked'))
    expect(await read(2, [1, 2, 3])).toMatch(/column "x"/)
  })
})
