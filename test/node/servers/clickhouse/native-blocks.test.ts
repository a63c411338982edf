import { describe, expect, test } from 'vitest'
import { clickHouseFault } from '../../../../src/node/servers/clickhouse/clickhouse-faults.ts'
import {
  ErrorInResult,
  type NativeBlock,
  nativeBlocks,
  nativeDoubles,
  nativeValues,
} from '../../../../src/node/servers/clickhouse/native-blocks.ts'
import { UnknownNativeType } from '../../../../src/node/servers/clickhouse/native-column.ts'
import { ADDRESS, coded } from '../address.ts'

const text = (given: string): Buffer => Buffer.concat([Buffer.of(Buffer.byteLength(given)), Buffer.from(given)])
const doubles = (...given: number[]): Buffer => Buffer.from(Float64Array.from(given).buffer)
const block = (size: number, ...columns: (readonly [string, string, Buffer])[]): Buffer =>
  Buffer.concat([
    Buffer.of(columns.length, size),
    ...columns.flatMap(([name, type, data]) => [text(name), text(type), data]),
  ])

async function all(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<NativeBlock[]> {
  const found: NativeBlock[] = []
  for await (const one of nativeBlocks(chunks)) found.push(one)
  return found
}

const strings = Buffer.concat(['a', '', 'Ü☃'].map(text))
const first = block(3, ['x', 'Float64', doubles(-0, 5e-324, Infinity)], ['s', 'String', strings])
const second = block(1, ['x', 'Float64', doubles(7)], ['s', 'String', text('z')])

describe('blocks', () => {
  test('are the same however their bytes are cut', async () => {
    const bytes = Buffer.concat([first, second])
    for (let size = 1; size <= bytes.length; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      const found = await all(chunks)
      expect(found.map((one) => one.columns.map(nativeValues))).toEqual([
        [
          [-0, 5e-324, Infinity],
          ['a', '', 'Ü☃'],
        ],
        [[7], ['z']],
      ])
      expect(nativeDoubles(found[0].columns[0])).toEqual(Float64Array.of(-0, 5e-324, Infinity))
      expect(nativeDoubles(found[0].columns[1])).toBeNull()
    }
    expect(await all([])).toEqual([])
  })

  test('hold NULL, whole numbers, decimals and moments', async () => {
    const words = (...given: bigint[]): Buffer => Buffer.from(BigInt64Array.from(given).buffer)
    const [one] = await all([
      block(
        2,
        ['a', 'Nullable(Float64)', Buffer.concat([Buffer.of(0, 1), doubles(1.5, 9)])],
        ['b', 'Int64', words(-(2n ** 63n), 5n)],
        ['c', 'UInt64', words(-1n, 5n)],
        ['d', 'Decimal(18, 3)', words(-5n, 12_345n)],
        ['e', "DateTime64(3, 'UTC')", words(-1n, 1500n)],
        ['f', 'Date', Buffer.from(Uint16Array.of(0, 20_773).buffer)],
        ['g', 'Nullable(Nothing)', Buffer.of(1, 1, 48, 48)],
        ['h', 'Decimal(9, 0)', Buffer.from(Int32Array.of(-7, 7).buffer)],
      ),
    ])
    expect(one.columns.map(nativeValues)).toEqual([
      [1.5, null],
      [-(2n ** 63n), 5n],
      [2n ** 64n - 1n, 5n],
      ['-0.005', '12.345'],
      ['1969-12-31 23:59:59.999', '1970-01-01 00:00:01.500'],
      ['1970-01-01', '2026-11-16'],
      [null, null],
      ['-7', '7'],
    ])
    expect(one.columns.map((column) => nativeDoubles(column)?.[0])).toEqual([
      1.5,
      -(2 ** 63),
      2 ** 64,
      -0.005,
      undefined,
      undefined,
      Number.NaN,
      -7,
    ])
    await expect(all([block(1, ['x', 'Array(UInt8)', Buffer.of(0)])])).rejects.toBeInstanceOf(UnknownNativeType)
  })

  test.each([
    'Code: 395, e.displayText() = DB::Exception: no, e.what() = DB::Exception\n',
    '\r\n__exception__\r\nabcdefgh\r\nCode: 395. DB::Exception: no. (NAME) (version 26.7)',
  ])('end where the server writes an error instead: %j', async (error) => {
    const chunks = [first, Buffer.from(error.slice(0, 9)), Buffer.from(error.slice(9))]
    await expect(all(chunks)).rejects.toThrow(error.slice(error.indexOf('Code')))
    await expect(all([Buffer.from(error)])).rejects.toBeInstanceOf(ErrorInResult)
    // The connection breaks after it.
    const breaking = async function* (): AsyncGenerator<Uint8Array> {
      yield* chunks
      throw coded('ECONNRESET', 'aborted')
    }
    await expect(all(breaking())).rejects.toThrow(error.slice(error.indexOf('Code')))
  })

  test('that break off are an error', async () => {
    await expect(all([first.subarray(0, -1)])).rejects.toBeInstanceOf(ErrorInResult)
    // Other columns than before cannot be.
    await expect(all([first, block(1, ['y', 'Float64', doubles(7)])])).rejects.toBeInstanceOf(ErrorInResult)
    const breaking = async function* (): AsyncGenerator<Uint8Array> {
      yield first.subarray(0, -1)
      throw coded('ECONNRESET', 'aborted')
    }
    await expect(all(breaking())).rejects.toThrow('aborted')
  })
})

describe('errors', () => {
  const told = (error: unknown): string => clickHouseFault(error, ADDRESS).message.slice(ADDRESS.shown.length + 2)

  test.each([
    [
      'Code: 47, e.displayText() = DB::Exception: Unknown identifier: x, e.what() = DB::Exception',
      'Unknown identifier: x (code 47)',
    ],
    [
      'Code: 47. DB::Exception: Unknown expression identifier `x`. (UNKNOWN_IDENTIFIER) (version 26.7.2.1 (official build))',
      'Unknown expression identifier `x` (code 47, UNKNOWN_IDENTIFIER)',
    ],
    [
      'Code: 516. DB::Exception: ann: Authentication failed. (AUTHENTICATION_FAILED)',
      'ann: Authentication failed (code 516, AUTHENTICATION_FAILED); the password comes from the environment or a file',
    ],
    ['socket hang up', 'socket hang up'],
  ])('of the server are one sentence with their number: %s', (message, expected) => {
    expect(told(new Error(message))).toBe(expected)
  })

  test('of a server that is too old say so', () => {
    const unknown = new Error('Code: 46, e.displayText() = DB::Exception: Unknown function f, e.what() = DB::Exception')
    const onVersion = (version: string): string => clickHouseFault(unknown, ADDRESS, version).message
    expect(onVersion('26.7.2.1')).toBe(`${ADDRESS.shown}: Unknown function f (code 46)`)
    expect(onVersion('18.16.1')).toBe(
      `${ADDRESS.shown}: Unknown function f (code 46); the server is ClickHouse 18.16.1, which is too old to count there, and 26.7 is known to do`,
    )
  })

  test('of the client, of the network and of results are too', () => {
    expect(told(Object.assign(coded('60', 'Table t does not exist. '), { type: 'UNKNOWN_TABLE' }))).toBe(
      'Table t does not exist (code 60, UNKNOWN_TABLE)',
    )
    expect(told(coded('ECONNREFUSED'))).toMatch(/^no server answers at db\.example:5432/)
    expect(told(new ErrorInResult(''))).toBe('the answer breaks off in the middle; run it again')
    expect(told(new UnknownNativeType('UUID'))).toBe(
      'the result holds values of type UUID; write toString(…) around them',
    )
  })
})
